import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { regionFilter } from '~/domains/region/regionFilter.server';
import { isDealer, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { containing, pageFrom } from '~/server/list.server';
import { daysAfter, FOUND_CAP, holdsNumber } from '~/server/search.server';
import { addDays, instantRange, madeBefore } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { TAB_CAP } from '~/shared/tabCap';
import { auditWaitsFor } from '../audit/audited.server';
import type { OrderQuery } from '../form/orderInput.schema';
import { isSendable } from '../lines/leftToSend.server';
import type { OrderRow } from './orderRow.schema';

type Row = z.output<typeof OrderRow>;
/** States people have something to do in; ended orders are not counted. */
const tabStates = ['DRAFT', 'PENDING_AUDIT', 'REJECTED', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED', 'DELIVERED'] as const;

export async function pageOrders(tx: Tx, me: Me, query: OrderQuery): Promise<Page<Row>> {
  const chosen = await filtered(tx, me, query);
  if (query.withTabs !== 'true') return rowsAmong(tx, me, query, chosen);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, chosen), countOrders(tx, me)]);
  // More than can be counted is not added up either: nobody asks for the sum of everything, and it would hold up the list.
  return { ...page, tabs, ...(page.capped ? {} : { totals: await totalsOf(chosen) }) };
}

async function totalsOf(chosen: Filtered): Promise<Record<string, string>> {
  const sum = (column: string) => sql<string>`coalesce(sum(${sql.ref(`sales_order.${column}`)}), 0)::text`.as(column);
  const sums = await chosen
    .clearSelect()
    .select([sum('payable'), sum('held'), sum('paid')])
    .executeTakeFirstOrThrow();
  return Object.fromEntries(Object.entries(sums).map(([key, fen]) => [key, formatYuan(BigInt(fen))]));
}

/** The list without its tabs' counts. */
export async function orderRows(tx: Tx, me: Me, query: OrderQuery): Promise<Page<Row>> {
  return rowsAmong(tx, me, query, await filtered(tx, me, query));
}

async function rowsAmong(tx: Tx, me: Me, query: OrderQuery, chosen: Filtered): Promise<Page<Row>> {
  const order = {
    sort: {
      no: 'sales_order.no',
      createdAt: 'sales_order.created_at',
      // A dealer's orders all bear its own name.
      ...(isDealer(me) ? {} : { customerName: 'sales_order.customer_name' }),
      payable: 'sales_order.payable',
      totalQty: 'sales_order.total_qty',
      expectDate: 'sales_order.expect_date',
      approvedAt: 'sales_order.approved_at',
    },
    initial: [['sales_order.created_at', 'desc']] as const,
    tiebreak: 'sales_order.id',
    neverNull: ['sales_order.customer_name', 'sales_order.payable', 'sales_order.total_qty'],
  };
  const paging = query.orderNo || query.product ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(tx, chosen, paging, order, (rows) => completed(tx, me, rows));
}

const columns = [
  'sales_order.id',
  'sales_order.no',
  'sales_order.created_at as createdAt',
  'sales_order.customer_id as customerId',
  'sales_order.customer_name as customerName',
  'sales_order.source',
  'sales_order.status',
  'sales_order.pay_method as payMethod',
  'sales_order.payable',
  'sales_order.closed_amount as closedAmount',
  'sales_order.expense_used as expenseUsed',
  'sales_order.held',
  'sales_order.paid',
  'sales_order.pay_state as payState',
  'sales_order.invoice_state as invoiceState',
  'sales_order.return_state as returnState',
  'sales_order.province',
  'sales_order.city',
  'sales_order.line_count as lineCount',
  'sales_order.total_qty as totalQty',
  'sales_order.shipped_qty as shippedQty',
  'sales_order.signed_qty as signedQty',
  'sales_order.closed_qty as closedQty',
  'sales_order.expect_date as expectDate',
  'sales_order.short',
  'sales_order.row_version as rowVersion',
  'sales_order.pending_version_id',
  'sales_order.sales_member_id',
  'sales_order.approved_at',
] as const;

async function filtered(tx: Tx, me: Me, query: OrderQuery) {
  let rows = tx.selectFrom('sales_order').select(columns).where('sales_order.tenant_id', '=', me.tenantId);
  rows = isDealer(me) ? rows.where('sales_order.customer_id', '=', me.customerId) : rows;
  const statuses = query.status.split(',').filter(Boolean);
  if (statuses.length === 1) rows = rows.where('sales_order.status', '=', statuses[0] as string);
  if (statuses.length > 1) rows = rows.where('sales_order.status', 'in', statuses);
  if (!statuses.length || statuses.includes('DRAFT')) rows = rows.where(visibleDraft(me));
  if (query.orderNo) rows = rows.where(await holdsNumber(tx, 'sales_order.id', 'sales_order_text', 'no', query.orderNo));
  if (query.customerId && !isDealer(me)) rows = rows.where('sales_order.customer_id', '=', query.customerId);
  if (query.projectId) rows = rows.where('sales_order.project_id', '=', query.projectId);
  if (query.payMethod) rows = rows.where('sales_order.pay_method', '=', query.payMethod);
  if (query.source) rows = rows.where('sales_order.source', '=', query.source);
  if (query.salesMemberId) rows = rows.where('sales_order.sales_member_id', '=', query.salesMemberId);
  if (query.invoiceState) rows = rows.where('sales_order.invoice_state', '=', query.invoiceState);
  if (query.returnState) rows = rows.where('sales_order.return_state', '=', query.returnState);
  // Said as the index of returned orders says it.
  if (query.returnState === 'PART' || query.returnState === 'ALL') rows = rows.where(sql<SqlBool>`sales_order.return_state <> 'NONE'`);
  if (query.payState) rows = rows.where('sales_order.pay_state', '=', query.payState);
  for (const [column, name] of placeOf(query.region)) rows = rows.where(column, '=', name);
  if (query.short) rows = rows.where(query.short === 'true' ? sql<SqlBool>`sales_order.short` : sql<SqlBool>`not sales_order.short`);
  if (query.changing) rows = rows.where('sales_order.pending_version_id', query.changing === 'true' ? 'is not' : 'is', null);
  if (query.forMe && me.memberId) rows = rows.where(auditWaitsFor(me.memberId, query.forMe === 'true'));
  if (query.deliverStatus) rows = rows.where('sales_order.deliver_state', '=', query.deliverStatus);
  if (query.product) rows = rows.where(await holdsGoods(tx, me, query.product));
  return ranged(tx, me, rows, query);
}

const placeColumns = ['sales_order.province', 'sales_order.city', 'sales_order.district'] as const;
const placeOf = (code: string) => regionFilter(code).map((name, level) => [placeColumns[level] as (typeof placeColumns)[number], name] as const);

type Filtered = ReturnType<typeof base>;
const base = (tx: Tx) => tx.selectFrom('sales_order').select(columns);

/** Orders are found by days they came to after they were made: the list, newest first, begins there. */
async function ranged(tx: Tx, me: Me, rows: Filtered, query: OrderQuery): Promise<Filtered> {
  const created = instantRange(query.createTimeStart, query.createTimeEnd);
  const submitted = instantRange(query.submitTimeStart, query.submitTimeEnd);
  const audited = instantRange(query.auditTimeStart, query.auditTimeEnd);
  const expect = { from: query.expectStart.slice(0, 10), to: query.expectEnd.slice(0, 10) };
  if (created.from) rows = rows.where('sales_order.created_at', '>=', created.from);
  if (created.before) rows = rows.where('sales_order.created_at', '<', created.before);
  if (submitted.from) rows = rows.where('sales_order.submitted_at', '>=', submitted.from);
  if (submitted.before) rows = rows.where('sales_order.submitted_at', '<', submitted.before);
  if (audited.from) rows = rows.where('sales_order.approved_at', '>=', audited.from);
  if (audited.before) rows = rows.where('sales_order.approved_at', '<', audited.before);
  for (const { before } of [submitted, audited]) if (before) rows = rows.where('sales_order.created_at', '<', madeBefore(before));
  if (expect.from) rows = rows.where('sales_order.expect_date', '>=', expect.from);
  if (expect.to) {
    const made = addDays(expect.to, await daysAfter(tx, me, 'sales_order', madeOn, sql`expect_date`));
    rows = rows.where('sales_order.expect_date', '<=', expect.to).where('sales_order.created_at', '<', instantRange(null, made).before as Date);
  }
  return rows;
}

const madeOn = sql`(created_at at time zone 'Asia/Shanghai')::date`;

/** A draft never submitted is its own side's alone. */
const visibleDraft = (me: Me) =>
  isDealer(me)
    ? sql<SqlBool>`(sales_order.status <> 'DRAFT' or sales_order.no is not null or sales_order.source = 'DEALER')`
    : sql<SqlBool>`(sales_order.status <> 'DRAFT' or sales_order.no is not null or sales_order.source <> 'DEALER')`;

/** Orders with one of the goods whose name or code holds the word; the catalogue is short where the orders' lines are many. */
async function holdsGoods(tx: Tx, me: Me, word: string) {
  const like = containing(word);
  const { rows } = await sql<{ id: string }>`select s.id from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${me.tenantId} and (s.code ilike ${like} or p.name ilike ${like})`.execute(tx);
  return sql<SqlBool>`exists (select 1 from order_line l where l.tenant_id = sales_order.tenant_id and l.order_id = sales_order.id
    and l.sku_id = ${anyOf(rows.map((row) => row.id))})`;
}

interface Extra {
  id: string;
  salesName: string | null;
  projectName: string | null;
  preview: Row['preview'];
  doneLines: number | null;
  quantities: Row['quantities'] | null;
  sendable: boolean;
}

/** Seller, first goods, quantities by unit and whether a delivery can be made of the rows on the page, in one statement. */
async function completed(tx: Tx, me: Me, rows: Awaited<ReturnType<Filtered['execute']>>): Promise<Row[]> {
  if (!rows.length) return [];
  const { rows: extras } = await sql<Extra>`
    select sales_order.id, m.name as "salesName", p.name as "projectName", coalesce(g.preview, '[]'::json) as preview,
      u.done as "doneLines", u.quantities, ${isDealer(me) ? sql.lit(false) : isSendable} as sendable
    from sales_order
    left join lateral (select json_agg(json_build_object('name', l.sku_snapshot->>'name', 'image', l.sku_snapshot->>'image')) as preview
      from (select sku_snapshot from order_line where tenant_id = sales_order.tenant_id and order_id = sales_order.id order by line_no limit 4) l) g on true
    left join lateral (select sum(done)::int as done,
        json_agg(json_build_object('unitName', unit, 'qty', qty::text, 'shipped', shipped::text, 'signed', signed::text, 'closed', closed::text) order by first) as quantities
      from (select sku_snapshot->>'unitName' as unit, min(line_no) as first, count(*) filter (where shipped + closed >= qty) as done,
          sum(qty) as qty, sum(shipped) as shipped, sum(signed) as signed, sum(closed) as closed
        from order_line where tenant_id = sales_order.tenant_id and order_id = sales_order.id group by 1) l) u on true
    left join project p on p.tenant_id = sales_order.tenant_id and p.id = sales_order.project_id
    left join member m on m.tenant_id = sales_order.tenant_id and m.id = sales_order.sales_member_id
    where sales_order.tenant_id = ${me.tenantId} and sales_order.id = ${anyOf(rows.map((row) => row.id))}`.execute(tx);
  const byId = new Map(extras.map((extra) => [extra.id, extra]));
  return rows.map(({ pending_version_id, province, city, ...row }) => {
    const extra = byId.get(row.id);
    return {
      ...row,
      no: row.no ?? '',
      status: row.status as Row['status'],
      source: row.source as Row['source'],
      payMethod: row.payMethod as Row['payMethod'],
      payState: row.payState as Row['payState'],
      invoiceState: row.invoiceState as Row['invoiceState'],
      returnState: row.returnState as Row['returnState'],
      place: [province, city === province ? '' : city].join(''),
      salesName: extra?.salesName ?? '',
      projectName: extra?.projectName ?? '',
      preview: extra?.preview ?? [],
      doneLines: extra?.doneLines ?? 0,
      quantities: extra?.quantities ?? [],
      changing: pending_version_id !== null,
      sendable: extra?.sendable ?? false,
    };
  });
}

/** How many orders wait in each state, each counted up to a cap. One branch a state, so that each is planned by its own frequency, off the status index. */
export async function countOrders(tx: Tx, me: Me): Promise<Record<string, number>> {
  const own = isDealer(me) ? sql`and sales_order.customer_id = ${me.customerId}` : sql``;
  const branches = tabStates.map(
    (status) => sql`select ${sql.lit(status)} as status, count(*)::int as n from (
      select 1 from sales_order where tenant_id = ${me.tenantId} and sales_order.status = ${sql.lit(status)} ${own} ${status === 'DRAFT' ? sql`and ${visibleDraft(me)}` : sql``}
      limit ${sql.lit(TAB_CAP)}) x`,
  );
  const { rows } = await sql<{ status: string; n: number }>`${sql.join(branches, sql` union all `)}`.execute(tx);
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}
