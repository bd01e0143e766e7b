import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { nextVersion } from '~/server/versioned.server';
import { addQty, compareQty, subQty, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { isEditable } from './delivery';
import type { DeliveryForm } from './delivery.schema';
import { type Destination, lineTitle, lockOrders, type OrderLine, orderLines, refuseAbove, refuseDecimals } from './openLines.server';
import { writePackages } from './packages.server';
import { basePortion, coveredBy, remainingOf, shippedAmount } from './quantities';
import { docs, lockDelivery, record, type Stepped, step } from './steps.server';
import * as subjects from './subjects';
import { availableIn, destinations, sameDestination } from './toDeliver.server';

interface Planned {
  line: OrderLine;
  qty: string;
  baseQty: string;
}

/** Creates a delivery of orders of one customer, address and warehouse, or replaces one that still waits to go out. */
export async function saveDelivery(tx: Tx, me: Me, input: DeliveryForm, now: Date): Promise<Stepped> {
  const old = input.id ? await lockDelivery(tx, me, { id: input.id, version: input.version ?? 0 }) : null;
  if (old) docs.mustBe(old, isEditable, '编辑');
  const plan = await planLines(tx, me, input);
  const orders = await destinations(
    tx,
    me,
    plan.map(({ line }) => line.orderId),
  );
  const to = sameDestination(orders);
  if (old && old.customer_id !== to.customerId) refuse('BAD_STATE', `发货单${old.no}属于客户“${old.customer_name}”，不能改为其他客户的订单`);
  const values = headValues(
    input,
    plan,
    orders.map((order) => order.no),
  );
  const id = old?.id ?? newId();
  if (old) {
    await docs.update(tx, me, old, { ...values, ...toValues(to) });
    await tx.deleteFrom('delivery_line').where('tenant_id', '=', me.tenantId).where('delivery_id', '=', id).execute();
  }
  const no = old?.no ?? (await oneNumber(tx, me, subjects.delivery, now));
  if (!old) {
    const author = { created_by: me.accountId, creator: actorName(me), created_at: now };
    await tx
      .insertInto('delivery')
      .values({ tenant_id: me.tenantId, id, no, status: 'WAIT_OUT', ...values, ...toValues(to), ...author })
      .execute();
  }
  await insertLines(tx, me, id, plan);
  await writePackages(tx, me, { id, no, customer_id: to.customerId }, input.packages);
  await record(tx, me, { id, customerId: to.customerId }, now, { action: old ? '编辑发货单' : '新建发货单', from: old?.status ?? '', to: 'WAIT_OUT' });
  return { id, no, status: 'WAIT_OUT', version: nextVersion(old) };
}

export async function cancelDelivery(tx: Tx, me: Me, input: { id: string; version: number; reason: string }, now: Date): Promise<Stepped> {
  const delivery = await lockDelivery(tx, me, input);
  docs.mustBecome(delivery, 'CANCELLED', '取消');
  return step(tx, me, delivery, 'CANCELLED', now, { action: '取消发货单', note: input.reason });
}

/** The chosen lines under lock, each checked against what is left and what stock covers. */
async function planLines(tx: Tx, me: Me, input: DeliveryForm): Promise<Planned[]> {
  const lineIds = input.lines.map((line) => line.orderLineId);
  const before = await orderLines(tx, me, { lineIds }, input.id ?? '');
  await lockOrders(
    tx,
    me,
    before.map((line) => line.orderId),
  );
  const lines = new Map((await orderLines(tx, me, { lineIds }, input.id ?? '')).map((line) => [line.id, line]));
  const free = await availableIn(tx, me, input.warehouseId, [...lines.values()]);
  const seen = new Set<string>();
  return input.lines.map(({ orderLineId, qty }, index) => {
    const line = lines.get(orderLineId);
    if (!line) notFound(`第${index + 1}行的订单商品`);
    if (seen.has(orderLineId)) refuse('QTY_EXCEED', `第${index + 1}行：${lineTitle(line)}重复，请合并为一行`);
    seen.add(orderLineId);
    if (line.warehouseId !== input.warehouseId) refuse('BAD_STATE', `第${index + 1}行：${lineTitle(line)}的发货仓与所选发货仓不同，不能放在同一张发货单`);
    refuseDecimals(line, qty);
    refuseAbove(line, qty, remainingOf(line), line.pendingQty === null ? '待发数量' : '订单变更审核期间的待发数量', index);
    const baseQty = exactBase(line, qty);
    takeCovered(line, qty, baseQty, free, index);
    return { line, qty, baseQty };
  });
}

/** Own reservation first, the rest from what is free; several lines of one SKU share the free stock. */
function takeCovered(line: OrderLine, qty: string, baseQty: string, free: Map<string, string>, index: number): void {
  const available = free.get(line.skuId) ?? '0';
  const limit = coveredBy(line, addQty(line.reserved, available));
  refuseAbove(line, qty, limit, '可发数量（占用+可用）', index);
  const beyond = subQty(baseQty, line.reserved);
  if (compareQty(beyond, '0') > 0) free.set(line.skuId, subQty(available, beyond));
}

export function exactBase(line: OrderLine, qty: string): string {
  return basePortion(line, qty) ?? refuse('UNIT_INEXACT', `${lineTitle(line)}：${qty}${line.sku.unitName}无法精确换算为基本单位，请调整本次发货数量`);
}

function headValues(input: DeliveryForm, plan: readonly Planned[], orderNos: string[]) {
  return {
    warehouse_id: input.warehouseId,
    ship_way: input.shipWay,
    carrier: input.carrier,
    plate_no: input.plateNo,
    driver: input.driver,
    driver_phone: input.driverPhone,
    freight: input.freight,
    plan_date: input.planDate ?? null,
    remark: input.remark,
    total_qty: sumQty(plan.map(({ qty }) => qty)),
    amount: plan.reduce((sum, { line, qty }) => sum + shippedAmount(line, qty), 0n),
    order_nos: orderNos,
    waybill_nos: input.packages.map((one) => one.waybillNo).filter(Boolean),
  };
}

const toValues = (to: Destination) => ({
  customer_id: to.customerId,
  customer_name: to.customerName,
  receiver: to.receiver,
  receiver_phone: to.receiverPhone,
  province: to.province,
  city: to.city,
  district: to.district,
  address: to.address,
});

async function insertLines(tx: Tx, me: Me, deliveryId: string, plan: readonly Planned[]): Promise<void> {
  const rows = plan.map(({ line, qty, baseQty }, index) => ({
    tenant_id: me.tenantId,
    id: newId(),
    delivery_id: deliveryId,
    customer_id: line.customerId,
    order_id: line.orderId,
    order_line_id: line.id,
    line_no: index + 1,
    qty,
    base_qty: baseQty,
    amount: shippedAmount(line, qty),
  }));
  await tx.insertInto('delivery_line').values(rows).execute();
}
