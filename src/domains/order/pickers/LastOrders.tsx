import { href } from '~/portal/href';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Link } from '~/ui/kit/Link';
import { StatusTag } from '~/ui/values/StatusTag';
import { orderStates } from '../order';

interface Last {
  id: string;
  no: string;
  createdAt: string;
  payable: string;
  status: string;
}
const F = '/portal/supplyChain/factory';

/** The last orders of what a detail page shows, and the way to all of them. */
export const LastOrders = ({ orders, query }: { orders: readonly Last[]; query: { customerId: string } | { projectId: string } }) => (
  <div className="flex flex-col gap-3">
    <DetailTable
      caption="最近十张订单"
      rows={orders}
      empty="暂无订单"
      columns={[
        { key: 'no', title: '订单编号', cell: (row) => <Link href={href(`${F}/order/detail`, { id: row.id })}>{row.no || '未编号'}</Link> },
        { key: 'createdAt', title: '下单时间', kind: 'minute' },
        { key: 'payable', title: '订单金额(元)', kind: 'money' },
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={orderStates} /> },
      ]}
    />
    <Link href={href(`${F}/order/list`, query)}>查看全部订单</Link>
  </div>
);
