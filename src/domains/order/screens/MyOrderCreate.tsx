import type { Buyer, DealerOrderDetail } from '../orderView';
import { ChangeForm } from './ChangeForm';
import { dealerFace } from './face';
import { OrderForm } from './OrderForm';

/** A dealer's new order, its own draft again, or a change of an approved one. */
export default function MyOrderCreate({ order, buyer }: { order?: DealerOrderDetail | undefined; buyer: Buyer }) {
  const approved = order && (order.status === 'PENDING_DELIVERY' || order.status === 'PARTIAL_DELIVERED');
  return approved ? <ChangeForm face={dealerFace} order={order} /> : <OrderForm face={dealerFace} order={order} buyer={buyer} />;
}
