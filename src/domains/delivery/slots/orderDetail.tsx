import type { OrderDetailSlot } from '~/domains/order/slots';
import { href } from '~/portal/href';
import { displayUnits } from '~/shared/money';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { StatusTag } from '~/ui/values/StatusTag';
import { deliveryStates } from '../delivery';

const DETAIL = '/portal/supplyChain/factory/deliver/detail';

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
        { key: 'waybills', title: '物流单号', cell: (row) => row.waybills.join('、') },
        { key: 'shippedAt', title: '发货时间', kind: 'minute' },
        { key: 'signedAt', title: '签收时间', kind: 'minute' },
      ]}
    />
  </DetailSection>
);
