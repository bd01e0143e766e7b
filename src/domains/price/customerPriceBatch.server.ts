import { sql } from 'kysely';
import { isPriceInRange, PRICE_RANGE } from '~/domains/product/product';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { mustBeSeen, raised } from '~/server/versioned.server';
import { comparePrice, trimPrice } from '~/shared/money';
import { notFound, Refusal, refuse, WARNING } from '~/shared/refusal';
import { saidPrice } from '~/shared/said';
import { adjustedPrice } from './customerPrice';
import type { Adjustment } from './customerPrice.schema';
import { priceRows } from './customerPrice.server';
import { activePrices, lockedRows, meets, overlapText, type PriceKey, recordHistory, refusingOverlap, setStatus } from './customerPriceSave.server';
import { wordsOfPrices } from './priceWords.server';
import * as subjects from './subjects';

interface Picked {
  id: string;
  version: number;
}

/** What an adjustment would do, row by row; nothing is saved. */
export async function previewAdjustment(tx: Tx, me: Me, input: Adjustment) {
  const rows = await priceRows(tx, me)
    .where('customer_price.id', '=', anyOf(input.rows.map((row) => row.id)))
    .orderBy('customer.name')
    .orderBy('sku.code')
    .execute();
  return {
    rows: rows.map((row) => {
      const newPrice = adjustedPrice(row.price, input);
      const inRange = isPriceInRange(newPrice);
      const belowFloor = inRange && row.minPrice !== null && comparePrice(newPrice, row.minPrice) < 0;
      const problem = row.status === 'DISABLED' ? '已停用，不能调价' : inRange ? '' : `调整后价格${PRICE_RANGE}`;
      return {
        id: row.id,
        customerName: row.customerName,
        skuCode: row.skuCode,
        productName: row.productName,
        unitName: row.unitName,
        oldPrice: trimPrice(row.price),
        newPrice,
        minPrice: row.minPrice === null ? null : trimPrice(row.minPrice),
        problem,
        belowFloor,
      };
    }),
  };
}

/** All rows or none. */
export async function adjustPrices(tx: Tx, me: Me, input: Adjustment): Promise<{ count: number }> {
  await lockedVersions(tx, me, input.rows);
  const { rows } = await previewAdjustment(tx, me, input);
  const bad = rows.find((row) => row.problem);
  if (bad)
    refuse(
      'CATALOGUE_RULE',
      `客户“${bad.customerName}”的SKU ${bad.skuCode}：${bad.problem}（现价${saidPrice(bad.oldPrice)}，调整后${saidPrice(bad.newPrice)}）`,
    );
  const low = rows.filter((row) => row.belowFloor);
  if (low.length && !input.confirm) {
    const first = low[0] as (typeof low)[number];
    throw new Refusal(
      WARNING,
      `有${low.length}行调整后低于最低限价，如客户“${first.customerName}”的SKU ${first.skuCode}：${first.newPrice}低于${first.minPrice}。确定仍要调价吗？`,
      { reason: 'PRICE_FLOOR' },
    );
  }
  const prices = { ids: rows.map((row) => row.id), prices: rows.map((row) => row.newPrice) };
  const before = await wordsOfPrices(tx, me, prices.ids);
  await sql`update customer_price p set price = n.price, version = ${raised('p.version')}, updated_by = ${me.accountId}, updated_at = now()
    from unnest(${prices.ids}::uuid[], ${prices.prices}::numeric[]) as n(id, price) where p.tenant_id = ${me.tenantId} and p.id = n.id`.execute(tx);
  await recordHistory(
    tx,
    me,
    rows.map((row) => ({ id: row.id, oldPrice: row.oldPrice, newPrice: row.newPrice, action: '批量调价' })),
  );
  await audit(tx, me, {
    action: '批量调价',
    subject: subjects.customerPrice,
    part: 'batch',
    id: newId(),
    before,
    after: await wordsOfPrices(tx, me, prices.ids),
  });
  return { count: rows.length };
}

export async function disablePrices(tx: Tx, me: Me, input: { rows: Picked[] }): Promise<{ count: number }> {
  const locked = await lockedVersions(tx, me, input.rows);
  const active = [...locked.values()].filter((row) => row.status === 'ACTIVE');
  const ids = active.map((row) => row.id);
  const before = await wordsOfPrices(tx, me, ids);
  await setStatus(tx, me, ids, 'DISABLED');
  await tx.updateTable('customer_price').set({ version: raised() }).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  await recordHistory(
    tx,
    me,
    active.map((row) => ({ id: row.id, oldPrice: row.price, newPrice: null, action: '停用' })),
  );
  await audit(tx, me, { action: '停用客户价', subject: subjects.customerPrice, part: 'batch', id: newId(), before, after: await wordsOfPrices(tx, me, ids) });
  return { count: active.length };
}

async function lockedVersions(tx: Tx, me: Me, rows: readonly Picked[]) {
  const locked = await lockedRows(
    tx,
    me,
    rows.map((row) => row.id),
  );
  for (const row of rows) mustBeSeen(locked.get(row.id), row.version);
  return locked;
}

interface Skipped {
  customerName: string;
  skuCode: string;
  reason: string;
}

/** The same prices and days for other customers; rows that would overlap are left out and named. */
export async function copyPrices(tx: Tx, me: Me, input: { ids: string[]; customerIds: string[] }): Promise<{ created: number; skipped: Skipped[] }> {
  const rows = await priceRows(tx, me).where('customer_price.id', '=', anyOf(input.ids)).execute();
  if (rows.length !== new Set(input.ids).size) notFound('所选客户价');
  const customers = await tx
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(input.customerIds))
    .orderBy('name')
    .execute();
  if (customers.length !== new Set(input.customerIds).size) notFound('所选客户');
  const taken: PriceKey[] = await activePrices(
    tx,
    me,
    customers.map((one) => one.id),
    rows.map((row) => row.skuId),
  );
  const fresh: { key: PriceKey; price: string; remark: string }[] = [];
  const skipped: Skipped[] = [];
  for (const customer of customers) {
    for (const row of rows) {
      const key: PriceKey = {
        customerId: customer.id,
        skuId: row.skuId,
        unitId: row.unitId,
        minQty: row.minQty,
        validFrom: row.validFrom,
        validTo: row.validTo,
      };
      const skip = (reason: string) => skipped.push({ customerName: customer.name, skuCode: row.skuCode, reason });
      const clash = taken.find((other) => meets(other, key));
      if (customer.id === row.customerId) skip('与来源是同一客户');
      else if (clash) skip('price' in clash ? overlapText(clash as Parameters<typeof overlapText>[0]) : '与本次复制的另一行日期重叠');
      else {
        taken.push(key);
        fresh.push({ key, price: row.price, remark: row.remark });
      }
    }
  }
  await refusingOverlap(() => insertPrices(tx, me, fresh, '复制'));
  await audit(tx, me, {
    action: '复制客户价',
    subject: subjects.customerPrice,
    part: 'batch',
    id: newId(),
    after: { 来源: `${rows.length}条`, 复制到: `${customers.length}个客户`, 新增: `${fresh.length}条`, 跳过: `${skipped.length}条` },
  });
  return { created: fresh.length, skipped: skipped.slice(0, 200) };
}

/** Adds rows with their history; gives their ids in order. */
export async function insertPrices(
  tx: Tx,
  me: Me,
  rows: readonly { key: PriceKey; price: string; remark: string; batchId?: string }[],
  action: string,
): Promise<string[]> {
  const withIds = rows.map((row) => ({ ...row, id: newId() }));
  for (let start = 0; start < withIds.length; start += 1000) {
    const part = withIds.slice(start, start + 1000);
    await tx
      .insertInto('customer_price')
      .values(
        part.map(({ id, key, price, remark, batchId }) => ({
          tenant_id: me.tenantId,
          id,
          customer_id: key.customerId,
          sku_id: key.skuId,
          unit_id: key.unitId,
          min_qty: key.minQty,
          price,
          valid_from: key.validFrom,
          valid_to: key.validTo,
          remark,
          batch_id: batchId ?? null,
          created_by: me.accountId,
          updated_by: me.accountId,
        })),
      )
      .execute();
    await recordHistory(
      tx,
      me,
      part.map(({ id, price }) => ({ id, oldPrice: null, newPrice: price, action })),
    );
  }
  return withIds.map((row) => row.id);
}
