import type { orderLogistic } from '~/domains/delivery/calls';
import { LogisticTimeline } from '~/domains/delivery/pickers/LogisticTimeline';
import { DELIVER_SIGN } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { dealerSide, detailHref, factorySide } from './side';

/** How an order travels, for either side; the dealer signs, the factory may sign on its behalf. */
export default function OrderLogistic({ first, dealer = false }: { first: AnswerOf<typeof orderLogistic>; dealer?: boolean }) {
  const maySign = useCan(DELIVER_SIGN);
  const face = dealer ? dealerSide : factorySide;
  return (
    <DetailPage title="订单物流" no={first.orderNo} backHref={detailHref(face, first.orderId)}>
      <LogisticTimeline first={first} side={dealer ? 'dealer' : 'factory'} canSign={dealer || maySign} />
    </DetailPage>
  );
}
