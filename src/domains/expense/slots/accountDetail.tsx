import type { AccountTab } from '~/domains/finance/slots';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { expenseList } from '../calls';
import { expenseKinds, expenseStates } from '../expense';
import type { ExpenseRow } from '../expense.schema';

const page = '/portal/supplyChain/factory/finance/accountManage/expenseAccountDetail';
const columns: Column<ExpenseRow>[] = [
  { key: 'no', title: '费用单号', cell: (row) => <Link href={href(page, { id: row.id })}>{row.no}</Link> },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={expenseStates} /> },
  { key: 'kind', title: '费用类型', cell: (row) => expenseKinds[row.kind] },
  { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
  { key: 'remaining', title: '剩余(元)', kind: 'money' },
  { key: 'held', title: '其中冻结(元)', kind: 'money' },
  { key: 'validTo', title: '有效期至', sortable: true, cell: (row) => row.validTo ?? '长期' },
  { key: 'maxRatio', title: '抵扣比例', align: 'right', cell: (row) => `${row.maxRatio}%` },
  { key: 'createdAt', title: '登记时间', kind: 'minute', sortable: true },
];

/** What the customer was granted, on its account's page. */
export const tabs: readonly AccountTab[] = [
  {
    value: 'expense',
    label: '费用',
    at: 10,
    Content: ({ subject }) => (
      <ListPage<ExpenseRow>
        title="费用"
        source={{ id: 'finance/accountExpenses', local: true, load: (q) => call(expenseList, { ...q, customerId: subject.customerId } as never) }}
        columns={columns}
      />
    ),
  },
];
