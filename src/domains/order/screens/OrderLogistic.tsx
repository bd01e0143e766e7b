import { useState } from 'react';
import type { orderLogistic } from '~/domains/delivery/calls';
import { LogisticTimeline } from '~/domains/delivery/pickers/LogisticTimeline';
import { href } from '~/portal/href';
import { DELIVER_SIGN } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { orderStates } from '../order';
import { dealerSide, detailHref, factorySide } from './side';

const F = '/portal/supplyChain/factory';

/** How an order travels, for either side; the dealer signs, the factory may sign on its behalf. */
export default function OrderLogistic({ first, dealer = false }: { first: AnswerOf<typeof orderLogistic>; dealer?: boolean }) {
  const maySign = useCan(DELIVER_SIGN);
  const [now, setNow] = useState(first);
  const face = dealer ? dealerSide : factorySide;
  return (
    <DetailPage
      title="订单物流"
      no={first.orderNo}
      status={<StatusTag status={now.status} names={orderStates} />}
      backHref={detailHref(face, first.orderId)}
      facts={[
        { label: '发货单', value: now.deliveries.length },
        { label: '包裹', value: now.deliveries.reduce((sum, one) => sum + one.packages.length, 0) },
        { label: '待签收发货单', value: now.deliveries.filter((one) => one.signable).length },
        { label: '待发商品(种)', value: now.waiting.length },
      ]}
    >
      <LogisticTimeline
        first={first}
        onFresh={setNow}
        side={dealer ? 'dealer' : 'factory'}
        canSign={dealer || maySign}
        {...(!dealer ? { hrefOf: (id: string) => href(`${F}/deliver/detail`, { id }) } : {})}
      />
    </DetailPage>
  );
}
