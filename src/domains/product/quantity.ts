import { compareQty, convertQty, decimalsOf, displayQty, MOST_QTY } from '~/shared/money';
import type { SkuForSale, SkuUnit } from './product';

type Named = Pick<SkuForSale, 'name' | 'skuCode' | 'units'>;

export const titleOf = (sku: Pick<Named, 'name' | 'skuCode'>): string => `商品“${sku.name}”（${sku.skuCode}）`;
export const ratioText = (unit: Pick<SkuUnit, 'num' | 'den'>): string => (unit.den === 1 ? `${unit.num}` : `${unit.num}/${unit.den}`);

/** Why the unit or the base unit cannot hold the quantity; '' when both can. */
export function inexactness(sku: Named, unit: SkuUnit, qty: string): string {
  if (decimalsOf(qty) > unit.decimals) return `${titleOf(sku)}的数量${qty}${unit.name}：单位“${unit.name}”最多允许${unit.decimals}位小数`;
  const base = sku.units[0] as SkuUnit;
  const converted = convertQty(qty, unit.num, unit.den);
  if (compareQty(qty, MOST_QTY) > 0) return `${titleOf(sku)}的数量${qty}${unit.name}超过上限${displayQty(MOST_QTY)}`;
  if (converted !== null && compareQty(converted, MOST_QTY) > 0)
    return `${titleOf(sku)}的数量${qty}${unit.name}换算为${displayQty(converted)}${base.name}，超过上限${displayQty(MOST_QTY)}${base.name}`;
  if (converted !== null && decimalsOf(converted) <= base.decimals) return '';
  return `${titleOf(sku)}的数量${qty}${unit.name}无法精确换算为“${base.name}”（1${unit.name}=${ratioText(unit)}${base.name}，${base.name}最多${base.decimals}位小数）`;
}
