import { sql } from 'kysely';
import { skuPrices } from '~/domains/product/offer.server';
import { type SkuForSale, unitOf } from '~/domains/product/product';
import { anyOf, skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { convertPrice } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { type PriceCandidate, type PriceRequest, type ResolvedPrice, resolvePrice } from './resolve';

export interface PriceLine {
  skuId: string;
  unitId: string;
  qty: string;
}

/** Prices of the lines for a customer on a Shanghai day, in the lines' order. Throws for SKUs that are not the tenant's. */
export async function pricesFor(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  input: { customerId: string; on: string; lines: readonly PriceLine[] },
): Promise<ResolvedPrice[]> {
  const skus = await skusForSale(tx, me, { customerId: input.customerId, skuIds: input.lines.map((line) => line.skuId) });
  return pricesOf(tx, me, skus, input);
}

/** The same for SKUs already read. */
export async function pricesOf(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  skus: ReadonlyMap<string, SkuForSale>,
  input: { customerId: string; on: string; lines: readonly PriceLine[] },
): Promise<ResolvedPrice[]> {
  return pricesFrom(skus, await customerCandidates(tx, me, input.customerId, [...skus.keys()]), input);
}
skuPrices.provide(pricesOf);

/** The same once the customer's own prices are read too. */
export function pricesFrom(
  skus: ReadonlyMap<string, SkuForSale>,
  agreed: ReadonlyMap<string, PriceCandidate[]>,
  input: { on: string; lines: readonly PriceLine[] },
): ResolvedPrice[] {
  return input.lines.map((line) => {
    const sku = skus.get(line.skuId) ?? notFound('所选商品');
    return resolvePrice([...(agreed.get(sku.skuId) ?? []), ...listCandidates(sku)], requestOf(sku, line, input.on));
  });
}

function requestOf(sku: SkuForSale, line: PriceLine, on: string): PriceRequest {
  const { num, den, listPrice } = unitOf(sku, line.unitId);
  const converted = (price: string | null) => (price === null ? null : convertPrice(price, num, den));
  return {
    on,
    unitId: line.unitId,
    baseUnitId: sku.baseUnitId,
    num,
    den,
    qty: line.qty,
    listPrice: listPrice ?? converted(sku.listPrice),
    minPrice: converted(sku.minPrice),
  };
}

function listCandidates(sku: SkuForSale): PriceCandidate[] {
  return sku.units.flatMap(({ unitId, listPrice }): PriceCandidate[] =>
    listPrice === null ? [] : [{ layer: 'LIST', id: null, unitId, price: listPrice, minQty: '0', validFrom: null, validTo: null }],
  );
}

/** What was agreed with the customer for these SKUs, by SKU. */
export async function customerCandidates(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  customerId: string,
  skuIds: readonly string[],
): Promise<Map<string, PriceCandidate[]>> {
  if (customerId === '') return new Map();
  const rows = await tx
    .selectFrom('customer_price')
    .select(['id', 'sku_id', 'unit_id as unitId', 'min_qty as minQty', 'price', 'valid_from as validFrom', 'valid_to as validTo'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('sku_id', '=', anyOf(skuIds))
    .where('status', '=', sql.lit('ACTIVE'))
    .execute();
  const bySku = new Map<string, PriceCandidate[]>();
  for (const { sku_id, ...row } of rows) bySku.set(sku_id, [...(bySku.get(sku_id) ?? []), { layer: 'CUSTOMER', ...row }]);
  return bySku;
}

/** Prices for a screen. Dealers learn only what they pay: no floor, no losing candidates, no other day. */
export async function pricesShown(
  tx: Tx,
  me: Me,
  input: { customerId: string; on?: string | undefined; lines: readonly PriceLine[] },
  now: Date,
): Promise<{ lines: ResolvedPrice[] }> {
  const today = shanghaiDate(now);
  if (me.customerId === null) return { lines: await pricesFor(tx, me, { customerId: input.customerId, on: input.on ?? today, lines: input.lines }) };
  const skus = await skusForSale(tx, me, { customerId: me.customerId, skuIds: input.lines.map((line) => line.skuId) });
  for (const [id, sku] of skus) if (!sku.visible || sku.status !== 'ON') skus.delete(id);
  const lines = await pricesOf(tx, me, skus, { customerId: me.customerId, on: today, lines: input.lines });
  return { lines: lines.map((line) => ({ ...line, minPrice: null, belowFloor: false, trace: line.trace.filter((step) => step.hit) })) };
}
