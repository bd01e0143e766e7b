import { useState } from 'react';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { HIDDEN } from '~/shared/mask';
import { displayCount } from '~/shared/money';
import { Chart } from '~/ui/chart/Chart';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card, Stat, Stats } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { Tag } from '~/ui/kit/Tag';
import type { Column } from '~/ui/list/types';
import { DateTime } from '~/ui/values/DateTime';
import { formatMoney } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import type { urgeWorkspace } from '../calls';
import { caseStates, caseTones, TASKS_SHOWN } from '../case';
import { channels } from '../strategy';

const PromisesDialog = late(() => import('./PromisesDialog'));

type Data = AnswerOf<typeof urgeWorkspace>;
type Row = Data['list'][number];
const caseHref = (id: string): string => href('/portal/receiveAdmin/collection/detail', { id });

const columns: Column<Row>[] = [
  {
    key: 'score',
    title: '评分',
    cell: (row) => (
      <span title={row.parts.map(({ label, points }) => `${label}${points > 0 ? '+' : ''}${points}`).join('，')} className="flex flex-col">
        <b className="figures">{row.score}</b>
        <span className="text-xs text-ink-3">{row.parts.map(({ label, points }) => `${label}${points > 0 ? '+' : ''}${points}`).join(' ')}</span>
      </span>
    ),
  },
  { key: 'customerName', title: '客户', cell: (row) => <Link href={caseHref(row.id)}>{row.customerName}</Link> },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={caseStates} tones={caseTones} /> },
  { key: 'overdueAmount', title: '逾期金额(元)', kind: 'money' },
  { key: 'overdueDays', title: '最长(天)', align: 'right' },
  { key: 'bucket', title: '账龄段' },
  { key: 'lastContactOn', title: '上次联系', cell: (row) => row.lastContactOn ?? '未联系' },
  { key: 'next', title: '下一步' },
  { key: 'ownerName', title: '催收员' },
];

/** 应收工作台: what to do this morning, and how things stand. */
export default function Workspace({ first }: { first: Data }) {
  const { cards } = first;
  const [listing, setListing] = useState<'ended' | 'due' | null>(null);
  const { promises } = first;
  const due = `${displayCount(promises.count)}${promises.capped ? '笔以上' : '笔'}`;
  const target = targetWords(cards.receivedMonth.amount, cards.targetMonth);
  const rate = cards.promisesEnded > 0 ? `${Math.round((cards.promisesKept * 100) / cards.promisesEnded)}%` : '- -';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-2xl">应收工作台</h1>
        <span className="text-sm text-ink-3">
          数据截至 <DateTime value={first.asOf} kind="minute" />
        </span>
        <nav aria-label="范围" className="ml-auto flex gap-3">
          {(['true', 'false'] as const).map((mine) => (
            <Link
              key={mine}
              href={href('/portal/receiveAdmin/workSpace', { mine })}
              {...(String(first.mine) === mine ? { 'aria-current': 'page' as const, className: 'font-semibold text-ink' } : {})}
            >
              {mine === 'true' ? '我负责的' : '全部'}
            </Link>
          ))}
        </nav>
      </div>
      <Stats className="md:grid-cols-4">
        <Stat label="应收余额(元)" value={formatMoney(cards.openAmount.amount)} href={cards.openAmount.href} />
        <Stat
          label="逾期金额(元)"
          value={formatMoney(cards.overdueAmount.amount)}
          href={cards.overdueAmount.href}
          tone={cards.openCases > 0 ? 'danger' : 'neutral'}
          note={`逾期率${cards.overduePct}%`}
        />
        <Stat label="回款周期DSO" value={cards.dso === null ? '- -' : `${cards.dso}天`} note="应收余额÷近90天应收×90" href={cards.openAmount.href} />
        <Stat label="本月回款(元)" value={formatMoney(cards.receivedMonth.amount)} tone="ok" note={target} href={cards.receivedMonth.href} />
        <Stat label="本月到期(元)" value={formatMoney(cards.dueMonth.amount)} href={cards.dueMonth.href} />
        <Stat
          label="本月承诺兑现率"
          value={rate}
          note={
            cards.promisesEnded > 0 ? (
              <button type="button" className="text-brand hover:underline" onClick={() => setListing('ended')}>
                {cards.promisesKept}/{cards.promisesEnded}笔，查看
              </button>
            ) : (
              '本月没有到期的承诺'
            )
          }
        />
        <Stat
          label="3天内到期的承诺"
          value={due}
          note={
            promises.count > 0 && (
              <button type="button" className="text-brand hover:underline" onClick={() => setListing('due')}>
                含已过承诺日的，查看
              </button>
            )
          }
        />
        <Stat label="未结案件" value={`${cards.openCases}个`} href="/portal/receiveAdmin/collection/list" />
      </Stats>
      <Card title="今日清单" note="按评分从高到低；评分构成写在每一行" flush>
        <DetailTable<Row> caption="今日清单" rows={first.list} columns={columns} empty="没有需要催收的客户" />
      </Card>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-3">
        <Card title="待办任务" note={first.tasks.length > 0 && `先派的在前，${first.tasks.length < TASKS_SHOWN ? '共' : '最早的'}${first.tasks.length}项`}>
          {first.tasks.length === 0 ? <EmptyState title="没有待办任务" /> : <Tasks rows={first.tasks} />}
        </Card>
        <Card title="3天内到期的承诺">
          {promises.count === 0 ? <EmptyState title="没有即将到期的承诺" /> : <Promises rows={promises.first} />}
          {promises.count > promises.first.length && (
            <button type="button" className="mt-2 text-sm text-brand hover:underline" onClick={() => setListing('due')}>
              查看全部{due}
            </button>
          )}
        </Card>
        <Card title="逾期账龄">
          <Chart
            title="逾期账龄"
            summary={first.ages.map(({ title, amount }) => `${title}${formatMoney(amount)}元`).join('，')}
            spec={{
              kind: 'bar',
              axis: '账龄',
              unit: '元',
              labels: first.ages.map(({ title }) => title),
              series: [{ name: '逾期金额', colour: 'brand', values: first.ages.map(({ amount }) => amount), hrefs: first.ages.map((one) => one.href) }],
            }}
          />
        </Card>
      </div>
      {listing === 'ended' && (
        <PromisesDialog
          title="本月到期的承诺"
          of={{ decidedStart: `${first.today.slice(0, 7)}-01`, decidedEnd: first.today }}
          onClose={() => setListing(null)}
        />
      )}
      {listing === 'due' && (
        <PromisesDialog title="3天内到期的承诺" of={{ status: 'OPEN', ascs: 'dueOn', ...promises.query }} onClose={() => setListing(null)} />
      )}
      {first.team.length > 0 && (
        <Card title="团队" note="本月" flush>
          <DetailTable caption="团队" rows={first.team} rowKey={(row) => row.memberId} columns={teamColumns} empty="没有负责案件的人" />
        </Card>
      )}
    </div>
  );
}

/** How far this month's receipts are from what was set for it. */
function targetWords(received: string, target: string): string {
  if (Number(target) <= 0) return '未设本月目标';
  if (target === HIDDEN) return `目标${HIDDEN}`;
  return `目标${formatMoney(target)}，已完成${Math.floor((Number(received) * 100) / Number(target))}%`;
}

const teamColumns: Column<Data['team'][number]>[] = [
  { key: 'name', title: '催收员', cell: (row) => <Link href={href('/portal/receiveAdmin/collection/list', { ownerId: row.memberId })}>{row.name}</Link> },
  { key: 'cases', title: '未结案件', align: 'right' },
  { key: 'overdueAmount', title: '逾期金额(元)', kind: 'money' },
  { key: 'contacts', title: '本月跟进', align: 'right' },
  { key: 'tasks', title: '待办任务', align: 'right' },
  { key: 'receivedAmount', title: '阶段回款(元)', kind: 'money' },
  { key: 'promisesKept', title: '承诺兑现', align: 'right', cell: (row) => `${row.promisesKept}/${row.promisesEnded}` },
];

const Tasks = ({ rows }: { rows: Data['tasks'] }) => (
  <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto">
    {rows.map((one) => (
      <li key={one.id} className="flex items-center gap-2">
        <Tag tone="warn">{channels[one.channel]}</Tag>
        <Link href={caseHref(one.caseId)}>{one.customerName}</Link>
        <span className="ml-auto text-sm text-ink-3">{one.assigneeName}</span>
      </li>
    ))}
  </ul>
);
const Promises = ({ rows }: { rows: Data['promises']['first'] }) => (
  <ul className="flex flex-col gap-2">
    {rows.map((one) => (
      <li key={one.id} className="flex items-center gap-2">
        <Link href={caseHref(one.caseId)}>{one.customerName}</Link>
        <span className="ml-auto figures">{formatMoney(one.amount)}</span>
        <span className="text-sm text-ink-3">{one.dueOn}</span>
      </li>
    ))}
  </ul>
);
