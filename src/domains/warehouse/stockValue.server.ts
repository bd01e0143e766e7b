import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { STOCK_COST_VIEW } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { defineExport } from '~/server/export.server';
import { pageFrom } from '~/server/list.server';
import { type Difference, defineProof } from '~/server/proof.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate, startOfDay } from '~/shared/dates';
import { parseYuan } from '~/shared/money';
import { movementName } from './stock';
import { ValueQuery, type ValueRowQuery } from './stockValue.schema';

/** Keeps the value of the goods at the end of every day up to yesterday that is not kept yet. Answers how many rows it wrote. */
export const keepStockValues = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'keep-stock-values', (tx, clock) => keepValues(tx, clock, now), stop);

/** From the day after the last kept one, or the first movement, on: the last closing and what the ledger says of each day. */
export async function keepValues(tx: Tx, me: Pick<Me, 'tenantId'>, now: Date): Promise<number> {
  const yesterday = addDays(shanghaiDate(now), -1);
  const { numAffectedRows } = await sql`
    with last as (
      select max(day) as day from stock_value_day where tenant_id = ${me.tenantId}
    ), since as (
      select coalesce((select day + 1 from last), (select min((at at time zone 'Asia/Shanghai')::date) from stock_ledger where tenant_id = ${me.tenantId})) as day
    ), moved as (
      select (l.at at time zone 'Asia/Shanghai')::date as day, l.warehouse_id, coalesce(sum(l.d_value) filter (where l.d_value > 0), 0) as came,
        coalesce(-sum(l.d_value) filter (where l.d_value < 0), 0) as went
      from stock_ledger l, since where l.tenant_id = ${me.tenantId} and l.d_value <> 0 and l.at >= (since.day::timestamp at time zone 'Asia/Shanghai') group by 1, 2
    ), running as (
      select d.day::date as day, w.id as warehouse_id, coalesce(m.came, 0) as came, coalesce(m.went, 0) as went,
        coalesce((select v.closing from stock_value_day v, last where v.tenant_id = ${me.tenantId} and v.warehouse_id = w.id and v.day = last.day), 0)
          + sum(coalesce(m.came, 0) - coalesce(m.went, 0)) over (partition by w.id order by d.day) as closing
      from since cross join generate_series(since.day, ${yesterday}::date, interval '1 day') as d(day)
        cross join warehouse w left join moved m on m.day = d.day::date and m.warehouse_id = w.id
      where w.tenant_id = ${me.tenantId}
    )
    insert into stock_value_day (tenant_id, day, warehouse_id, opening, came, went, closing)
    select ${me.tenantId}, day, warehouse_id, closing - came + went, came, went, closing from running where closing <> 0 or came <> 0 or went <> 0
    on conflict (tenant_id, warehouse_id, day) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

const yuan = (column: string) => sql<string>`round(${sql.ref(column)}, 2)::text`;

/** 库存金额日报: what is kept; today's is the list of what there is. */
export async function listStockValues(tx: Tx, me: Me, query: ValueQuery) {
  let rows = tx
    .selectFrom('stock_value_day as v')
    .innerJoin('warehouse as w', (on) => on.onRef('w.tenant_id', '=', 'v.tenant_id').onRef('w.id', '=', 'v.warehouse_id'))
    .select(['v.id', 'v.day', 'v.warehouse_id as warehouseId', 'w.name as warehouseName'])
    .select([yuan('v.opening').as('opening'), yuan('v.came').as('came'), yuan('v.went').as('went'), yuan('v.closing').as('closing')])
    .where('v.tenant_id', '=', me.tenantId);
  if (query.warehouseId) rows = rows.where('v.warehouse_id', '=', query.warehouseId);
  if (query.dayStart) rows = rows.where('v.day', '>=', query.dayStart);
  if (query.dayEnd) rows = rows.where('v.day', '<=', query.dayEnd);
  const page = await pageFrom(tx, rows, query, {
    sort: { day: 'v.day', closing: 'v.closing' },
    initial: [
      ['v.day', 'desc'],
      ['w.code', 'asc'],
    ],
    tiebreak: 'v.id',
    neverNull: ['v.day'],
  });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ opening, came, went, closing, ...row }) => ({
      ...row,
      opening: parseYuan(opening),
      came: parseYuan(came),
      went: parseYuan(went),
      closing: parseYuan(closing),
    })),
  };
}

/** The movements that made a day's value what it was. */
export async function listValueRows(tx: Tx, me: Me, query: ValueRowQuery) {
  const rows = tx
    .selectFrom('stock_ledger as l')
    .innerJoin('sku as s', (on) => on.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.id', '=', 'l.sku_id'))
    .innerJoin('product as p', (on) => on.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.product_id'))
    .innerJoin('unit as u', (on) => on.onRef('u.tenant_id', '=', 'p.tenant_id').onRef('u.id', '=', 'p.base_unit_id'))
    .select(['l.id', 'l.at', 'l.biz_type as bizType', 'l.step', 'l.biz_id as bizId', 'l.biz_no as bizNo', 's.code as skuCode', 'p.name', 'u.name as unitName'])
    .select(['l.d_on_hand as change', 'l.after_cost as afterCost', yuan('l.d_value').as('value')])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.warehouse_id', '=', query.warehouseId)
    .where('l.at', '>=', startOfDay(query.day))
    .where('l.at', '<', startOfDay(addDays(query.day, 1)))
    .where('l.d_value', '<>', '0');
  const page = await pageFrom(tx, rows, query, { sort: { at: 'l.at' }, initial: [['l.at', 'asc']], tiebreak: 'l.id', neverNull: ['l.at'] });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ step, value, ...row }) => ({ ...row, typeName: movementName(row.bizType, step), value: parseYuan(value) })),
  };
}

export const stockValueExport = defineExport({
  type: 'stockValue',
  title: '库存金额日报',
  permission: STOCK_COST_VIEW,
  query: ValueQuery,
  filters: { warehouseId: '仓库', dayStart: '开始日期', dayEnd: '结束日期' },
  rows: listStockValues,
  columns: [
    { key: 'day', title: '日期', kind: 'date' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'opening', title: '期初金额(元)', kind: 'yuan' },
    { key: 'came', title: '增加(元)', kind: 'yuan' },
    { key: 'went', title: '减少(元)', kind: 'yuan' },
    { key: 'closing', title: '期末金额(元)', kind: 'yuan' },
  ],
});

/** The last kept closing with what moved since, against what the goods on hand are worth; and each day's opening against the closing before. */
export async function proveStockValues(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with last as (
      select distinct on (warehouse_id) warehouse_id, day, closing from stock_value_day where tenant_id = ${me.tenantId} order by warehouse_id, day desc
    ), now as (
      select b.warehouse_id, sum(b.on_hand * b.avg_cost) as value from stock_balance b where b.tenant_id = ${me.tenantId} group by 1
    )
    select null::uuid as id, w.name as name, '库存金额（日报加之后的流水）' as figure, coalesce(n.value, 0)::text as balance, (l.closing + coalesce(m.value, 0))::text as proof
    from last l join warehouse w on w.tenant_id = ${me.tenantId} and w.id = l.warehouse_id
      left join now n on n.warehouse_id = l.warehouse_id
      left join lateral (select sum(r.d_value) as value from stock_ledger r where r.tenant_id = ${me.tenantId} and r.warehouse_id = l.warehouse_id and r.d_value <> 0
        and r.at >= ((l.day + 1)::timestamp at time zone 'Asia/Shanghai')) m on true
    where coalesce(n.value, 0) <> l.closing + coalesce(m.value, 0)
    union all
    select null, w.name || ' ' || v.day, '期初金额（前一日期末）', v.opening::text, v.before::text
    from (select warehouse_id, day, opening, lag(closing) over (partition by warehouse_id order by day) as before from stock_value_day where tenant_id = ${me.tenantId}) v
      join warehouse w on w.tenant_id = ${me.tenantId} and w.id = v.warehouse_id
    where v.before is not null and v.before <> v.opening`.execute(tx);
  return rows;
}

defineProof({
  key: 'stockValue',
  book: '库存金额',
  title: '库存金额日报与库存、流水',
  see: STOCK_COST_VIEW,
  of: 'warehouses',
  run: async (tx, me) => {
    const { n } = await tx
      .selectFrom('stock_value_day')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('tenant_id', '=', me.tenantId)
      .executeTakeFirstOrThrow();
    return { compared: n, differences: await proveStockValues(tx, me) };
  },
});
