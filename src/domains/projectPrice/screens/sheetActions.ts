import type { AnswerOf } from '~/shared/endpoint';
import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { projectPriceDecide, projectPriceDelete, projectPriceDisable, projectPriceSubmit, projectPriceWithdraw } from '../calls';

interface Ref {
  id: string;
  no: string;
  version: number;
}
/** Each asks, makes the call under one key, and answers whether it was done. */
export async function disableDialog(rows: readonly Ref[]): Promise<boolean> {
  const key = newKey();
  const name = rows.length === 1 ? `工程价${rows[0]?.no}` : `所选${rows.length}张工程价`;
  const agreed = await confirm({
    title: `停用${name}？`,
    body: '停用后该项目按其他价格来源取价，已提交的订单不受影响；停用后不能恢复。',
    tone: 'danger',
    ok: '停用',
    reason: { label: '停用原因', max: 200 },
  });
  if (!agreed) return false;
  return told(await call(projectPriceDisable, { items: rows.map(({ id, version }) => ({ id, version })), reason: agreed.reason }, { key }), rows, '停用');
}

/** Says how many were done and what became of the others. */
export function told({ results }: AnswerOf<typeof projectPriceDisable>, rows: readonly Ref[], what: string): boolean {
  const failed = results.filter((one) => !one.ok);
  const done = results.length - failed.length;
  if (done) toast(`已${what}${done}张工程价`, 'ok');
  if (failed.length) toast(failed.map((one) => `${rows.find((row) => row.id === one.id)?.no ?? ''}：${one.message}`).join('\n'), 'error');
  return done > 0;
}

export async function submitDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `提交工程价${no}审批？` }))) return false;
  await call(projectPriceSubmit, { id, version }, { key });
  toast(`工程价${no}已提交审批`, 'ok');
  return true;
}

export async function decideDialog({ id, no, version }: Ref, pass: boolean): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `${pass ? '通过' : '驳回'}工程价${no}？`,
    ok: pass ? '通过' : '驳回',
    ...(pass ? {} : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
  });
  if (!agreed) return false;
  await call(projectPriceDecide, { id, version, pass, opinion: agreed.reason ?? '' }, { key });
  toast(`工程价${no}已${pass ? '通过' : '驳回'}`, 'ok');
  return true;
}

export async function withdrawDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `撤回工程价${no}的审批？`, reason: { label: '撤回原因', max: 200 } });
  if (!agreed) return false;
  await call(projectPriceWithdraw, { id, version, reason: agreed.reason }, { key });
  toast(`工程价${no}已撤回`, 'ok');
  return true;
}

export async function deleteDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `删除工程价${no}？`, tone: 'danger', ok: '删除' }))) return false;
  await call(projectPriceDelete, { id, version }, { key });
  toast(`工程价${no}已删除`, 'ok');
  return true;
}
