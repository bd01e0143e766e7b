import type { OrderDetailSlot } from '~/domains/order/slots';
import type { OrderDetail } from '~/domains/order/views/orderView.schema';
import { href } from '~/portal/href';
import { displayUnits } from '~/shared/money';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { deliveryStates } from '../delivery';

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

export const Section: OrderDetailSlot['Section'] = ({ order, factory }) => (
  <DetailSection title="发货记录" flush>
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
);
