import { call, newKey } from '~/shell/call';
import { confirmReverse } from '~/shell/confirmReverse';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { expenseReject, expenseReverse } from '../calls';

export interface ExpenseRef {
  id: string;
  no: string;
  version: number;
}

export async function rejectDialog({ id, no, version }: ExpenseRef): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({ title: `驳回费用单${no}？`, tone: 'danger', ok: '驳回', reason: { label: '驳回原因', max: 200 } });
  if (!agreed) return false;
  await call(expenseReject, { id, version, reason: agreed.reason }, { key });
  toast(`费用单${no}已驳回`, 'ok');
  return true;
}

export const reverseDialog = ({ id, no, version }: ExpenseRef): Promise<boolean> =>
  confirmReverse({
    title: `费用单${no}`,
    body: '从客户费用账户扣回该笔费用，客户会收到通知。',
    run: (reason, key) => call(expenseReverse, { id, version, reason }, { key }),
  });
