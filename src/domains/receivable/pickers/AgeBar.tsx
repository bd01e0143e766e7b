import { shownFen, sumFen } from '~/shared/money';
import { formatMoney } from '~/ui/values/format';
import type { Bucket } from '../ageing';

/** From not due to longest overdue, however many columns a tenant has. */
const fills = ['bg-ok', 'bg-warn opacity-50', 'bg-warn', 'bg-danger opacity-60', 'bg-danger'];
const fillOf = (at: number): string => fills[Math.min(at, fills.length - 1)] as string;

/** What is owed, stacked by age; read out as words. */
export function AgeBar({ ages, buckets }: { ages: readonly string[]; buckets: readonly Bucket[] }) {
  const parts = buckets
    .map((bucket, at) => ({ ...bucket, fill: fillOf(at), yuan: ages[at] ?? '0', fen: shownFen(ages[at] ?? '0') ?? 0n }))
    .filter(({ fen }) => fen > 0n);
  const all = sumFen(parts.map(({ fen }) => fen));
  if (!all) return <span className="text-ink-3">- -</span>;
  const words = parts.map(({ from, label, yuan }) => `${from === 0 ? label : `逾期${label}`} ${formatMoney(yuan)}元`).join('，');
  return (
    <span role="img" aria-label={words} title={words} className="flex h-2.5 w-full min-w-24 gap-px overflow-hidden rounded-full bg-sunken">
      {parts.map(({ label, fill, fen }) => (
        <span key={label} className={fill} style={{ flexGrow: Number((fen * 1000n) / all) || 1 }} />
      ))}
    </span>
  );
}
