import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { subjectLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { daysBetween, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { wordsOfTerms } from './accountViews.server';
import { usableAccounts } from './choose.server';
import { type CreditOrderStatus, creditOrderStatuses, type UseSource, type useKinds } from './credit';
import type { OrderQuery } from './credit.schema';
import type { MyUseQuery } from './creditForm.schema';
import * as subjects from './subjects';

const columns = [
  'o.id',
  'o.no',
  'o.version',
  'o.customer_id as customerId',
  'c.name as customerName',
  'o.account_id as accountId',
  'a.no as accountNo',
  't.name as typeName',
  'o.source',
  'o.order_id as orderId',
  'o.order_no as orderNo',
  'o.amount',
  'o.held',
  'o.committed',
  'o.released',
  'o.returned',
  'o.repaid',
  sql<bigint>`coalesce(o.open_amount, 0)`.as('open'),
  'o.status',
  'o.started_on as startedOn',
  'o.next_due_on as nextDueOn',
  'o.overdue_from as overdueFrom',
  'o.creator',
  'o.created_at as createdAt',
] as const;

const orders = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('credit_order as o')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'o.tenant_id').onRef('c.id', '=', 'o.customer_id'))
    .innerJoin('credit_account as a', (on) => on.onRef('a.tenant_id', '=', 'o.tenant_id').onRef('a.id', '=', 'o.account_id'))
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .where('o.tenant_id', '=', me.tenantId);

/** Overdue is what the day says, not a state somebody wrote. */
const shownOn =
  (today: string) =>
  <Row extends { status: string; source: string; overdueFrom: string | null }>({ overdueFrom, ...row }: Row) => ({
    ...row,
    status: row.status as CreditOrderStatus,
    source: row.source as UseSource,
    overdueDays: overdueFrom !== null && overdueFrom <= today ? daysBetween(overdueFrom, today) + 1 : 0,
  });

/** By the orders' own columns alone. */
async function ordersBy(tx: Tx, me: Pick<Me, 'tenantId'>, query: OrderQuery, today: string) {
  let rows = tx.selectFrom('credit_order as o').where('o.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'o.id', 'credit_order_text', 'nos', query.no));
  if (query.customerId) rows = rows.where('o.customer_id', '=', query.customerId);
  if (query.accountId) rows = rows.where('o.account_id', '=', query.accountId);
  if (query.source) rows = rows.where('o.source', '=', query.source);
  const [from, to] = [query.dueStart?.slice(0, 10) ?? '', query.dueEnd?.slice(0, 10) ?? ''];
  if (from) rows = rows.where('o.next_due_on', '>=', from);
  if (to) rows = rows.where('o.next_due_on', '<=', to);
  // Written out: as a parameter it would not be known to be what the index of those is about.
  if (query.holding) rows = rows.where(query.holding === 'true' ? sql<boolean>`o.held > 0` : sql<boolean>`o.held = 0`);
  if (query.overdue === 'true') rows = rows.where('o.overdue_from', '<=', today);
  if (query.overdue === 'false') rows = rows.where((or) => or.or([or('o.overdue_from', 'is', null), or('o.overdue_from', '>', today)]));
  return rows;
}

const sort = {
  sort: { no: 'o.no', amount: 'o.amount', open: 'o.open_amount', nextDueOn: 'o.next_due_on', createdAt: 'o.created_at' },
  initial: [['o.created_at', 'desc']],
  tiebreak: 'o.id',
  neverNull: ['o.no', 'o.amount', 'o.open_amount'],
} as const;

export async function creditOrderRows(tx: Tx, me: Me, query: OrderQuery, now: Date) {
  const today = shanghaiDate(now);
  return rowsAmong(tx, me, query, today, await ordersBy(tx, me, query, today));
}

async function rowsAmong(tx: Tx, me: Me, query: OrderQuery, today: string, all: Awaited<ReturnType<typeof ordersBy>>) {
  const chosen = (query.status ? all.where('o.status', '=', query.status) : all).select('o.id');
  const page = await pageFrom(tx, chosen, query.no ? { countTo: FOUND_CAP, ...query } : query, { ...sort }, shownOf(tx, me));
  return { ...page, pagedRecords: page.pagedRecords.map(shownOn(today)) };
}

const shownOf = (tx: Tx, me: Pick<Me, 'tenantId'>) => (found: { id: string }[]) =>
  completed(found, (ids) => orders(tx, me).select(columns).where('o.id', '=', anyOf(ids)).execute());

export async function pageCreditOrders(tx: Tx, me: Me, query: OrderQuery, now: Date) {
  const today = shanghaiDate(now);
  const all = await ordersBy(tx, me, query, today);
  if (query.withTabs !== 'true') return rowsAmong(tx, me, query, today, all);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, today, all), tabsOf(tx, all, 'o.status', creditOrderStatuses)]);
  return { ...page, tabs };
}

export async function creditOrderDetail(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const row = await orders(tx, me)
    .select(columns)
    .select(['o.terms', 'o.remark', 'o.hold_expires_at as holdExpiresAt', 'o.settled_at as settledAt'])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!row) notFound('该用信单');
  const uses = await tx
    .selectFrom('credit_use')
    .select(['id', 'kind', 'amount', 'biz_date as bizDate', 'biz_no as bizNo', 'delivery_id as deliveryId', 'actor', 'created_at as createdAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(500)
    .execute();
  return {
    ...shownOn(shanghaiDate(now))(row),
    terms: wordsOfTerms(row.terms),
    uses: uses.map((one) => ({ ...one, kind: one.kind as keyof typeof useKinds })),
    log: await subjectLog(tx, me, subjects.creditOrder, id),
  };
}

/** A customer's accounts that may be used today, as the form of a use shows them. */
export async function usableShown(tx: Tx, me: Me, { customerId }: { customerId: string }, now: Date) {
  if (customerId === '') return { accounts: [] };
  const rows = await usableAccounts(tx, me, customerId, shanghaiDate(now));
  return {
    accounts: rows.map(({ id, no, typeName, free, terms, ...row }) => ({
      ...{ id, no, typeName, free, terms: wordsOfTerms(terms) },
      ...{ perOrder: row.per_order_limit, limit: row.limit_amount, validTo: row.valid_to },
    })),
  };
}

/** A dealer's own limits; row-level security keeps it to its own rows, and so does the query. */
export async function myCredit(tx: Tx, me: Me) {
  const rows = await tx
    .selectFrom('credit_account as a')
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .select([
      'a.id',
      'a.no',
      't.name as typeName',
      'a.status',
      'a.limit_amount as limit',
      'a.held',
      'a.used',
      'a.available',
      'a.per_order_limit as perOrderLimit',
    ])
    .select(['a.valid_to as validTo', 'a.terms', sql<number>`round(a.usage_ppm / 10000.0, 1)::float8`.as('usage')])
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.customer_id', '=', me.customerId)
    .where('a.status', '<>', 'CLOSED')
    .orderBy('t.sort')
    .orderBy('a.id')
    .execute();
  return { accounts: rows.map((row) => ({ ...row, status: row.status as 'ACTIVE', terms: wordsOfTerms(row.terms) })) };
}

/** The credit orders of an order that are not over, for whoever may read the order. */
export async function creditOfOrder(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  let rows = orders(tx, me).select(columns).where('o.order_id', '=', id).where('o.status', 'not in', ['CANCELLED', 'REJECTED']);
  if (me.customerId !== null) rows = rows.where('o.customer_id', '=', me.customerId);
  return { uses: (await rows.orderBy('o.created_at').execute()).map(shownOn(shanghaiDate(now))) };
}

export async function pageMyUses(tx: Tx, me: Me, query: z.output<typeof MyUseQuery>, now: Date) {
  let rows = tx.selectFrom('credit_order as o').where('o.tenant_id', '=', me.tenantId).where('o.customer_id', '=', me.customerId).select('o.id');
  if (query.status) rows = rows.where('o.status', '=', query.status);
  const page = await pageFrom(tx, rows, query, { ...sort }, shownOf(tx, me));
  return { ...page, pagedRecords: page.pagedRecords.map(shownOn(shanghaiDate(now))) };
}
