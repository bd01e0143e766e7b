import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { StatusTag } from '~/ui/values/StatusTag';
import { instanceHref, instanceStates, instanceTones } from '../task';
import type { HandledRow } from '../task.schema';
import { taskHandledList } from '../taskCalls';
import { commonFilters, Summary, Titled } from './taskParts';

type Page = AnswerOf<typeof taskHandledList>;

const views = [
  { value: '', label: '我处理的' },
  { value: 'copied', label: '抄送我的' },
  { value: 'started', label: '我发起的' },
];
const columns: Column<HandledRow>[] = [
  {
    key: 'title',
    title: '流程',
    fixed: true,
    always: true,
    width: 160,
    cell: (row) => <Titled href={instanceHref(row.processInstanceId)} title={row.title} no={row.subjectNo} />,
  },
  { key: 'summary', title: '摘要', wrap: true, width: 220, cell: (row) => <Summary lines={row.summary} /> },
  {
    key: 'starter',
    title: '发起人',
    cell: (row) => (
      <span className="block">
        {row.starter}
        {row.department && <span className="block text-xs text-ink-3">{row.department}</span>}
      </span>
    ),
  },
  { key: 'startedAt', title: '发起时间', kind: 'minute', off: true },
  { key: 'taskName', title: '节点' },
  { key: 'result', title: '我的结果', cell: (row) => row.result && <StatusTag status={row.result} names={{ [row.result]: row.result }} /> },
  { key: 'opinion', title: '意见', wrap: true },
  {
    key: 'actedAt',
    title: '办理时间',
    sortable: true,
    cell: (row) => (
      <span className="block whitespace-nowrap">
        <DateTime value={row.actedAt} kind="minute" />
        {row.took && <span className="block text-xs text-ink-3">耗时{row.took}</span>}
      </span>
    ),
  },
  { key: 'status', title: '流程状态', cell: (row) => <StatusTag status={row.status} names={instanceStates} tones={instanceTones} /> },
];

/** What the person decided, was told of, or began. */
export default function HandledList({ first, query, process = '' }: { first: Page; query: Record<string, string>; process?: string }) {
  const fixed = process ? { processDefinitionKey: process } : {};
  const filters: Filter[] = [
    ...commonFilters('办理时间'),
    ...(process ? [] : [{ kind: 'select' as const, key: 'processDefinitionKey', label: '流程', options: optionsOf(first.names) }]),
    { kind: 'select', key: 'status', label: '流程状态', options: optionsOf(instanceStates) },
  ];
  return (
    <ListPage<HandledRow>
      title={process ? `已办·${first.names[process] ?? ''}` : '已办任务'}
      source={{ id: `process/handleEnd${process && `/${process}`}`, first, query, load: (wanted) => call(taskHandledList, { ...wanted, ...fixed } as never) }}
      filters={filters}
      tabs={{ key: 'view', items: views }}
      columns={columns}
      rowActions={(row) => [{ label: '查看', href: instanceHref(row.processInstanceId) }, Boolean(row.document) && { label: '单据', href: row.document }]}
    />
  );
}
