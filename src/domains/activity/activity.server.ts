import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import type { Me } from '~/portal/me';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsWords } from '~/server/search.server';
import { notFound } from '~/shared/refusal';
import { type ActivityState, activityPrice, activityStateAt, type BuyerScope, type DiscountMode } from './activity';
import type { ActivityQuery } from './activity.schema';
import * as subjects from './subjects';

const usedPercent = sql<
  number | null
>`(select max(floor(l.used * 100 / l.quota))::int from activity_item i join price_limit l on l.tenant_id = i.tenant_id and l.id = i.id
  where i.tenant_id = activity.tenant_id and i.activity_id = activity.id and l.quota is not null)`;

const activitiesOf = (tx: Tx, me: Pick<Me, 'tenantId'>) => tx.selectFrom('activity').where('activity.tenant_id', '=', me.tenantId);
const columns = [
  'activity.id',
  'activity.no',
  'activity.name',
  'activity.start_at as startAt',
  'activity.end_at as endAt',
  'activity.status',
  'activity.customer_scope as customerScope',
  'activity.item_count as itemCount',
  'activity.creator',
  'activity.created_at as createdAt',
  'activity.version',
] as const;

interface Stored {
  status: string;
  startAt: Date;
  endAt: Date;
  customerScope: string;
}
const shown = <Row extends Stored>({ status, ...row }: Row, now: Date) => ({
  ...row,
  state: activityStateAt({ status, startAt: row.startAt, endAt: row.endAt }, now),
  customerScope: row.customerScope as BuyerScope,
});

function isState(state: ActivityState, now: Date) {
  if (state === 'CLOSED') return sql<SqlBool>`activity.status = 'CLOSED'`;
  if (state === 'NOT_STARTED') return sql<SqlBool>`activity.status = 'OPEN' and activity.start_at > ${now}`;
  if (state === 'ENDED') return sql<SqlBool>`activity.status = 'OPEN' and activity.end_at <= ${now}`;
  return sql<SqlBool>`activity.status = 'OPEN' and activity.start_at <= ${now} and activity.end_at > ${now}`;
}
const states: readonly ActivityState[] = ['NOT_STARTED', 'RUNNING', 'ENDED', 'CLOSED'];

async function matching(tx: Tx, me: Me, query: ActivityQuery) {
  let rows = activitiesOf(tx, me);
  if (query.name) rows = rows.where(await holdsWords(tx, 'activity.id', 'activity_text', 'name', query.name));
  if (query.sku) {
    const skuIds = await skusMatching(tx, me, query.sku);
    rows = rows.where(
      sql<SqlBool>`exists (select from activity_item i where i.tenant_id = activity.tenant_id and i.activity_id = activity.id and i.sku_id = ${anyOf(skuIds)})`,
    );
  }
  return rows;
}

export async function activityRows(tx: Tx, me: Me, query: ActivityQuery, now: Date) {
  let rows = (await matching(tx, me, query)).select(columns).select(usedPercent.as('usedPercent'));
  if (query.state) rows = rows.where(isState(query.state as ActivityState, now));
  const page = await pageFrom(tx, rows, query.name ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { createdAt: 'activity.created_at', startAt: 'activity.start_at', endAt: 'activity.end_at' },
    initial: [['activity.created_at', 'desc']],
    tiebreak: 'activity.id',
    neverNull: ['activity.created_at', 'activity.start_at', 'activity.end_at'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(row, now)) };
}

export async function listActivities(tx: Tx, me: Me, query: ActivityQuery, now: Date) {
  const page = await activityRows(tx, me, query, now);
  const counts = await (await matching(tx, me, query))
    .select([...states.map((state) => sql<number>`count(*) filter (where ${isState(state, now)})::int`.as(state)), sql<number>`count(*)::int`.as('ALL')])
    .executeTakeFirstOrThrow();
  return { ...page, tabs: Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)) };
}

export async function activityOf(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const row = await activitiesOf(tx, me)
    .select(columns)
    .select(usedPercent.as('usedPercent'))
    .select(['activity.remark', 'activity.level_ids', 'activity.regions', 'activity.customer_ids'])
    .select(['activity.closed_by as closedBy', 'activity.closed_at as closedAt', 'activity.close_reason as closeReason'])
    .where('activity.id', '=', input.id)
    .executeTakeFirst();
  if (!row) return notFound('该活动');
  const { level_ids, customer_ids, ...head } = row;
  const { rows: names } = await sql<{ value: string; label: string; kind: string }>`
    select id::text as value, name as label, 'LEVEL' as kind from dict_item where tenant_id = ${me.tenantId} and id = any(${level_ids}::uuid[])
    union all select id::text, name, 'CUSTOMER' from customer where tenant_id = ${me.tenantId} and id = any(${customer_ids}::uuid[]) order by label`.execute(
    tx,
  );
  const of = (kind: string) => names.filter((one) => one.kind === kind).map(({ value, label }) => ({ value, label }));
  const { rows: sums } = await sql<{ orders: number; amount: bigint }>`
    select count(distinct u.order_id)::int as orders, coalesce(sum(l.amount), 0)::bigint as amount
    from activity_item i join price_use u on u.tenant_id = i.tenant_id and u.limit_id = i.id join order_line l on l.tenant_id = u.tenant_id and l.id = u.id
    where i.tenant_id = ${me.tenantId} and i.activity_id = ${input.id}`.execute(tx);
  return {
    ...shown(head, now),
    levels: of('LEVEL'),
    customers: of('CUSTOMER'),
    items: await itemsOf(tx, me, input.id),
    orderCount: sums[0]?.orders ?? 0,
    amount: sums[0]?.amount ?? 0n,
    logs: await documentLog(tx, me, subjects.activity, input.id),
  };
}

async function itemsOf(tx: Tx, me: Me, activityId: string) {
  const { rows } = await sql<{
    id: string;
    skuId: string;
    skuCode: string;
    productName: string;
    sale_attrs: Record<string, string>;
    unitName: string;
    listPrice: string | null;
    minPrice: string | null;
    mode: DiscountMode;
    value: string;
    totalQuota: string | null;
    perCustomer: string | null;
    perOrderMin: string | null;
    used: string;
  }>`select i.id, i.sku_id as "skuId", s.code as "skuCode", p.name as "productName", s.sale_attrs, u.name as "unitName", s.list_price as "listPrice",
      s.min_price as "minPrice", i.mode, i.value, i.total_quota as "totalQuota", i.per_customer as "perCustomer", i.per_order_min as "perOrderMin", l.used
    from activity_item i join price_limit l on l.tenant_id = i.tenant_id and l.id = i.id join sku s on s.tenant_id = i.tenant_id and s.id = i.sku_id
    join product p on p.tenant_id = s.tenant_id and p.id = s.product_id join unit u on u.tenant_id = i.tenant_id and u.id = i.unit_id
    where i.tenant_id = ${me.tenantId} and i.activity_id = ${activityId} order by i.line_no`.execute(tx);
  return rows.map(({ sale_attrs, ...item }) => ({
    ...item,
    saleText: saleTextOf(sale_attrs),
    price: activityPrice(item.mode, item.value, item.listPrice),
  }));
}

/** 使用明细: the order lines that have the activity's price by now. */
export async function usageOf(tx: Tx, me: Me, query: { activityId: string; pageNo: number; pageSize: number; ascs: string; descs: string }) {
  const rows = tx
    .selectFrom('price_use')
    .innerJoin('activity_item', (on) => on.onRef('activity_item.tenant_id', '=', 'price_use.tenant_id').onRef('activity_item.id', '=', 'price_use.limit_id'))
    .innerJoin('order_line', (on) => on.onRef('order_line.tenant_id', '=', 'price_use.tenant_id').onRef('order_line.id', '=', 'price_use.id'))
    .innerJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'price_use.tenant_id').onRef('sales_order.id', '=', 'price_use.order_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'activity_item.tenant_id').onRef('unit.id', '=', 'activity_item.unit_id'))
    .select(['price_use.id', 'price_use.order_id as orderId', 'sales_order.customer_name as customerName', 'price_use.qty', 'unit.name as unitName'])
    .select([sql<string>`coalesce(sales_order.no, '')`.as('orderNo'), 'order_line.price', 'sales_order.status', 'price_use.at'])
    .select([sql<string>`order_line.sku_snapshot->>'code'`.as('skuCode'), sql<string>`order_line.sku_snapshot->>'name'`.as('productName')])
    .where('price_use.tenant_id', '=', me.tenantId)
    .where('activity_item.activity_id', '=', query.activityId);
  return pageFrom(tx, rows, query, {
    sort: { at: 'price_use.at' },
    initial: [['price_use.at', 'desc']],
    tiebreak: 'price_use.id',
    neverNull: ['price_use.at'],
  });
}
