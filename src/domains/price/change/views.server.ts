import { type SqlBool, sql } from 'kysely';
import type { Approval } from '~/domains/workflow/approval.server';
import { approvalState } from '~/domains/workflow/approvalTask.server';
import { defineTaskCard, MOST_LINES } from '~/domains/workflow/taskCard.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { startsWith } from '~/server/search.server';
import { displayCount, displayQty, trimPrice } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { daysText } from '../priceState';
import { customerPriceChangeApproval } from './approval.server';
import { type ChangeKind, type ChangeState, changeKinds } from './priceChange';
import type { ChangeLineQuery, ChangeQuery } from './priceChange.schema';

const columns = [
  'id',
  'no',
  'kind',
  'status',
  'line_count as lineCount',
  'customer_count as customerCount',
  'low_count as lowCount',
  'deepest_fall as deepestFall',
  'creator',
  'created_at as createdAt',
  'decider',
  'decided_at as decidedAt',
  'version',
] as const;

/** Changes of which the person sees a line: a limited person none that are about others' customers only. */
const seen = (tx: Tx, me: Me) =>
  tx
    .selectFrom('customer_price_change')
    .where('customer_price_change.tenant_id', '=', me.tenantId)
    .where(
      sql<SqlBool>`exists (select 1 from customer_price_change_line l where l.tenant_id = customer_price_change.tenant_id and l.change_id = customer_price_change.id)`,
    );

const shown = <Row extends { kind: string; status: string }>(row: Row) => ({ ...row, kind: row.kind as ChangeKind, status: row.status as ChangeState });

export async function listChanges(tx: Tx, me: Me, query: ChangeQuery) {
  let rows = seen(tx, me).select(columns);
  if (query.no) rows = rows.where(startsWith('no', query.no.toUpperCase()));
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  if (query.status) rows = rows.where('status', '=', query.status);
  if (query.customerId)
    rows = rows.where(
      sql<SqlBool>`customer_price_change.id in (select l.change_id from customer_price_change_line l where l.tenant_id = ${me.tenantId} and l.customer_id = ${query.customerId})`,
    );
  const page = await pageFrom(tx, rows, query, {
    sort: { no: 'no', createdAt: 'created_at', lineCount: 'line_count' },
    initial: [['created_at', 'desc']],
    tiebreak: 'id',
    neverNull: ['no', 'created_at', 'line_count'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(shown) };
}

/** Also of a change that is about others' customers alone, since its approval may be asked of the person: then without a line. */
export async function changeDetail(tx: Tx, me: Me, { id }: { id: string }) {
  const row = await tx
    .selectFrom('customer_price_change')
    .select(columns)
    .select(['opinion', 'created_by'])
    .select(sql<number>`(select count(*) from customer_price_change_line l where l.tenant_id = ${me.tenantId} and l.change_id = ${id})::int`.as('seenCount'))
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该客户价变更单');
  const { created_by, ...head } = row;
  const mine = created_by === me.accountId;
  const { mayDecide } = await approvalState(tx, me, customerPriceChangeApproval as Approval, id);
  return { ...shown(head), mine, mayDecide: head.status === 'PENDING' && mayDecide && !mine };
}

const linesOf = (tx: Tx, me: Me, changeId: string) =>
  tx
    .selectFrom('customer_price_change_line as l')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'l.tenant_id').onRef('customer.id', '=', 'l.customer_id'))
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'l.tenant_id').onRef('sku.id', '=', 'l.sku_id'))
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'l.tenant_id').onRef('unit.id', '=', 'l.unit_id'))
    .select(['l.id', 'customer.name as customerName', 'sku.code as skuCode', 'product.name as productName', 'unit.name as unitName'])
    .select(['l.min_qty as minQty', 'l.valid_from as validFrom', 'l.valid_to as validTo', 'l.action'])
    .select(['l.old_price as oldPrice', 'l.new_price as newPrice', 'l.floor_price as floorPrice'])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.change_id', '=', changeId);

export async function changeLines(tx: Tx, me: Me, { changeId, ...query }: ChangeLineQuery) {
  return pageFrom(tx, linesOf(tx, me, changeId), query, { sort: {}, initial: [['l.seq', 'asc']], tiebreak: 'l.id', neverNull: ['l.seq'] });
}

defineTaskCard('customerPriceChange', async (tx, me, id) => {
  const change = await changeDetail(tx, me, { id });
  const lines = await linesOf(tx, me, id).orderBy('l.seq').limit(MOST_LINES).execute();
  return {
    facts: [
      { key: 'kind', label: '变更方式', text: changeKinds[change.kind], tone: 'strong' },
      { key: 'lineCount', label: '价格', text: `${displayCount(change.customerCount)}个客户，${displayCount(change.lineCount)}条` },
      { key: 'deepestFall', label: '最大降幅', text: Number(change.deepestFall) > 0 ? `${Number(change.deepestFall)}%` : '没有降价' },
      { key: 'creator', label: '提交人', text: change.creator },
    ],
    tables: [
      {
        title: '价格',
        columns: [
          { key: 'customer', title: '客户' },
          { key: 'sku', title: '商品' },
          { key: 'tier', title: '单位与起始数量' },
          { key: 'days', title: '有效期' },
          { key: 'oldPrice', title: '原价(元)', numeric: true },
          { key: 'newPrice', title: '新价(元)', numeric: true },
        ],
        rows: lines.map((line) => [
          { text: line.customerName },
          { text: `${line.skuCode} ${line.productName}` },
          { text: Number(line.minQty) > 0 ? `${line.unitName}，满${displayQty(line.minQty)}` : line.unitName },
          { text: daysText(line.validFrom, line.validTo) },
          { text: line.oldPrice === null ? '无' : trimPrice(line.oldPrice) },
          { text: line.newPrice === null ? '停用' : trimPrice(line.newPrice) },
        ]),
        more: change.lineCount - lines.length,
      },
    ],
    warnings: [change.lowCount > 0 && `有${displayCount(change.lowCount)}条低于最低限价`],
  };
});
