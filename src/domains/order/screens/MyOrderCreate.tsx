import type { Buyer, DealerOrderDetail } from '../orderView';
import { dealerFace } from './face';
import { OrderForm } from './OrderForm';

export default function MyOrderCreate({ order, buyer }: { order?: DealerOrderDetail | undefined; buyer: Buyer }) {
  return <OrderForm face={dealerFace} order={order} buyer={buyer} />;
}
