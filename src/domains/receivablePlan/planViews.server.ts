import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { lateOnCredit } from '~/domains/receivable/ageing.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, holdsWords } from '~/server/search.server';
import { daysBetween, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import type { DueBy, natures, PlanSource, PlanState, Stage } from './plan';
import type { PlanDetail, PlanQuery, PlanRow } from './plan.schema';

const plansAlone = (tx: Tx, me: Me) => tx.selectFrom('ar_plan').where('ar_plan.tenant_id', '=', me.tenantId);
const plansOf = (tx: Tx, me: Me) =>
  plansAlone(tx, me)
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'ar_plan.tenant_id').onRef('customer.id', '=', 'ar_plan.customer_id'))
    .leftJoin('project', (on) => on.onRef('project.tenant_id', '=', 'ar_plan.tenant_id').onRef('project.id', '=', 'ar_plan.project_id'))
    .leftJoin('member as owner', (on) => on.onRef('owner.tenant_id', '=', 'ar_plan.tenant_id').onRef('owner.id', '=', 'ar_plan.owner_id'));

const columns = [
  'ar_plan.id',
  'ar_plan.no',
  'ar_plan.title',
  'ar_plan.customer_id as customerId',
  'customer.name as customerName',
  'project.name as projectName',
  'ar_plan.contract_no as contractNo',
  'ar_plan.source',
  'ar_plan.status',
  'ar_plan.total',
  'owner.name as ownerName',
  'ar_plan.version',
  'ar_plan.created_at as createdAt',
] as const;

interface Sums {
  plan_id: string;
  planned: string;
  raised: string;
  paid: string;
  adjusted: string;
  open: string;
  overdue: string;
  disputed: string;
  next_due: string | null;
}

/** What became of plans, off the debts `r` their items `i` are. */
const sums = (today: string) => sql`
    sum(i.amount)::text as planned, coalesce(sum(r.amount) filter (where r.status <> 'REVERSED'), 0)::text as raised,
    coalesce(sum(r.settled - r.refunded) filter (where r.status <> 'REVERSED'), 0)::text as paid,
    coalesce(sum(r."offset" + r.returned) filter (where r.status <> 'REVERSED'), 0)::text as adjusted,
    coalesce(sum(r.open) filter (where r.status <> 'REVERSED'), 0)::text as open,
    coalesce(sum(case when r.credit_order_id is null then case when r.due_date < ${today}::date then r.open else 0 end else (
      select coalesce(sum(p.open_principal), 0) from repay_item p where p.tenant_id = r.tenant_id and p.credit_order_id = r.credit_order_id
        and p.delivery_id is not distinct from r.delivery_id and p.settled_on is null and p.grace_end < ${today}::date) end)
      filter (where r.status in ('OPEN', 'PART')), 0)::text as overdue,
    coalesce(sum(least(r.disputed, greatest(r.open, 0))), 0)::text as disputed`;
const itemsOf = (me: Me, plans: RawBuilder<unknown>) => sql`
    from ar_plan_item i left join receivable r on r.tenant_id = i.tenant_id and r.id = i.receivable_id
    where i.tenant_id = ${me.tenantId} and i.plan_id = ${plans}`;

/** One query for a page of them. */
async function sumsOf(tx: Tx, me: Me, ids: readonly string[], today: string): Promise<Map<string, Sums>> {
  const { rows } = await sql<Sums>`
    select i.plan_id, ${sums(today)},
      to_char(min(case when r.id is null then i.due_date else r.due_date end) filter (where r.id is null or (r.open > 0 and r.status in ('OPEN', 'PART'))), 'YYYY-MM-DD') as next_due
    ${itemsOf(me, anyOf(ids))} group by i.plan_id`.execute(tx);
  return new Map(rows.map((row) => [row.plan_id, row]));
}

const fen = (text: string | undefined): bigint => BigInt(text ?? '0');
const listed = <R extends { projectName: string | null; ownerName: string | null; source: string; status: string }>(row: R, sums: Sums | undefined) => ({
  ...row,
  projectName: row.projectName ?? '',
  ownerName: row.ownerName ?? '',
  source: row.source as PlanSource,
  status: row.status as PlanState,
  planned: fen(sums?.planned),
  raised: fen(sums?.raised),
  paid: fen(sums?.paid),
  adjusted: fen(sums?.adjusted),
  open: fen(sums?.open),
  overdue: fen(sums?.overdue),
  disputed: fen(sums?.disputed),
  nextDue: sums?.next_due ?? null,
});

async function planRows(tx: Tx, me: Me, query: PlanQuery) {
  let rows = plansAlone(tx, me);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'ar_plan.id', 'ar_plan_text', 'no', query.no));
  if (query.title) rows = rows.where(await holdsWords(tx, 'ar_plan.id', 'ar_plan_text', 'title', query.title));
  if (query.customerId) rows = rows.where('ar_plan.customer_id', '=', query.customerId);
  if (query.projectId) rows = rows.where('ar_plan.project_id', '=', query.projectId);
  if (query.source) rows = rows.where('ar_plan.source', '=', query.source);
  if (query.status) rows = rows.where('ar_plan.status', '=', query.status);
  if (query.ownerId) rows = rows.where('ar_plan.owner_id', '=', query.ownerId);
  return rows;
}

/** Plans without their totals, the newest first. */
export async function planPage(tx: Tx, me: Me, query: PlanQuery, now: Date): Promise<Page<z.output<typeof PlanRow>>> {
  return pageAmong(tx, me, query, await planRows(tx, me, query), now);
}

/** Of more plans than these nothing is added up: every item of each would be read. */
const TOTALLED = 1_000;
/** 应收查询: plans, the newest first, and what all of them come to. */
export async function listPlans(tx: Tx, me: Me, query: PlanQuery, now: Date): Promise<Page<z.output<typeof PlanRow>>> {
  const all = await planRows(tx, me, query);
  const page = await pageAmong(tx, me, query, all, now);
  if (page.capped || page.totalCount > TOTALLED) return page;
  const { total } = await all.select(sql<string>`coalesce(sum(ar_plan.total), 0)::text`.as('total')).executeTakeFirstOrThrow();
  const ids = sql`any (array(${all.select('ar_plan.id')}))`;
  const { rows } = await sql<Omit<Sums, 'plan_id' | 'next_due'>>`select ${sums(shanghaiDate(now))} ${itemsOf(me, ids)}`.execute(tx);
  const totals = Object.entries({ total, ...rows[0] }).map(([key, value]) => [key, displayYuan(BigInt(value ?? '0'))]);
  return { ...page, totals: Object.fromEntries(totals) };
}

async function pageAmong(tx: Tx, me: Me, query: PlanQuery, all: Awaited<ReturnType<typeof planRows>>, now: Date): Promise<Page<z.output<typeof PlanRow>>> {
  const paging = query.no || query.title ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(
    tx,
    all.select('ar_plan.id'),
    paging,
    {
      sort: { no: 'ar_plan.no', total: 'ar_plan.total', createdAt: 'ar_plan.created_at' },
      initial: [['ar_plan.created_at', 'desc']],
      tiebreak: 'ar_plan.id',
      neverNull: ['ar_plan.no', 'ar_plan.total'],
    },
    async (found) => {
      const page = await completed(found, (ids) => plansOf(tx, me).select(columns).where('ar_plan.id', '=', anyOf(ids)).execute());
      const became = await sumsOf(
        tx,
        me,
        page.map((row) => row.id),
        shanghaiDate(now),
      );
      return page.map((row) => listed(row, became.get(row.id)));
    },
  );
}

export async function planDetail(tx: Tx, me: Me, { id }: { id: string }, now: Date): Promise<z.output<typeof PlanDetail>> {
  const row = await plansOf(tx, me)
    .leftJoin('member as collector', (on) => on.onRef('collector.tenant_id', '=', 'ar_plan.tenant_id').onRef('collector.id', '=', 'ar_plan.collector_id'))
    .leftJoin('sales_order', (on) => on.onRef('sales_order.tenant_id', '=', 'ar_plan.tenant_id').onRef('sales_order.id', '=', 'ar_plan.order_id'))
    .leftJoin('credit_order', (on) => on.onRef('credit_order.tenant_id', '=', 'ar_plan.tenant_id').onRef('credit_order.id', '=', 'ar_plan.credit_order_id'))
    .leftJoin('bank_line', (on) => on.onRef('bank_line.tenant_id', '=', 'ar_plan.tenant_id').onRef('bank_line.id', '=', 'ar_plan.bank_line_id'))
    .select(columns)
    .select([
      'ar_plan.project_id as projectId',
      'ar_plan.order_id as orderId',
      'sales_order.no as orderNo',
      'ar_plan.credit_order_id as creditOrderId',
      'credit_order.no as creditOrderNo',
      'ar_plan.contract_id as contractId',
      'ar_plan.bank_line_id as bankLineId',
      'bank_line.flow_no as bankFlowNo',
      'ar_plan.receipt_id as receiptId',
      'ar_plan.warranty_days as warrantyDays',
      'ar_plan.stages',
      'ar_plan.signed_on as signedOn',
      'ar_plan.owner_id as ownerId',
      'ar_plan.collector_id as collectorId',
      'collector.name as collectorName',
      'ar_plan.remark',
      'ar_plan.reason',
      'ar_plan.creator',
      'ar_plan.created_by as createdBy',
    ])
    .where('ar_plan.id', '=', id)
    .executeTakeFirst();
  if (!row) notFound('该应收计划');
  const today = shanghaiDate(now);
  const became = await sumsOf(tx, me, [id], today);
  const { createdBy, ...plan } = row;
  return {
    ...listed(plan, became.get(id)),
    orderNo: row.orderNo ?? '',
    creditOrderNo: row.creditOrderNo ?? '',
    collectorName: row.collectorName ?? '',
    bankFlowNo: row.bankFlowNo ?? '',
    stages: row.stages as unknown as Stage[],
    invoiced: row.orderId ? await invoicedOf(tx, me, row.orderId) : null,
    mine: createdBy === me.accountId,
    items: await itemRows(tx, me, id, today),
  };
}

async function invoicedOf(tx: Tx, me: Me, orderId: string): Promise<bigint> {
  const row = await tx
    .selectFrom('order_line')
    .select(sql<string>`coalesce(sum(invoiced_amount), 0)::text`.as('amount'))
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return fen(row?.amount);
}

async function itemRows(tx: Tx, me: Me, planId: string, today: string) {
  const rows = await tx
    .selectFrom('ar_plan_item as i')
    .leftJoin('receivable as r', (on) => on.onRef('r.tenant_id', '=', 'i.tenant_id').onRef('r.id', '=', 'i.receivable_id'))
    .select(['i.id', 'i.seq', 'i.nature', 'i.amount', 'i.due_by', 'i.due_days', 'i.due_date', 'i.happened_on', 'i.happened_by', 'i.receivable_id', 'i.remark'])
    .select([
      'r.no',
      'r.settled',
      'r.refunded',
      'r.offset',
      'r.returned',
      'r.open',
      'r.disputed',
      'r.status',
      'r.nature as now',
      'r.due_date as due',
      'r.credit_order_id',
    ])
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.plan_id', '=', planId)
    .orderBy('i.seq')
    .execute();
  const late = await lateOnCredit(
    tx,
    me,
    rows.flatMap((row) => (row.credit_order_id ? (row.receivable_id ?? []) : [])),
    today,
  );
  return rows.map((row) => {
    const open = row.receivable_id === null ? row.amount : row.status === 'REVERSED' ? 0n : (row.open ?? 0n);
    const due = row.due ?? row.due_date;
    const since = row.credit_order_id ? (late.get(row.receivable_id ?? '')?.since ?? null) : due;
    return {
      id: row.id,
      seq: row.seq,
      nature: (row.now ?? row.nature) as keyof typeof natures,
      amount: row.amount,
      dueBy: row.due_by as DueBy,
      dueDays: row.due_days,
      dueDate: due,
      happenedOn: row.happened_on,
      happenedBy: row.happened_by,
      provisional: row.receivable_id !== null && row.due_by !== 'DATE' && row.happened_on === null,
      receivableId: row.receivable_id,
      receivableNo: row.no ?? '',
      paid: (row.settled ?? 0n) - (row.refunded ?? 0n),
      adjusted: (row.offset ?? 0n) + (row.returned ?? 0n),
      disputed: row.disputed ?? 0n,
      open,
      overdueDays: row.receivable_id !== null && open > 0n && since !== null && since < today ? daysBetween(since, today) : 0,
      settled: row.receivable_id !== null && row.status !== 'REVERSED' && open <= 0n,
      remark: row.remark,
    };
  });
}
