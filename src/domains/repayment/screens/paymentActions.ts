import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { paymentCancel, paymentDecide, paymentReverse } from '../calls';

interface Ref {
  id: string;
  no: string;
  version: number;
}

async function ask(
  title: string,
  ok: string,
  label: string,
  run: (reason: string, key: string) => Promise<unknown>,
  tone: 'danger' | 'primary' = 'danger',
): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title, tone, ok, reason: { label, max: 200 } });
  if (!agreed) return false;
  await run(agreed.reason, key);
  toast('已完成', 'ok');
  return true;
}

export const reverseDialog = ({ id, no, version }: Ref) =>
  ask(`申请冲销还款单${no}？通过后视为从未还款，其后的还款重新核销`, '申请冲销', '冲销原因', (reason, key) =>
    call(paymentReverse, { id, version, reason }, { key }),
  );
export const dishonourDialog = ({ id, no, version }: Ref) =>
  ask(`登记还款单${no}的承兑汇票被拒付？通过后视为从未还款，其后的还款重新核销`, '登记拒付', '拒付原因', (reason, key) =>
    call(paymentReverse, { id, version, reason, dishonoured: true }, { key }),
  );
export const cancelDialog = ({ id, no, version }: Ref) =>
  ask(`撤回还款单${no}？`, '撤回', '撤回原因', (reason, key) => call(paymentCancel, { id, version, reason }, { key }));
export const rejectDialog = ({ id, no, version }: Ref) =>
  ask(`驳回还款单${no}？`, '驳回', '驳回原因', (opinion, key) => call(paymentDecide, { id, version, pass: false, opinion }, { key }));

export async function passDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `通过还款单${no}？`, ok: '通过' }))) return false;
  await call(paymentDecide, { id, version, pass: true, opinion: '' }, { key });
  toast(`还款单${no}已通过`, 'ok');
  return true;
}
