import { sql } from 'kysely';
import type { z } from 'zod';
import { termsWords } from '~/domains/credit/terms';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom, type SortKeys } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { booksOf, type StoredItem, termsOf } from './books.server';
import { interestOn, penaltyOn } from './owing.server';
import { itemState, overdueDays } from './repayment';
import type { ItemDetail, ItemQuery, ItemRow } from './repayment.schema';
import { replay } from './replay';

type Row = z.output<typeof ItemRow>;

export const items = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('repay_item as i')
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.credit_order_id'))
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.id', '=', 'i.customer_id'))
    .where('i.tenant_id', '=', me.tenantId);

const columns = [
  'i.id',
  'i.no',
  'i.seq',
  'i.customer_id as customerId',
  'c.name as customerName',
  'i.credit_order_id as creditOrderId',
  'o.no as creditOrderNo',
  'o.order_no as orderNo',
  'i.nominal_on as nominalOn',
  'i.due_on as dueOn',
  'i.grace_end as graceEnd',
  'i.provisional',
  'i.moved',
  'i.open_principal as openPrincipal',
  'i.relieved_principal as relievedPrincipal',
  'i.settled_on as settledOn',
] as const;

/** What a row comes to today. */
const figuresOn = (today: string) =>
  [
    'i.principal',
    'i.fee',
    penaltyOn(today).as('penalty'),
    interestOn(today).as('interest'),
    sql<bigint>`(i.paid_fee + i.paid_penalty + i.paid_interest + i.paid_principal)`.as('paid'),
    sql<bigint>`(i.relieved_fee + i.relieved_penalty + i.relieved_interest + i.relieved_principal)`.as('relieved'),
  ] as const;

/** The columns of a row with it. */
export const rowsOn = (query: ReturnType<typeof items>, today: string) => query.select(columns).select(figuresOn(today));
type Read = Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number];

export function shown({ relievedPrincipal, ...row }: Read, today: string): Row {
  const owed = row.principal + row.fee + row.penalty + row.interest - row.paid - row.relieved;
  return {
    ...row,
    openPrincipal: row.openPrincipal ?? 0n,
    owed,
    overdueDays: row.settledOn === null ? overdueDays(row, today) : 0,
    state: itemState({ ...row, relievedPrincipal }, today),
  };
}

/** By the instalments' own columns alone. */
async function filtered(tx: Tx, me: Me, query: z.output<typeof ItemQuery>) {
  let rows = tx.selectFrom('repay_item as i').where('i.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'i.id', 'repay_item_text', 'no', query.no));
  if (query.orderNo) rows = rows.where(await holdsNumber(tx, 'i.credit_order_id', 'credit_order_text', 'nos', query.orderNo));
  if (query.customerId) rows = rows.where('i.customer_id', '=', query.customerId);
  if (query.creditOrderId) rows = rows.where('i.credit_order_id', '=', query.creditOrderId);
  if (query.dueStart) rows = rows.where('i.due_on', '>=', query.dueStart);
  if (query.dueEnd) rows = rows.where('i.due_on', '<=', query.dueEnd);
  return rows;
}

function inTab(rows: Awaited<ReturnType<typeof filtered>>, tab: z.output<typeof ItemQuery>['tab'], today: string) {
  if (tab === 'OPEN') return rows.where('i.settled_on', 'is', null);
  if (tab === 'OVERDUE') return rows.where('i.settled_on', 'is', null).where('i.grace_end', '<', today);
  if (tab === 'SETTLED') return rows.where('i.settled_on', 'is not', null);
  return rows;
}

export async function itemRows(tx: Tx, me: Me, query: z.output<typeof ItemQuery>, today: string) {
  const rows = inTab(await filtered(tx, me, query), query.tab, today);
  const order = {
    sort: { no: 'i.no', dueOn: 'i.due_on', ...(query.tab === 'SETTLED' ? { settledOn: 'i.settled_on' } : {}) } as SortKeys,
    initial: query.tab === 'SETTLED' ? ([['i.settled_on', 'desc']] as const) : ([['i.due_on', 'asc']] as const),
    tiebreak: 'i.id',
    neverNull: ['i.no', 'i.due_on'],
  } as const;
  const page = await pageFrom(tx, rows.select('i.id'), query.no || query.orderNo ? { countTo: FOUND_CAP, ...query } : query, order, (found) =>
    completed(found, (ids) => rowsOn(items(tx, me), today).where('i.id', '=', anyOf(ids)).execute()),
  );
  return { page: { ...page, pagedRecords: page.pagedRecords.map((row) => shown(row, today)) }, rows };
}

export async function listItems(tx: Tx, me: Me, query: z.output<typeof ItemQuery>, now: Date) {
  const today = shanghaiDate(now);
  const { page, rows } = await itemRows(tx, me, query, today);
  // More than can be counted is not added up either.
  if (page.capped || query.withTabs !== 'true') return page;
  const sums = await sql<Record<'principal' | 'interest' | 'fee' | 'penalty' | 'paid' | 'owed', string>>`
    select coalesce(sum(s.principal), 0)::text as principal, coalesce(sum(s.interest), 0)::text as interest, coalesce(sum(s.fee), 0)::text as fee,
      coalesce(sum(s.penalty), 0)::text as penalty, coalesce(sum(s.paid), 0)::text as paid,
      coalesce(sum(s.principal + s.interest + s.fee + s.penalty - s.paid - s.relieved), 0)::text as owed
    from (${rows.select(figuresOn(today))}) s`.execute(tx);
  const totals = Object.fromEntries(Object.entries(sums.rows[0] ?? {}).map(([key, value]) => [key, displayYuan(BigInt(value))]));
  return { ...page, totals };
}

export async function itemDetail(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<z.output<typeof ItemDetail>> {
  const today = shanghaiDate(now);
  const row = await rowsOn(items(tx, me), today).select('o.terms').where('i.id', '=', input.id).executeTakeFirst();
  if (!row) notFound('该还款计划');
  const { terms: stored, ...plain } = row;
  const state = replay(await booksOf(tx, me, row.customerId), today).items.find((one) => one.id === row.id);
  const siblings = await rowsOn(items(tx, me), today)
    .where('i.credit_order_id', '=', row.creditOrderId)
    .orderBy('i.due_on')
    .orderBy('i.seq')
    .limit(200)
    .execute();
  const wire = (of: 'owed' | 'paid' | 'relieved') => ({
    fee: state?.[of].FEE ?? 0n,
    penalty: state?.[of].PENALTY ?? 0n,
    interest: state?.[of].INTEREST ?? 0n,
    principal: state?.[of].PRINCIPAL ?? 0n,
  });
  return {
    ...shown(plain, today),
    owing: wire('owed'),
    settled: wire('paid'),
    waived: wire('relieved'),
    terms: termsWords(state?.terms ?? termsOf(stored)),
    agreement: state?.terms ?? termsOf(stored),
    today,
    segments: state?.segments ?? [],
    siblings: siblings.map((one) => shown(one, today)),
    payments: await settledBy(tx, me, row.id),
    revisions: await revisionsOf(tx, me, row),
    changes: await changesOf(tx, me, row.creditOrderId),
  };
}

const settledBy = (tx: Tx, me: Me, itemId: string) =>
  tx
    .selectFrom('repay_alloc as a')
    .innerJoin('repay_payment as p', (on) => on.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.payment_id'))
    .select(['p.id as paymentId', 'p.no as paymentNo', 'p.kind', 'a.bucket', 'a.amount', 'a.day', 'a.cause_no as causeNo', 'a.created_at as at'])
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.item_id', '=', itemId)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(200)
    .execute() as unknown as Promise<z.output<typeof ItemDetail>['payments']>;

async function revisionsOf(tx: Tx, me: Me, row: { id: string; creditOrderId: string }) {
  const rows = await tx
    .selectFrom('repay_revision')
    .select(['seq', 'day', 'kind', 'biz_no as bizNo', 'reason', 'actor', 'created_at as at', 'items'])
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', row.creditOrderId)
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ items: stored, ...one }) => {
    const own = (stored as StoredItem[]).find((item) => item.id === row.id);
    return own ? [{ ...one, principal: BigInt(own.principal), dueOn: own.due }] : [];
  });
}

const changesOf = (tx: Tx, me: Me, creditOrderId: string) =>
  tx
    .selectFrom('repay_change')
    .select(['id', 'no', 'version', 'status', 'reason', 'creator', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', creditOrderId)
    .orderBy('created_at', 'desc')
    .execute();
