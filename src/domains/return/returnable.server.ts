import { sql } from 'kysely';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addQty, compareQty, subQty } from '~/shared/money';
import { type ReturnPart, returnedAmount } from './returns';

/** One part of a delivered line, with what came back of it and what returns on their way ask for. */
export interface Deliverable {
  deliveryLineId: string;
  deliveryId: string;
  deliveryNo: string;
  lineNo: number;
  orderLineId: string;
  part: ReturnPart;
  skuId: string;
  sku: SkuSnapshot;
  warehouseId: string;
  price: string;
  qty: string;
  baseQty: string;
  amount: bigint;
  /** Signed for, or refused: whichever part this is. */
  had: string;
  /** Asked back by other returns, on their way or over. */
  taken: string;
  signedAt: Date | null;
  signNote: string;
  signPhotos: string[];
}
/** What of a delivered line came back so far, of both its parts, and what that was billed for. */
export interface CameBack {
  back: string;
  taken: bigint;
}

/** What a line of a return stands for, by where its return stands. Needs `l` and `r`. */
const accepted = sql`case when r.type = 'REFUND_ONLY' then coalesce(l.approve_qty, 0) else l.good_qty + l.bad_qty end`;
const asked = sql`case when r.status in ('REJECTED', 'CANCELLED') then 0 when r.status in ('WAIT_REFUND', 'DONE') then ${accepted} else coalesce(l.approve_qty, l.apply_qty) end`;

/** Everything of an order that a customer took or refused, by delivered line and part. `except` is the return being written. */
export async function deliveredParts(tx: Tx, me: Me, orderId: string, except = ''): Promise<Deliverable[]> {
  const { rows } = await sql<Omit<Deliverable, 'part'> & { part: ReturnPart }>`
    select d.id as "deliveryLineId", d.delivery_id as "deliveryId", v.no as "deliveryNo", o.line_no as "lineNo", d.order_line_id as "orderLineId", p.part,
      o.sku_id as "skuId", o.sku_snapshot as sku, v.warehouse_id as "warehouseId", o.price, d.qty, d.base_qty as "baseQty", d.amount, p.had,
      coalesce((select sum(${asked}) from return_line l join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
        where l.tenant_id = d.tenant_id and l.delivery_line_id = d.id and l.part = p.part and r.id::text <> ${except}), 0) as taken,
      d.signed_at as "signedAt", d.sign_note as "signNote", d.sign_photos as "signPhotos"
    from delivery_line d
    join delivery v on v.tenant_id = d.tenant_id and v.id = d.delivery_id
    join order_line o on o.tenant_id = d.tenant_id and o.id = d.order_line_id
    cross join lateral (values ('SIGNED', d.signed), ('REFUSED', d.refused)) as p(part, had)
    where d.tenant_id = ${me.tenantId} and d.order_id = ${orderId} and p.had > 0
    order by o.line_no, v.shipped_at, d.id, p.part desc`.execute(tx);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export const returnableOf = (one: Pick<Deliverable, 'had' | 'taken'>): string => {
  const left = subQty(one.had, one.taken);
  return compareQty(left, '0') > 0 ? left : '0';
};

/** What came back so far of the delivered lines of an order, by line. Read under the order's lock before anything is reckoned. */
export async function cameBack(tx: Tx, me: Me, orderId: string, except = ''): Promise<Map<string, CameBack>> {
  const { rows } = await sql<{ id: string; back: string; taken: string }>`
    select l.delivery_line_id as id, sum(${accepted})::text as back, sum(l.amount)::text as taken
    from return_order r join return_line l on l.tenant_id = r.tenant_id and l.return_id = r.id
    where r.tenant_id = ${me.tenantId} and r.order_id = ${orderId} and r.status in ('WAIT_REFUND', 'DONE') and r.id::text <> ${except}
    group by l.delivery_line_id`.execute(tx);
  return new Map(rows.map((row) => [row.id, { back: row.back, taken: BigInt(row.taken) }]));
}

/** What each of some lines was billed for, one after the other: two parts of one delivered line share its rounding. */
export function amountsOf(
  lines: readonly { deliveryLineId: string; qty: string }[],
  delivered: ReadonlyMap<string, { qty: string; amount: bigint }>,
  before: ReadonlyMap<string, CameBack>,
): bigint[] {
  const running = new Map(before);
  return lines.map(({ deliveryLineId, qty }) => {
    const line = delivered.get(deliveryLineId) as { qty: string; amount: bigint };
    const had = running.get(deliveryLineId) ?? { back: '0', taken: 0n };
    const amount = returnedAmount({ ...line, ...had }, qty);
    running.set(deliveryLineId, { back: addQty(had.back, qty), taken: had.taken + amount });
    return amount;
  });
}
