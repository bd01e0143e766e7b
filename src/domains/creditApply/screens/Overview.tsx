import type { AnswerOf } from '~/shared/endpoint';
import { Chart } from '~/ui/chart/Chart';
import type { ChartSpec } from '~/ui/chart/spec';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card, Stat, Stats } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import type { creditOverview } from '../calls';

type Data = AnswerOf<typeof creditOverview>;
type Debtor = Data['top'][number];

/** 赊销总览: where all credit stands today. Every figure leads to its rows. */
export default function Overview({ first }: { first: Data }) {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-2xl">赊销总览</h1>
      <Stats className="lg:grid-cols-5">
        <Stat label="授信总额(元)" value={formatMoney(first.total.amount)} href={first.total.href} note="正常与冻结的账户" />
        <Stat label="已用(元)" value={formatMoney(first.used.amount)} href={first.used.href} note={`使用率${first.usage}%（含占用）`} />
        <Stat label="占用(元)" value={formatMoney(first.held.amount)} href={first.held.href} note="已下单未发货" />
        <Stat label="可用(元)" value={formatMoney(first.available.amount)} href={first.available.href} tone="ok" note="正常账户" />
        <Stat
          label="逾期金额(元)"
          value={formatMoney(first.overdue.amount)}
          href={first.overdue.href}
          tone={first.overdueCustomers.count > 0 ? 'danger' : 'neutral'}
          note={`${first.overdueCustomers.count}家客户`}
        />
        <Stat label="本月到期(元)" value={formatMoney(first.dueThisMonth.amount)} href={first.dueThisMonth.href} note="未还本金" />
        <Stat label="30天内到期的额度" value={`${first.expiring.count}个`} href={first.expiring.href} tone={first.expiring.count > 0 ? 'warn' : 'neutral'} />
        <Stat
          label="超额账户"
          value={`${first.exceeded.count}个`}
          href={first.exceeded.href}
          tone={first.exceeded.count > 0 ? 'danger' : 'neutral'}
          note="额度调减或到期后"
        />
        <Stat label="冻结账户" value={`${first.frozen.count}个`} href={first.frozen.href} tone={first.frozen.count > 0 ? 'warn' : 'neutral'} />
        <Stat label="不限额账户" value={`${first.unlimited.count}个`} href={first.unlimited.href} note="不计入授信总额" />
      </Stats>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <Card title="近12个月用信与还款">
          <Chart title="用信与还款" summary={trendWords(first)} spec={trendOf(first)} />
        </Card>
        <Card title="未还本金账龄">
          <Chart title="未还本金账龄" summary={first.ages.map(({ title, amount }) => `${title}${formatMoney(amount)}元`).join('，')} spec={agesOf(first)} />
        </Card>
        <Card title="用信前十客户" note="已用多的在前" flush>
          {first.top.length === 0 ? <EmptyState title="还没有客户用信" /> : <Top rows={first.top} />}
        </Card>
        <Card title="待处理">
          <ul className="flex flex-col gap-2">
            {first.todo.map((one) => (
              <li key={one.title} className="flex items-center justify-between gap-3">
                <span>{one.title}</span>
                <Link href={one.href} className="figures text-lg font-semibold">
                  {one.count}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}

const Top = ({ rows }: { rows: readonly Debtor[] }) => (
  <DetailTable<Debtor>
    caption="用信前十客户"
    rows={rows}
    rowKey={(row) => row.customerId}
    columns={[
      { key: 'name', title: '客户', fixed: true },
      {
        key: 'used',
        title: '已用(元)',
        align: 'right',
        cell: (row) => (
          <Link href={row.used.href}>
            <Money value={row.used.amount} />
          </Link>
        ),
      },
      {
        key: 'limit',
        title: '额度(元)',
        align: 'right',
        cell: (row) => <Link href={row.limit.href}>{row.limit.amount === null ? '不限' : formatMoney(row.limit.amount)}</Link>,
      },
      { key: 'usage', title: '使用率', align: 'right', cell: (row) => (row.usage ? `${row.usage}%` : '- -') },
      {
        key: 'overdue',
        title: '逾期(元)',
        align: 'right',
        cell: ({ overdue }) =>
          overdue.amount === '0.00' ? (
            <Money value={overdue.amount} />
          ) : (
            <Link href={overdue.href} className="text-danger">
              {formatMoney(overdue.amount)}
            </Link>
          ),
      },
    ]}
  />
);

const trendWords = ({ months, trend }: Data): string => {
  const last = (label: string) => trend.find((one) => one.label === label)?.values.at(-1)?.amount ?? '0';
  return `${months.at(-1)}用信${formatMoney(last('用信'))}元，还款${formatMoney(last('还款'))}元`;
};
const colours = ['brand', 'ok'] as const;
export const trendOf = ({ months, trend }: Pick<Data, 'months' | 'trend'>): ChartSpec => ({
  kind: 'line',
  axis: '月份',
  unit: '元',
  labels: months,
  series: trend.map(({ label, values }, at) => ({
    name: label,
    colour: colours[at] ?? 'info',
    values: values.map(({ amount }) => amount),
    hrefs: values.map(({ href }) => href),
  })),
});
const agesOf = ({ ages }: Data): ChartSpec => ({
  kind: 'bar',
  axis: '账龄',
  unit: '元',
  labels: ages.map(({ title }) => title),
  series: [{ name: '未还本金', colour: 'brand', values: ages.map(({ amount }) => amount), hrefs: ages.map(({ href }) => href) }],
});
