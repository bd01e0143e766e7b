import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { billingAsk, billingAudit, billingIssue, billingNotIssued, billingReject, billingVoid, myBillingCancel } from '../calls';

export interface Ref {
  id: string;
  no: string;
  version: number;
}
interface Results {
  results: readonly { id: string; ok: boolean; message: string }[];
}

/** One document answers with its own sentence; of several, those that failed are named. */
function tellResults(docs: readonly Ref[], { results }: Results, done: string): boolean {
  const failed = results.filter((one) => !one.ok);
  const passed = results.length - failed.length;
  if (passed) toast(`${done}${passed}张申请`, 'ok');
  if (failed.length) toast(failed.map((one) => `${docs.find((doc) => doc.id === one.id)?.no ?? ''}：${one.message}`).join('\n'), 'error');
  return passed > 0;
}
const itemsOf = (docs: readonly Ref[]) => ({ items: docs.map(({ id, version }) => ({ id, version })) });
const nameOf = (docs: readonly Ref[]): string => (docs.length === 1 ? `开票申请${docs[0]?.no}` : `所选${docs.length}张开票申请`);

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function auditDialog(docs: readonly Ref[]): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `审核通过${nameOf(docs)}？`, body: '通过后进入待开票。', ok: '审核通过' }))) return false;
  return tellResults(docs, await call(billingAudit, itemsOf(docs), { key }), '已审核');
}

export async function issueDialog(docs: readonly Ref[]): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `将${nameOf(docs)}提交开票平台？`, body: '由开票平台开具数电发票，开出后自动登记号码。', ok: '提交' }))) return false;
  return tellResults(docs, await call(billingIssue, itemsOf(docs), { key }), '已提交');
}

export async function rejectDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `驳回开票申请${no}？`,
    body: '驳回后商品可以重新申请开票。',
    tone: 'danger',
    ok: '驳回',
    reason: { label: '驳回原因', max: 200 },
  });
  if (!agreed) return false;
  await call(billingReject, { id, version, reason: agreed.reason }, { key });
  toast(`开票申请${no}已驳回`, 'ok');
  return true;
}

export async function voidDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `作废开票申请${no}？`,
    body: '还没有开出发票，作废后商品可以重新申请开票。',
    tone: 'danger',
    ok: '作废申请',
    reason: { label: '作废原因', max: 200 },
  });
  if (!agreed) return false;
  await call(billingVoid, { id, version, reason: agreed.reason }, { key });
  toast(`开票申请${no}已作废`, 'ok');
  return true;
}

export async function askDialog({ id, no, version }: Ref): Promise<boolean> {
  await call(billingAsk, { id, version }, { key: newKey() });
  toast(`正在查询开票申请${no}的结果`, 'ok');
  return true;
}

export async function notIssuedDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `确认开票申请${no}没有开出发票？`,
    body: '请先到开票平台或电子税务局核实。确认后成为开票失败，可以重试或手工开具。',
    tone: 'danger',
    ok: '确认未开出',
    reason: { label: '核实说明', max: 200 },
  });
  if (!agreed) return false;
  await call(billingNotIssued, { id, version, reason: agreed.reason }, { key });
  toast(`开票申请${no}已标记为未开出`, 'ok');
  return true;
}

export async function cancelDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `撤回开票申请${no}？`, body: '撤回后商品可以重新申请开票。', ok: '撤回' }))) return false;
  await call(myBillingCancel, { id, version }, { key });
  toast(`开票申请${no}已撤回`, 'ok');
  return true;
}
