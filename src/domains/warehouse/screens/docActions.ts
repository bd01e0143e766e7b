import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import type { stockInAudit, stockInDelete, stockInReturn, stockInReverse, stockInSubmit } from '../calls';
import type { DocWay } from './docWays';

/** Both directions answer alike. */
interface Calls {
  audit: typeof stockInAudit;
  submit: typeof stockInSubmit;
  giveBack: typeof stockInReturn;
  remove: typeof stockInDelete;
  reverse: typeof stockInReverse;
}
const callsOf = (way: DocWay): Calls => way.calls;

interface Ref {
  id: string;
  no: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function auditDialog(way: DocWay, docs: readonly Ref[]): Promise<boolean> {
  const key = newKey();
  const name = docs.length === 1 ? `${way.noun}${docs[0]?.no}` : `所选${docs.length}张${way.noun}`;
  if (!(await confirm({ title: `审核通过${name}？`, body: way.words.passes, ok: '审核通过' }))) return false;
  const { results } = await call(callsOf(way).audit, { items: docs.map(({ id, version }) => ({ id, version })) }, { key });
  const failed = results.filter((one) => !one.ok);
  const passed = results.length - failed.length;
  if (passed) toast(`已审核${passed}张${way.noun}`, 'ok');
  if (failed.length) toast(failed.map((one) => `${docs.find((doc) => doc.id === one.id)?.no ?? ''}：${one.message}`).join('\n'), 'error');
  return passed > 0;
}

export async function submitDialog(way: DocWay, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交${way.noun}${no}审核？` }))) return false;
  await call(callsOf(way).submit, { id, version }, { key });
  toast(`${way.noun}${no}已提交审核`, 'ok');
  return true;
}

export async function returnDialog(way: DocWay, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `退回${way.noun}${no}？`, body: '退回后成为草稿，可以修改后重新提交。', reason: { label: '退回原因', max: 200 } });
  if (!agreed) return false;
  await call(callsOf(way).giveBack, { id, version, reason: agreed.reason }, { key });
  toast(`${way.noun}${no}已退回`, 'ok');
  return true;
}

export async function deleteDialog(way: DocWay, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除${way.noun}${no}？`, tone: 'danger', ok: '删除' }))) return false;
  await call(callsOf(way).remove, { id, version }, { key });
  toast(`${way.noun}${no}已删除`, 'ok');
  return true;
}

export async function reverseDialog(way: DocWay, { id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `冲销${way.noun}${no}？`,
    body: way.words.reverses,
    tone: 'danger',
    ok: '冲销',
    reason: { label: '冲销原因', max: 200 },
  });
  if (!agreed) return false;
  await call(callsOf(way).reverse, { id, version, reason: agreed.reason }, { key });
  toast(`${way.noun}${no}已冲销`, 'ok');
  return true;
}
