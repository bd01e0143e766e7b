import { href } from '~/portal/href';
import { parseYuan } from '~/shared/money';
import { Chart } from '~/ui/chart/Chart';
import type { ChartSpec } from '~/ui/chart/spec';
import { DetailTable } from '~/ui/detail/DetailTable';
import { Card } from '~/ui/kit/Card';
import { EmptyState } from '~/ui/kit/Feedback';
import { Link } from '~/ui/kit/Link';
import { formatMoney } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import type { Dues as DuesData } from '../insight.schema';

const R = '/portal/supplyChain/factory/finance/receivables';

/** What is owed: overdue first, by age, and who owes most of it. */
export function Dues({ dues }: { dues: DuesData }) {
  const { open, overdue, lateCustomers, ages, debtors } = dues;
  const share = parseYuan(open.amount) > 0n ? Number((parseYuan(overdue.amount) * 1000n) / parseYuan(open.amount)) / 10 : 0;
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Card title="逾期与账龄" actions={[{ label: '客户账龄', href: `${R}/receivablesList` }]}>
        <dl className="mb-4 grid grid-cols-2 gap-3">
          <div>
            <dt className="text-sm text-ink-3">逾期应收(元)</dt>
            <dd className="mt-0.5 text-xl font-semibold">
              <Link href={overdue.href} className={parseYuan(overdue.amount) > 0n ? 'text-danger' : 'text-ink'}>
                <Money value={overdue.amount} />
              </Link>
              <span className="block text-xs font-normal text-ink-3">{`${lateCustomers}家客户，占未收的${share}%`}</span>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-ink-3">未收合计(元)</dt>
            <dd className="mt-0.5 text-xl font-semibold">
              <Link href={open.href} className="text-ink">
                <Money value={open.amount} />
              </Link>
            </dd>
          </div>
        </dl>
        <Chart
          title="未收账龄"
          summary={`未收 ${formatMoney(open.amount)} 元，其中 ${ages.map((age) => `${age.title} ${formatMoney(age.amount)}`).join('，')}`}
          spec={agesOf(ages)}
        />
      </Card>
      <Card title="欠款前五客户" note="逾期多的在前" flush>
        {debtors.length === 0 ? (
          <EmptyState title="没有未收的应收" />
        ) : (
          <DetailTable<DuesData['debtors'][number]>
            caption="欠款客户"
            rows={debtors}
            rowKey={(row) => row.customerId}
            columns={[
              {
                key: 'name',
                title: '客户',
                fixed: true,
                cell: (row) => <Link href={href(`${R}/receivablesList`, { customerId: row.customerId })}>{row.name}</Link>,
              },
              { key: 'overdue', title: '逾期(元)', align: 'right', cell: (row) => <Sum sum={row.overdue} /> },
              { key: 'open', title: '未收(元)', align: 'right', cell: (row) => <Sum sum={row.open} /> },
              { key: 'days', title: '最长逾期', align: 'right', cell: (row) => (row.days > 0 ? `${row.days}天` : '未逾期') },
            ]}
          />
        )}
      </Card>
    </div>
  );
}

const Sum = ({ sum }: { sum: { amount: string; href: string } }) => (
  <Link href={sum.href}>
    <Money value={sum.amount} />
  </Link>
);

const agesOf = (ages: DuesData['ages']): ChartSpec => ({
  kind: 'bar',
  axis: '账龄',
  unit: '元',
  labels: ages.map((age) => age.title),
  series: [{ name: '未收', values: ages.map((age) => age.amount), colour: 'brand', hrefs: ages.map((age) => age.href) }],
});
