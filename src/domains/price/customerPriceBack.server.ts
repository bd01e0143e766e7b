import { sql } from 'kysely';
import { isPriceInRange, PRICE_RANGE, type SkuForSale } from '~/domains/product/product';
import { skusForSale } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { raised } from '~/server/versioned.server';
import { addDays } from '~/shared/dates';
import { comparePrice, compareQty, displayQty, trimPrice } from '~/shared/money';
import { Refusal, refuse, WARNING } from '~/shared/refusal';
import { insertPrices } from './customerPriceBatch.server';
import { type ActivePrice, activePrices, floorOf, lockedRows, type PriceKey, recordHistory, refusingOverlap, sameTier } from './customerPriceSave.server';
import { wordsOfPrices } from './priceWords.server';
import * as subjects from './subjects';

/** A price a customer agreed to for a quantity, for one of the unit. */
export interface Agreed {
  skuId: string;
  unitId: string;
  qty: string;
  price: string;
}
/** What holds today for the agreed goods, and what would from today on. */
export interface PriceStep {
  agreed: Agreed;
  current: ActivePrice | null;
  key: PriceKey;
  /** Holds already. */
  same: boolean;
  belowFloor: boolean;
  /** Why it cannot become the customer's price; '' when it can. */
  problem: string;
}

const ACTION = '按订单改价';

/** The tier the quantity falls into is the one that changes; without any, a new price for every quantity. */
export async function planPrices(tx: Tx, me: Me, customerId: string, lines: readonly Agreed[], today: string): Promise<PriceStep[]> {
  const skuIds = lines.map((line) => line.skuId);
  const skus = await skusForSale(tx, me, { customerId, skuIds });
  const active = await activePrices(tx, me, [customerId], skuIds);
  return lines.map((agreed) => stepOf(customerId, agreed, skus.get(agreed.skuId), active, today));
}

function stepOf(customerId: string, agreed: Agreed, sku: SkuForSale | undefined, active: readonly ActivePrice[], today: string): PriceStep {
  const own = active.filter((row) => row.skuId === agreed.skuId && row.unitId === agreed.unitId);
  const current = own
    .filter((row) => row.validFrom <= today && (row.validTo === null || row.validTo >= today) && compareQty(row.minQty, agreed.qty) <= 0)
    .reduce<ActivePrice | null>((best, row) => (best && compareQty(best.minQty, row.minQty) >= 0 ? best : row), null);
  const tier = { customerId, skuId: agreed.skuId, unitId: agreed.unitId, minQty: current?.minQty ?? '0', validFrom: today };
  const next = own
    .filter((row) => row.validFrom > today && sameTier(row, { ...tier, validTo: null }))
    .map((row) => row.validFrom)
    .sort()[0];
  const floor = sku ? floorOf(sku, agreed.unitId) : null;
  return {
    agreed,
    current,
    key: { ...tier, validTo: current ? current.validTo : next ? addDays(next, -1) : null },
    same: current !== null && comparePrice(current.price, agreed.price) === 0,
    belowFloor: floor !== null && comparePrice(agreed.price, floor) < 0,
    problem: problemOf(agreed, sku),
  };
}

function problemOf(agreed: Agreed, sku: SkuForSale | undefined): string {
  if (!sku) return '商品已删除';
  if (!sku.units.some((unit) => unit.unitId === agreed.unitId)) return '商品已不按该单位销售';
  return isPriceInRange(agreed.price) ? '' : `客户价${PRICE_RANGE}`;
}

interface Wanted {
  customer: { id: string; code: string };
  lines: readonly Agreed[];
  remark: string;
  /** Yes to prices below the floor. */
  confirm: boolean;
}

/** Makes agreed prices the customer's own from `today` on; what held before ends the day before, so that older days keep their price. */
export async function writePrices(tx: Tx, me: Me, { customer, lines, remark, confirm }: Wanted, today: string): Promise<{ written: number }> {
  const steps = (await planPrices(tx, me, customer.id, lines, today)).filter((step) => !step.same);
  const names = await skusForSale(tx, me, { customerId: customer.id, skuIds: lines.map((line) => line.skuId) });
  const codeOf = (step: PriceStep) => names.get(step.agreed.skuId)?.skuCode ?? '';
  for (const [index, step] of steps.entries()) {
    if (step.problem) refuse('CATALOGUE_RULE', `SKU ${codeOf(step)}：${step.problem}（当前值：${step.agreed.price}）`);
    if (steps.findIndex((other) => sameTier(other.key, step.key)) < index)
      refuse('CATALOGUE_RULE', `SKU ${codeOf(step)}选了两行，同一起始数量（${displayQty(step.key.minQty)}）只能有一个客户价，请只选一行`);
  }
  const low = steps.filter((step) => step.belowFloor);
  if (low.length && !confirm)
    throw new Refusal(WARNING, `SKU ${low.map(codeOf).join('、')}的成交价低于最低限价。确定仍要写入客户价吗？`, { reason: 'PRICE_FLOOR' });
  if (steps.length === 0) return { written: 0 };
  const held = steps.flatMap(({ current }) => current?.id ?? []);
  const before = await wordsOfPrices(tx, me, held, { withCustomer: false });
  const made = await refusingOverlap(() => write(tx, me, steps, remark, today));
  await audit(tx, me, {
    action: ACTION,
    subject: subjects.customerPrice,
    id: customer.id,
    no: customer.code,
    before,
    after: await wordsOfPrices(tx, me, [...held, ...made], { withCustomer: false }),
  });
  return { written: steps.length };
}

async function write(tx: Tx, me: Me, steps: readonly PriceStep[], remark: string, today: string): Promise<string[]> {
  await lockedRows(
    tx,
    me,
    steps.flatMap(({ current }) => current?.id ?? []),
  );
  for (const { current, agreed } of steps) {
    if (!current) continue;
    const began = current.validFrom === today;
    await tx
      .updateTable('customer_price')
      .set({
        ...(began ? { price: agreed.price, remark } : { valid_to: addDays(today, -1) }),
        version: raised(),
        updated_by: me.accountId,
        updated_at: sql<Date>`now()`,
      })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', current.id)
      .execute();
    const change = began ? { newPrice: agreed.price, action: ACTION } : { newPrice: current.price, action: `截止${addDays(today, -1)}` };
    await recordHistory(tx, me, [{ id: current.id, oldPrice: current.price, ...change }]);
  }
  const fresh = steps.filter(({ current }) => current?.validFrom !== today);
  return insertPrices(
    tx,
    me,
    fresh.map(({ key, agreed }) => ({ key, price: trimPrice(agreed.price), remark })),
    ACTION,
  );
}
