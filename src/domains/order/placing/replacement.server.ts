import { holdForOrder } from '~/domains/finance/hold.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { divideHalfUp, lineAmount, scaled, sumQty, taxInside, unscaled } from '~/shared/money';
import { holdFunds, reserveLines } from '../allocation/allocation.server';
import { eventRow, type Line, linesOf, type Order, versionRow } from '../store.server';
import * as subjects from '../subjects';
import { snapshotOf } from '../versions/snapshot.server';

export interface Replaced {
  returnNo: string;
  /** What came back of each line, in its unit, and what it had been billed for. */
  lines: readonly { orderLineId: string; qty: string; baseQty: string; amount: bigint }[];
  /** Given back into the customer's account for it: held for the new order, which costs the same. */
  funded: bigint;
}

/**
 * 换货: the same goods once more, at what was billed for those that came back, to the same place, paid the same way. The return was approved, so it waits
 * for nothing but its delivery; what stock lacks is owed. The caller holds the order and its customer's money.
 */
export async function placeReplacement(tx: Tx, me: Me, order: Order, replaced: Replaced, now: Date): Promise<{ id: string; no: string }> {
  const [id, no] = [newId(), await oneNumber(tx, me, subjects.order, now)];
  const lines = replacementLines(await linesOf(tx, me, [order.id]), replaced, id);
  const payable = lines.reduce((sum, line) => sum + line.amount, 0n);
  const head = headOf(order, replaced.returnNo, { goods_amount: payable, payable, tax: lines.reduce((sum, line) => sum + line.tax, 0n) });
  const own = { id, customer_id: order.customer_id };
  const funded = replaced.funded < payable ? replaced.funded : payable;
  await holdForOrder(tx, me, { customerId: order.customer_id, orderId: id, orderNo: no, amount: funded }, now);
  await holdFunds(tx, me, { ...own, no, pay_method: order.pay_method }, payable - funded, now);
  await tx
    .insertInto('sales_order')
    .values({
      ...head,
      tenant_id: me.tenantId,
      id,
      no,
      line_count: lines.length,
      total_qty: sumQty(lines.map((line) => line.qty)),
      status: 'PENDING_DELIVERY',
      version: 1,
      created_by: me.accountId,
      creator: me.name,
      created_at: now,
      updated_at: now,
      submitted_by: me.accountId,
      submitted_at: now,
      approved_by: me.accountId,
      approved_at: now,
    })
    .execute();
  await tx.insertInto('order_line').values(lines).execute();
  const stored = await linesOf(tx, me, [id]);
  await tx
    .insertInto('order_version')
    .values(versionRow(me, own, now, { kind: 'CREATE', state: 'EFFECTIVE', snapshot: snapshotOf({ ...head, expense_used: 0n, expect_date: null }, stored) }))
    .execute();
  await tx
    .insertInto('order_event')
    .values(eventRow(me, own, now, { action: '换货', from: '', to: 'PENDING_DELIVERY', note: `退货单${replaced.returnNo}（订单${order.no ?? ''}）` }))
    .execute();
  const short = await reserveLines(tx, me, { id, no }, stored, { allowShort: true });
  if (short) await tx.updateTable('sales_order').set({ short }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
  return { id, no };
}

const headOf = (order: Order, returnNo: string, sums: { goods_amount: bigint; payable: bigint; tax: bigint }) => ({
  customer_id: order.customer_id,
  customer_name: order.customer_name,
  project_id: order.project_id,
  source: 'FACTORY' as const,
  type: 'EXCHANGE' as const,
  sales_member_id: order.sales_member_id,
  warehouse_id: order.warehouse_id,
  receiver: order.receiver,
  receiver_phone: order.receiver_phone,
  province: order.province,
  city: order.city,
  district: order.district,
  address: order.address,
  pay_method: order.pay_method,
  freight: 0n,
  remark: `退货单${returnNo}换货，原订单${order.no ?? ''}`,
  ...sums,
});

function replacementLines(stored: readonly Line[], { returnNo, lines }: Replaced, orderId: string) {
  const byLine = new Map<string, { qty: string; baseQty: string; amount: bigint }>();
  for (const one of lines) {
    const had = byLine.get(one.orderLineId);
    byLine.set(
      one.orderLineId,
      had ? { qty: sumQty([had.qty, one.qty]), baseQty: sumQty([had.baseQty, one.baseQty]), amount: had.amount + one.amount } : { ...one },
    );
  }
  return stored
    .filter((line) => byLine.has(line.id))
    .map((line, index) => {
      const { qty, baseQty, amount } = byLine.get(line.id) as { qty: string; baseQty: string; amount: bigint };
      // Shares of an order's discount were billed less than quantity by price: the price follows what was billed.
      const kept = lineAmount(qty, line.price) === amount;
      const price = kept ? line.price : unscaled(divideHalfUp(amount * 10n ** 8n, scaled(qty, 4)), 6, 2);
      return {
        ...pick(line),
        ...(kept ? {} : { price_source: 'MANUAL' as const, price_source_id: null, manual_price: true, manual_reason: `退货单${returnNo}换货` }),
        id: newId(),
        order_id: orderId,
        line_no: index + 1,
        qty,
        base_qty: baseQty,
        price,
        amount,
        tax: taxInside(amount, line.tax_rate_ppm),
      };
    });
}

const pick = (line: Line) => ({
  tenant_id: line.tenant_id,
  customer_id: line.customer_id,
  sku_id: line.sku_id,
  sku_snapshot: line.sku_snapshot,
  unit_id: line.unit_id,
  list_price: line.list_price,
  price_source: line.price_source,
  price_source_id: line.price_source_id,
  manual_price: line.manual_price,
  manual_reason: line.manual_reason,
  below_floor: line.below_floor,
  tax_rate_ppm: line.tax_rate_ppm,
  is_gift: line.is_gift,
  warehouse_id: line.warehouse_id,
});
