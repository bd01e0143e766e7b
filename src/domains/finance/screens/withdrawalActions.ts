import { call, newKey } from '~/shell/call';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { withdrawalCancel, withdrawalDecide } from '../calls';

export interface WithdrawalRef {
  id: string;
  no: string;
  version: number;
}

export async function decideDialog({ id, no, version }: WithdrawalRef, pass: boolean): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `${pass ? '通过' : '驳回'}提现单${no}？`,
    body: pass ? '通过后资金仍冻结，登记付款时从客户账户扣除。' : '驳回后冻结的资金退回客户可用余额。',
    ...(pass ? {} : { tone: 'danger' as const, reason: { label: '驳回原因', max: 200 } }),
    ok: pass ? '通过' : '驳回',
  });
  if (!agreed) return false;
  await call(withdrawalDecide, { id, version, pass, reason: pass ? '' : agreed.reason }, { key });
  toast(`提现单${no}已${pass ? '通过' : '驳回'}`, 'ok');
  return true;
}

export async function cancelDialog({ id, no, version }: WithdrawalRef): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `撤销提现单${no}？`,
    body: '冻结的资金退回客户可用余额。',
    tone: 'danger',
    ok: '撤销',
    reason: { label: '原因', max: 200 },
  });
  if (!agreed) return false;
  await call(withdrawalCancel, { id, version, reason: agreed.reason }, { key });
  toast(`提现单${no}已撤销`, 'ok');
  return true;
}
