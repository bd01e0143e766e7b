import { type SqlBool, sql } from 'kysely';
import { skusMatching } from '~/domains/product/catalogue.server';
import { saleTextOf } from '~/domains/product/product';
import type { Me } from '~/portal/me';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { type SheetChange, type SheetContent, type SheetState, sheetStateOn } from './projectPrice';
import type { SheetQuery } from './projectPrice.schema';
import * as subjects from './subjects';

const usedPercent = sql<
  number | null
>`(select max(floor(m.used * 100 / m.quota))::int from project_price_line l join price_limit m on m.tenant_id = l.tenant_id and m.id = l.id
  where l.tenant_id = project_price.tenant_id and l.sheet_id = project_price.id and m.quota is not null)`;

const sheetsOf = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('project_price')
    .innerJoin('project', (on) => on.onRef('project.tenant_id', '=', 'project_price.tenant_id').onRef('project.id', '=', 'project_price.project_id'))
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'project_price.tenant_id').onRef('customer.id', '=', 'project_price.customer_id'))
    .where('project_price.tenant_id', '=', me.tenantId);
const columns = [
  'project_price.id',
  'project_price.no',
  'project_price.project_id as projectId',
  'project.name as projectName',
  'project_price.customer_id as customerId',
  'customer.name as customerName',
  'project_price.line_count as lineCount',
  'project_price.valid_from as validFrom',
  'project_price.valid_to as validTo',
  'project_price.status',
  'project_price.approver',
  'project_price.updated_at as updatedAt',
  'project_price.version',
  sql<boolean>`project_price.pending_version_id is not null`.as('changing'),
  usedPercent.as('usedPercent'),
] as const;

const shown = <Row extends { status: string; validFrom: string; validTo: string }>({ status, ...row }: Row, today: string) => ({
  ...row,
  state: sheetStateOn({ status, ...row }, today),
});

function isState(state: SheetState, today: string) {
  const active = sql`project_price.status = 'ACTIVE'`;
  if (state === 'NOT_STARTED') return sql<SqlBool>`${active} and project_price.valid_from > ${today}::date`;
  if (state === 'EXPIRED') return sql<SqlBool>`${active} and project_price.valid_to < ${today}::date`;
  if (state === 'ACTIVE') return sql<SqlBool>`${active} and ${today}::date between project_price.valid_from and project_price.valid_to`;
  return sql<SqlBool>`project_price.status = ${state}`;
}
const states: readonly SheetState[] = ['DRAFT', 'PENDING_AUDIT', 'REJECTED', 'ACTIVE', 'NOT_STARTED', 'EXPIRED', 'DISABLED'];

async function matching(tx: Tx, me: Me, query: SheetQuery, today: string) {
  let rows = sheetsOf(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'project_price.id', 'project_price_text', 'no', query.no));
  if (query.projectId) rows = rows.where('project_price.project_id', '=', query.projectId);
  if (query.customerId) rows = rows.where('project_price.customer_id', '=', query.customerId);
  if (query.word) {
    const skuIds = await skusMatching(tx, me, query.word);
    rows = rows.where(
      sql<SqlBool>`project_price.id in (select l.sheet_id from project_price_line l where l.tenant_id = ${me.tenantId} and l.sku_id = ${anyOf(skuIds)})`,
    );
  }
  if (query.expiring === 'true') rows = rows.where(isState('ACTIVE', today)).where('project_price.valid_to', '<=', addDays(today, 30));
  if (query.changing === 'true') rows = rows.where('project_price.pending_version_id', 'is not', null);
  return rows;
}

export async function sheetRows(tx: Tx, me: Me, query: SheetQuery, now: Date) {
  const today = shanghaiDate(now);
  let rows = (await matching(tx, me, query, today)).select(columns);
  if (query.state) rows = rows.where(isState(query.state as SheetState, today));
  const page = await pageFrom(tx, rows, query.no ? { countTo: FOUND_CAP, ...query } : query, {
    sort: { no: 'project_price.no', validFrom: 'project_price.valid_from', validTo: 'project_price.valid_to', updatedAt: 'project_price.updated_at' },
    initial: [['project_price.updated_at', 'desc']],
    tiebreak: 'project_price.id',
    neverNull: ['project_price.no', 'project_price.valid_from', 'project_price.valid_to', 'project_price.updated_at'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => shown(row, today)) };
}

export async function listSheets(tx: Tx, me: Me, query: SheetQuery, now: Date) {
  const today = shanghaiDate(now);
  const page = await sheetRows(tx, me, query, now);
  const counts = await (await matching(tx, me, query, today))
    .select([...states.map((state) => sql<number>`count(*) filter (where ${isState(state, today)})::int`.as(state)), sql<number>`count(*)::int`.as('ALL')])
    .executeTakeFirstOrThrow();
  return { ...page, tabs: Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)) };
}

export async function sheetDetail(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const today = shanghaiDate(now);
  const row = await sheetsOf(tx, me)
    .select(columns)
    .select(['project_price.reason', 'project_price.state_reason as stateReason', 'project_price.creator', 'project_price.created_at as createdAt'])
    .select(['project_price.approved_at as approvedAt', 'project_price.submitted_by', 'project_price.pending_version_id'])
    .where('project_price.id', '=', input.id)
    .executeTakeFirst();
  if (!row) return notFound('该工程价');
  const { submitted_by, pending_version_id, ...head } = row;
  const lines = await linesShown(tx, me, input.id, row.customerId, today);
  const versions = await tx
    .selectFrom('project_price_version')
    .select(['id', 'version', 'state', 'reason', 'actor', 'created_at as createdAt', 'decided_at as decidedAt', 'diff', 'content'])
    .where('tenant_id', '=', me.tenantId)
    .where('sheet_id', '=', input.id)
    .orderBy('version', 'desc')
    .execute();
  const pending = versions.find((one) => one.id === pending_version_id)?.content as unknown as SheetContent | undefined;
  const listPriceOf = (skuId: string, unitId: string) => lines.find((line) => line.skuId === skuId && line.unitId === unitId)?.listPrice ?? null;
  return {
    ...shown(head, today),
    mine: submitted_by === me.accountId,
    lines,
    versions: versions.map(({ diff, content, ...one }) => ({ ...one, changes: diff as unknown as SheetChange[] })),
    content: {
      validFrom: pending?.validFrom ?? row.validFrom,
      validTo: pending?.validTo ?? row.validTo,
      reason: pending?.reason ?? row.reason,
      lines:
        pending?.lines.map((line) => ({ ...line, listPrice: listPriceOf(line.skuId, line.unitId) })) ??
        lines
          .filter((line) => line.status !== 'DISABLED' || row.status === 'DISABLED')
          .map((line) => ({ ...line, name: [line.productName, line.saleText].filter(Boolean).join(' / '), capQty: line.capQty ?? '' })),
    },
    logs: await documentLog(tx, me, subjects.projectPrice, input.id),
  };
}

const ratio = sql`coalesce(su.num, 1)::numeric / coalesce(su.den, 1)`;

async function linesShown(tx: Tx, me: Me, sheetId: string, customerId: string, today: string) {
  const { rows } = await sql<{
    id: string;
    skuId: string;
    skuCode: string;
    productName: string;
    sale_attrs: Record<string, string>;
    unitId: string;
    unitName: string;
    listPrice: string | null;
    minPrice: string | null;
    customerPrice: string | null;
    price: string;
    discount: string | null;
    capQty: string | null;
    used: string;
    status: string;
    remark: string;
  }>`select l.id, l.sku_id as "skuId", s.code as "skuCode", p.name as "productName", s.sale_attrs, l.unit_id as "unitId", u.name as "unitName",
      coalesce(su.list_price, round(s.list_price * ${ratio}, 6)) as "listPrice", round(s.min_price * ${ratio}, 6) as "minPrice",
      (select c.price from customer_price c where c.tenant_id = l.tenant_id and c.customer_id = ${customerId} and c.sku_id = l.sku_id and c.unit_id = l.unit_id
        and c.status = 'ACTIVE' and ${today}::date between c.valid_from and coalesce(c.valid_to, 'infinity') order by c.min_qty limit 1) as "customerPrice",
      l.price, trim_scale(round(l.price * 100 / coalesce(su.list_price, round(s.list_price * ${ratio}, 6)), 2))::text as discount,
      l.cap_qty as "capQty", m.used, l.status, l.remark
    from project_price_line l join price_limit m on m.tenant_id = l.tenant_id and m.id = l.id join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    join product p on p.tenant_id = s.tenant_id and p.id = s.product_id join unit u on u.tenant_id = l.tenant_id and u.id = l.unit_id
    left join sku_unit su on su.tenant_id = l.tenant_id and su.sku_id = l.sku_id and su.unit_id = l.unit_id
    where l.tenant_id = ${me.tenantId} and l.sheet_id = ${sheetId} order by l.status = 'DISABLED', l.line_no, l.id`.execute(tx);
  return rows.map(({ sale_attrs, ...line }) => ({ ...line, saleText: saleTextOf(sale_attrs) }));
}

/** 使用记录: the order lines that have a price of the sheet by now. */
export async function sheetUses(tx: Tx, me: Me, query: { sheetId: string; pageNo: number; pageSize: number; ascs: string; descs: string }) {
  const rows = tx
    .selectFrom('price_use')
    .innerJoin('project_price_line', (on) =>
      on.onRef('project_price_line.tenant_id', '=', 'price_use.tenant_id').onRef('project_price_line.id', '=', 'price_use.limit_id'),
    )
    .innerJoin('order_line', (on) => on.onRef('order_line.tenant_id', '=', 'price_use.tenant_id').onRef('order_line.id', '=', 'price_use.id'))
    .innerJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'price_use.tenant_id').onRef('sales_order.id', '=', 'price_use.order_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'project_price_line.tenant_id').onRef('unit.id', '=', 'project_price_line.unit_id'))
    .select(['price_use.id', 'price_use.order_id as orderId', 'price_use.qty', 'unit.name as unitName', 'order_line.price', 'price_use.at'])
    .select([sql<string>`coalesce(sales_order.no, '')`.as('orderNo')])
    .select([sql<string>`order_line.sku_snapshot->>'code'`.as('skuCode'), sql<string>`order_line.sku_snapshot->>'name'`.as('productName')])
    .where('price_use.tenant_id', '=', me.tenantId)
    .where('project_price_line.sheet_id', '=', query.sheetId);
  return pageFrom(tx, rows, query, {
    sort: { at: 'price_use.at' },
    initial: [['price_use.at', 'desc']],
    tiebreak: 'price_use.id',
    neverNull: ['price_use.at'],
  });
}
