import type { z } from 'zod';
import { customerForTrade } from '~/domains/customer/customer.server';
import { fundSummary } from '~/domains/finance/fund.server';
import { offeredBy } from '~/domains/finance/funding.server';
import { pricesFrom } from '~/domains/price/price.server';
import { candidatesFor } from '~/domains/price/priceSource.server';
import { dealerTrace, type ResolvedPrice } from '~/domains/price/resolve';
import { orderRuleProblem, type SkuForSale, toBaseQty, unitOf } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { availabilityOf, listWarehouses } from '~/domains/warehouse/stock.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { compareQty, lineAmount, scaled, unscaled } from '~/shared/money';
import { notFound, Refusal } from '~/shared/refusal';
import type { QuoteInput } from '../form/orderInput.schema';
import { inUnit } from '../lines/lines.server';
import { splitOf } from '../lines/split';
import { linesOf } from '../store.server';
import { usedBy } from '../uses/uses.server';
import type { Buyer, Quotes, Warehouses } from '../views/orderView.schema';
import { ownMember } from './head.server';

type Quoted = z.output<typeof Quotes>['lines'][number];
type Sight = 'NO' | 'HINT' | 'QTY';

/** Price, rule problems and stock of lines as they are being typed; nothing is allocated. */
export async function quoteLines(tx: Tx, me: Me, input: QuoteInput, now: Date): Promise<{ lines: Quoted[] }> {
  const customerId = me.customerId ?? input.customerId;
  if (customerId === '' || !input.lines.length) return { lines: [] };
  const { stockVisible } = await customerForTrade(tx, me, customerId);
  const config = await orderSettingsOf(tx, me);
  const skus = await skusForSale(tx, me, { customerId, skuIds: input.lines.map((line) => line.skuId) });
  const known = input.lines.filter((line) => skus.get(line.skuId)?.units.some((unit) => unit.unitId === line.unitId));
  const lines = known.map((line) => ({ ...line, qty: isQty(line.qty) ? line.qty : '1' }));
  const found = await candidatesFor(tx, me, { customerId, projectId: input.projectId, at: now }, [...skus.keys()]);
  const own = input.orderId ? await usedBy(tx, me, await linesOf(tx, me, [input.orderId])) : undefined;
  const prices = lines.map((line) => pricesFrom(skus, found, { at: now, own, lines: [...aheadOf(skus, line), line] }).at(-1) as ResolvedPrice);
  const stock = await availabilityOf(tx, me, { skuIds: [...skus.keys()], ...(input.warehouseId && !isDealer(me) ? { warehouseId: input.warehouseId } : {}) });
  const sight: Sight = isDealer(me) ? (stockVisible ? 'QTY' : config.dealerSeesStock) : 'QTY';
  return {
    lines: known.map((line, index) => ({
      ...quoteOf(me, skus.get(line.skuId) as SkuForSale, line, prices[index] as ResolvedPrice, stock.get(line.skuId)?.available ?? '0', sight),
      manualPrice: found.policy.manualPrice,
    })),
  };
}

const aheadOf = (skus: ReadonlyMap<string, SkuForSale>, { skuId, ahead }: QuoteInput['lines'][number]) =>
  ahead.filter(({ unitId, qty }) => isQty(qty) && skus.get(skuId)?.units.some((unit) => unit.unitId === unitId)).map((line) => ({ ...line, skuId }));

const isQty = (text: string): boolean => /^\d{1,14}(\.\d{1,4})?$/.test(text) && /[1-9]/.test(text);

function quoteOf(
  me: Me,
  sku: SkuForSale,
  line: { skuId: string; unitId: string; qty: string },
  resolved: ResolvedPrice,
  available: string,
  sight: Sight,
): Omit<Quoted, 'manualPrice'> {
  const unit = unitOf(sku, line.unitId);
  const { problem, suggested, split, baseQty } = checked(sku, line, resolved);
  const inLineUnit = unscaled((scaled(available, 4) * BigInt(unit.den)) / BigInt(unit.num), 4);
  const hint = compareQty(available, '0') <= 0 ? 'OUT' : compareQty(available, baseQty) < 0 ? 'TIGHT' : 'ENOUGH';
  return {
    skuId: line.skuId,
    unitId: line.unitId,
    price: resolved.price,
    listPrice: resolved.listPrice,
    taxRatePpm: sku.taxRatePpm,
    source: resolved.source,
    amount: resolved.price !== null && isQty(line.qty) ? lineAmount(line.qty, resolved.price) : 0n,
    problem,
    suggested: suggested === null ? null : inUnit(suggested, unit),
    left: resolved.left ?? null,
    split,
    trace: isDealer(me) ? dealerTrace(resolved.trace) : resolved.trace,
    available: sight === 'QTY' ? inLineUnit : null,
    stockHint: sight === 'NO' ? null : hint,
    minPrice: resolved.minPrice,
    belowFloor: resolved.belowFloor,
  };
}

function checked(
  sku: SkuForSale,
  line: { unitId: string; qty: string },
  resolved: ResolvedPrice,
): { problem: string; suggested: string | null; split: string | null; baseQty: string } {
  const said = (problem: string) => ({ problem, suggested: null, split: null, baseQty: '0' });
  if (!sku.visible || sku.status !== 'ON' || sku.skuStatus !== 'ACTIVE') return said('已下架或暂不可订购');
  if (resolved.price === null) return said('没有可用的价格');
  if (!isQty(line.qty)) return said('');
  try {
    const baseQty = toBaseQty(sku, line.unitId, line.qty);
    const rule = orderRuleProblem(sku, baseQty);
    const split = splitOf(sku, unitOf(sku, line.unitId), line.qty, resolved.overCap);
    if (split) return { problem: split.message, suggested: null, split: split.left, baseQty };
    return { problem: rule?.message ?? '', suggested: rule?.suggested ?? null, split: null, baseQty };
  } catch (error) {
    if (error instanceof Refusal) return said(error.said.message);
    throw error;
  }
}

/** Who buys: addresses and money beside the entry form. */
export async function buyerOf(tx: Tx, me: Me, input: { customerId: string }, now: Date): Promise<z.output<typeof Buyer>> {
  const customerId = me.customerId ?? input.customerId;
  if (customerId === '') notFound('该客户');
  const customer = await customerForTrade(tx, me, customerId);
  const funds = await fundSummary(tx, me, customerId, shanghaiDate(now));
  return {
    customerId,
    name: customer.name,
    active: customer.status === 'ACTIVE',
    salesMemberId: customer.salesMemberId ?? '',
    salesName: isDealer(me) || !customer.salesMemberId ? '' : (await ownMember(tx, me, customer.salesMemberId)).name,
    credit: await offeredBy(tx, me, 'CREDIT', { customerId, today: shanghaiDate(now) }),
    addresses: customer.addresses,
    balance: funds.balance,
    held: funds.held,
    available: funds.available,
    openReceivable: funds.openReceivable,
    overdue: funds.overdue,
  };
}

export async function orderWarehouses(tx: Tx, me: Me): Promise<z.output<typeof Warehouses>> {
  const all = await listWarehouses(tx, me);
  return {
    warehouses: all.filter((one) => one.status === 'ACTIVE' && one.kind === 'NORMAL').map((one) => ({ id: one.id, name: one.name, isDefault: one.is_default })),
  };
}
