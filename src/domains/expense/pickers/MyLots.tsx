import { call } from '~/shell/call';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { myLots } from '../calls';
import { expenseKinds, lotScopes, lotStates } from '../expense';
import type { MyLot } from '../expense.schema';

/** What the dealer was granted and may use on its orders, first expiring first. */
export default function MyLots() {
  return (
    <ListPage<MyLot>
      title="费用明细"
      source={{ id: 'finance/myLots', local: true, query: {}, load: (q) => call(myLots, q as never) }}
      filters={[{ kind: 'select', key: 'state', label: '状态', options: optionsOf(lotStates) }]}
      columns={[
        { key: 'no', title: '费用单号', fixed: true },
        { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={lotStates} /> },
        { key: 'kind', title: '类型', cell: (row) => expenseKinds[row.kind] },
        { key: 'validTo', title: '有效期至', sortable: true, cell: (row) => row.validTo ?? '长期' },
        { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
        { key: 'remaining', title: '剩余(元)', kind: 'money' },
        { key: 'held', title: '订单冻结(元)', kind: 'money' },
        { key: 'used', title: '已使用(元)', kind: 'money' },
        { key: 'maxRatio', title: '每单最多抵扣', align: 'right', cell: (row) => `${row.maxRatio}%` },
        { key: 'scope', title: '适用商品', cell: (row) => (row.scope === 'ALL' ? lotScopes.ALL : row.scopeNames.join('、')) },
      ]}
    />
  );
}
