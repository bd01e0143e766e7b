import type { AnswerOf } from '~/shared/endpoint';
import type { orderWarehouses } from '../calls';
import type { OrderDetail } from '../orderView';
import { ChangeForm } from './ChangeForm';
import { factoryFace } from './face';
import { OrderForm } from './OrderForm';

/** Drafts and rejected orders are edited; approved ones are changed by request. */
export default function OrderEdit({ order, warehouses }: { order: OrderDetail; warehouses: AnswerOf<typeof orderWarehouses>['warehouses'] }) {
  const writable = order.status === 'DRAFT' || order.status === 'REJECTED';
  return writable ? <OrderForm face={factoryFace} order={order} warehouses={warehouses} /> : <ChangeForm face={factoryFace} order={order} />;
}
