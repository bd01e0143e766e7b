import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { dunningList } from '../calls';
import { type DunningWay, dunningWays } from '../dunning';

type Row = AnswerOf<typeof dunningList>['pagedRecords'][number];

/** Inside the book's third tab, so its state stays out of the address. */
export function DunningLog({ customerId }: { customerId: string | undefined }) {
  return (
    <ListPage<Row>
      title="催款记录"
      part={false}
      source={{ id: 'finance/dunning', query: customerId ? { customerId } : {}, local: true, load: (q) => call(dunningList, q as never) }}
      filters={[
        { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
        { kind: 'dates', key: 'sent', label: '催款时间', startKey: 'sentStart', endKey: 'sentEnd' },
      ]}
      columns={[
        { key: 'createdAt', title: '催款时间', kind: 'time', fixed: true, sortable: true },
        {
          key: 'customerName',
          title: '客户',
          cell: (row) =>
            row.caseId ? <Link href={href('/portal/receiveAdmin/collection/detail', { id: row.caseId })}>{row.customerName}</Link> : row.customerName,
        },
        { key: 'overdue', title: '逾期(元)', kind: 'money', sortable: true },
        { key: 'overdueDays', title: '最长逾期', align: 'right', cell: (row) => `${row.overdueDays}天` },
        { key: 'receivables', title: '笔数', align: 'right', cell: (row) => row.receivables },
        { key: 'open', title: '应收(元)', kind: 'money' },
        { key: 'way', title: '方式', cell: (row) => dunningWays[row.way as DunningWay] },
        { key: 'templateName', title: '模板' },
        { key: 'body', title: '内容', wrap: true, width: 360 },
        { key: 'note', title: '通话记录', wrap: true, width: 200 },
        { key: 'actor', title: '催款人' },
      ]}
    />
  );
}
