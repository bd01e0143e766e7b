import { findCustomers } from '~/domains/customer/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { priceChangeList } from '../change/calls';
import { changeKinds, changePath, changeStates, changeTones } from '../change/priceChange';
import type { ChangeRow } from '../change/priceChange.schema';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '变更单号' },
  { kind: 'pick', key: 'customerId', label: '客户', load: findCustomers },
  { kind: 'select', key: 'kind', label: '变更方式', options: optionsOf(changeKinds) },
];
const tabs = { key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(changeStates)] };
const columns: Column<ChangeRow>[] = [
  { key: 'no', title: '变更单号', fixed: true, sortable: true, cell: (row) => <Link href={href(changePath, { id: row.id })}>{row.no}</Link> },
  { key: 'kind', title: '变更方式', cell: (row) => changeKinds[row.kind] },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={changeStates} tones={changeTones} /> },
  { key: 'customerCount', title: '客户数', align: 'right' },
  { key: 'lineCount', title: '价格条数', align: 'right', sortable: true },
  { key: 'deepestFall', title: '最大降幅', align: 'right', cell: (row) => (Number(row.deepestFall) > 0 ? `${Number(row.deepestFall)}%` : '- -') },
  { key: 'lowCount', title: '低于限价', align: 'right', cell: (row) => (row.lowCount > 0 ? <span className="text-danger">{row.lowCount}</span> : '- -') },
  { key: 'creator', title: '提交人' },
  { key: 'createdAt', title: '提交时间', kind: 'minute', sortable: true },
  { key: 'decider', title: '审批人', off: true },
  { key: 'decidedAt', title: '审批时间', kind: 'minute', off: true },
];

export default function PriceChangeList({ first, query }: { first: AnswerOf<typeof priceChangeList>; query: Record<string, string> }) {
  return (
    <ListPage<ChangeRow>
      title="客户价变更单"
      source={{ id: 'customerPrice/changes', first, query, load: (q) => call(priceChangeList, q as never) }}
      filters={filters}
      columns={columns}
      tabs={tabs}
    />
  );
}
