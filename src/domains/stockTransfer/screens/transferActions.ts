import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { transferAudit, transferClose, transferDelete, transferReturn, transferSubmit } from '../calls';

interface Ref {
  id: string;
  no: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function auditDialog(docs: readonly Ref[]): Promise<boolean> {
  const key = newKey();
  const name = docs.length === 1 ? `调拨单${docs[0]?.no}` : `所选${docs.length}张调拨单`;
  if (!(await confirm({ title: `审核并调出${name}？`, body: '通过后立即从调出仓库扣减库存，货物转为在途。', ok: '审核并调出' }))) return false;
  const { results } = await call(transferAudit, { items: docs.map(({ id, version }) => ({ id, version })) }, { key });
  const failed = results.filter((one) => !one.ok);
  if (failed.length < results.length) toast(`已调出${results.length - failed.length}张调拨单`, 'ok');
  if (failed.length) toast(failed.map((one) => `${docs.find((doc) => doc.id === one.id)?.no ?? ''}：${one.message}`).join('\n'), 'error');
  return failed.length < results.length;
}

export async function submitDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交调拨单${no}审核？` }))) return false;
  await call(transferSubmit, { id, version }, { key });
  toast(`调拨单${no}已提交审核`, 'ok');
  return true;
}

export async function returnDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `退回调拨单${no}？`, body: '退回后成为草稿，可以修改后重新提交。', reason: { label: '退回原因', max: 200 } });
  if (!agreed) return false;
  await call(transferReturn, { id, version, reason: agreed.reason }, { key });
  toast(`调拨单${no}已退回`, 'ok');
  return true;
}

export async function deleteDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除调拨单${no}？`, tone: 'danger', ok: '删除' }))) return false;
  await call(transferDelete, { id, version }, { key });
  toast(`调拨单${no}已删除`, 'ok');
  return true;
}

export async function closeDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `调拨单${no}短少结案？`,
    body: '未收到的在途数量将生成一张“调拨短少”出库单，由其他人审核后结案。',
    tone: 'danger',
    ok: '短少结案',
    reason: { label: '短少原因', max: 200 },
  });
  if (!agreed) return false;
  const loss = await call(transferClose, { id, version, reason: agreed.reason }, { key });
  toast(`已生成短少出库单${loss.no}`, 'ok');
  return true;
}
