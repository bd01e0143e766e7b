import type { Buyer, DealerOrderDetail } from '../orderView';
import { ChangeForm } from './ChangeForm';
import { dealerFace } from './face';
import { OrderForm } from './OrderForm';

interface Props {
  order?: DealerOrderDetail | undefined;
  from?: DealerOrderDetail | undefined;
  buyer: Buyer;
}

/** A dealer's new order, its own draft again, or a change of an approved one. */
export default function MyOrderCreate({ order, from, buyer }: Props) {
  const approved = order && (order.status === 'PENDING_DELIVERY' || order.status === 'PARTIAL_DELIVERED');
  return approved ? <ChangeForm face={dealerFace} order={order} /> : <OrderForm face={dealerFace} order={order} from={from} buyer={buyer} />;
}
