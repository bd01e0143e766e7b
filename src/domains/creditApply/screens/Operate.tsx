import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { Chart } from '~/ui/chart/Chart';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Button } from '~/ui/kit/Button';
import { Card, Stat, Stats } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { formatMoney } from '~/ui/values/format';
import { actionName, reactionName, specialName, verdictName } from '../agreed';
import type { creditOperate } from '../calls';
import { trendOf } from './Overview';

type Data = AnswerOf<typeof creditOperate>;
type Kind = Data['applies'][number];
type Hit = Data['hits'][number];

const near = (month: string, by: number): string => {
  const [year = 0, at = 0] = month.split('-').map(Number);
  const moved = year * 12 + at - 1 + by;
  return `${Math.floor(moved / 12)}-${String((moved % 12) + 1).padStart(2, '0')}`;
};
const page = (month: string): string => href('/portal/creditSystem/creditOperate', { month });

/** 赊销运营: one month of applications, rules, special approvals and automatic actions. */
export default function Operate({ first, thisMonth }: { first: Data; thisMonth: string }) {
  const asked = first.applies.reduce((sum, { count }) => sum + count, 0);
  const passed = first.applies.reduce((sum, one) => sum + one.passed, 0);
  const refused = first.applies.reduce((sum, one) => sum + one.refused, 0);
  const checks = first.checks.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <h1 className="text-2xl">{`赊销运营 ${first.month}`}</h1>
        <span className="ml-auto flex gap-2">
          <Button size="sm" href={page(near(first.month, -1))}>
            上月
          </Button>
          {first.month < thisMonth && (
            <Button size="sm" href={page(near(first.month, 1))}>
              下月
            </Button>
          )}
        </span>
      </header>
      <Stats className="lg:grid-cols-4">
        <Stat label="授信申请" value={`${asked}笔`} note={`生效${passed}，拒绝${refused}`} href={first.asked} />
        <Stat label="本月批准净增(元)" value={formatMoney(first.granted.amount)} href={first.granted.href} />
        <Stat label="平均审批时长" value={first.hours ? `${first.hours}小时` : '- -'} note="从提交到办结" href={first.hoursOf} />
        <Stat
          label="规则检查"
          value={`${checks}次`}
          href={first.checked}
          note={first.checks.map(({ verdict, count }) => `${verdictName(verdict)}${count}`).join('，') || '没有检查'}
        />
      </Stats>
      <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
        <Card title="申请与批准走势">
          <Chart title="申请与批准" summary={`近12个月首次授信、调增和临时额度的申请与通过金额`} spec={trendOf(first)} />
        </Card>
        <Card title="按申请类型" flush>
          <Kinds rows={first.applies} />
        </Card>
        <Card title="命中的规则" note="次数多的在前" flush>
          {first.hits.length === 0 ? <EmptyState title="本月没有规则命中" /> : <Hits rows={first.hits} />}
        </Card>
        <Card title="特批与风控动作">
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2">
            {first.specials.map((one) => (
              <Line key={one.status} name={`特批：${specialName(one.status)}`} count={`${one.count}`} href={one.href} />
            ))}
            {first.actions.map((one) => (
              <Line key={one.kind} name={actionName(one.kind)} count={`${one.count}（执行中${one.open}）`} href={one.href} />
            ))}
          </dl>
          {first.specials.length + first.actions.length === 0 && <EmptyState title="本月没有特批和风控动作" />}
        </Card>
      </div>
    </div>
  );
}

const Line = ({ name, count, href }: { name: string; count: string; href: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="figures text-right">
      <Link href={href}>{count}</Link>
    </dd>
  </>
);

const Kinds = ({ rows }: { rows: readonly Kind[] }) => (
  <DetailTable<Kind>
    caption="按申请类型"
    rows={rows}
    rowKey={(row) => row.kind}
    columns={[
      { key: 'title', title: '申请类型', fixed: true },
      { key: 'count', title: '笔数', align: 'right', cell: (row) => <Link href={row.href}>{row.count}</Link> },
      { key: 'amount', title: '申请额度(元)', kind: 'money' },
      { key: 'passed', title: '已生效', align: 'right', cell: (row) => <Link href={`${row.href}&status=EFFECTIVE`}>{row.passed}</Link> },
      { key: 'refused', title: '已拒绝', align: 'right', cell: (row) => <Link href={`${row.href}&status=REJECTED`}>{row.refused}</Link> },
      { key: 'waiting', title: '审批中', align: 'right', cell: (row) => <Link href={`${row.href}&status=REVIEWING`}>{row.waiting}</Link> },
    ]}
  />
);

const Hits = ({ rows }: { rows: readonly Hit[] }) => (
  <DetailTable<Hit>
    caption="命中的规则"
    rows={rows}
    rowKey={(row) => row.ruleId}
    columns={[
      { key: 'name', title: '规则', fixed: true, cell: (row) => <Link href="/portal/creditSystem/creditRule">{row.name}</Link> },
      { key: 'reaction', title: '处理方式', cell: (row) => reactionName(row.reaction) },
      { key: 'count', title: '次数', align: 'right', cell: (row) => <Link href={row.href}>{row.count}</Link> },
      { key: 'customers', title: '客户数', align: 'right' },
    ]}
  />
);
