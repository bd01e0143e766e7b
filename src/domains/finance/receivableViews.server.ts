import { sql } from 'kysely';
import type { z } from 'zod';
import { baseConfigOf } from '~/domains/order/baseConfig.server';
import { anyOf } from '~/domains/product/product.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import { matches } from './matches.server';
import {
  type BookQuery,
  type BookRow,
  overdueDays,
  type ReceivableDetail,
  type ReceivableSource,
  type ReceivableState,
  raisingKinds,
  type SummaryQuery,
  type SummaryRow,
} from './receivable';
import { postingsOf } from './receivablePostings.server';

const bucket = (today: string, from: number, to: number | null) => sql<string>`coalesce(sum(r.open) filter (where r.due_date <= ${addDays(today, -from)}::date
  ${to === null ? sql`` : sql`and r.due_date >= ${addDays(today, -to)}::date`}), 0)::text`;

/** Open amounts of the customers with receivables, by how long they are overdue. */
function buckets(tx: Tx, me: Me, today: string) {
  return tx
    .selectFrom('receivable as r')
    .select([
      'r.customer_id',
      sql<string>`coalesce(sum(r.open) filter (where r.due_date >= ${today}::date), 0)::text`.as('not_due'),
      bucket(today, 1, 30).as('days30'),
      bucket(today, 31, 60).as('days60'),
      bucket(today, 61, 90).as('days90'),
      bucket(today, 91, null).as('days_more'),
    ])
    .where('r.tenant_id', '=', me.tenantId)
    .where('r.status', 'in', ['OPEN', 'PART'])
    .groupBy('r.customer_id');
}

/** 应收汇总: per customer the period's opening, raised, received, closing from the ledger, and today's aging from the open receivables. */
export async function pageSummary(tx: Tx, me: Me, query: z.output<typeof SummaryQuery>, now: Date): Promise<Page<z.output<typeof SummaryRow>>> {
  const today = shanghaiDate(now);
  const period = { start: query.start ?? `${today.slice(0, 8)}01`, end: query.end ?? today };
  if (period.start > period.end) refuse('BAD_STATE', `账期开始${period.start}不能晚于结束${period.end}`);
  const overdue = sql`(aged.days30::bigint + aged.days60::bigint + aged.days90::bigint + aged.days_more::bigint)`;
  let rows = tx
    .selectFrom('customer')
    .leftJoin(buckets(tx, me, today).as('aged'), (on) => on.onRef('aged.customer_id', '=', 'customer.id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .select([
      'customer.id as customerId',
      'customer.code as customerCode',
      'customer.name as customerName',
      'member.name as salesName',
      'aged.not_due',
      'aged.days30',
      'aged.days60',
      'aged.days90',
      'aged.days_more',
    ])
    .where('customer.tenant_id', '=', me.tenantId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receivable')
          .select(sql`1`.as('one'))
          .whereRef('receivable.tenant_id', '=', 'customer.tenant_id')
          .whereRef('receivable.customer_id', '=', 'customer.id'),
      ),
    );
  if (query.customerId) rows = rows.where('customer.id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('customer.sales_member_id', '=', query.salesMemberId);
  if (query.overdue) rows = rows.where(query.overdue === 'true' ? sql<boolean>`${overdue} > 0` : sql<boolean>`coalesce(${overdue}, 0) = 0`);
  const page = await pageFrom(tx, rows, query, {
    sort: { customerCode: 'customer.code', customerName: 'customer.name' },
    initial: [['customer.code', 'asc']],
    tiebreak: 'customer.id',
  });
  const moves = await movements(
    tx,
    me,
    page.pagedRecords.map((row) => row.customerId),
    period,
  );
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({ ...row, salesName: row.salesName ?? '', ...(moves.get(row.customerId) ?? still), ...aging(row) })),
    ...(page.next === undefined ? { totals: await agingTotals(tx, rows) } : {}),
  };
}

const still = { opening: 0n, raised: 0n, received: 0n, closing: 0n };
const fen = (text: string | null): bigint => BigInt(text ?? 0);
const aging = (row: { not_due: string | null; days30: string | null; days60: string | null; days90: string | null; days_more: string | null }) => ({
  notDue: fen(row.not_due),
  days30: fen(row.days30),
  days60: fen(row.days60),
  days90: fen(row.days90),
  daysMore: fen(row.days_more),
});

/** Account 1122 of each customer: before the period, raised and received in it. */
async function movements(tx: Tx, me: Me, customerIds: readonly string[], period: { start: string; end: string }): Promise<Map<string, typeof still>> {
  const raising = sql`t.kind = any(${[...raisingKinds]}::text[])`;
  const inside = sql`t.biz_date >= ${period.start}::date`;
  const { rows } = await sql<{ customer_id: string; opening: string; raised: string; received: string }>`
    select e.customer_id, coalesce(sum(e.dr - e.cr) filter (where not (${inside})), 0)::text as opening,
      coalesce(sum(e.dr - e.cr) filter (where ${inside} and ${raising}), 0)::text as raised,
      coalesce(sum(e.cr - e.dr) filter (where ${inside} and not (${raising})), 0)::text as received
    from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
    where e.tenant_id = ${me.tenantId} and e.account_code = '1122' and e.customer_id = ${anyOf(customerIds)} and t.biz_date <= ${period.end}::date
    group by e.customer_id`.execute(tx);
  return new Map(
    rows.map((row) => {
      const [opening, raised, received] = [fen(row.opening), fen(row.raised), fen(row.received)];
      return [row.customer_id, { opening, raised, received, closing: opening + raised - received }];
    }),
  );
}

type SummaryRows = { select: (columns: never) => { executeTakeFirstOrThrow(): Promise<unknown> } };

async function agingTotals(tx: Tx, rows: unknown): Promise<Record<string, string>> {
  const inner = (rows as { as(alias: string): never }).as('listed');
  const sums = (await (tx.selectFrom(inner) as unknown as SummaryRows)
    .select(
      ['not_due', 'days30', 'days60', 'days90', 'days_more'].map((name) => sql<string>`coalesce(sum(${sql.ref(name)}::bigint), 0)::text`.as(name)) as never,
    )
    .executeTakeFirstOrThrow()) as Parameters<typeof aging>[0];
  return Object.fromEntries(Object.entries(aging(sums)).map(([key, value]) => [key, displayYuan(value)]));
}

const bookColumns = [
  'receivable.id',
  'receivable.no',
  'receivable.customer_id as customerId',
  'receivable.customer_name as customerName',
  'member.name as salesName',
  'receivable.source',
  'receivable.delivery_id as deliveryId',
  'receivable.delivery_no as deliveryNo',
  'receivable.source_no as sourceNo',
  'receivable.order_id as orderId',
  'receivable.order_no as orderNo',
  'receivable.biz_date as bizDate',
  'receivable.due_date as dueDate',
  'receivable.amount',
  'receivable.settled',
  'receivable.offset',
  'receivable.open',
  'receivable.status',
] as const;

const book = (tx: Tx, me: Me) =>
  tx
    .selectFrom('receivable')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'receivable.tenant_id').onRef('member.id', '=', 'receivable.sales_member_id'))
    .where('receivable.tenant_id', '=', me.tenantId);

export function listed<R extends { salesName: string | null; source: string; status: string; open: bigint | null; dueDate: string }>(row: R, today: string) {
  const open = row.status === 'REVERSED' ? 0n : (row.open ?? 0n);
  return {
    ...row,
    salesName: row.salesName ?? '',
    source: row.source as ReceivableSource,
    status: row.status as ReceivableState,
    open,
    overdueDays: open > 0n ? overdueDays(row.dueDate, today) : 0,
  };
}

/** The receivables a query asks for, with their columns. */
function bookRows(tx: Tx, me: Me, query: z.output<typeof BookQuery>, today: string) {
  let rows = book(tx, me).select(bookColumns);
  if (query.no) rows = rows.where(holdsNumber('receivable.id', 'receivable_text', 'no', query.no));
  if (query.sourceNo) rows = rows.where(holdsNumber('receivable.id', 'receivable_text', 'sources', query.sourceNo));
  if (query.customerId) rows = rows.where('receivable.customer_id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('receivable.sales_member_id', '=', query.salesMemberId);
  if (query.status) rows = rows.where('receivable.status', '=', query.status);
  if (query.bizStart) rows = rows.where('receivable.biz_date', '>=', query.bizStart);
  if (query.bizEnd) rows = rows.where('receivable.biz_date', '<=', query.bizEnd);
  if (query.dueStart) rows = rows.where('receivable.due_date', '>=', query.dueStart);
  if (query.dueEnd) rows = rows.where('receivable.due_date', '<=', query.dueEnd);
  if (query.overdueDaysMin !== undefined || query.overdueDaysMax !== undefined) rows = rows.where('receivable.status', 'in', ['OPEN', 'PART']);
  if (query.overdueDaysMin !== undefined) rows = rows.where('receivable.due_date', '<=', addDays(today, -query.overdueDaysMin));
  if (query.overdueDaysMax !== undefined) rows = rows.where('receivable.due_date', '>=', addDays(today, -query.overdueDaysMax));
  return rows;
}

/** 应收台账 without its totals. */
export async function bookPage(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<Page<z.output<typeof BookRow>>> {
  const today = shanghaiDate(now);
  const paging = query.no || query.sourceNo ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, bookRows(tx, me, query, today), paging, {
    sort: { no: 'receivable.no', bizDate: 'receivable.biz_date', dueDate: 'receivable.due_date', amount: 'receivable.amount', open: 'receivable.open' },
    initial: [['receivable.biz_date', 'desc']],
    tiebreak: 'receivable.id',
    neverNull: ['receivable.no', 'receivable.due_date', 'receivable.amount'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => listed(row, today)) };
}

/** 应收台账. */
export async function pageBook(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<Page<z.output<typeof BookRow>>> {
  const page = await bookPage(tx, me, query, now);
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const live = sql`filter (where receivable.status <> 'REVERSED')`;
  const sums = await bookRows(tx, me, query, shanghaiDate(now))
    .clearSelect()
    .select([
      sql<string>`coalesce(sum(receivable.amount) ${live}, 0)::text`.as('amount'),
      sql<string>`coalesce(sum(receivable.settled + receivable."offset"), 0)::text`.as('settled'),
      sql<string>`coalesce(sum(receivable.open) ${live}, 0)::text`.as('open'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...page,
    totals: { amount: displayYuan(fen(sums.amount)), settled: displayYuan(fen(sums.settled)), open: displayYuan(fen(sums.open)) },
  };
}

export async function receivableDetail(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<z.output<typeof ReceivableDetail>> {
  const row = await book(tx, me)
    .select([...bookColumns, 'receivable.remark', 'receivable.created_at as createdAt'])
    .where('receivable.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该应收单');
  const applies = await matches(tx, me)
    .leftJoin('receipt', (on) => on.onRef('receipt.tenant_id', '=', 'receipt_apply.tenant_id').onRef('receipt.id', '=', 'receipt_apply.receipt_id'))
    .leftJoin('hold_event', (on) =>
      on.onRef('hold_event.tenant_id', '=', 'receipt_apply.tenant_id').onRef('hold_event.id', '=', 'receipt_apply.capture_event_id'),
    )
    .leftJoin('fund_hold', (on) => on.onRef('fund_hold.tenant_id', '=', 'hold_event.tenant_id').onRef('fund_hold.id', '=', 'hold_event.hold_id'))
    .select(['receipt_apply.receipt_id as receiptId', 'receipt.no as receiptNo', 'fund_hold.no as holdNo'])
    .where('receipt_apply.receivable_id', '=', input.id)
    .execute();
  const postings = await postingsOf(tx, me, input.id);
  const sumOf = (side: 'dr' | 'cr') => postings.reduce((sum, entry) => sum + entry[side], 0n);
  return {
    ...listed(row, shanghaiDate(now)),
    tailLimit: (await baseConfigOf(tx, me)).tailLimit,
    applies: applies.map(({ receiptNo, holdNo, ...one }) => ({
      ...one,
      kind: one.receiptId ? ('RECEIPT' as const) : ('CAPTURE' as const),
      no: receiptNo ?? holdNo ?? '',
    })),
    postings,
    postingSums: { dr: sumOf('dr'), cr: sumOf('cr') },
  };
}
