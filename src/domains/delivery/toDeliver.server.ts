import { sql } from 'kysely';
import type { z } from 'zod';
import { deliverableStates, hasOpenLine, isDeliverable, leftOfLine, openLineOfOrder } from '~/domains/order/lines/leftToSend.server';
import { skusMatching } from '~/domains/product/catalogue.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom, wholeCount } from '~/server/list.server';
import { fewOf, holdsNumber } from '~/server/search.server';
import type { Page } from '~/shared/page';
import { notFound, refuse, type Way } from '~/shared/refusal';
import type { FormData, FormLine, ToDeliverQuery, ToDeliverRow } from './delivery.schema';
import { addressText, type Destination, heldQty, mergeKeyOf, type OrderLine, orderLines } from './openLines.server';
import { deliverableOf, isZero, remainingOf } from './quantities';

/** When an order is due, as the index of waiting orders has it: orders without a day are due last. */
const due = sql<{ day: string }>`(select coalesce(sales_order.expect_date, '9999-12-31'::date) as day)`;

/** Sums by order of what is still to go out; `left` in the lines' units, `can` limited by own reservation and available stock. With `offset 0` each line is looked up once, not once a sum. */
const sums = sql<{ left_qty: string; can_qty: string; complete: boolean; units: string[]; left_lines: number; ready_lines: number }>`(
  select coalesce(sum(least_left), 0) as left_qty, coalesce(sum(least(least_left, covered)), 0) as can_qty, coalesce(bool_and(covered >= least_left), true) as complete,
    coalesce(array_agg(distinct unit) filter (where least_left > 0), '{}') as units, (count(*) filter (where least_left > 0))::int as left_lines,
    (count(*) filter (where least_left > 0 and covered >= least_left))::int as ready_lines
  from (select ${leftOfLine} as least_left,
      trunc((${heldQty} + coalesce(b.available, 0)) * order_line.qty / order_line.base_qty, coalesce((order_line.sku_snapshot->>'unitDecimals')::int, 0)) as covered, order_line.sku_snapshot->>'unitName' as unit
    from order_line left join stock_balance b on b.tenant_id = order_line.tenant_id and b.warehouse_id = order_line.warehouse_id and b.sku_id = order_line.sku_id
    where ${openLineOfOrder} offset 0) lines)`;

type Query = z.output<typeof ToDeliverQuery>;

/** Approved orders with something left to send, the most urgent first. */
export async function pageToDeliver(tx: Tx, me: Me, query: Query): Promise<Page<z.output<typeof ToDeliverRow>>> {
  const waiting = await waitingOrders(tx, me, query);
  const order = {
    sort: { no: 'sales_order.no', expectDate: 'sales_order.expect_date', approvedAt: 'sales_order.approved_at', pendingQty: 's.left_qty' },
    initial: [
      ['due.day', 'asc'],
      ['sales_order.approved_at', 'asc'],
    ],
    tiebreak: 'sales_order.id',
  } as const;
  const shown = (rows: { id: string }[]) => completed(rows, (ids) => rowsToDeliver(tx, me, ids));
  if (!query.complete && !/pendingQty/.test(query.ascs + query.descs)) return pageFrom(tx, waiting.where(hasOpenLine), query, order, shown);
  let reckoned = waiting
    .innerJoinLateral(sums.as('s'), (on) => on.onTrue())
    .where(sql<boolean>`s.left_qty > 0`)
    .select(wholeCount.as('whole'));
  if (query.complete) reckoned = reckoned.where('s.complete', '=', query.complete === 'true');
  return pageFrom(tx, reckoned, query, { ...order, counted: (row) => row.whole }, shown);
}

async function waitingOrders(tx: Tx, me: Me, query: Query) {
  let rows = tx
    .selectFrom('sales_order')
    .innerJoinLateral(due.as('due'), (on) => on.onTrue())
    .select('sales_order.id')
    .where('sales_order.tenant_id', '=', me.tenantId)
    .where(isDeliverable);
  if (query.customerId) rows = rows.where('sales_order.customer_id', '=', query.customerId);
  if (query.warehouseId) rows = rows.where('sales_order.warehouse_id', '=', query.warehouseId);
  if (query.orderNo) rows = rows.where(await holdsNumber(tx, 'sales_order.id', 'sales_order_text', 'no', query.orderNo));
  if (query.product) rows = rows.where(stillNeeds(await skusMatching(tx, me, query.product)));
  if (query.expectStart) rows = rows.where('sales_order.expect_date', '>=', query.expectStart);
  if (query.expectEnd) rows = rows.where('sales_order.expect_date', '<=', query.expectEnd);
  // Their own order has an index; by any other column the planner would read all orders ever placed in that order for the few that wait.
  if (query.ascs || query.descs) rows = rows.where(await fewOf('sales_order.id', waitingIds(tx, me)));
  return rows;
}

async function rowsToDeliver(tx: Tx, me: Me, ids: readonly string[]): Promise<z.output<typeof ToDeliverRow>[]> {
  const rows = await tx
    .selectFrom('sales_order')
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'sales_order.tenant_id').onRef('warehouse.id', '=', 'sales_order.warehouse_id'))
    .innerJoinLateral(sums.as('s'), (on) => on.onTrue())
    .select([
      'sales_order.id',
      'sales_order.no',
      'sales_order.customer_id as customerId',
      'sales_order.customer_name as customerName',
      'sales_order.warehouse_id as warehouseId',
      'warehouse.name as warehouseName',
      'sales_order.receiver',
      'sales_order.receiver_phone as receiverPhone',
      'sales_order.province',
      'sales_order.city',
      'sales_order.district',
      'sales_order.address',
      'sales_order.expect_date as expectDate',
      'sales_order.approved_at as approvedAt',
      'sales_order.status',
      's.left_qty as pendingQty',
      's.can_qty as deliverableQty',
      's.complete',
      's.units',
      's.left_lines as pendingLines',
      's.ready_lines as readyLines',
    ])
    .select(sql<boolean>`sales_order.pending_version_id is not null`.as('changing'))
    .where('sales_order.tenant_id', '=', me.tenantId)
    .where('sales_order.id', '=', anyOf(ids))
    .execute();
  return rows.map((row) => ({ ...row, no: row.no ?? '', address: addressText(row), mergeKey: mergeKeyOf(row) }));
}

const waitingIds = (tx: Tx, me: Me) =>
  tx.selectFrom('sales_order').select('sales_order.id').where('sales_order.tenant_id', '=', me.tenantId).where(isDeliverable);

/** Some of the goods are still to go out. */
const stillNeeds = (skuIds: readonly string[]) =>
  sql<boolean>`exists (select from order_line where ${openLineOfOrder} and order_line.sku_id = ${anyOf(skuIds)})`;

/** What the form of a new delivery starts from: the orders' open lines in one warehouse. */
export async function newDelivery(tx: Tx, me: Me, input: { orderIds: string[]; warehouseId?: string | undefined }): Promise<z.output<typeof FormData>> {
  const orders = await destinations(tx, me, input.orderIds);
  const to = sameDestination(orders);
  const lines = (await orderLines(tx, me, input)).filter((line) => !isZero(remainingOf(line)));
  if (!lines.length) refuse('QTY_EXCEED', `订单${orders.map((order) => order.no).join('、')}没有待发货的商品`, { ways: orders.map(wayTo) });
  return formOf(tx, me, to, lines, input.warehouseId ?? (lines[0] as OrderLine).warehouseId, new Map());
}

/** The form of a delivery that waits to go out, with its own quantities filled in. */
export async function editDelivery(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof FormData>> {
  const delivery = await tx.selectFrom('delivery').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!delivery) notFound();
  const own = await tx
    .selectFrom('delivery_line')
    .select(['order_id', 'order_line_id', 'qty'])
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', input.id)
    .execute();
  const filled = new Map(own.map((line) => [line.order_line_id, line.qty]));
  const lines = (await orderLines(tx, me, { orderIds: [...new Set(own.map((line) => line.order_id))] }, input.id)).filter(
    (line) => filled.has(line.id) || !isZero(remainingOf(line)),
  );
  const to = { ...delivery, customerId: delivery.customer_id, customerName: delivery.customer_name, receiverPhone: delivery.receiver_phone };
  return formOf(tx, me, to, lines, delivery.warehouse_id, filled);
}

async function formOf(tx: Tx, me: Me, to: Destination, all: OrderLine[], warehouseId: string, filled: Map<string, string>): Promise<z.output<typeof FormData>> {
  const warehouses = await tx
    .selectFrom('warehouse')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(all.map((line) => line.warehouseId)))
    .orderBy('code')
    .execute();
  const chosen = warehouses.find((one) => one.id === warehouseId) ?? warehouses[0];
  if (!chosen) notFound('所选仓库');
  const lines = all.filter((line) => line.warehouseId === chosen.id);
  const available = await availableIn(tx, me, chosen.id, lines);
  const config = await orderSettingsOf(tx, me);
  return {
    customerId: to.customerId,
    customerName: to.customerName,
    warehouseId: chosen.id,
    warehouseName: chosen.name,
    warehouses,
    receiver: to.receiver,
    receiverPhone: to.receiverPhone,
    address: addressText(to),
    waybillRequired: config.waybillRequired,
    lines: lines.map((line) => formLine(line, available.get(line.skuId) ?? '0', filled.get(line.id))),
  };
}

function formLine(line: OrderLine, available: string, filled: string | undefined): z.output<typeof FormLine> {
  const deliverable = deliverableOf(line, { reserved: line.reserved, available });
  return {
    orderLineId: line.id,
    orderId: line.orderId,
    orderNo: line.orderNo,
    lineNo: line.lineNo,
    skuCode: line.sku.code,
    name: line.sku.name,
    spec: [line.sku.spec, line.sku.saleText].filter(Boolean).join(' '),
    unitName: line.sku.unitName,
    unitDecimals: line.unitDecimals,
    ordered: line.qty,
    shipped: line.shipped,
    closed: line.closed,
    remaining: remainingOf(line),
    deliverable,
    changing: line.pendingQty !== null,
    qty: filled ?? '0',
  };
}

/** Stock free for anybody in the warehouse, by SKU, in base units. */
export async function availableIn(tx: Tx, me: Me, warehouseId: string, lines: readonly { skuId: string }[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('stock_balance')
    .select(['sku_id', 'available'])
    .where('tenant_id', '=', me.tenantId)
    .where('warehouse_id', '=', warehouseId)
    .where('sku_id', '=', anyOf(lines.map((line) => line.skuId)))
    .execute();
  return new Map(rows.map((row) => [row.sku_id, row.available ?? '0']));
}

interface OrderTo extends Destination {
  id: string;
  no: string;
  status: string;
}

/** The orders with where they go; refuses one that is missing or not to be delivered now. */
export async function destinations(tx: Tx, me: Me, orderIds: readonly string[]): Promise<OrderTo[]> {
  const ids = [...new Set(orderIds)];
  const rows = await tx
    .selectFrom('sales_order')
    .select([
      'id',
      'no',
      'status',
      'customer_id as customerId',
      'customer_name as customerName',
      'receiver',
      'receiver_phone as receiverPhone',
      'province',
      'city',
      'district',
      'address',
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('no')
    .execute();
  if (rows.length !== ids.length) notFound('所选订单');
  for (const row of rows) {
    if (!(deliverableStates as readonly string[]).includes(row.status))
      refuse('BAD_STATE', `订单${row.no ?? ''}当前不是待发货或部分发货，不能发货`, { ways: [wayTo(row)] });
  }
  return rows.map((row) => ({ ...row, no: row.no ?? '' }));
}

const wayTo = ({ id, no }: { id: string; no: string | null }): Way => ({
  title: `订单${no ?? ''}`,
  href: href('/portal/supplyChain/factory/order/detail', { id }),
});

export function sameDestination(orders: readonly OrderTo[]): Destination {
  const [first, ...others] = orders as [OrderTo, ...OrderTo[]];
  for (const other of others) {
    if (other.customerId !== first.customerId) refuse('BAD_STATE', `订单${first.no}与${other.no}不是同一客户，不能合并发货`);
    if (mergeKeyOf({ ...other, warehouseId: '' }) !== mergeKeyOf({ ...first, warehouseId: '' }))
      refuse('BAD_STATE', `订单${first.no}与${other.no}的收货地址不同，不能合并发货`);
  }
  return first;
}
