import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { DetailSection } from '~/ui/detail/DetailSection';
import { ActionButton } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Link } from '~/ui/kit/Link';
import { Tag } from '~/ui/kit/Tag';
import type { Column } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import type { caseGet } from '../calls';
import { promiseStates, promiseTones, returnStates, stepStates } from '../case';
import { channels } from '../strategy';
import { fileHrefOf } from './letterHref';

type Doc = AnswerOf<typeof caseGet>;
type Debt = Doc['debts'][number];

export const debtColumns: Column<Debt>[] = [
  {
    key: 'no',
    title: '单据号',
    cell: (row) => (
      <span className="flex items-center gap-1">
        {row.receivableId ? (
          <Link href={href('/portal/supplyChain/factory/finance/receivables/receivablesDetail', { id: row.receivableId })}>{row.no}</Link>
        ) : (
          row.no
        )}
        {row.carrying && (
          <span title="策略步骤按这笔欠款的到期日推算">
            <Tag tone="brand">推算依据</Tag>
          </span>
        )}
      </span>
    ),
  },
  { key: 'dueDate', title: '到期日', kind: 'date' },
  { key: 'overdueDays', title: '逾期(天)', align: 'right' },
  { key: 'outstanding', title: '未收(元)', kind: 'money' },
  { key: 'disputed', title: '争议(元)', kind: 'money' },
];

export const promiseColumns = (drop?: (id: string, broken: boolean) => void): Column<Doc['promises'][number]>[] => [
  { key: 'dueOn', title: '承诺日', kind: 'date' },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'received', title: '已还(元)', kind: 'money' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={promiseStates} tones={promiseTones} /> },
  ...(drop
    ? [
        {
          key: 'act',
          title: '操作',
          cell: (row: Doc['promises'][number]) =>
            row.status === 'OPEN' ? (
              <span className="flex gap-1">
                <ActionButton size="sm" action={{ label: '记违约', onPress: () => drop(row.id, true) }} />
                <ActionButton size="sm" action={{ label: '取消', onPress: () => drop(row.id, false) }} />
              </span>
            ) : null,
        },
      ]
    : []),
];

export const letterColumns: Column<Doc['letters'][number]>[] = [
  {
    key: 'no',
    title: '编号',
    cell: (row) => (
      <a className="text-brand hover:underline" href={fileHrefOf(row.id)} target="_blank" rel="noreferrer">
        {row.no}
      </a>
    ),
  },
  { key: 'title', title: '标题' },
  { key: 'outstanding', title: '欠款(元)', kind: 'money' },
  { key: 'createdAt', title: '时间', kind: 'minute' },
];

export const returnColumns: Column<Doc['returns'][number]>[] = [
  { key: 'no', title: '编号', cell: (row) => <Link href={href('/portal/receiveAdmin/collection/createPayment', { id: row.id })}>{row.no}</Link> },
  { key: 'memberName', title: '归属' },
  { key: 'amount', title: '金额(元)', kind: 'money' },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={returnStates} /> },
];

const ahead = ({ state }: Doc['steps'][number]): boolean => state === 'NEXT' || state === 'TASK' || state === 'AHEAD';

/** The run through the strategy: what came of each step, and what comes. */
export const StepLine = ({ steps }: { steps: Doc['steps'] }) => (
  <ol className="flex flex-col gap-1.5">
    {steps.map((one) => (
      <li key={one.no} className={cx('flex items-center gap-2', !ahead(one) && 'text-ink-3')}>
        <span
          className={cx(
            'inline-flex size-5 items-center justify-center rounded-full border text-xs',
            one.state === 'NEXT' ? 'border-brand bg-brand text-white' : 'border-line',
          )}
        >
          {one.no}
        </span>
        {one.when} · {channels[one.channel]}
        {one.state === 'NEXT' || one.state === 'TASK' ? (
          <Tag tone={one.state === 'NEXT' ? 'brand' : 'warn'}>{stepStates[one.state]}</Tag>
        ) : (
          <span className="text-xs">{stepStates[one.state]}</span>
        )}
      </li>
    ))}
  </ol>
);

export function TaskList({ tasks, may, onDo }: { tasks: Doc['tasks']; may: boolean; onDo: (task: { id: string; channel: string }) => void }) {
  if (tasks.length === 0) return null;
  return (
    <DetailSection title="待办任务">
      <ul className="flex flex-col gap-3">
        {tasks.map((one) => (
          <li key={one.id} className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <Tag tone="warn">{channels[one.channel]}</Tag>
            <span className="min-w-0 flex-1">
              {one.title}
              {one.problem && <span className="block text-sm text-warn">{one.problem}</span>}
              {one.body && <span className="block text-sm text-ink-3">{one.body}</span>}
            </span>
            {may && <ActionButton size="sm" action={{ label: '办理', onPress: () => onDo({ id: one.id, channel: one.channel }) }} />}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
