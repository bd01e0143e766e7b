import type { AnswerOf } from '~/shared/endpoint';
import type { orderWarehouses } from '../calls';
import type { Buyer, OrderDetail } from '../views/orderView.schema';
import { WhichForm } from './form/WhichForm';
import { factoryCalls } from './perspectiveCalls';

interface Props {
  order: OrderDetail;
  buyer: Buyer;
  warehouses: AnswerOf<typeof orderWarehouses>['warehouses'];
}

export default function OrderEdit({ order, buyer, warehouses }: Props) {
  return <WhichForm perspective={factoryCalls} order={order} buyer={buyer} warehouses={warehouses} />;
}
