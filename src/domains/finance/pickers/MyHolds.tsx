import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { holdReasons, holdStates } from '../fund';
import { myHolds } from '../myCalls';
import type { MyHold } from '../myFunds.schema';

/** What of the balance waits for which order. */
export default function MyHolds() {
  return (
    <ListPage<MyHold>
      title="冻结明细"
      source={{ id: 'finance/myHolds', local: true, query: {}, load: (q) => call(myHolds, q as never) }}
      filters={[
        { kind: 'select', key: 'state', label: '状态', options: optionsOf(holdStates) },
        { kind: 'text', key: 'no', label: '单号' },
      ]}
      columns={[
        { key: 'no', title: '冻结单号', fixed: true },
        { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={holdStates} /> },
        { key: 'bizType', title: '原因', cell: (row) => holdReasons[row.bizType] },
        {
          key: 'bizNo',
          title: '订单',
          cell: (row) =>
            row.bizType === 'ORDER' ? <Link href={href('/portal/supplyChain/dealer/order/detail', { id: row.bizId })}>{row.bizNo}</Link> : row.reason || '- -',
        },
        { key: 'amount', title: '冻结(元)', kind: 'money' },
        { key: 'captured', title: '已扣款(元)', kind: 'money' },
        { key: 'released', title: '已解冻(元)', kind: 'money' },
        { key: 'open', title: '仍冻结(元)', kind: 'money' },
        { key: 'createdAt', title: '时间', kind: 'minute' },
      ]}
    />
  );
}
