import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { accountJournal } from '../calls';
import { journalEvents, journalKinds } from '../credit';
import type { JournalRow } from '../credit.schema';
import { Limit } from './limit';

const filters: readonly Filter[] = [
  { kind: 'text', key: 'bizNo', label: '单号' },
  { kind: 'select', key: 'event', label: '类型', options: optionsOf(journalKinds) },
  { kind: 'dates', key: 'at', label: '时间', startKey: 'start', endKey: 'end' },
];
const columns: readonly Column<JournalRow>[] = [
  { key: 'at', title: '时间', kind: 'minute', sortable: true },
  { key: 'event', title: '类型', brief: true, cell: (row) => journalEvents[row.event] },
  { key: 'amount', title: '变动(元)', brief: true, kind: 'money' },
  { key: 'available', title: '变动后可用(元)', align: 'right', cell: (row) => <Limit value={row.available} /> },
  { key: 'held', title: '占用(元)', kind: 'money', off: true },
  { key: 'used', title: '已用(元)', kind: 'money' },
  { key: 'limit', title: '额度(元)', off: true, align: 'right', cell: (row) => <Limit value={row.limit} /> },
  {
    key: 'bizNo',
    title: '单号',
    cell: (row) =>
      row.creditOrderId && row.bizNo ? (
        <Link href={href('/portal/creditSystem/useCredit/list/{id}', { id: row.creditOrderId })}>{row.bizNo}</Link>
      ) : (
        row.bizNo || '- -'
      ),
  },
  { key: 'memo', title: '摘要', wrap: true },
  { key: 'actor', title: '操作人', off: true },
];
const ofAccount: readonly Column<JournalRow>[] = [
  { key: 'customerName', title: '客户' },
  {
    key: 'accountNo',
    title: '授信账户',
    cell: (row) => <Link href={href('/portal/creditSystem/quota/list/{id}', { id: row.accountId })}>{row.accountNo}</Link>,
  },
];

/** Every change of every account, newest first. */
export default function JournalList({ first, query }: { first: AnswerOf<typeof accountJournal>; query: Record<string, string> }) {
  return (
    <ListPage<JournalRow>
      title="用信记录"
      source={{ id: 'credit/record', first, query, load: (q) => call(accountJournal, q as never) }}
      filters={[{ kind: 'pick', key: 'customerId', label: '客户', load: findCustomers }, ...filters]}
      columns={[columns[0] as Column<JournalRow>, ...ofAccount, ...columns.slice(1)]}
      buttons={(list) => [exportAction('credit-journal', list)]}
    />
  );
}

/** The same of one account, or one credit order. */
export const Journal = ({ query }: { query: { accountId: string } | { creditOrderId: string } }) => (
  <ListPage<JournalRow>
    title="额度流水"
    source={{ id: 'credit/journal', local: true, load: (q) => call(accountJournal, { ...q, ...query } as never) }}
    filters={filters}
    columns={columns}
  />
);
