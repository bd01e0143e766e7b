import { sql } from 'kysely';
import type { z } from 'zod';
import { matches } from '~/domains/finance/matches.server';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { pageFrom, pageFromAll } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import { arisenBy, type Days, instalments, lateOnCredit, type OnCredit, withinDays } from './ageing.server';
import { overdueDays, type ReceivableSource, type ReceivableState } from './receivable';
import type { BookQuery, BookRow, ReceivableDetail } from './receivable.schema';
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
  'receivable.credit_order_id as creditOrderId',
] as const;

const book = (tx: Tx, me: Me) =>
  tx
    .selectFrom('receivable')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'receivable.tenant_id').onRef('member.id', '=', 'receivable.sales_member_id'))
    .where('receivable.tenant_id', '=', me.tenantId);

interface Stored {
  id: string;
  salesName: string | null;
  source: string;
  status: string;
  open: bigint | null;
  dueDate: string;
  creditOrderId: string | null;
}
/** On credit a receivable is as late as the first of its instalments, and by what of them is late. */
function listed<R extends Stored>(row: R, today: string, onCredit: ReadonlyMap<string, OnCredit>) {
  const { creditOrderId, ...rest } = row;
  const open = row.status === 'REVERSED' ? 0n : (row.open ?? 0n);
  const credit = creditOrderId ? (onCredit.get(row.id) ?? { since: null, overdue: 0n, inAge: 0n }) : null;
  const since = credit ? credit.since : row.dueDate;
  return {
    ...rest,
    salesName: row.salesName ?? '',
    source: row.source as ReceivableSource,
    status: row.status as ReceivableState,
    open,
    overdue: credit ? credit.overdue : row.dueDate < today ? open : 0n,
    inAge: credit ? credit.inAge : open,
    overdueDays: open > 0n && since !== null ? overdueDays(since, today) : 0,
  };
}
const onCreditOf = (tx: Tx, me: Me, rows: readonly Pick<Stored, 'id' | 'creditOrderId'>[], today: string, days: Days = {}) =>
  lateOnCredit(
    tx,
    me,
    rows.flatMap((row) => (row.creditOrderId ? row.id : [])),
    today,
    days,
  );

/** The receivables a query asks for, with their columns. */
async function bookRows(tx: Tx, me: Me, query: z.output<typeof BookQuery>) {
  let rows = book(tx, me).select(bookColumns);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'receivable.id', 'receivable_text', 'no', query.no));
  if (query.sourceNo) rows = rows.where(await holdsNumber(tx, 'receivable.id', 'receivable_text', 'sources', query.sourceNo));
  if (query.customerId) rows = rows.where('receivable.customer_id', '=', query.customerId);
  if (query.salesMemberId) rows = rows.where('receivable.sales_member_id', '=', query.salesMemberId);
  if (query.status) rows = rows.where('receivable.status', '=', query.status);
  if (query.bizStart) rows = rows.where('receivable.biz_date', '>=', query.bizStart);
  if (query.bizEnd) rows = rows.where('receivable.biz_date', '<=', query.bizEnd);
  if (query.dueStart) rows = rows.where('receivable.due_date', '>=', query.dueStart);
  if (query.dueEnd) rows = rows.where('receivable.due_date', '<=', query.dueEnd).where('receivable.biz_date', '<=', await arisenBy(tx, me, query.dueEnd));
  return rows;
}

const daysAsked = ({ overdueDaysMin: from, overdueDaysMax: to }: z.output<typeof BookQuery>): Days | null =>
  from === undefined && to === undefined ? null : { from, to };

/** Those of an age: plain ones by their day, those on credit by any of their instalments. Each half reads its own index. */
async function bookHalves(tx: Tx, me: Me, query: z.output<typeof BookQuery>, all: BookSelect, today: string) {
  const days = daysAsked(query);
  if (!days) return null;
  const open = all.where(sql<boolean>`receivable.status in ('OPEN', 'PART')`);
  let plain = open.where('receivable.credit_order_id', 'is', null);
  if (days.from !== undefined) {
    const due = addDays(today, -days.from);
    plain = plain.where('receivable.due_date', '<=', due).where('receivable.biz_date', '<=', await arisenBy(tx, me, due));
  }
  if (days.to !== undefined) plain = plain.where('receivable.due_date', '>=', addDays(today, -days.to));
  const credit = open
    .where('receivable.credit_order_id', 'is not', null)
    .where(sql<boolean>`exists (select from ${instalments(me.tenantId)} w where w.receivable_id = receivable.id and ${withinDays('w', days, today)})`);
  // As the order of both halves together knows them.
  const order = ['receivable.biz_date', 'receivable.due_date'] as const;
  return { plain: plain.select(order), credit: credit.select(order) };
}

/** 应收单 without their totals. */
export async function bookPage(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<Page<z.output<typeof BookRow>>> {
  const [all, today] = [await bookRows(tx, me, query), shanghaiDate(now)];
  return pageAmong(tx, me, query, { all, halves: await bookHalves(tx, me, query, all, today) }, today);
}

type Halves = Awaited<ReturnType<typeof bookHalves>>;

async function pageAmong(
  tx: Tx,
  me: Me,
  query: z.output<typeof BookQuery>,
  { all, halves }: { all: BookSelect; halves: Halves },
  today: string,
): Promise<Page<z.output<typeof BookRow>>> {
  const paging = query.no || query.sourceNo ? { countTo: FOUND_CAP, ...query } : query;
  const order = {
    sort: { no: 'receivable.no', bizDate: 'receivable.biz_date', dueDate: 'receivable.due_date', amount: 'receivable.amount', open: 'receivable.open' },
    initial: [['receivable.biz_date', 'desc']] as [string, 'asc' | 'desc'][],
    tiebreak: 'receivable.id',
    neverNull: ['receivable.no', 'receivable.due_date', 'receivable.amount'],
  };
  const page = halves ? await pageFromAll(tx, [halves.plain, halves.credit], paging, order) : await pageFrom(tx, all, paging, order);
  const onCredit = await onCreditOf(tx, me, page.pagedRecords, today, daysAsked(query) ?? {});
  return { ...page, pagedRecords: page.pagedRecords.map((row) => listed(row, today, onCredit)) };
}

/** 应收单. */
export async function pageBook(tx: Tx, me: Me, query: z.output<typeof BookQuery>, now: Date): Promise<Page<z.output<typeof BookRow>>> {
  const [all, today, days] = [await bookRows(tx, me, query), shanghaiDate(now), daysAsked(query)];
  const halves = await bookHalves(tx, me, query, all, today);
  const page = await pageAmong(tx, me, query, { all, halves }, today);
  // More than can be counted is not added up either.
  if (page.capped) return page;
  const sums = halves ? [await sumsOf(halves.plain), await sumsOf(halves.credit)] : [await sumsOf(all)];
  const sum = (key: 'amount' | 'settled' | 'open') => displayYuan(sums.reduce((all, one) => all + fen(one[key]), 0n));
  const inAge: Record<string, string> =
    halves && days ? { inAge: displayYuan(fen(sums[0]?.open ?? '0') + (await creditInAge(tx, me, halves.credit, today, days))) } : {};
  return { ...page, totals: { amount: sum('amount'), settled: sum('settled'), open: sum('open'), ...inAge } };
}

type BookSelect = Awaited<ReturnType<typeof bookRows>>;
const live = sql`filter (where receivable.status <> 'REVERSED')`;
const sumsOf = (rows: BookSelect) =>
  rows
    .clearSelect()
    .select([
      sql<string>`coalesce(sum(receivable.amount) ${live}, 0)::text`.as('amount'),
      sql<string>`coalesce(sum(receivable.settled + receivable."offset"), 0)::text`.as('settled'),
      sql<string>`coalesce(sum(receivable.open) ${live}, 0)::text`.as('open'),
    ])
    .executeTakeFirstOrThrow();

async function creditInAge(tx: Tx, me: Me, rows: BookSelect, today: string, days: Days): Promise<bigint> {
  const ids = rows.clearSelect().select('receivable.id');
  const { rows: found } = await sql<{ sum: string }>`select coalesce(sum(w.outstanding), 0)::text as sum from ${instalments(me.tenantId)} w
    where w.receivable_id in (${ids}) and ${withinDays('w', days, today)}`.execute(tx);
  return fen(found[0]?.sum ?? '0');
}

export async function receivableDetail(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<z.output<typeof ReceivableDetail>> {
  const row = await book(tx, me)
    .select([...bookColumns, 'receivable.remark', 'receivable.created_at as createdAt'])
    .where('receivable.id', '=', input.id)
    .executeTakeFirst();
  if (!row) notFound('该应收单');
  const today = shanghaiDate(now);
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
    ...listed(row, today, await onCreditOf(tx, me, [row], today)),
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
