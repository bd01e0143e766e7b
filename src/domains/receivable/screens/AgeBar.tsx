import { parseYuan } from '~/shared/money';
import { formatMoney } from '~/ui/values/format';

/** From not due to longest overdue. */
export const ages = [
  { key: 'notDue', title: '未到期', fill: 'bg-ok' },
  { key: 'days30', title: '逾期1-30天', fill: 'bg-warn opacity-50' },
  { key: 'days60', title: '31-60天', fill: 'bg-warn' },
  { key: 'days90', title: '61-90天', fill: 'bg-danger opacity-60' },
  { key: 'daysMore', title: '90天以上', fill: 'bg-danger' },
] as const;
type Aged = Record<(typeof ages)[number]['key'], string>;

/** What is owed, stacked by age; read out as words. */
export function AgeBar({ row }: { row: Aged }) {
  const parts = ages.map((age) => ({ ...age, fen: parseYuan(row[age.key]) })).filter(({ fen }) => fen > 0n);
  const all = parts.reduce((sum, { fen }) => sum + fen, 0n);
  if (all === 0n) return <span className="text-ink-3">- -</span>;
  const words = parts.map(({ key, title }) => `${title} ${formatMoney(row[key])}元`).join('，');
  return (
    <span role="img" aria-label={words} title={words} className="flex h-2.5 w-full min-w-24 gap-px overflow-hidden rounded-full bg-sunken">
      {parts.map(({ key, fill, fen }) => (
        <span key={key} className={fill} style={{ flexGrow: Number((fen * 1000n) / all) || 1 }} />
      ))}
    </span>
  );
}
