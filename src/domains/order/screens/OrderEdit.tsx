import type { AnswerOf } from '~/shared/endpoint';
import type { orderWarehouses } from '../calls';
import type { Buyer, OrderDetail } from '../orderView';
import { ChangeForm } from './ChangeForm';
import { factoryFace } from './face';
import { OrderForm } from './OrderForm';

interface Props {
  order: OrderDetail;
  buyer: Buyer;
  warehouses: AnswerOf<typeof orderWarehouses>['warehouses'];
}

/** Drafts and rejected orders are edited; approved ones are changed by request. */
export default function OrderEdit({ order, buyer, warehouses }: Props) {
  const writable = order.status === 'DRAFT' || order.status === 'REJECTED';
  return writable ? <OrderForm face={factoryFace} order={order} buyer={buyer} warehouses={warehouses} /> : <ChangeForm face={factoryFace} order={order} />;
}
