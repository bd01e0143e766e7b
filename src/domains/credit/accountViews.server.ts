import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { subjectLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { daysBetween, endOfDay, instantRange, shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { type AccountStatus, accountStatuses, eventsOf, type FreezeSource, type JournalEvent, type LineKind } from './credit';
import type { AccountQuery, JournalQuery } from './credit.schema';
import * as subjects from './subjects';
import { defaultTerms, type Terms, termsWords } from './terms';

const columns = [
  'a.id',
  'a.no',
  'a.version',
  'a.customer_id as customerId',
  'c.name as customerName',
  'a.credit_type_id as creditTypeId',
  't.name as typeName',
  sql<string>`coalesce(g.name, '')`.as('groupName'),
  'a.status',
  'a.base_limit as baseLimit',
  'a.limit_amount as limit',
  'a.held',
  'a.used',
  'a.spent',
  'a.frozen_amount as frozen',
  'a.available',
  sql<number>`round(a.usage_ppm / 10000.0, 1)::float8`.as('usage'),
  'a.per_order_limit as perOrderLimit',
  'a.valid_from as validFrom',
  'a.valid_to as validTo',
  'a.created_at as createdAt',
  sql<bigint | null>`a.limit_amount - a.base_limit`.as('extraLimit'),
  sql<string>`coalesce(s.name, '')`.as('salesName'),
  sql<
    string | null
  >`(select min(o.overdue_from) from credit_order o where o.tenant_id = a.tenant_id and o.account_id = a.id and o.overdue_from is not null)`.as('overdueFrom'),
] as const;

const accounts = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('credit_account as a')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.customer_id'))
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .leftJoin('credit_group as g', (on) => on.onRef('g.tenant_id', '=', 'a.tenant_id').onRef('g.id', '=', 'a.group_id'))
    .leftJoin('member as s', (on) => on.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.id', '=', 'c.sales_member_id'))
    .where('a.tenant_id', '=', me.tenantId);

const shown = <Row extends { status: string }>(row: Row) => ({ ...row, status: row.status as AccountStatus });
/** What the day makes of an account is not stored. */
const shownOn =
  (today: string) =>
  <Row extends { status: string; overdueFrom: string | null; validTo: string | null }>({ overdueFrom, ...row }: Row) => ({
    ...shown(row),
    overdueDays: overdueFrom !== null && overdueFrom <= today ? daysBetween(overdueFrom, today) + 1 : 0,
    validDays: row.validTo === null ? null : daysBetween(today, row.validTo),
  });
export const wordsOfTerms = (terms: unknown): string => termsWords({ ...defaultTerms, ...(terms as Partial<Terms>) });

/** By the accounts' own columns alone. */
async function accountsBy(tx: Tx, me: Me, query: AccountQuery, now: Date) {
  let rows = tx.selectFrom('credit_account as a').where('a.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'a.id', 'credit_account_text', 'no', query.no));
  if (query.customerId) rows = rows.where('a.customer_id', '=', query.customerId);
  if (query.creditTypeId) rows = rows.where('a.credit_type_id', '=', query.creditTypeId);
  if (query.groupId) rows = rows.where('a.group_id', '=', query.groupId);
  const [from, to] = [query.validStart?.slice(0, 10) ?? '', query.validEnd?.slice(0, 10) ?? ''];
  if (from) rows = rows.where('a.valid_to', '>=', from);
  if (to) rows = rows.where('a.valid_to', '<=', to);
  if (query.levelId || query.salesMemberId) rows = rows.where('a.customer_id', 'in', customersBy(tx, me, query));
  if (query.inUse) rows = rows.where('a.status', query.inUse === 'true' ? 'in' : 'not in', ['ACTIVE', 'FROZEN']);
  if (query.unlimited) rows = rows.where('a.limit_amount', query.unlimited === 'true' ? 'is' : 'is not', null);
  if (query.usageMin !== undefined) rows = rows.where('a.usage_ppm', '>=', BigInt(query.usageMin * 10_000));
  if (query.usageMax !== undefined) rows = rows.where('a.usage_ppm', '<=', BigInt(query.usageMax * 10_000));
  if (query.exceeded) rows = rows.where('a.available', query.exceeded === 'true' ? '<' : '>=', 0n);
  if (query.overdue) {
    const late = sql<boolean>`a.id in (select o.account_id from credit_order o where o.tenant_id = ${me.tenantId} and o.overdue_from <= ${shanghaiDate(now)}::date)`;
    rows = rows.where(query.overdue === 'true' ? late : sql<boolean>`not (${late})`);
  }
  return rows;
}

function customersBy(tx: Tx, me: Pick<Me, 'tenantId'>, { levelId, salesMemberId }: AccountQuery) {
  let customers = tx.selectFrom('customer as c').select('c.id').where('c.tenant_id', '=', me.tenantId);
  if (levelId) customers = customers.where('c.level_id', '=', levelId);
  if (salesMemberId) customers = customers.where('c.sales_member_id', '=', salesMemberId);
  return customers;
}

export const accountRows = async (tx: Tx, me: Me, query: AccountQuery, now: Date) => rowsAmong(tx, me, query, await accountsBy(tx, me, query, now), now);

async function rowsAmong(tx: Tx, me: Me, query: AccountQuery, all: Awaited<ReturnType<typeof accountsBy>>, now: Date) {
  const page = await pageFrom(
    tx,
    (query.status ? all.where('a.status', '=', query.status) : all).select('a.id'),
    query.no ? { countTo: FOUND_CAP, ...query } : query,
    {
      sort: {
        no: 'a.no',
        limit: 'a.limit_amount',
        used: 'a.used',
        available: 'a.available',
        usage: 'a.usage_ppm',
        validTo: 'a.valid_to',
        createdAt: 'a.created_at',
      },
      initial: [['a.created_at', 'desc']],
      tiebreak: 'a.id',
      neverNull: ['a.no', 'a.used'],
    },
    (found) => completed(found, (ids) => accounts(tx, me).select(columns).where('a.id', '=', anyOf(ids)).execute()),
  );
  return { ...page, pagedRecords: page.pagedRecords.map(shownOn(shanghaiDate(now))) };
}

export async function pageAccounts(tx: Tx, me: Me, query: AccountQuery, now: Date) {
  const all = await accountsBy(tx, me, query, now);
  if (query.withTabs !== 'true') return rowsAmong(tx, me, query, all, now);
  const [page, tabs] = await Promise.all([rowsAmong(tx, me, query, all, now), tabsOf(tx, all, 'a.status', accountStatuses)]);
  return { ...page, tabs };
}

export async function accountDetail(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const row = await accounts(tx, me)
    .select(columns)
    .select(['a.terms', 'a.remark', 'a.creator', 'a.over_limit as overLimit'])
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) notFound('该授信账户');
  const today = shanghaiDate(now);
  return {
    ...shownOn(today)(row),
    terms: wordsOfTerms(row.terms),
    lines: await linesShown(tx, me, id, today),
    freezes: await freezesShown(tx, me, id),
    log: await subjectLog(tx, me, subjects.creditAccount, id),
  };
}

async function linesShown(tx: Tx, me: Me, accountId: string, today: string) {
  const rows = await tx
    .selectFrom('credit_line')
    .select(['id', 'kind', 'amount', 'valid_from as validFrom', 'valid_to as validTo', 'reason', 'source_no as sourceNo', 'creator', 'created_at as createdAt'])
    .select(['ended_at as endedAt', 'end_reason as endReason'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as LineKind,
    counts: row.endedAt === null && row.validFrom <= today && (row.validTo === null || row.validTo >= today),
  }));
}

async function freezesShown(tx: Tx, me: Me, accountId: string) {
  const rows = await tx
    .selectFrom('credit_freeze')
    .select(['id', 'amount', 'source', 'reason', 'freezer', 'frozen_at as frozenAt', 'thawer', 'thawed_at as thawedAt', 'thaw_reason as thawReason'])
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', accountId)
    .orderBy('frozen_at', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, source: row.source as FreezeSource }));
}

const after = sql<bigint | null>`j.after_limit - j.after_held - j.after_used - j.after_spent - j.after_frozen`;

export async function journalRows(tx: Tx, me: Me, query: JournalQuery) {
  let rows = tx
    .selectFrom('credit_journal as j')
    .leftJoin('credit_account as a', (on) => on.onRef('a.tenant_id', '=', 'j.tenant_id').onRef('a.id', '=', 'j.account_id'))
    .leftJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'j.tenant_id').onRef('c.id', '=', 'j.customer_id'))
    .select([
      'j.id',
      'j.created_at as at',
      'j.account_id as accountId',
      sql<string>`a.no`.as('accountNo'),
      sql<string>`c.name`.as('customerName'),
      'j.event',
      'j.amount',
      'j.biz_no as bizNo',
    ])
    .select([
      'j.credit_order_id as creditOrderId',
      'j.after_limit as limit',
      'j.after_held as held',
      'j.after_used as used',
      'j.memo',
      'j.actor',
      after.as('available'),
    ])
    .where('j.tenant_id', '=', me.tenantId);
  if (query.accountId) rows = rows.where('j.account_id', '=', query.accountId);
  if (query.customerId) rows = rows.where('j.customer_id', '=', query.customerId);
  if (query.creditOrderId) rows = rows.where('j.credit_order_id', '=', query.creditOrderId);
  if (query.event) rows = rows.where('j.event', 'in', [...eventsOf(query.event)]);
  if (query.bizNo) rows = rows.where(await holdsNumber(tx, 'j.id', 'credit_journal_text', 'nos', query.bizNo));
  const { from, before } = instantRange(query.start, query.end);
  if (from) rows = rows.where('j.created_at', '>=', from);
  if (before) rows = rows.where('j.created_at', '<', before);
  const page = await pageFrom(
    tx,
    rows,
    { countTo: FOUND_CAP, ...query },
    {
      sort: { at: 'j.created_at' },
      initial: [['j.created_at', 'desc']],
      tiebreak: 'j.id',
      neverNull: ['j.created_at'],
    },
  );
  return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, event: row.event as JournalEvent })) };
}

/** The last change until the end of a day says where the account stood then. */
export async function accountAsOf(tx: Tx, me: Me, { id, date }: { id: string; date: string }) {
  const row = await tx
    .selectFrom('credit_journal as j')
    .select([
      'j.after_status as status',
      'j.after_limit as limit',
      'j.after_held as held',
      'j.after_used as used',
      'j.after_spent as spent',
      'j.after_frozen as frozen',
    ])
    .select(['j.created_at as at', after.as('available')])
    .where('j.tenant_id', '=', me.tenantId)
    .where('j.account_id', '=', id)
    .where('j.created_at', '<', endOfDay(date))
    .orderBy('j.created_at', 'desc')
    .orderBy('j.seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { stood: row ? shown(row) : null };
}
