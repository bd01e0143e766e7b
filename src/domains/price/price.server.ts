import { skuPrices } from '~/domains/product/offer.server';
import { type SkuForSale, unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate, startOfDay } from '~/shared/dates';
import { convertPrice } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import type { PriceCandidate, PriceRequest } from './candidate';
import './customerPriceSource.server';
import { leftForLines } from './limit';
import { candidatesFor, type FoundPrices, type PriceAsked } from './priceSource.server';
import { forDealer, type ResolvedPrice, resolvePrice } from './resolve';

export interface PriceLine {
  skuId: string;
  unitId: string;
  qty: string;
  /** Priced by hand or given: takes nothing of a limited price. */
  free?: boolean;
}
type PricesAsked = PriceAsked & { lines: readonly PriceLine[] };

/** Prices of the lines for a customer at an instant, in the lines' order. Throws for SKUs that are not the tenant's. */
export async function pricesFor(tx: Tx, me: Pick<Me, 'tenantId'>, asked: PricesAsked): Promise<ResolvedPrice[]> {
  const skus = await skusForSale(tx, me, { customerId: asked.customerId, skuIds: asked.lines.map((line) => line.skuId) });
  return pricesOf(tx, me, skus, asked);
}

/** The same for SKUs already read. */
export async function pricesOf(tx: Tx, me: Pick<Me, 'tenantId'>, skus: ReadonlyMap<string, SkuForSale>, asked: PricesAsked): Promise<ResolvedPrice[]> {
  return pricesFrom(skus, await candidatesFor(tx, me, asked, [...skus.keys()]), asked);
}
skuPrices.provide(pricesOf);

/** The same once the candidates are read too. What lines take of limited prices is no longer there for those after them. */
export function pricesFrom(
  skus: ReadonlyMap<string, SkuForSale>,
  found: FoundPrices,
  { at, lines, own }: { at: Date; lines: readonly PriceLine[]; own?: ReadonlyMap<string, string> | undefined },
): ResolvedPrice[] {
  const left = leftForLines(own);
  return lines.map((line) => {
    const sku = skus.get(line.skuId) ?? notFound('所选商品');
    const candidates = left.of(found.bySku.get(sku.skuId) ?? []);
    const resolved = resolvePrice([...candidates, ...listCandidates(sku)], requestOf(sku, line, at), found.policy);
    if (!line.free) left.take(candidates, resolved.sourceId, line, unitOf(sku, line.unitId));
    return resolved;
  });
}

export function requestOf(sku: SkuForSale, line: PriceLine, at: Date): PriceRequest {
  const { num, den, listPrice } = unitOf(sku, line.unitId);
  const converted = (price: string | null) => (price === null ? null : convertPrice(price, num, den));
  return {
    on: shanghaiDate(at),
    at,
    unitId: line.unitId,
    baseUnitId: sku.baseUnitId,
    num,
    den,
    qty: line.qty,
    listPrice: listPrice ?? converted(sku.listPrice),
    minPrice: converted(sku.minPrice),
  };
}

export function listCandidates(sku: SkuForSale): PriceCandidate[] {
  return sku.units.flatMap(({ unitId, listPrice }): PriceCandidate[] =>
    listPrice === null ? [] : [{ layer: 'LIST', id: null, unitId, price: listPrice, minQty: '0', validFrom: null, validTo: null }],
  );
}

/** Prices for a screen, by a day members may choose. Dealers learn only what they pay today. */
export async function pricesShown(
  tx: Tx,
  me: Me,
  input: { customerId: string; projectId: string; on?: string | undefined; lines: readonly PriceLine[] },
  now: Date,
): Promise<{ lines: ResolvedPrice[] }> {
  const { projectId, lines } = input;
  if (me.customerId === null) return { lines: await pricesFor(tx, me, { customerId: input.customerId, projectId, at: instantOn(input.on, now), lines }) };
  const skus = await skusForSale(tx, me, { customerId: me.customerId, skuIds: lines.map((line) => line.skuId) });
  for (const [id, sku] of skus) if (!sku.visible || sku.status !== 'ON') skus.delete(id);
  const found = await pricesOf(tx, me, skus, { customerId: me.customerId, projectId, at: now, lines });
  return { lines: found.map(forDealer) };
}

/** Today is now; any other day its beginning. */
const instantOn = (on: string | undefined, now: Date): Date => (on === undefined || on === shanghaiDate(now) ? now : startOfDay(on));
