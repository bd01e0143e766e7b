import { call, newKey } from '~/shell/call';
import { confirmReverse } from '~/shell/confirmReverse';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { payReverse, payUnmatch } from '../calls';

interface Receipt {
  id: string;
  no: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function unmatchDialog(receipt: Receipt, apply: { id: string; receivableNo: string; amount: string }): Promise<boolean> {
  const key = newKey();
  const body = `应收单${apply.receivableNo}的${formatMoney(apply.amount)}元重新变为未收，金额转为客户的预收。`;
  if (!(await confirm({ title: '反核销？', body, tone: 'danger', ok: '反核销' }))) return false;
  await call(payUnmatch, { id: receipt.id, version: receipt.version, applyId: apply.id }, { key });
  toast('已反核销', 'ok');
  return true;
}

export const reversePay = ({ id, no, version }: Receipt): Promise<boolean> =>
  confirmReverse({
    title: `收款单${no}`,
    body: '客户的预收减少同样金额，流水号可以重新登记。',
    run: (reason, key) => call(payReverse, { id, version, reason }, { key }),
  });
