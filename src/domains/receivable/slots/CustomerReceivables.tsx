import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { receivableBook } from '../calls';
import { receivableSources, receivableStates } from '../receivable';

type Row = AnswerOf<typeof receivableBook>['pagedRecords'][number];
const R = '/portal/supplyChain/factory/finance/receivables';

export default function CustomerReceivables({ subject: { id: customerId } }: { subject: CustomerDetail }) {
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
