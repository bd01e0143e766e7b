import type { AnswerOf } from '~/shared/endpoint';
import type { orderWarehouses } from '../calls';
import { factoryFace } from './face';
import { OrderForm } from './OrderForm';

export default function OrderCreate({ warehouses }: { warehouses: AnswerOf<typeof orderWarehouses>['warehouses'] }) {
  return <OrderForm face={factoryFace} warehouses={warehouses} />;
}
