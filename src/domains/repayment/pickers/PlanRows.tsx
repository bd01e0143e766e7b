import { call } from '~/shell/call';
import { ListPage } from '~/ui/list/ListPage';
import { planList } from '../calls';
import type { ItemRow } from '../repayment.schema';
import { itemColumns, itemHref } from './itemColumns';

/** The instalments of a credit order or of a customer, in a tab of its page. */
export default function PlanRows({ creditOrderId = '', customerId = '' }: { creditOrderId?: string; customerId?: string }) {
  return (
    <ListPage<ItemRow>
      title="还款计划"
      source={{ id: 'credit/planRows', local: true, query: {}, load: (q) => call(planList, { tab: 'ALL', ...q, creditOrderId, customerId } as never) }}
      filters={[]}
      columns={itemColumns.filter((one) => one.key !== 'customerName')}
      rowActions={(row) => [{ label: '查看', href: itemHref(row.id) }]}
    />
  );
}
