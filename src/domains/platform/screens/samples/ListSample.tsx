import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { type SampleOrder, sampleOrders, states } from './sampleData';

/** A list over rows of its own: search, tabs, sort, columns, selection, sums and pages work as everywhere. */
export function ListSample() {
  return (
    <ListPage<SampleOrder>
      title="示例订单"
      source={{ id: 'test/list', local: true, first: sampleOrders({}), query: {}, load: async (query) => sampleOrders(query) }}
      filters={[{ kind: 'text', key: 'no', label: '订单编号或客户' }]}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...Object.entries(states).map(([value, label]) => ({ value, label }))] }}
      columns={[
        { key: 'no', title: '订单编号', fixed: true, always: true },
        { key: 'customer', title: '客户', width: 180 },
        { key: 'amount', title: '订单金额(元)', kind: 'money', sortable: true },
        { key: 'qty', title: '数量', kind: 'qty', sortable: true },
        { key: 'status', title: '状态', cell: ({ status }) => <StatusTag status={status} names={states} /> },
        { key: 'createdAt', title: '下单时间', kind: 'minute', sortable: true, off: true },
      ]}
      rowActions={({ no, status }) => [
        { label: '查看', onPress: () => toast(no) },
        status === 'PENDING' && { label: '审核', onPress: () => toast(`${no} 待审核`) },
      ]}
      batch={(picked) => [{ label: '批量审核', onPress: () => toast(`选了 ${picked.keys.length} 张`) }]}
    />
  );
}
