import type { AnswerOf } from '~/shared/endpoint';
import type { orderWarehouses } from '../calls';
import type { Buyer, OrderDetail } from '../views/orderView.schema';
import { OrderForm } from './form/OrderForm';
import { factoryCalls } from './perspectiveCalls';

interface Props {
  warehouses: AnswerOf<typeof orderWarehouses>['warehouses'];
  /** Asked for by `?customerId=` or the order named by `?from=`. */
  buyer?: Buyer | undefined;
  from?: OrderDetail | undefined;
}

export default function OrderCreate({ warehouses, buyer, from }: Props) {
  return <OrderForm perspective={factoryCalls} warehouses={warehouses} buyer={buyer} from={from} />;
}
