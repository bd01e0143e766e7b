import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import * as calls from '../calls';

/** Each asks, makes the call under one key, and answers whether it was done. */
interface Ref {
  id: string;
  no: string;
  version: number;
}
const refOf = ({ id, version }: Ref) => ({ id, version });

export async function startDialog(row: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `开始执行应收计划${row.no}？`, body: '到期日已确定的款项立即成为应收，其余在登记触发后生成。', ok: '开始执行' }))) return false;
  await call(calls.planStart, refOf(row), { key });
  toast(`应收计划${row.no}已开始执行`, 'ok');
  return true;
}

export async function stopDialog(row: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `中止应收计划${row.no}？`,
    body: '没有收款、调整和争议的应收会撤销，其余继续收款。',
    tone: 'danger',
    ok: '中止',
    reason: { label: '中止原因', max: 200 },
  });
  if (!agreed) return false;
  const done = await call(calls.planStop, { ...refOf(row), reason: agreed.reason }, { key });
  toast(`应收计划${row.no}已中止，撤销${done.takenBack}张应收，保留${done.kept}张`, 'ok');
  return true;
}

export async function passDialog(row: Ref, what: string): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `通过应收调整单${row.no}？`, body: what, ok: '通过' }))) return false;
  await call(calls.adjustPass, refOf(row), { key });
  toast(`应收调整单${row.no}已生效`, 'ok');
  return true;
}

export async function rejectDialog(row: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `驳回应收调整单${row.no}？`, tone: 'danger', ok: '驳回', reason: { label: '驳回原因', max: 200 } });
  if (!agreed) return false;
  await call(calls.adjustReject, { ...refOf(row), reason: agreed.reason }, { key });
  toast(`应收调整单${row.no}已驳回`, 'ok');
  return true;
}

export async function withdrawDialog(row: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `撤回应收调整单${row.no}？`, ok: '撤回' }))) return false;
  await call(calls.adjustWithdraw, refOf(row), { key });
  toast(`应收调整单${row.no}已撤回`, 'ok');
  return true;
}

export async function closeDispute(row: Ref, way: 'deny' | 'withdraw'): Promise<boolean> {
  const key = newKey();
  const words = way === 'deny' ? '判定不成立' : '撤销';
  const agreed = await confirm({ title: `争议${row.no}${words}？`, body: '争议金额恢复正常收款。', ok: words, reason: { label: '处理说明', max: 300 } });
  if (!agreed) return false;
  await call(way === 'deny' ? calls.disputeDeny : calls.disputeWithdraw, { ...refOf(row), answer: agreed.reason }, { key });
  toast(`争议${row.no}已处理`, 'ok');
  return true;
}
