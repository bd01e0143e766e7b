import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import { CREDIT_REPAY_ENTER } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { ListPage } from '~/ui/list/ListPage';
import { planList } from '../calls';
import { itemColumns, itemHref } from '../pickers/itemColumns';
import type { ItemRow } from '../repayment.schema';

export default function RepaymentList({ first, query }: { first: AnswerOf<typeof planList>; query: Record<string, string> }) {
  const canEnter = useCan(CREDIT_REPAY_ENTER);
  return (
    <ListPage<ItemRow>
      title="还款计划"
      source={{ id: 'credit/repayment', first, query, load: (q) => call(planList, { ...q, withTabs: 'true' } as never) }}
      filters={[
        { kind: 'text', key: 'no', label: '计划号' },
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined },
        { kind: 'text', key: 'orderNo', label: '用信单/订单' },
        { kind: 'dates', key: 'due', label: '应还日', startKey: 'dueStart', endKey: 'dueEnd', unit: 'day' },
      ]}
      tabs={{
        key: 'tab',
        items: [
          { value: '', label: '待还款' },
          { value: 'OVERDUE', label: '已逾期' },
          { value: 'SETTLED', label: '已还清' },
          { value: 'ALL', label: '全部' },
        ],
      }}
      columns={itemColumns}
      buttons={(list) => [canEnter && { label: '登记还款', tone: 'primary', href: '/portal/creditSystem/createRePayMent' }, exportAction('repay-plan', list)]}
      rowActions={(row) => [
        { label: '查看', href: itemHref(row.id) },
        canEnter &&
          Number(row.owed) > 0 && {
            label: '还款',
            href: href('/portal/creditSystem/createRePayMent', { customerId: row.customerId, customerName: row.customerName, itemId: row.id }),
          },
      ]}
    />
  );
}
