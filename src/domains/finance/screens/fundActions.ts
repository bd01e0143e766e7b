import { dictWords } from '~/domains/platform/pickers/dictOptions';
import { call, newKey } from '~/shell/call';
import { confirmReverse } from '~/shell/confirmReverse';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { accountOpen, accountSwitch, depositReject, depositReverse } from '../calls';

export interface DepositRef {
  id: string;
  no: string;
  version: number;
}

export async function openAll(): Promise<boolean> {
  if (!(await confirm({ title: '为所有启用的客户开户？', body: '已有资金账户的客户不受影响。', ok: '批量开户' }))) return false;
  const { count } = await call(accountOpen, { all: true });
  toast(count ? `已为${count}个客户开户` : '所有客户都已开户', 'ok');
  return count > 0;
}

export async function switchDialog(row: { id: string; customerName: string; status: string }): Promise<boolean> {
  const stop = row.status === 'ACTIVE';
  const agreed = await confirm({
    title: `${stop ? '停用' : '启用'}“${row.customerName}”的资金账户？`,
    ...(stop ? { body: '停用后不能入账和新增冻结，已冻结的订单仍可发货扣款。', tone: 'danger' as const } : {}),
    reason: { label: '原因', max: 200 },
  });
  if (!agreed) return false;
  await call(accountSwitch, { id: row.id, status: stop ? 'DISABLED' : 'ACTIVE', reason: agreed.reason });
  toast(stop ? '账户已停用' : '账户已启用', 'ok');
  return true;
}

export async function rejectDialog({ id, no, version }: DepositRef): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `驳回入账单${no}？`,
    tone: 'danger',
    ok: '驳回',
    reason: { label: '驳回原因', max: 200, suggest: () => dictWords('pay_reject_reason') },
  });
  if (!agreed) return false;
  await call(depositReject, { id, version, reason: agreed.reason }, { key });
  toast(`入账单${no}已驳回`, 'ok');
  return true;
}

export const reverseDialog = ({ id, no, version }: DepositRef): Promise<boolean> =>
  confirmReverse({
    title: `入账单${no}`,
    body: '从客户资金账户扣回该笔金额，客户会收到通知。',
    run: (reason, key) => call(depositReverse, { id, version, reason }, { key }),
  });
