import { sql } from 'kysely';
import type { z } from 'zod';
import { matches } from '~/domains/finance/matches.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import { type BookQuery, type BookRow, overdueDays, type ReceivableDetail, type ReceivableSource, type ReceivableState } from './receivable';
import { postingsOf } from './receivablePostings.server';

const fen = (sum: string): bigint => BigInt(sum);

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
  'receivable.returned',
  'receivable.refunded',
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
async function bookRows(tx: Tx, me: Me, query: z.output<typeof BookQuery>, today: string) {
  let rows = book(tx, me).select(bookColumns);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'receivable.id', 'receivable_text', 'no', query.no));
  if (query.sourceNo) rows = rows.where(await holdsNumber(tx, 'receivable.id', 'receivable_text', 'sources', query.sourceNo));
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

/** 应收单 without their totals. */
export async function bookPage(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<Page<z.output<typeof BookRow>>> {
  const today = shanghaiDate(now);
  const paging = query.no || query.sourceNo ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, await bookRows(tx, me, query, today), paging, {
    sort: { no: 'receivable.no', bizDate: 'receivable.biz_date', dueDate: 'receivable.due_date', amount: 'receivable.amount', open: 'receivable.open' },
    initial: [['receivable.biz_date', 'desc']],
    tiebreak: 'receivable.id',
    neverNull: ['receivable.no', 'receivable.due_date', 'receivable.amount'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map((row) => listed(row, today)) };
}

/** 应收单. */
export async function pageBook(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<Page<z.output<typeof BookRow>>> {
  const page = await bookPage(tx, me, query, now);
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const live = sql`filter (where receivable.status <> 'REVERSED')`;
  const sums = await (await bookRows(tx, me, query, shanghaiDate(now)))
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
    .leftJoin('repay_payment', (on) =>
      on.onRef('repay_payment.tenant_id', '=', 'receipt_apply.tenant_id').onRef('repay_payment.id', '=', 'receipt_apply.repayment_id'),
    )
    .select(['receipt_apply.receipt_id as receiptId', 'receipt.no as receiptNo', 'fund_hold.no as holdNo', 'repay_payment.no as repaymentNo'])
    .where('receipt_apply.receivable_id', '=', input.id)
    .execute();
  const postings = await postingsOf(tx, me, input.id);
  const sumOf = (side: 'dr' | 'cr') => postings.reduce((sum, entry) => sum + entry[side], 0n);
  return {
    ...listed(row, shanghaiDate(now)),
    tailLimit: (await orderSettingsOf(tx, me)).tailLimit,
    applies: applies.map(({ receiptNo, holdNo, repaymentNo, ...one }) => ({
      ...one,
      kind: one.receiptId ? ('RECEIPT' as const) : repaymentNo ? ('REPAYMENT' as const) : ('CAPTURE' as const),
      no: receiptNo ?? repaymentNo ?? holdNo ?? '',
    })),
    postings,
    postingSums: { dr: sumOf('dr'), cr: sumOf('cr') },
  };
}
