import { sql } from 'kysely';
import type { z } from 'zod';
import { arisenBy, lateOnCredit } from '~/domains/receivable/ageing.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { daysBetween, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import type { OwedQuery, OwedRow } from './open.schema';
import type { natures, owedStates } from './plan';

async function owedRows(tx: Tx, me: Me, query: OwedQuery) {
  let rows = tx
    .selectFrom('receivable as r')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'r.tenant_id').onRef('member.id', '=', 'r.sales_member_id'))
    .where('r.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'r.id', 'receivable_text', 'no', query.no));
  if (query.sourceNo) rows = rows.where(await holdsNumber(tx, 'r.id', 'receivable_text', 'sources', query.sourceNo));
  if (query.planId) rows = rows.where('r.id', 'in', debtsOf(tx, me, query.planId));
  if (query.customerId) rows = rows.where('r.customer_id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('r.sales_member_id', '=', query.salesMemberId);
  if (query.nature) rows = rows.where('r.nature', '=', query.nature);
  if (query.status) rows = rows.where('r.status', '=', query.status);
  if (query.bizStart) rows = rows.where('r.biz_date', '>=', query.bizStart);
  if (query.bizEnd) rows = rows.where('r.biz_date', '<=', query.bizEnd);
  if (query.dueStart) rows = rows.where('r.due_date', '>=', query.dueStart);
  if (query.dueEnd) rows = rows.where('r.due_date', '<=', query.dueEnd).where('r.biz_date', '<=', await arisenBy(tx, me, query.dueEnd));
  if (query.disputed) rows = rows.where('r.disputed', '>', 0n);
  return rows;
}

/** The debts a plan made or shows. */
export const debtsOf = (tx: Tx, me: Me, planId: string) =>
  tx
    .selectFrom('ar_plan_item')
    .select('receivable_id')
    .where('tenant_id', '=', me.tenantId)
    .where('plan_id', '=', planId)
    .where('receivable_id', 'is not', null)
    .$castTo<{ receivable_id: string }>();

/** 应收信息: every debt whatever made it, with the plan it belongs to. */
export async function owedPage(tx: Tx, me: Me, query: OwedQuery, now: Date): Promise<Page<z.output<typeof OwedRow>>> {
  return pageAmong(tx, me, query, await owedRows(tx, me, query), now);
}

async function pageAmong(tx: Tx, me: Me, query: OwedQuery, all: Awaited<ReturnType<typeof owedRows>>, now: Date): Promise<Page<z.output<typeof OwedRow>>> {
  const today = shanghaiDate(now);
  const rows = all.select([
    'r.id',
    'r.no',
    'r.customer_id as customerId',
    'r.customer_name as customerName',
    'member.name as salesName',
    'r.nature',
    'r.order_id as orderId',
    'r.order_no as orderNo',
    'r.delivery_no as deliveryNo',
    'r.source_no as sourceNo',
    'r.source',
    'r.credit_order_id as creditOrderId',
    'r.biz_date as bizDate',
    'r.due_date as dueDate',
    'r.amount',
    'r.settled',
    'r.refunded',
    'r.offset',
    'r.returned',
    'r.disputed',
    'r.open',
    'r.status',
  ]);
  const paging = query.no || query.sourceNo ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(
    tx,
    rows,
    paging,
    {
      sort: { no: 'r.no', bizDate: 'r.biz_date', dueDate: 'r.due_date', amount: 'r.amount', open: 'r.open' },
      initial: [['r.biz_date', 'desc']],
      tiebreak: 'r.id',
      neverNull: ['r.no', 'r.due_date', 'r.amount'],
    },
    async (page) => {
      const plans = await plansOf(
        tx,
        me,
        page.map((row) => row.id),
      );
      const late = await lateOnCredit(
        tx,
        me,
        page.flatMap((row) => (row.creditOrderId ? row.id : [])),
        today,
      );
      return page.map(({ creditOrderId, refunded, offset, returned, deliveryNo, ...row }) => {
        const open = row.status === 'REVERSED' ? 0n : (row.open ?? 0n);
        const plan = plans.get(row.id);
        const since = creditOrderId ? late.get(row.id)?.since : row.dueDate;
        return {
          ...row,
          salesName: row.salesName ?? '',
          nature: row.nature as keyof typeof natures,
          source: creditOrderId ? ('CREDIT' as const) : (row.source as 'DELIVERY'),
          sourceNo: deliveryNo || row.sourceNo,
          status: row.status as keyof typeof owedStates,
          settled: row.settled - refunded,
          adjusted: offset + returned,
          open,
          onCredit: creditOrderId !== null,
          planId: plan?.planId ?? null,
          planNo: plan?.no ?? '',
          overdueDays: open > 0n && since && since < today ? daysBetween(since, today) : 0,
        };
      });
    },
  );
}

async function plansOf(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, { planId: string; no: string }>> {
  const rows = await tx
    .selectFrom('ar_plan_item as i')
    .innerJoin('ar_plan as p', (on) => on.onRef('p.tenant_id', '=', 'i.tenant_id').onRef('p.id', '=', 'i.plan_id'))
    .select(['i.receivable_id', 'p.id as planId', 'p.no'])
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.receivable_id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.receivable_id as string, row]));
}

export async function listOwed(tx: Tx, me: Me, query: OwedQuery, now: Date): Promise<Page<z.output<typeof OwedRow>>> {
  const all = await owedRows(tx, me, query);
  const page = await pageAmong(tx, me, query, all, now);
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const sums = await all
    .where('r.status', '<>', 'REVERSED')
    .select([
      sql<string>`coalesce(sum(r.amount), 0)::text`.as('amount'),
      sql<string>`coalesce(sum(r.settled - r.refunded), 0)::text`.as('settled'),
      sql<string>`coalesce(sum(r."offset" + r.returned), 0)::text`.as('adjusted'),
      sql<string>`coalesce(sum(r.open), 0)::text`.as('open'),
    ])
    .executeTakeFirstOrThrow();
  return { ...page, totals: Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, displayYuan(BigInt(value))])) };
}
