import type { SkuForSale } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound } from '~/shared/refusal';
import { listCandidates, type PriceLine, requestOf } from './price.server';
import { candidatesFor, type PriceAsked } from './priceSource.server';
import { type Ranked, type ResolvedPrice, rankPrices, resolvePrice } from './resolve';

/** One line's price by the same rule orders go by, with every candidate there is, also those of other customers' terms; for staff only. */
export async function explainPrice(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  asked: PriceAsked & { line: Omit<PriceLine, 'unitId'> & { unitId: string } },
): Promise<{ sku: SkuForSale; unitId: string; resolved: ResolvedPrice; ranked: readonly Ranked[] }> {
  const { line } = asked;
  const sku = (await skusForSale(tx, me, { customerId: asked.customerId, skuIds: [line.skuId] })).get(line.skuId) ?? notFound('所选商品');
  const unitId = line.unitId || sku.baseUnitId;
  const found = await candidatesFor(tx, me, { ...asked, explain: true }, [sku.skuId]);
  const candidates = [...(found.bySku.get(sku.skuId) ?? []), ...listCandidates(sku)];
  const request = requestOf(sku, { ...line, unitId }, asked.at);
  return { sku, unitId, resolved: resolvePrice(candidates, request, found.policy), ranked: rankPrices(candidates, request, found.policy).ranked };
}
