import { useState } from 'react';
import type { OrderDetailSlot } from '~/domains/order/slots';
import type { OrderDetail } from '~/domains/order/views/orderView.schema';
import { href } from '~/portal/href';
import { DELIVER_MANAGE, ORDER_MANAGE } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { myLogistic, orderLogistic } from '../calls';
import { deliveryStates } from '../delivery';

const LogisticTimeline = late(async () => ({ default: (await import('../pickers/LogisticTimeline')).LogisticTimeline }));

const DETAIL = '/portal/supplyChain/factory/deliver/detail';

type Package = OrderDetail['deliveries'][number]['packages'][number];

const Packages = ({ of }: { of: readonly Package[] }) =>
  of.map(({ carrier, waybillNo, tracedAt, trace }, index) => (
    <span key={index} className="block">
      {[carrier, waybillNo].filter(Boolean).join(' ') || '无运单号'}
      {tracedAt && (
        <span className="block text-xs text-ink-3">
          <DateTime value={tracedAt} kind="minute" /> {trace}
        </span>
      )}
    </span>
  ));

export const Section: OrderDetailSlot['Section'] = ({ order, factory }) => {
  const [followsOrders, followsDeliveries] = [useCan(ORDER_MANAGE), useCan(DELIVER_MANAGE)];
  const [logistic, setLogistic] = useState<AnswerOf<typeof orderLogistic>>();
  const show = async () => setLogistic(await call(factory ? orderLogistic : myLogistic, { orderId: order.id }));
  const follows = order.deliveries.length > 0 && (!factory || followsOrders || followsDeliveries);
  return (
    <>
      <DetailSection
        title="发货记录"
        flush
        actions={[follows && (logistic ? { label: '收起物流轨迹', onPress: () => setLogistic(undefined) } : { label: '展开物流轨迹', onPress: show })]}
      >
        <DetailTable
          caption="发货记录"
          rows={order.deliveries}
          empty="还没有发货"
          columns={[
            { key: 'no', title: '发货单号', fixed: true, cell: (row) => (factory ? <Link href={href(DETAIL, { id: row.id })}>{row.no}</Link> : row.no) },
            { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={deliveryStates} /> },
            { key: 'quantities', title: '数量', align: 'right', cell: (row) => displayUnits(row.quantities) },
            { key: 'amount', title: '金额(元)', kind: 'money' },
            { key: 'packages', title: '包裹与最新轨迹', wrap: true, cell: (row) => <Packages of={row.packages} /> },
            { key: 'shippedAt', title: '发货时间', kind: 'minute' },
            { key: 'signedAt', title: '签收时间', kind: 'minute' },
          ]}
        />
      </DetailSection>
      {/* Signing stays with the order's own actions: it changes all of the page. */}
      {logistic && <LogisticTimeline first={logistic} perspective={factory ? 'factory' : 'dealer'} canSign={false} />}
    </>
  );
};
