import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { given, uuids } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { divideHalfUp, scaled, unscaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { type BatchChoice, moveBatches } from './batches.server';

const QTY = 4;
const CHUNK = 1000;

/** One change of one balance. Quantities are signed decimal strings in base units; `step` makes (bizType, bizLineId, step) unique for ever. */
export interface Movement {
  warehouseId: string;
  skuId: string;
  onHand?: string;
  reserved?: string;
  frozen?: string;
  transit?: string;
  bizType: string;
  bizId: string;
  bizLineId: string;
  bizNo: string;
  step: string;
  /** Unit cost in 元 of what comes in, or of what is taken back; moves the average. */
  cost?: string | null;
  /** Of goods kept by batch: which; of others it means nothing. */
  batches?: BatchChoice;
  /** When: goods kept by batch that leave without one named go by their age of that day. */
  at?: Date;
}

export interface Balance {
  warehouse_id: string;
  sku_id: string;
  on_hand: bigint;
  reserved: bigint;
  frozen: bigint;
  in_transit: bigint;
  avg_cost: string;
  seq: bigint;
  by_batch: boolean;
}

const keyOf = (at: { warehouse_id: string; sku_id: string }): string => `${at.warehouse_id}/${at.sku_id}`;
const units = (qty: string | undefined): bigint => (qty ? scaled(qty, QTY) : 0n);

/**
 * The only writer of stock: locks the balances in (warehouse, sku) order, unless the caller has `locked` them just now, applies every
 * movement, writes one ledger row each.
 * Throws STOCK_SHORT naming SKU, available and needed when a balance would not cover its reservations.
 */
export async function moveStock(tx: Tx, me: Me, movements: readonly Movement[], locked?: ReadonlyMap<string, Balance>): Promise<void> {
  if (movements.length === 0) return;
  const balances = locked ?? (await lockBalances(tx, me, movements));
  const rows: ReturnType<typeof ledgerRow>[] = [];
  for (const movement of movements) {
    const balance = balances.get(`${movement.warehouseId}/${movement.skuId}`) as Balance;
    const was = worthOf(balance);
    await apply(tx, me, balance, movement);
    rows.push(ledgerRow(me, balance, movement, worthOf(balance) - was));
  }
  const moved = new Set(movements.map((movement) => `${movement.warehouseId}/${movement.skuId}`));
  const written = writeBalances(
    tx,
    me,
    [...moved].map((key) => balances.get(key) as Balance),
  );
  // A statement carries at most 65535 values.
  const chunks = Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) => rows.slice(n * CHUNK, (n + 1) * CHUNK));
  await Promise.all([written, ...chunks.map((chunk) => tx.insertInto('stock_ledger').values(chunk).execute())]);
  await moveBatches(
    tx,
    me,
    movements.filter((movement) => balances.get(`${movement.warehouseId}/${movement.skuId}`)?.by_batch),
  );
}

/** Locks balances in (warehouse, sku) order, making the rows that do not exist yet; answers them by "warehouse/sku". */
export async function lockBalances(tx: Tx, me: Me, at: readonly { warehouseId: string; skuId: string }[]): Promise<Map<string, Balance>> {
  const wanted = [...new Map(at.map((one) => [`${one.warehouseId}/${one.skuId}`, one])).values()];
  const warehouses = wanted.map((one) => one.warehouseId);
  const skus = wanted.map((one) => one.skuId);
  const select = () =>
    sql<{
      warehouse_id: string;
      sku_id: string;
      on_hand: string;
      reserved: string;
      frozen: string;
      in_transit: string;
      avg_cost: string;
      seq: bigint;
      by_batch: boolean;
    }>`
      select b.warehouse_id, b.sku_id, b.on_hand, b.reserved, b.frozen, b.in_transit, b.avg_cost, b.seq, b.by_batch
      from ${given('w', { warehouse_id: uuids(warehouses), sku_id: uuids(skus) })}
      join stock_balance b on b.tenant_id = ${me.tenantId} and b.warehouse_id = w.warehouse_id and b.sku_id = w.sku_id
      order by b.warehouse_id, b.sku_id for update of b`.execute(tx);
  let { rows } = await select();
  if (rows.length < wanted.length) {
    await sql`insert into stock_balance (tenant_id, warehouse_id, sku_id, by_batch)
      select ${me.tenantId}, w, s, coalesce((select p.by_batch from sku k join product p on p.tenant_id = k.tenant_id and p.id = k.product_id where k.tenant_id = ${me.tenantId} and k.id = s), false)
      from unnest(${warehouses}::uuid[], ${skus}::uuid[]) as t(w, s) order by w, s on conflict do nothing`.execute(tx);
    rows = (await select()).rows;
  }
  return new Map(
    rows.map((row) => [
      keyOf(row),
      { ...row, on_hand: units(row.on_hand), reserved: units(row.reserved), frozen: units(row.frozen), in_transit: units(row.in_transit) },
    ]),
  );
}

async function apply(tx: Tx, me: Me, balance: Balance, movement: Movement): Promise<void> {
  const before = { ...balance };
  balance.on_hand += units(movement.onHand);
  balance.reserved += units(movement.reserved);
  balance.frozen += units(movement.frozen);
  balance.in_transit += units(movement.transit);
  balance.seq += 1n;
  const uncovered = balance.on_hand < 0n || balance.reserved + balance.frozen > balance.on_hand;
  if (uncovered || balance.reserved < 0n || balance.frozen < 0n || balance.in_transit < 0n) await refuseShort(tx, me, before, balance);
  if (balance.on_hand > MOST_STOCK || balance.in_transit > MOST_STOCK) await refuseFull(tx, me, before);
  if (movement.cost && units(movement.onHand) !== 0n) balance.avg_cost = averageCost(before, balance, movement.cost);
}

/** What the goods on hand are worth, in 元 with 10 decimals. */
const worthOf = (balance: Balance): bigint => balance.on_hand * scaled(balance.avg_cost, 6);

/** Moving average, 6 decimals. Goods taken back leave with their own cost; with none left the last average stays. */
function averageCost(before: Balance, after: Balance, cost: string): string {
  if (after.on_hand === 0n) return before.avg_cost;
  const total = before.on_hand * scaled(before.avg_cost, 6) + (after.on_hand - before.on_hand) * scaled(cost, 6);
  return unscaled(total <= 0n ? 0n : divideHalfUp(total, after.on_hand), 6, 2);
}

/** What a balance of one product in one warehouse may hold: sums of it over all warehouses still fit their columns. */
const MOST_STOCK = scaled('9999999999999', QTY);

async function refuseFull(tx: Tx, me: Me, before: Balance): Promise<never> {
  const sku = await namesOf(tx, me, before.sku_id);
  const [had, most] = [unscaled(before.on_hand, QTY), unscaled(MOST_STOCK, QTY)];
  return refuse('STOCK_DOC', `商品“${sku?.name ?? ''}”（${sku?.code ?? before.sku_id}）的库存现为${had}，本次变动后将超过上限${most}`);
}

const namesOf = (tx: Tx, me: Me, skuId: string) =>
  tx
    .selectFrom('sku')
    .innerJoin('product', (join) => join.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.code', 'product.name'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where('sku.id', '=', skuId)
    .executeTakeFirst();

async function refuseShort(tx: Tx, me: Me, before: Balance, after: Balance): Promise<never> {
  const sku = await namesOf(tx, me, before.sku_id);
  const available = before.on_hand - before.reserved - before.frozen;
  const needed = available - (after.on_hand - after.reserved - after.frozen);
  const shown = (qty: bigint): string => unscaled(qty, QTY);
  return refuse('STOCK_SHORT', `商品“${sku?.name ?? ''}”（${sku?.code ?? before.sku_id}）可用库存不足：可用${shown(available)}，需${shown(needed)}`, {
    skuId: before.sku_id,
    skuCode: sku?.code ?? '',
    available: shown(available),
    needed: shown(needed),
  });
}

async function writeBalances(tx: Tx, me: Me, balances: readonly Balance[]): Promise<void> {
  const numbers = (pick: (balance: Balance) => string) => ({ type: 'numeric' as const, values: balances.map(pick) });
  const rows = given('v', {
    warehouse_id: uuids(balances.map((one) => one.warehouse_id)),
    sku_id: uuids(balances.map((one) => one.sku_id)),
    on_hand: numbers((one) => unscaled(one.on_hand, QTY)),
    reserved: numbers((one) => unscaled(one.reserved, QTY)),
    frozen: numbers((one) => unscaled(one.frozen, QTY)),
    in_transit: numbers((one) => unscaled(one.in_transit, QTY)),
    avg_cost: numbers((one) => one.avg_cost),
    seq: { type: 'bigint', values: balances.map((one) => one.seq.toString()) },
  });
  await sql`
    update stock_balance b set on_hand = v.on_hand, reserved = v.reserved, frozen = v.frozen, in_transit = v.in_transit, avg_cost = v.avg_cost, seq = v.seq, updated_at = now()
    from ${rows} where b.tenant_id = ${me.tenantId} and b.warehouse_id = v.warehouse_id and b.sku_id = v.sku_id`.execute(tx);
}

function ledgerRow(me: Me, balance: Balance, movement: Movement, worth: bigint) {
  return {
    tenant_id: me.tenantId,
    id: newId(),
    warehouse_id: movement.warehouseId,
    sku_id: movement.skuId,
    biz_type: movement.bizType,
    biz_id: movement.bizId,
    biz_line_id: movement.bizLineId,
    step: movement.step,
    biz_no: movement.bizNo,
    d_on_hand: movement.onHand ?? '0',
    d_reserved: movement.reserved ?? '0',
    d_frozen: movement.frozen ?? '0',
    d_transit: movement.transit ?? '0',
    after_on_hand: unscaled(balance.on_hand, QTY),
    after_reserved: unscaled(balance.reserved, QTY),
    after_frozen: unscaled(balance.frozen, QTY),
    after_transit: unscaled(balance.in_transit, QTY),
    cost: movement.cost ?? null,
    after_cost: balance.avg_cost,
    d_value: unscaled(worth, 10),
    actor: actorName(me),
    seq: balance.seq,
  };
}
