import type { AnswerOf } from '~/shared/endpoint';
import type { orderWarehouses } from '../calls';
import type { OrderDetail } from '../orderView';
import { factoryFace } from './face';
import { OrderForm } from './OrderForm';

export default function OrderCreate({ order, warehouses }: { order?: OrderDetail; warehouses: AnswerOf<typeof orderWarehouses>['warehouses'] }) {
  return <OrderForm face={factoryFace} order={order} warehouses={warehouses} />;
}
