import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { compareQty, displayQty, scaled, trimQty, unscaled } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { isLimited, limitChanges, limitNames, takenBy, type UsingLine } from './limit';

/** An order whose row the caller has locked, with the lines that still count; none where it no longer takes anything. */
export interface UsingOrder {
  id: string;
  customerId: string;
  lines: readonly UsingLine[];
}
interface Use {
  id: string;
  limitId: string;
  qty: string;
}

/**
 * The only writer of what prices may be used for: makes the uses of these orders what their lines take by now, and moves the limits by the
 * difference. Called last in the transaction, after stock: the row of an activity everybody orders from is held until the commit.
 * Limits are locked by id in the statement that moves them; refuses with what is left when a limit does not cover what is added.
 */
export async function settleUses(tx: Tx, me: Me, orders: readonly UsingOrder[], now: Date, { fresh = false } = {}): Promise<void> {
  const limited = orders.flatMap((order) =>
    order.lines.filter((line) => isLimited(line.price_source) && line.price_source_id !== null).map((line) => ({ order, line })),
  );
  if (fresh && !limited.length) return;
  const before = fresh ? [] : await storedUses(tx, me, orders);
  if (!limited.length && !before.length) return;
  const units = await unitsOf(tx, me, limited);
  const taken = limited.flatMap(({ order, line }) => {
    const limitId = line.price_source_id as string;
    const qty = takenBy(line, units.get(limitId) as string);
    return compareQty(qty, '0') > 0 ? [{ id: line.id, limitId, qty, order }] : [];
  });
  const changes = limitChanges(before, taken);
  const written = taken.filter((use) => !before.some((one) => one.id === use.id && one.limitId === use.limitId && compareQty(one.qty, use.qty) === 0));
  const gone = before.filter((one) => !taken.some((use) => use.id === one.id)).map((one) => one.id);
  if (!changes.size && !written.length && !gone.length) return;
  const ids = [...changes.keys()].sort();
  const customerId = orders[0]?.customerId ?? '';
  const { rows } = await sql<{ id: string }>`
    with asked as (select * from unnest(${ids}::uuid[], ${ids.map((id) => unscaled(changes.get(id) as bigint, 4))}::numeric[]) as c(id, qty)),
    change as materialized (
      select a.id, a.qty from price_limit l join asked a on a.id = l.id where l.tenant_id = ${me.tenantId} and l.id = any(${ids}::uuid[])
      order by l.id for no key update of l),
    gone as (delete from price_use where tenant_id = ${me.tenantId} and id = any(${gone}::uuid[])),
    written as (
      insert into price_use (tenant_id, id, limit_id, order_id, customer_id, qty, at)
      select ${me.tenantId}, w.id, w.limit_id, w.order_id, w.customer_id, w.qty, ${now}
      from unnest(${written.map((use) => use.id)}::uuid[], ${written.map((use) => use.limitId)}::uuid[], ${written.map((use) => use.order.id)}::uuid[],
        ${written.map((use) => use.order.customerId)}::uuid[], ${written.map((use) => use.qty)}::numeric[]) as w(id, limit_id, order_id, customer_id, qty)
      on conflict (tenant_id, id) do update set limit_id = excluded.limit_id, qty = excluded.qty)
    update price_limit l set used = l.used + c.qty from change c
    where l.tenant_id = ${me.tenantId} and l.id = c.id and l.id = any(${ids}::uuid[])
      and (c.qty <= 0 or ((l.quota is null or l.used + c.qty <= l.quota)
        and (l.per_customer is null or c.qty + (select coalesce(sum(u.qty), 0) from price_use u
          where u.tenant_id = ${me.tenantId} and u.limit_id = l.id and u.customer_id = ${customerId}::uuid) <= l.per_customer)))
    returning l.id`.execute(tx);
  const kept = new Set(rows.map((row) => row.id));
  const broken = ids.find((id) => !kept.has(id));
  if (broken) await refuseBeyond(tx, me, broken, changes.get(broken) as bigint, customerId, limited.find(({ line }) => line.price_source_id === broken)?.line);
}

async function storedUses(tx: Tx, me: Pick<Me, 'tenantId'>, orders: readonly UsingOrder[]): Promise<Use[]> {
  return tx
    .selectFrom('price_use')
    .select(['id', 'limit_id as limitId', 'qty'])
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', anyOf(orders.map((order) => order.id)))
    .execute();
}

/** The unit each limit counts in. Orders of one customer that share a limit of so much a customer pass here one after the other: their sums see each other. */
async function unitsOf(tx: Tx, me: Pick<Me, 'tenantId'>, limited: readonly { order: UsingOrder; line: UsingLine }[]): Promise<Map<string, string>> {
  if (!limited.length) return new Map();
  const ids = [...new Set(limited.map(({ line }) => line.price_source_id as string))];
  const { rows } = await sql<{ id: string; unit_id: string }>`
    select id, unit_id, case when per_customer is not null then pg_advisory_xact_lock(hashtextextended(id::text || ${limited[0]?.order.customerId ?? ''}, 0)) end
    from price_limit where tenant_id = ${me.tenantId} and id = ${anyOf(ids)} order by id`.execute(tx);
  if (rows.length < ids.length) throw new Error(`no limit for price ${ids.find((id) => !rows.some((row) => row.id === id))}`);
  return new Map(rows.map((row) => [row.id, row.unit_id]));
}

/** Names what is left, read after the limit refused: somebody else was faster, or the order took more than there is. */
async function refuseBeyond(tx: Tx, me: Me, id: string, more: bigint, customerId: string, line: UsingLine | undefined): Promise<never> {
  const { rows } = await sql<{ layer: 'PROJECT' | 'ACTIVITY'; name: string; code: string; unit: string; left: string | null; own: string | null }>`
    select l.layer, p.name, s.code, u.name as unit, l.quota - l.used as left,
      l.per_customer - (select coalesce(sum(x.qty), 0) from price_use x where x.tenant_id = l.tenant_id and x.limit_id = l.id and x.customer_id = ${customerId}::uuid
        and x.id <> ${line?.id ?? null}::uuid) as own
    from price_limit l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join unit u on u.tenant_id = l.tenant_id and u.id = l.unit_id
    where l.tenant_id = ${me.tenantId} and l.id = ${id}`.execute(tx);
  const found = rows[0];
  if (!found) throw new Error(`no limit ${id}`);
  const asked = trimQty(unscaled(more, 4));
  const own = found.own !== null && (found.left === null || scaled(found.own, 4) < scaled(found.left, 4));
  const left = (own ? found.own : found.left) ?? '0';
  const row = line ? `第${line.line_no}行` : '';
  const what = `商品“${found.name}”（${found.code}）的${limitNames[found.layer]}${own ? '每客户限购量' : ''}`;
  const still = compareQty(left, '0') > 0 ? `只剩${displayQty(left)}${found.unit}` : '已用完';
  return refuse(
    found.layer === 'PROJECT' ? 'PROJECT_CAP' : 'ACT_QUOTA',
    `${row}${what}${still}，本次还需${asked}${found.unit}，请减少数量，或拆行后超出部分按其他价格订购`,
    {
      left: trimQty(compareQty(left, '0') > 0 ? left : '0'),
      ...(line ? { fields: { [`lines.${line.line_no - 1}.qty`]: `${limitNames[found.layer]}${still}` } } : {}),
    },
  );
}

interface NewLimit {
  id: string;
  layer: 'PROJECT' | 'ACTIVITY';
  skuId: string;
  unitId: string;
  quota: string | null;
  perCustomer?: string | null;
}

/** The limit of each new price; a price without a quota has one too, that counts. */
export async function putLimits(tx: Tx, me: Pick<Me, 'tenantId'>, limits: readonly NewLimit[]): Promise<void> {
  if (!limits.length) return;
  await tx
    .insertInto('price_limit')
    .values(
      limits.map(({ id, layer, skuId, unitId, quota, perCustomer = null }) => ({
        tenant_id: me.tenantId,
        id,
        layer,
        sku_id: skuId,
        unit_id: unitId,
        quota,
        per_customer: perCustomer,
      })),
    )
    .execute();
}

/** Answers what is used where that is more than the quota asked for, and changes nothing then. */
export async function setQuota(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, quota: string | null): Promise<{ used: string } | null> {
  const { rows } = await sql<{ id: string }>`update price_limit set quota = ${quota}::numeric
    where tenant_id = ${me.tenantId} and id = ${id} and (${quota}::numeric is null or used <= ${quota}::numeric) returning id`.execute(tx);
  if (rows.length) return null;
  const { used } = await tx.selectFrom('price_limit').select('used').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirstOrThrow();
  return { used };
}

/** Takes away the limits of prices nobody uses; answers how many went. */
export async function dropLimits(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<number> {
  const gone = await tx
    .deleteFrom('price_limit')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .where('used', '=', '0')
    .returning('id')
    .execute();
  return gone.length;
}
