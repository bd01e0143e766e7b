import type { Buyer, DealerOrderDetail } from '../orderView';
import { dealerFace } from './face';
import { OrderForm } from './OrderForm';
import { WhichForm } from './WhichForm';

interface Props {
  order?: DealerOrderDetail | undefined;
  from?: DealerOrderDetail | undefined;
  buyer: Buyer;
}

/** A dealer's new order, its own draft again, or a change of an approved one. */
export default function MyOrderCreate({ order, from, buyer }: Props) {
  return order ? <WhichForm face={dealerFace} order={order} buyer={buyer} /> : <OrderForm face={dealerFace} from={from} buyer={buyer} />;
}
