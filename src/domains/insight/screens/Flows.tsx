import { displayYuan, parseYuan } from '~/shared/money';
import { Chart } from '~/ui/chart/Chart';
import type { ChartSpec } from '~/ui/chart/spec';
import { Card } from '~/ui/kit/Card';
import { cx } from '~/ui/kit/cx';
import { Link } from '~/ui/kit/Link';
import { Money } from '~/ui/values/Money';
import { daysFrom, flowKinds } from '../flows';
import type { Flow, Trend } from '../insight.schema';

const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, one) => sum + parseYuan(one), 0n);

/** '+12.3%' against before; nothing where there is nothing to compare with. */
export function changeOf(now: bigint, before: bigint): string {
  if (before === 0n) return '';
  const tenths = ((now - before) * 1000n) / before;
  const size = tenths < 0n ? -tenths : tenths;
  return `${tenths < 0n ? '-' : '+'}${size / 10n}.${size % 10n}%`;
}

/** One card a kind of amount: today, this month against last, and thirty days against the thirty before. */
export function Flows({ trend }: { trend: Trend }) {
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
      {trend.flows.map((flow) => (
        <FlowCard key={flow.key} flow={flow} spans={trend.spans} />
      ))}
    </div>
  );
}

function FlowCard({ flow, spans }: { flow: Flow; spans: Trend['spans'] }) {
  const { title, note, list } = flowKinds[flow.key];
  const change = changeOf(parseYuan(flow.month), parseYuan(flow.lastMonth));
  return (
    <Card title={title} note={note}>
      <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
        <Figure name="今日" amount={flow.today} href={list(spans.today, spans.today)} />
        <Figure name="本月" amount={flow.month} href={list(spans.month, spans.today)} note={change && `比上月同期 ${change}`} />
        <Figure name="上月同期" amount={flow.lastMonth} href={list(spans.lastMonth, spans.lastSame)} quiet />
      </dl>
      <Chart title={`${title}近30天走势`} summary={summaryOf(title, flow)} spec={specOf(flow, spans)} />
    </Card>
  );
}

function Figure({ name, amount, href, note, quiet = false }: { name: string; amount: string; href: string; note?: string; quiet?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className={cx('mt-0.5', quiet ? 'text-base' : 'text-xl font-semibold')}>
        <Link href={href} className={quiet ? 'text-ink-2' : 'text-ink'}>
          <Money value={amount} />
        </Link>
        {note && <span className="block text-xs font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}

function summaryOf(title: string, { days, before }: Flow): string {
  const [now, then] = [sumOf(days), sumOf(before)];
  const change = changeOf(now, then);
  const total = `近30天${title}合计 ${displayYuan(now)} 元`;
  return change ? `${total}，前30天 ${displayYuan(then)} 元，${change}` : `${total}，前30天没有发生额`;
}

function specOf({ key, days, before }: Flow, spans: Trend['spans']): ChartSpec {
  const dates = daysFrom(spans.start);
  const { list } = flowKinds[key];
  return {
    kind: 'line',
    axis: '日期',
    unit: '元',
    labels: dates.map((day) => day.slice(5)),
    series: [
      { name: '近30天', values: days, colour: 'brand', hrefs: dates.map((day) => list(day, day)) },
      { name: '前30天', values: before, colour: 'ink-3', faint: true, hrefs: daysFrom(spans.before).map((day) => list(day, day)) },
    ],
  };
}
