import { ShoppingBasket } from 'lucide-react';
import { shownYuan } from '~/shared/money';
import { Button } from '~/ui/kit/Button';
import { cx } from '~/ui/kit/cx';
import { Money } from '~/ui/values/Money';
import type { FormRow } from '../../form/orderForm.schema';
import type { Quote } from '../../views/orderView.schema';
import { useGoodsSum } from '../form/useGoodsSum';
import type { ShopPlace } from './useShopPlace';

interface Props {
  rows: readonly FormRow[];
  quoteOf: (row: FormRow) => Quote | undefined;
  place: ShopPlace;
}

/** What has been chosen so far, always in view. */
export function ShopBar({ rows, quoteOf, place }: Props) {
  const { goods, busy } = useGoodsSum(rows, quoteOf);
  return (
    <section
      aria-label="购物清单合计"
      className="sticky bottom-0 z-20 -mx-3 mt-auto flex items-center gap-3 border-t border-line bg-paper px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-raised"
    >
      <button type="button" onClick={() => place.go('list')} className="flex min-h-10 min-w-0 flex-1 items-center gap-2.5 text-left">
        <span aria-hidden className="relative grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand">
          <ShoppingBasket className="size-5" />
        </span>
        <span className="min-w-0">
          <span className="block text-sm text-ink-2">
            购物清单 <span className="figures">{new Set(rows.map((row) => row.skuId)).size}</span> 种
          </span>
          <Money value={shownYuan(goods)} strong sign className={cx('text-lg', busy && 'text-ink-3')} />
          {busy && <span className="ml-1 text-xs text-ink-3">计算中</span>}
        </span>
      </button>
      <Button tone="primary" size="lg" disabled={rows.length === 0} onClick={() => place.go('check')}>
        去核对
      </Button>
    </section>
  );
}
