import { sql } from 'kysely';
import type { z } from 'zod';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import { unitsOfDeliveries } from '~/domains/order/views/deliveryUnits.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, isAnyOf, searched, valuesHolding } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { instantRange, madeBefore } from '~/shared/dates';
import { displayYuan, subQty } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import { type DeliveryState, deliveryStates, type ShipWay } from './delivery';
import type { DeliveryDetail, DeliveryQuery, DeliveryRow, LineView, Logistic } from './delivery.schema';
import { addressText } from './openLines.server';
import { packageViews } from './packageViews.server';

const rowColumns = [
  'delivery.id',
  'delivery.no',
  'delivery.customer_id as customerId',
  'delivery.customer_name as customerName',
  'delivery.order_nos as orderNos',
  'warehouse.name as warehouseName',
  'delivery.amount',
  'delivery.ship_way as shipWay',
  'delivery.waybill_nos as waybillNos',
  'delivery.plan_date as planDate',
  'delivery.shipped_at as shippedAt',
  'delivery.signed_at as signedAt',
  'delivery.creator',
  'delivery.created_at as createdAt',
  'delivery.status',
  'delivery.version',
] as const;

export async function pageDeliveries(tx: Tx, me: Me, query: z.output<typeof DeliveryQuery>): Promise<Page<z.output<typeof DeliveryRow>>> {
  const { rows: all, few } = await deliveriesBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all), tabsOf(tx, all, 'delivery.status', Object.keys(deliveryStates), few)]);
  // More than can be counted is not added up either.
  if (page.capped) return { ...page, tabs };
  const sums = await ofState(all, query).select(sql<string>`coalesce(sum(delivery.amount), 0)::text`.as('amount')).executeTakeFirstOrThrow();
  return {
    ...page,
    totals: { amount: displayYuan(BigInt(sums.amount)) },
    tabs,
  };
}

/** The list without its totals and tabs. */
export const deliveryRowsOf = async (tx: Tx, me: Me, query: z.output<typeof DeliveryQuery>) =>
  rowsAmong(tx, me, query, (await deliveriesBy(tx, me, query)).rows);

const ofState = (rows: Deliveries, { status }: z.output<typeof DeliveryQuery>): Deliveries => (status ? rows.where('delivery.status', '=', status) : rows);

async function rowsAmong(tx: Tx, me: Me, query: z.output<typeof DeliveryQuery>, all: Deliveries): Promise<Page<z.output<typeof DeliveryRow>>> {
  const rows = ofState(all, query).select(rowColumns);
  const paging = query.no || query.orderNo || query.waybillNo ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, rows, paging, {
    sort: {
      no: 'delivery.no',
      amount: 'delivery.amount',
      shippedAt: 'delivery.shipped_at',
      signedAt: 'delivery.signed_at',
      createdAt: 'delivery.created_at',
    },
    initial: [['delivery.created_at', 'desc']],
    tiebreak: 'delivery.id',
    neverNull: ['delivery.no', 'delivery.amount'],
  });
  const unitsOf = await unitsOfDeliveries(
    tx,
    me,
    page.pagedRecords.map((row) => row.id),
  );
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({
      ...row,
      quantities: unitsOf(row.id),
      orderCount: row.orderNos.length,
      shipWay: row.shipWay as ShipWay,
      status: row.status as DeliveryState,
    })),
  };
}

type Deliveries = Awaited<ReturnType<typeof deliveriesBy>>['rows'];
/** Deliveries a query asks for, of every state. */
async function deliveriesBy(tx: Tx, me: Me, query: z.output<typeof DeliveryQuery>) {
  const all = tx
    .selectFrom('delivery')
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'delivery.tenant_id').onRef('warehouse.id', '=', 'delivery.warehouse_id'))
    .where('delivery.tenant_id', '=', me.tenantId);
  const found = await searched(all, [
    query.no && holdsNumber(tx, 'delivery.id', 'delivery_text', 'no', query.no),
    query.orderNo && holdsNumber(tx, 'delivery.id', 'delivery_text', 'order_nos', query.orderNo),
    query.waybillNo && holdsNumber(tx, 'delivery.id', 'delivery_text', 'waybill_nos', query.waybillNo),
  ]);
  let { rows } = found;
  if (query.customerId) rows = rows.where('delivery.customer_id', '=', query.customerId);
  if (query.warehouseId) rows = rows.where('delivery.warehouse_id', '=', query.warehouseId);
  if (query.shipWay) rows = rows.where('delivery.ship_way', '=', query.shipWay);
  if (query.creator) rows = rows.where(isAnyOf('delivery.creator', await valuesHolding(tx, me, 'delivery', 'creator', query.creator)));
  if (query.out) rows = rows.where('delivery.status', 'in', ['SHIPPED', 'PART_SIGNED', 'SIGNED']);
  const shipped = instantRange(query.shippedStart, query.shippedEnd);
  if (shipped.from) rows = rows.where('delivery.shipped_at', '>=', shipped.from);
  if (shipped.before) rows = rows.where('delivery.shipped_at', '<', shipped.before).where('delivery.created_at', '<', madeBefore(shipped.before));
  return { rows, few: found.few };
}

export async function deliveryDetail(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof DeliveryDetail>> {
  const row = await tx.selectFrom('delivery').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!row) notFound('该发货单');
  const warehouse = await tx
    .selectFrom('warehouse')
    .select('name')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', row.warehouse_id)
    .executeTakeFirstOrThrow();
  const [head] = await heads(tx, me, [row]);
  return {
    ...(head as Head),
    customerId: row.customer_id,
    customerName: row.customer_name,
    warehouseId: row.warehouse_id,
    warehouseName: warehouse.name,
    freight: row.freight,
    amount: row.amount,
    remark: row.remark,
    reverseReason: row.reverse_reason,
    creator: row.creator,
    createdAt: row.created_at,
    stock: await stockSteps(tx, me, row.id),
    receivables: await receivablesOf(tx, me, row.id),
    events: await eventsOf(tx, me, row.id),
  };
}

const eventsOf = (tx: Tx, me: Me, id: string) =>
  tx
    .selectFrom('delivery_event')
    .select(['id', 'at', 'actor', 'action', 'note'])
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();

async function receivablesOf(tx: Tx, me: Me, deliveryId: string) {
  const rows = await tx
    .selectFrom('receivable')
    .select(['id', 'no', 'order_no as orderNo', 'amount', 'open', 'due_date as dueDate', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('no')
    .execute();
  return rows.map((row) => ({ ...row, open: row.status === 'REVERSED' ? 0n : (row.open ?? 0n) }));
}

async function stockSteps(tx: Tx, me: Me, deliveryId: string) {
  return tx
    .selectFrom('stock_ledger')
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'stock_ledger.tenant_id').onRef('sku.id', '=', 'stock_ledger.sku_id'))
    .select([
      'stock_ledger.id',
      'stock_ledger.at',
      'sku.code as skuCode',
      'stock_ledger.d_on_hand as dOnHand',
      'stock_ledger.d_reserved as dReserved',
      'stock_ledger.after_on_hand as afterOnHand',
      'stock_ledger.actor',
      'stock_ledger.step',
    ])
    .where('stock_ledger.tenant_id', '=', me.tenantId)
    .where('stock_ledger.biz_id', '=', deliveryId)
    .orderBy('stock_ledger.at')
    .orderBy('stock_ledger.seq')
    .execute();
}

export const deliveryRows = (tx: Tx, me: Me) => tx.selectFrom('delivery').selectAll().where('tenant_id', '=', me.tenantId);
type Row = Awaited<ReturnType<ReturnType<typeof deliveryRows>['executeTakeFirstOrThrow']>>;
type Head = Omit<z.output<typeof Logistic>['deliveries'][number], 'signable'>;

/** Deliveries with their lines, packages and traces. */
export async function heads(tx: Tx, me: Me, rows: readonly Row[]): Promise<Head[]> {
  const ids = rows.map((row) => row.id);
  const lines = await lineViews(tx, me, ids);
  const packages = await packageViews(tx, me, ids, lines);
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    status: row.status as DeliveryState,
    version: row.version,
    shipWay: row.ship_way as ShipWay,
    carrier: row.carrier,
    plateNo: row.plate_no,
    driver: row.driver,
    driverPhone: row.driver_phone,
    receiver: row.receiver,
    receiverPhone: row.receiver_phone,
    address: addressText(row),
    planDate: row.plan_date,
    shippedAt: row.shipped_at,
    signedAt: row.signed_at,
    lines: lines.get(row.id) ?? [],
    packages: packages.get(row.id) ?? [],
  }));
}

async function lineViews(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, z.output<typeof LineView>[]>> {
  const rows = await tx
    .selectFrom('delivery_line')
    .innerJoin('order_line', (on) =>
      on.onRef('order_line.tenant_id', '=', 'delivery_line.tenant_id').onRef('order_line.id', '=', 'delivery_line.order_line_id'),
    )
    .innerJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'delivery_line.tenant_id').onRef('sales_order.id', '=', 'delivery_line.order_id'))
    .selectAll('delivery_line')
    .select(['order_line.sku_snapshot', 'order_line.qty as ordered', 'order_line.closed', 'sales_order.no as order_no'])
    .where('delivery_line.tenant_id', '=', me.tenantId)
    .where('delivery_line.delivery_id', '=', anyOf(ids))
    .orderBy('delivery_line.line_no')
    .execute();
  const byDelivery = new Map<string, z.output<typeof LineView>[]>();
  for (const row of rows) {
    const sku = row.sku_snapshot as unknown as SkuSnapshot;
    const view = {
      id: row.id,
      lineNo: row.line_no,
      orderId: row.order_id,
      orderNo: row.order_no ?? '',
      orderLineId: row.order_line_id,
      skuCode: sku.code,
      name: sku.name,
      spec: [sku.spec, sku.saleText].filter(Boolean).join(' '),
      image: sku.image,
      unitName: sku.unitName,
      unitDecimals: sku.unitDecimals,
      ordered: subQty(row.ordered, row.closed),
      qty: row.qty,
      amount: row.amount,
      signed: row.signed,
      refused: row.refused,
      damage: row.damage,
      signNote: row.sign_note,
      signPhotos: row.sign_photos,
      signedAt: row.signed_at,
    };
    byDelivery.set(row.delivery_id, [...(byDelivery.get(row.delivery_id) ?? []), view]);
  }
  return byDelivery;
}
