import { call, newKey } from '~/shell/call';
import { confirmReverse } from '~/shell/confirmReverse';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { formatMoney } from '~/ui/values/format';
import { reverseReceipt, unapplyReceipt, writeOffTail } from '../calls';

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function tailDialog({ id, no, open }: { id: string; no: string; open: string }): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `核销应收单${no}的尾差？`, body: `未收的${formatMoney(open)}元将记入尾差，应收单结清。`, ok: '核销尾差' }))) return false;
  await call(writeOffTail, { receivableId: id }, { key });
  toast(`应收单${no}的尾差已核销`, 'ok');
  return true;
}

export async function unapplyDialog(
  receipt: { id: string; no: string; version: number },
  apply: { id: string; receivableNo: string; amount: string },
): Promise<boolean> {
  const key = newKey();
  if (
    !(await confirm({
      title: '反核销？',
      body: `应收单${apply.receivableNo}的${formatMoney(apply.amount)}元重新变为未收，金额回到客户资金账户。`,
      tone: 'danger',
      ok: '反核销',
    }))
  )
    return false;
  await call(unapplyReceipt, { id: receipt.id, version: receipt.version, applyId: apply.id }, { key });
  toast('已反核销', 'ok');
  return true;
}

export const reverseReceiptDialog = ({ id, no, version }: { id: string; no: string; version: number }): Promise<boolean> =>
  confirmReverse({
    title: `收款单${no}`,
    body: '客户资金账户减少同样金额，流水号可以重新登记。',
    run: (reason, key) => call(reverseReceipt, { id, version, reason }, { key }),
  });
