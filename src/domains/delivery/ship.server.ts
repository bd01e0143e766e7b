import { sql } from 'kysely';
import { takeDeduction, untakeDeduction } from '~/domains/expense/shipped.server';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { type Captured, fundingOf } from '~/domains/finance/funding.server';
import { recordReversal, recordShipment } from '~/domains/order/order.server';
import { raiseReceivable, reverseReceivables } from '~/domains/receivable/receivable.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { reverseShipment, shipStock } from '~/domains/warehouse/stock.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { tell } from '~/server/outbox.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { lockOrders, type OrderLine, orderLines, refuseAbove } from './openLines.server';
import { pickedBatches } from './picks.server';
import { remainingOf, shippedAmount } from './quantities';
import { mustMayShip } from './shipGate.server';
import { type Delivery, type DeliveryLine, docs, linesOf, lockDelivery, type Stepped, step } from './steps.server';
import { destinations } from './toDeliver.server';

interface Outgoing {
  row: DeliveryLine;
  line: OrderLine;
  amount: bigint;
}

/**
 * 确认出库: stock leaves (own reservation first), orders count it, holds are captured, receivables stand, everybody is told;
 * one transaction, so all of it happens or none.
 */
export async function shipDelivery(tx: Tx, me: Me, input: { id: string; version: number }, now: Date): Promise<Stepped> {
  const { delivery, rows } = await lockAll(tx, me, input, 'SHIPPED', '确认出库');
  await mustMayShip(
    tx,
    me,
    rows.map((row) => row.order_id),
  );
  await refuseWithoutWaybill(tx, me, delivery);
  const out = await outgoing(tx, me, delivery, rows);
  const shares = await orderShares(tx, me, out);
  await takeStock(tx, me, delivery, out, now);
  const counted = out.map(({ row, amount }) => ({ orderId: row.order_id, orderLineId: row.order_line_id, qty: row.qty, amount }));
  await recordShipment(tx, me, { deliveryNo: delivery.no, lines: counted }, now);
  await chargeOrders(tx, me, delivery, shares, now);
  await takeDeduction(tx, me, {
    deliveryId: delivery.id,
    deliveryNo: delivery.no,
    customerId: delivery.customer_id,
    bizDate: shanghaiDate(now),
    lines: out.map(({ row, line }) => ({ orderId: row.order_id, orderNo: line.orderNo, orderLineId: line.id })),
  });
  await tx.updateTable('package').set({ status: 'IN_TRANSIT' }).where('tenant_id', '=', me.tenantId).where('delivery_id', '=', delivery.id).execute();
  const amount = out.reduce((sum, one) => sum + one.amount, 0n);
  const stepped = await step(tx, me, delivery, 'SHIPPED', now, { action: '确认出库', set: { shipped_at: now, shipped_by: me.accountId, amount } });
  await tellCustomer(tx, me, delivery, out[0]?.row.order_id ?? '', '已发货', `发货单${delivery.no}（订单${delivery.order_nos.join('、')}）已出库，请留意收货`);
  return stepped;
}

/** The document, the customer's funds, then its orders: the order every document locks in. */
async function lockAll(tx: Tx, me: Me, input: { id: string; version: number }, to: 'SHIPPED' | 'REVERSED', action: string) {
  const delivery = await lockDelivery(tx, me, input);
  docs.mustBecome(delivery, to, action);
  await lockCustomerMoney(tx, me, [delivery.customer_id]);
  const rows = await linesOf(tx, me, [delivery.id]);
  await lockOrders(
    tx,
    me,
    rows.map((row) => row.order_id),
  );
  return { delivery, rows };
}

/** What goes out, checked again under lock: orders may have shrunk or been closed since the document was made. */
async function outgoing(tx: Tx, me: Me, delivery: Delivery, rows: readonly DeliveryLine[]): Promise<Outgoing[]> {
  await destinations(
    tx,
    me,
    rows.map((row) => row.order_id),
  );
  const lines = new Map((await orderLines(tx, me, { lineIds: rows.map((row) => row.order_line_id) }, delivery.id)).map((line) => [line.id, line]));
  return rows.map((row, index) => {
    const line = lines.get(row.order_line_id);
    if (!line) notFound(`发货单${delivery.no}第${row.line_no}行的订单商品`);
    refuseAbove(line, row.qty, remainingOf({ ...line, waiting: '0' }), line.pendingQty === null ? '待发数量' : '订单变更审核期间的待发数量', index);
    return { row, line, amount: shippedAmount(line, row.qty) };
  });
}

async function refuseWithoutWaybill(tx: Tx, me: Me, delivery: Delivery): Promise<void> {
  if (delivery.ship_way !== 'EXPRESS' && delivery.ship_way !== 'LOGISTICS') return;
  if (!(await orderSettingsOf(tx, me)).waybillRequired) return;
  const packages = await tx
    .selectFrom('package')
    .select(['seq', 'waybill_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', delivery.id)
    .orderBy('seq')
    .execute();
  if (!packages.length) refuse('BAD_STATE', `发货单${delivery.no}还没有包裹：基础配置要求发货需物流单号，请先填写包裹和物流单号`);
  const missing = packages.find((one) => one.waybill_no === '');
  if (missing) refuse('BAD_STATE', `发货单${delivery.no}第${missing.seq}个包裹没有物流单号：基础配置要求发货需物流单号`);
}

async function takeStock(tx: Tx, me: Me, delivery: Delivery, out: readonly Outgoing[], now: Date): Promise<void> {
  const picks = await pickedBatches(
    tx,
    me,
    delivery,
    out.map(({ row }) => row),
  );
  const lines = out.map(({ row, line }) => ({
    deliveryLineId: row.id,
    orderLineId: line.id,
    warehouseId: delivery.warehouse_id,
    skuId: line.skuId,
    baseQty: row.base_qty,
    ...(picks.get(row.id) ?? {}),
  }));
  const taken = new Map(
    (await shipStock(tx, me, { deliveryId: delivery.id, deliveryNo: delivery.no, at: now, lines })).map((one) => [one.deliveryLineId, one.fromReserved]),
  );
  const ids = out.map(({ row }) => row.id);
  await sql`update delivery_line l set amount = v.amount, from_reserved = v.from_reserved
    from unnest(${ids}::uuid[], ${out.map(({ amount }) => String(amount))}::bigint[], ${ids.map((id) => taken.get(id) ?? '0')}::numeric[]) as v(id, amount, from_reserved)
    where l.tenant_id = ${me.tenantId} and l.id = ${anyOf(ids)} and l.id = v.id`.execute(tx);
}

interface Share {
  orderId: string;
  orderNo: string;
  salesMemberId: string | null;
  payMethod: string;
  amount: bigint;
}

/** What each order owes for this delivery: its lines, and its freight unless an earlier delivery already charged it. Read before counters move. */
async function orderShares(tx: Tx, me: Me, out: readonly Outgoing[]): Promise<Share[]> {
  const ids = [...new Set(out.map(({ row }) => row.order_id))].sort();
  const orders = await tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'freight', 'sales_member_id', 'pay_method'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .execute();
  const charged = await tx
    .selectFrom('receivable')
    .select((get) => ['order_id', get.fn.sum<string>('amount').as('amount')])
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', anyOf(ids))
    .where('source', '=', 'DELIVERY')
    .where('status', '<>', 'REVERSED')
    .groupBy('order_id')
    .execute();
  const shipped = await tx
    .selectFrom('order_line')
    .select((get) => ['order_id', get.fn.sum<string>('shipped_amount').as('amount')])
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', anyOf(ids))
    .groupBy('order_id')
    .execute();
  const sumOf = (rows: { order_id: string | null; amount: string | null }[], id: string) => BigInt(rows.find((row) => row.order_id === id)?.amount ?? 0);
  return orders
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((order) => {
      const goods = out.filter(({ row }) => row.order_id === order.id).reduce((sum, { amount }) => sum + amount, 0n);
      const freightLeft = order.freight - (sumOf(charged, order.id) - sumOf(shipped, order.id));
      return {
        orderId: order.id,
        orderNo: order.no ?? '',
        salesMemberId: order.sales_member_id,
        payMethod: order.pay_method,
        amount: goods + (freightLeft > 0n ? freightLeft : 0n),
      };
    });
}

async function chargeOrders(tx: Tx, me: Me, delivery: Delivery, shares: readonly Share[], now: Date): Promise<void> {
  const bizDate = shanghaiDate(now);
  const orders: (Share & { capture: Captured | null })[] = [];
  for (const share of shares) {
    if (share.amount === 0n) continue;
    const { orderId, orderNo, amount } = share;
    const capture = await fundingOf(share.payMethod).capture(
      tx,
      me,
      {
        customerId: delivery.customer_id,
        orderId,
        orderNo,
        deliveryId: delivery.id,
        deliveryNo: delivery.no,
        amount,
        bizDate,
      },
      now,
    );
    orders.push({ ...share, capture });
  }
  if (orders.length)
    await raiseReceivable(tx, me, { deliveryId: delivery.id, deliveryNo: delivery.no, customerId: delivery.customer_id, bizDate, orders }, now);
}

/** 冲销: only before anything is signed. Stock, reservations, order counters, captures and receivables return to what they were. */
export async function reverseDelivery(tx: Tx, me: Me, input: { id: string; version: number; reason: string }, now: Date): Promise<Stepped> {
  const { delivery, rows } = await lockAll(tx, me, input, 'REVERSED', '冲销');
  await reverseReceivables(tx, me, { deliveryId: delivery.id, deliveryNo: delivery.no }, now);
  await untakeDeduction(tx, me, { deliveryId: delivery.id, bizDate: shanghaiDate(now) });
  const skuOf = new Map((await orderLines(tx, me, { lineIds: rows.map((row) => row.order_line_id) })).map((line) => [line.id, line.skuId]));
  const lines = rows.map((row) => ({
    deliveryLineId: row.id,
    orderLineId: row.order_line_id,
    warehouseId: delivery.warehouse_id,
    skuId: skuOf.get(row.order_line_id) ?? '',
    baseQty: row.base_qty,
    fromReserved: row.from_reserved,
  }));
  await reverseShipment(tx, me, { deliveryId: delivery.id, deliveryNo: delivery.no, lines });
  const counted = rows.map((row) => ({ orderId: row.order_id, orderLineId: row.order_line_id, qty: row.qty, amount: row.amount }));
  await recordReversal(tx, me, { deliveryNo: delivery.no, lines: counted, reason: input.reason }, now);
  const stepped = await step(tx, me, delivery, 'REVERSED', now, { action: '冲销发货单', note: input.reason, set: { reverse_reason: input.reason } });
  await tellCustomer(
    tx,
    me,
    delivery,
    rows[0]?.order_id ?? '',
    '发货已冲销',
    `发货单${delivery.no}（订单${delivery.order_nos.join('、')}）已冲销，原因：${input.reason}`,
  );
  await tell(tx, me, {
    kind: 'delivery.reversed',
    params: { deliveryNo: delivery.no, note: `客户${delivery.customer_name}的发货单${delivery.no}已冲销，原因：${input.reason}` },
    link: href('/portal/supplyChain/factory/deliver/detail', { id: delivery.id }),
    to: { side: 'factory', code: ORDER_MANAGE, about: { customerId: delivery.customer_id, warehouseId: delivery.warehouse_id } },
  });
  return stepped;
}

async function tellCustomer(tx: Tx, me: Me, delivery: Delivery, orderId: string, what: string, body: string): Promise<void> {
  await tell(tx, me, {
    kind: what === '已发货' ? 'delivery.shipped' : 'delivery.reversed',
    params: { deliveryNo: delivery.no, note: body },
    link: href('/portal/supplyChain/dealer/order/logistic', { id: orderId }),
    to: { side: 'dealer', customerId: delivery.customer_id },
  });
}
