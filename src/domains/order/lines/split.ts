import { limitNames } from '~/domains/price/limit';
import type { PriceLayer } from '~/domains/price/pricePolicy';
import { orderRuleProblem, type SkuForSale, type SkuUnit } from '~/domains/product/product';
import { compareQty, convertQty, decimalsOf, displayQty, scaled, unscaled } from '~/shared/money';

/** The most of a unit that may be ordered within `left`, by the SKU's minimum and multiple; null when that is nothing. */
export function orderableWithin(sku: Pick<SkuForSale, 'name' | 'skuCode' | 'units' | 'moq' | 'multiple'>, unit: SkuUnit, left: string): string | null {
  const places = 10n ** BigInt(4 - Math.min(4, unit.decimals));
  const step = stepOf(sku.multiple, unit, places);
  const qty = (scaled(left, 4) / step) * step;
  const base = convertQty(unscaled(qty, 4), unit.num, unit.den);
  if (qty <= 0n || base === null || decimalsOf(base) > (sku.units[0]?.decimals ?? 4)) return null;
  return orderRuleProblem(sku, base) ? null : unscaled(qty, 4);
}

/** The smallest quantity of the unit, at 4 decimals, that keeps the multiple and the unit's decimals. */
function stepOf(multiple: string, { num, den }: SkuUnit, places: bigint): bigint {
  const each = scaled(multiple, 4);
  if (each <= 0n) return places;
  const even = (n: bigint) => (n * BigInt(num)) % (each * BigInt(den)) === 0n;
  for (let step = places; step <= places * 100_000n; step += places) if (even(step)) return step;
  return places;
}

interface OverCap {
  layer: PriceLayer;
  left: string;
}
interface Split {
  reason: 'PROJECT_CAP' | 'ACT_QUOTA';
  /** What one line may have of it. */
  left: string;
  message: string;
}

/** A line beyond what is left of the price that would have won: refused with what is left, to be divided. Nothing that can be ordered left: the next price holds. */
export function splitOf(sku: SkuForSale, unit: SkuUnit, qty: string, overCap: OverCap | undefined): Split | null {
  const left = overCap && orderableWithin(sku, unit, overCap.left);
  if (!overCap || !left || compareQty(left, qty) >= 0) return null;
  const name = limitNames[overCap.layer as keyof typeof limitNames];
  return {
    reason: overCap.layer === 'PROJECT' ? 'PROJECT_CAP' : 'ACT_QUOTA',
    left,
    message: `商品“${sku.name}”（${sku.skuCode}）的${name}剩余量为${displayQty(left)}${unit.name}，本行${displayQty(qty)}${unit.name}，请拆行：超出部分按其他价格订购`,
  };
}
