import type { CustomerDetail } from '~/domains/customer/customer';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import type { SlotTab } from '~/ui/detail/slots';
import { Stat } from '~/ui/kit/Card';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { receivableBook } from '../calls';
import { receivableSources, receivableStates } from '../receivable';

type Row = AnswerOf<typeof receivableBook>['pagedRecords'][number];
const F = '/portal/supplyChain/factory';
const R = `${F}/finance/receivables`;

export const tabs: readonly SlotTab<CustomerDetail>[] = [
  {
    value: 'fund',
    label: '资金',
    at: 40,
    shows: ({ funds }) => funds !== null,
    Content: ({ subject }) => subject.funds && <Funds customer={subject} funds={subject.funds} />,
  },
  {
    value: 'receivable',
    label: '应收',
    at: 50,
    shows: ({ funds }) => funds !== null,
    Content: ({ subject }) => <CustomerReceivables customerId={subject.id} />,
  },
];

function Funds({ customer, funds }: { customer: CustomerDetail; funds: NonNullable<CustomerDetail['funds']> }) {
  const account = href(`${F}/finance/accountManage/accountList`, { customerId: customer.id });
  const book = href(`${F}/finance/receivables/receivablesBookList`, { customerId: customer.id });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Stat label="资金余额(元)" value={<Money value={funds.balance} />} href={account} />
      <Stat label="冻结(元)" value={<Money value={funds.held} />} href={account} />
      <Stat label="可用(元)" value={<Money value={funds.available} />} href={account} />
      <Stat label="未收应收(元)" value={<Money value={funds.openReceivable} />} href={book} />
      <Stat label="其中逾期(元)" value={<Money value={funds.overdue} />} href={book} tone={/[1-9]/.test(funds.overdue) ? 'danger' : 'neutral'} />
    </div>
  );
}

function CustomerReceivables({ customerId }: { customerId: string }) {
  return (
    <ListPage<Row>
      title="应收单"
      source={{ id: 'finance/customerReceivables', local: true, query: {}, load: (query) => call(receivableBook, { ...query, customerId } as never) }}
      columns={[
        { key: 'no', title: '应收单号', fixed: true, cell: (row) => <Link href={href(`${R}/receivablesDetail`, { id: row.id })}>{row.no}</Link> },
        { key: 'source', title: '来源', cell: (row) => receivableSources[row.source] },
        { key: 'bizDate', title: '日期', kind: 'date', sortable: true },
        { key: 'dueDate', title: '到期日', kind: 'date', sortable: true },
        { key: 'amount', title: '金额(元)', kind: 'money', sortable: true },
        { key: 'open', title: '未收(元)', kind: 'money', sortable: true },
        {
          key: 'overdueDays',
          title: '逾期天数',
          align: 'right',
          cell: (row) => (row.overdueDays > 0 ? <span className="text-danger">{row.overdueDays}</span> : '- -'),
        },
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={receivableStates} /> },
      ]}
      buttons={[{ label: '全部应收单', href: href(`${R}/receivablesBookList`, { customerId }) }]}
    />
  );
}
