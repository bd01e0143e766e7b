import { useState } from 'react';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Alert } from '~/ui/kit/Feedback';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter, ListHandle } from '~/ui/list/types';
import { taskHref } from '../task';
import type { TaskRow } from '../task.schema';
import { taskList } from '../taskCalls';
import { commonFilters, Summary, Titled, tabsOf } from './taskParts';

type Page = AnswerOf<typeof taskList>;

/** Fetched when rows are picked. */
const BatchDialog = late(() => import('./work/BatchDialog'));
const DelegationDialog = late(() => import('./DelegationDialog'));

const kinds: Readonly<Record<string, string>> = { ADD_BEFORE: '前加签', ADD_AFTER: '后加签', DELEGATE: '委派' };

const columns: Column<TaskRow>[] = [
  {
    key: 'title',
    title: '流程',
    fixed: true,
    always: true,
    width: 160,
    cell: (task) => (
      <span className="block">
        <Titled href={taskHref(task.id)} title={task.title} no={task.subjectNo} />
        <span className="flex flex-wrap gap-1">
          {kinds[task.kind] && <Tag tone="info">{kinds[task.kind]}</Tag>}
          {task.urged > 0 && <Tag tone="warn">催办{task.urged}次</Tag>}
          {task.overdue && <Tag tone="danger">已超时</Tag>}
        </span>
      </span>
    ),
  },
  { key: 'summary', title: '摘要', wrap: true, width: 220, cell: (task) => <Summary lines={task.summary} /> },
  {
    key: 'starter',
    title: '发起人',
    width: 90,
    cell: (task) => (
      <span className="block">
        {task.starter}
        {task.department && <span className="block text-xs text-ink-3">{task.department}</span>}
      </span>
    ),
  },
  {
    key: 'stayed',
    title: '停留时长',
    width: 90,
    cell: (task) => <span className={task.overdue ? 'font-medium text-danger' : ''}>{task.stayed}</span>,
  },
  { key: 'taskName', title: '当前节点' },
  { key: 'startedAt', title: '发起时间', kind: 'minute' },
  { key: 'arrivedAt', title: '到达时间', kind: 'minute', sortable: true, off: true },
  { key: 'dueAt', title: '处理时限', kind: 'minute', off: true },
  { key: 'why', title: '为何由我处理', off: true, wrap: true },
];

/** What waits for the person: everything, or one kind of process on a page of its own. */
export default function TaskList({ first, query, process = '' }: { first: Page; query: Record<string, string>; process?: string }) {
  const [away, setAway] = useState(false);
  const [batch, setBatch] = useState<{ tasks: TaskRow[]; list: ListHandle<TaskRow> }>();
  const filters: Filter[] = [...commonFilters('到达时间'), { kind: 'bool', key: 'overdue', label: '只看超时' }];
  return (
    <>
      {first.notes.map((note) => (
        <Alert key={note} className="mb-3">
          {note}
        </Alert>
      ))}
      <ListPage<TaskRow>
        title={process ? `${first.names[process] ?? ''}待办` : '待办任务'}
        source={{
          id: `process/backLog${process && `/${process}`}`,
          first,
          query,
          load: (wanted) => call(taskList, { ...wanted, withTabs: 'true', ...(process ? { processDefinitionKey: process } : {}) }),
        }}
        filters={filters}
        {...(process ? {} : { tabs: tabsOf(first.names) })}
        columns={columns}
        buttons={[{ label: '外出委托', onPress: () => setAway(true) }]}
        rowActions={(task) => [{ label: '办理', href: taskHref(task.id) }, Boolean(task.document) && { label: '单据', href: task.document }]}
        batch={(picked, list) => [{ label: '批量同意', tone: 'primary', onPress: () => setBatch({ tasks: picked.rows, list }) }]}
      />
      {batch && (
        <BatchDialog
          tasks={batch.tasks}
          onClose={() => setBatch(undefined)}
          onDone={() => {
            batch.list.picked.clear();
            batch.list.reload();
          }}
        />
      )}
      {away && <DelegationDialog onClose={() => setAway(false)} />}
    </>
  );
}
