import type { Buyer, DealerOrderDetail } from '../views/orderView.schema';
import { OrderForm } from './form/OrderForm';
import { WhichForm } from './form/WhichForm';
import { dealerCalls } from './perspectiveCalls';

interface Props {
  order?: DealerOrderDetail | undefined;
  from?: DealerOrderDetail | undefined;
  buyer: Buyer;
}

/** A dealer's new order, its own draft again, or a change of an approved one. */
export default function MyOrderCreate({ order, from, buyer }: Props) {
  return order ? <WhichForm perspective={dealerCalls} order={order} buyer={buyer} /> : <OrderForm perspective={dealerCalls} from={from} buyer={buyer} />;
}
