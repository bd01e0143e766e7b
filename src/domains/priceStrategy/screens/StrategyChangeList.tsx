import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { strategyChangeList } from '../change/calls';
import { strategyChangeKinds, strategyChangePath, strategyChangeStates, strategyChangeTones } from '../change/strategyChange';
import type { StrategyChangeRow } from '../change/strategyChange.schema';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '变更单号' },
  { kind: 'text', key: 'keyword', label: '策略', placeholder: '策略名称' },
  { kind: 'select', key: 'kind', label: '变更方式', options: optionsOf(strategyChangeKinds) },
];
const tabs = { key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(strategyChangeStates)] };
const columns: Column<StrategyChangeRow>[] = [
  { key: 'no', title: '变更单号', fixed: true, sortable: true, cell: (row) => <Link href={href(strategyChangePath, { id: row.id })}>{row.no}</Link> },
  { key: 'kind', title: '变更方式', cell: (row) => strategyChangeKinds[row.kind] },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={strategyChangeStates} tones={strategyChangeTones} /> },
  { key: 'names', title: '价格策略', width: 220 },
  { key: 'lineCount', title: '策略条数', align: 'right', sortable: true },
  { key: 'creator', title: '提交人' },
  { key: 'createdAt', title: '提交时间', kind: 'minute', sortable: true },
  { key: 'decider', title: '审批人' },
  { key: 'decidedAt', title: '审批时间', kind: 'minute', off: true },
];

export default function StrategyChangeList({ first, query }: { first: AnswerOf<typeof strategyChangeList>; query: Record<string, string> }) {
  return (
    <ListPage<StrategyChangeRow>
      title="价格策略变更单"
      source={{ id: 'priceStrategy/changes', first, query, load: (q) => call(strategyChangeList, q as never) }}
      filters={filters}
      columns={columns}
      tabs={tabs}
    />
  );
}
