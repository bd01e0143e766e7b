import { call, newKey } from '~/shell/call';
import { confirmReverse } from '~/shell/confirmReverse';
import { confirm } from '~/ui/kit/confirm';
import { toast } from '~/ui/kit/toast';
import { cancelDelivery, reverseDelivery, shipDelivery } from '../calls';

interface Ref {
  id: string;
  no: string;
  version: number;
}

/** Each asks, makes the call under one key, and answers whether it was done. */
export async function shipDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  if (!(await confirm({ title: `确认出库发货单${no}？`, body: '出库后扣减库存、生成应收，并通知客户。', ok: '确认出库' }))) return false;
  await call(shipDelivery, { id, version }, { key });
  toast(`发货单${no}已出库`, 'ok');
  return true;
}

export async function cancelDialog({ id, no, version }: Ref): Promise<boolean> {
  const key = newKey();
  const agreed = await confirm({
    title: `取消发货单${no}？`,
    body: '取消后商品回到待发货，可以重新制单。',
    tone: 'danger',
    ok: '取消发货单',
    cancel: '不取消',
  });
  if (!agreed) return false;
  await call(cancelDelivery, { id, version }, { key });
  toast(`发货单${no}已取消`, 'ok');
  return true;
}

export const reverseDialog = ({ id, no, version }: Ref): Promise<boolean> =>
  confirmReverse({
    title: `发货单${no}`,
    body: '库存、占用、应收和扣款恢复到出库前，客户会收到通知。',
    run: (reason, key) => call(reverseDelivery, { id, version, reason }, { key }),
  });
