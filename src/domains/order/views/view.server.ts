import { sql } from 'kysely';
import type { z } from 'zod';
import { fundSummary } from '~/domains/finance/fund.server';
import { offeredBy } from '~/domains/finance/funding.server';
import { dealerTrace } from '~/domains/price/resolve';
import { holdsAny, isDealer, type Me } from '~/portal/me';
import { FUND_MANAGE, ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { addQty, compareQty } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { openBase } from '../allocation/allocation.server';
import { auditStateOf } from '../audit/auditTask.server';
import { keptTax } from '../change/closed';
import { isSendable } from '../lines/leftToSend.server';
import type { SkuSnapshot } from '../lines/skuSnapshot';
import type { OrderStatus } from '../order.schema';
import { isPrivateDraft, type Line, linesOf, versionsOf } from '../store.server';
import { type Difference, diffOf, isShown, type Snapshot } from '../versions/versions';
import { deliveriesOf, receiptsOf, receivablesOf } from './followUp.server';
import type { OrderDetail, OrderVersion } from './orderView.schema';

type Detail = z.output<typeof OrderDetail>;
type Version = z.output<typeof OrderVersion>;

/** Everything about one order; the dealer's call drops what is not for dealers, and traces lose their losers here. */
export async function orderDetail(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<Detail> {
  const order = await readOrder(tx, me, input.id);
  const lines = await linesOf(tx, me, [order.id]);
  const versions = order.version > 0 ? await versionsOf(tx, me, order.id) : [];
  const pending = versions.find((one) => one.id === order.pending_version_id);
  const effective = versions.filter((one) => one.state === 'EFFECTIVE');
  return {
    ...headerOf(order),
    tax: keptTax(lines),
    version: order.version,
    pending: pending ? { id: pending.id, reason: pending.reason, actor: pending.actor, createdAt: pending.created_at, diff: shown(pending.diff) } : null,
    diff: effective.length > 1 ? shown(effective.at(-1)?.diff) : [],
    lines: await lineViews(tx, me, lines),
    deliveries: await deliveriesOf(tx, me, order.id),
    receivables: await receivablesOf(tx, me, order.id, order.customer_id),
    receipts: await receiptsOf(tx, me, order.id, order.customer_id),
    events: await eventsOf(tx, me, order.id),
    audit: isDealer(me) ? { mayDecide: false, tasks: [] } : await auditStateOf(tx, me, order),
    buyer: holdsAny(me, ORDER_MANAGE, ORDER_AUDIT, FUND_MANAGE) ? await buyerCard(tx, me, order.customer_id, now) : nobody,
  };
}

/** The order as this person may see it, for what is attached to it. */
export async function findOrder(tx: Tx, me: Me, id: string): Promise<{ no: string; customerId: string } | null> {
  let found = tx.selectFrom('sales_order').select(['no', 'customer_id', 'status', 'source']).where('tenant_id', '=', me.tenantId).where('id', '=', id);
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const order = await found.executeTakeFirst();
  return order && !isPrivateDraft(order, me) ? { no: order.no ?? '草稿', customerId: order.customer_id } : null;
}

async function readOrder(tx: Tx, me: Me, id: string) {
  let found = tx
    .selectFrom('sales_order')
    .innerJoin('warehouse', (on) => on.onRef('warehouse.tenant_id', '=', 'sales_order.tenant_id').onRef('warehouse.id', '=', 'sales_order.warehouse_id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'sales_order.tenant_id').onRef('member.id', '=', 'sales_order.sales_member_id'))
    .leftJoin('project', (on) => on.onRef('project.tenant_id', '=', 'sales_order.tenant_id').onRef('project.id', '=', 'sales_order.project_id'))
    .selectAll('sales_order')
    .select([
      'warehouse.name as warehouseName',
      'member.name as salesName',
      'project.name as projectName',
      (isDealer(me) ? sql.lit(false) : isSendable).as('sendable'),
    ])
    .where('sales_order.tenant_id', '=', me.tenantId)
    .where('sales_order.id', '=', id);
  if (me.customerId !== null) found = found.where('sales_order.customer_id', '=', me.customerId);
  const order = await found.executeTakeFirst();
  if (!order || isPrivateDraft(order, me)) notFound();
  return order;
}

function headerOf(order: Awaited<ReturnType<typeof readOrder>>) {
  return {
    id: order.id,
    no: order.no ?? '',
    rowVersion: order.row_version,
    status: order.status as OrderStatus,
    source: order.source as Detail['source'],
    type: order.type,
    customerId: order.customer_id,
    customerName: order.customer_name,
    projectId: order.project_id,
    projectName: order.projectName ?? '',
    externalNo: order.external_no,
    payMethod: order.pay_method as Detail['payMethod'],
    receiver: order.receiver,
    receiverPhone: order.receiver_phone,
    province: order.province,
    city: order.city,
    district: order.district,
    address: order.address,
    expectDate: order.expect_date,
    goodsAmount: order.goods_amount,
    discount: order.discount,
    expenseAsked: order.expense_asked,
    expenseUsed: order.expense_used,
    freight: order.freight,
    closedAmount: order.closed_amount,
    payable: order.payable,
    held: order.held,
    paid: order.paid,
    payState: order.pay_state as Detail['payState'],
    totalQty: order.total_qty,
    shippedQty: order.shipped_qty,
    signedQty: order.signed_qty,
    closedQty: order.closed_qty,
    remark: order.remark,
    internalRemark: order.internal_remark,
    creator: order.creator,
    createdAt: order.created_at,
    submittedAt: order.submitted_at,
    approvedAt: order.approved_at,
    finishedAt: order.finished_at,
    closeReason: order.close_reason,
    warehouseId: order.warehouse_id,
    warehouseName: order.warehouseName,
    salesMemberId: order.sales_member_id,
    salesName: order.salesName ?? '',
    short: order.short,
    sendable: order.sendable,
  };
}

interface StoredSku extends SkuSnapshot {
  baseUnitName?: string;
  minPrice?: string | null;
}

async function lineViews(tx: Tx, me: Me, lines: readonly Line[]): Promise<Detail['lines']> {
  const stock = isDealer(me) || !lines.length ? new Map<string, string>() : await availableFor(tx, me, lines);
  return lines.map((line) => {
    const sku = line.sku_snapshot as unknown as StoredSku;
    const trace = line.price_trace as unknown as Detail['lines'][number]['trace'];
    const available = stock.get(`${line.warehouse_id}/${line.sku_id}`) ?? '0';
    return {
      id: line.id,
      lineNo: line.line_no,
      skuId: line.sku_id,
      skuCode: sku.code,
      productCode: sku.productCode,
      name: sku.name,
      spec: sku.spec,
      saleText: sku.saleText,
      image: sku.image,
      unitId: line.unit_id,
      unitName: sku.unitName,
      unitDecimals: sku.unitDecimals,
      qty: line.qty,
      baseQty: line.base_qty,
      baseUnitName: sku.baseUnitName ?? sku.unitName,
      listPrice: line.list_price,
      price: line.price,
      priceSource: line.price_source as Detail['lines'][number]['priceSource'],
      amount: line.amount,
      taxRatePpm: line.tax_rate_ppm,
      gift: line.is_gift,
      shipped: line.shipped,
      signed: line.signed,
      refused: line.refused,
      returned: line.returned,
      closed: line.closed,
      remark: line.remark,
      trace: isDealer(me) ? dealerTrace(trace) : trace,
      manualPrice: line.manual_price,
      manualReason: line.manual_reason,
      minPrice: sku.minPrice ?? null,
      belowFloor: line.below_floor,
      reserved: line.reserved,
      available,
      short: compareQty(addQty(line.reserved, available), openBase(line)) < 0,
      warehouseId: line.warehouse_id,
    };
  });
}

async function availableFor(tx: Tx, me: Me, lines: readonly Line[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; available: string }>`
    select warehouse_id || '/' || sku_id as key, available from stock_balance
    where tenant_id = ${me.tenantId} and (warehouse_id, sku_id) in (select * from unnest(${lines.map((line) => line.warehouse_id)}::uuid[], ${lines.map((line) => line.sku_id)}::uuid[]))`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.key, row.available]));
}

async function eventsOf(tx: Tx, me: Me, orderId: string): Promise<Detail['events']> {
  const events = tx
    .selectFrom('order_event')
    .select(['id', 'actor', 'side', 'action', 'from_status as from', 'to_status as to', 'note', 'at'])
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  return (isDealer(me) ? events.where(sql<boolean>`payload->>'internal' is null`) : events).execute();
}

const nobody: Detail['buyer'] = {
  balance: 0n,
  held: 0n,
  available: 0n,
  openReceivable: 0n,
  overdue: 0n,
  overdueDays: 0,
  credit: null,
  paymentDays: 0,
  recentOrders: 0,
  recentAmount: 0n,
};

async function buyerCard(tx: Tx, me: Me, customerId: string, now: Date): Promise<Detail['buyer']> {
  const today = shanghaiDate(now);
  const funds = await fundSummary(tx, me, customerId, today);
  const recent = await tx
    .selectFrom('sales_order')
    .select([sql<number>`count(*)::int`.as('n'), sql<bigint>`coalesce(sum(payable), 0)::bigint`.as('amount')])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('created_at', '>=', startOfDay(addDays(today, -90)))
    .where('status', 'not in', ['DRAFT', 'REJECTED', 'CANCELLED'])
    .executeTakeFirstOrThrow();
  const customer = await tx
    .selectFrom('customer')
    .select('payment_days')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const credit = await offeredBy(tx, me, 'CREDIT', { customerId, today });
  return { ...funds, credit, paymentDays: customer.payment_days, recentOrders: recent.n, recentAmount: recent.amount };
}

const shown = (diff: unknown): Difference[] => (diff as Difference[]).filter(isShown);

/** The chain of versions, newest first, each with what it changed. */
export async function orderVersions(tx: Tx, me: Me, input: { id: string }): Promise<{ versions: Version[] }> {
  await readOrder(tx, me, input.id);
  const versions = await versionsOf(tx, me, input.id);
  return {
    versions: versions.reverse().map((one) => ({
      id: one.id,
      version: one.version,
      kind: one.kind,
      state: one.state,
      reason: one.reason,
      actor: one.actor,
      createdAt: one.created_at,
      decidedAt: one.decided_at,
      diff: one.version === 1 ? [] : shown(one.diff),
      hash: one.hash,
    })),
  };
}

/** Any two versions compared. */
export async function versionDiff(tx: Tx, me: Me, input: { id: string; from: number; to: number }): Promise<{ diff: Difference[] }> {
  await readOrder(tx, me, input.id);
  const versions = await versionsOf(tx, me, input.id);
  const snapshot = (version: number) => versions.find((one) => one.version === version)?.snapshot as unknown as Snapshot | undefined;
  const [before, after] = [snapshot(input.from), snapshot(input.to)];
  if (!before || !after) return notFound('所选版本');
  return { diff: diffOf(before, after).filter(isShown) };
}
