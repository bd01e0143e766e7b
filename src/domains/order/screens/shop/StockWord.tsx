import type { PickedSku } from '~/domains/product/product.schema';
import { cx } from '~/ui/kit/cx';
import { Qty } from '~/ui/values/Qty';
import { type stockWords, wordOf } from '../../lines/shopping';

const inks: Record<keyof typeof stockWords, string> = { ENOUGH: 'text-ok', TIGHT: 'text-warn', OUT: 'text-danger' };

/** Stock as far as the factory tells its customers. */
export function StockWord({ hint, available, unit }: { hint: string | null; available: PickedSku['available']; unit: string | undefined }) {
  return (
    <span className="text-xs whitespace-nowrap">
      {hint && <span className={cx('font-medium', inks[hint as keyof typeof stockWords])}>{wordOf(hint)}</span>}
      {available !== null && (
        <span className="ml-1 text-ink-3">
          库存 <Qty value={available} unit={unit} />
        </span>
      )}
    </span>
  );
}
