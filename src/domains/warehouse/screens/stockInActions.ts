import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { stockInAudit, stockInDelete, stockInReturn, stockInReverse, stockInSubmit } from '../calls';

interface Ref {
  id: string;
  no: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function auditDialog(docs: readonly Ref[]): Promise<boolean> {
  const key = newKey();
  const name = docs.length === 1 ? `入库单${docs[0]?.no}` : `所选${docs.length}张入库单`;
  if (!(await confirm({ title: `审核通过${name}？`, body: '通过后立即增加库存。', ok: '审核通过' }))) return false;
  const { results } = await call(stockInAudit, { items: docs.map(({ id, version }) => ({ id, version })) }, { key });
  const failed = results.filter((one) => !one.ok);
  const passed = results.length - failed.length;
  if (passed) toast(`已审核${passed}张入库单`, 'ok');
  if (failed.length) toast(failed.map((one) => `${docs.find((doc) => doc.id === one.id)?.no ?? ''}：${one.message}`).join('\n'), 'error');
  return passed > 0;
}

export async function submitDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交入库单${no}审核？` }))) return false;
  await call(stockInSubmit, { id, version }, { key });
  toast(`入库单${no}已提交审核`, 'ok');
  return true;
}

export async function returnDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `退回入库单${no}？`, body: '退回后成为草稿，可以修改后重新提交。', reason: { label: '退回原因', max: 200 } });
  if (!agreed) return false;
  await call(stockInReturn, { id, version, reason: agreed.reason }, { key });
  toast(`入库单${no}已退回`, 'ok');
  return true;
}

export async function deleteDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除入库单${no}？`, tone: 'danger', ok: '删除' }))) return false;
  await call(stockInDelete, { id, version }, { key });
  toast(`入库单${no}已删除`, 'ok');
  return true;
}

export async function reverseDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `冲销入库单${no}？`,
    body: '按原数量、原成本退出库存，不能恢复。',
    tone: 'danger',
    ok: '冲销',
    reason: { label: '冲销原因', max: 200 },
  });
  if (!agreed) return false;
  await call(stockInReverse, { id, version, reason: agreed.reason }, { key });
  toast(`入库单${no}已冲销`, 'ok');
  return true;
}
