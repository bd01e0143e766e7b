import { HIDDEN } from '~/shared/mask';
import { convertPrice } from '~/shared/money';
import type { PickedSku } from '../product.schema';

/** 标准价 in one of the goods' units: its own, or the basic unit's times what the unit holds. */
export function listPriceIn(sku: PickedSku, unit: PickedSku['units'][number]): string | null {
  if (unit.listPrice !== null || sku.listPrice === null || sku.listPrice === HIDDEN) return unit.listPrice ?? sku.listPrice;
  return convertPrice(sku.listPrice, unit.num, unit.den);
}
