import { useState } from 'react';
import { OrderStatusTag } from '~/domains/order/pickers/OrderStatusTag';
import { href } from '~/portal/href';
import { DELIVER_SIGN } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { useCan } from '~/shell/session';
import { DetailPage } from '~/ui/detail/DetailPage';
import type { orderLogistic } from '../calls';
import { LogisticTimeline } from '../pickers/LogisticTimeline';

const F = '/portal/supplyChain/factory';
const D = '/portal/supplyChain/dealer';

/** How an order travels, for either side; the dealer signs, the factory may sign on its behalf. */
export default function OrderLogistic({ first, dealer = false }: { first: AnswerOf<typeof orderLogistic>; dealer?: boolean }) {
  const maySign = useCan(DELIVER_SIGN);
  const [now, setNow] = useState(first);
  return (
    <DetailPage
      title="订单物流"
      no={first.orderNo}
      status={<OrderStatusTag status={now.status} />}
      backHref={href(`${dealer ? D : F}/order/detail`, { id: first.orderId })}
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
        perspective={dealer ? 'dealer' : 'factory'}
        canSign={dealer || maySign}
        {...(!dealer ? { hrefOf: (id: string) => href(`${F}/deliver/detail`, { id }) } : {})}
      />
    </DetailPage>
  );
}
