import { compareQty } from '~/shared/money';
import { formatQty } from '~/ui/values/format';

/** +5, −3, or a dash where nothing moved. */
export function SignedQty({ value }: { value: string }) {
  const sign = compareQty(value, '0');
  if (sign === 0) return <span className="text-ink-3">- -</span>;
  return <span className={`figures ${sign > 0 ? 'text-ok' : 'text-danger'}`}>{sign > 0 ? `+${formatQty(value)}` : formatQty(value)}</span>;
}
