import { sql } from 'kysely';
import { customerOf } from '~/domains/finance/myFunds.server';
import { ageSum, openSum } from '~/domains/receivable/ageing.server';
import type { Me } from '~/portal/me';
import { documentLog, subjectLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { staleAmong } from './draft.server';
import { type AdjustState, type DisputeReason, type DisputeState, type StatementState, statementStates } from './statement';
import type { StatementQuery } from './statement.schema';
import * as subjects from './subjects';

const columns = [
  'statement.id',
  sql<string>`coalesce(statement.no, '')`.as('no'),
  'statement.debtor_id as customerId',
  'statement.debtor_name as customerName',
  'statement.period_start as periodStart',
  'statement.period_end as periodEnd',
  'statement.opening',
  'statement.debit',
  'statement.credit',
  'statement.closing',
  'statement.line_count as lineCount',
  'statement.open_disputes as openDisputes',
  'statement.status',
  'statement.sent_at as sentAt',
  'statement.confirmed_at as confirmedAt',
  'statement.created_at as createdAt',
  'statement.creator',
  'statement.version',
] as const;
const detailColumns = [
  ...columns,
  'statement.remark',
  'statement.hash',
  'statement.prev_hash as prevHash',
  'statement.sender',
  'statement.told_at as toldAt',
  'statement.confirmer',
  'statement.confirmed_for as confirmedFor',
  'statement.confirm_ip as confirmIp',
  'statement.confirm_note as confirmNote',
  'statement.confirm_files as confirmFiles',
  'statement.withdrawn_at as withdrawnAt',
  'statement.withdraw_reason as withdrawReason',
] as const;

const shown = <Row extends { status: string }>(row: Row) => ({ ...row, status: row.status as StatementState });

type Statements = Awaited<ReturnType<typeof statementsBy>>;
/** What the query asks for, status aside: the tabs count by it. */
async function statementsBy(tx: Tx, me: Me, query: StatementQuery) {
  let rows = tx.selectFrom('statement').where('statement.tenant_id', '=', me.tenantId);
  if (query.no) rows = rows.where(await holdsNumber(tx, 'statement.id', 'statement_text', 'no', query.no));
  if (query.customerId) rows = rows.where('statement.debtor_id', '=', query.customerId);
  if (query.periodStart) rows = rows.where('statement.period_end', '>=', query.periodStart);
  if (query.periodEnd) rows = rows.where('statement.period_end', '<=', query.periodEnd);
  if (query.disputed) rows = rows.where('statement.open_disputes', query.disputed === 'true' ? '>' : '=', 0);
  // A dealer's are those it was sent; row-level security holds it to its own.
  if (me.customerId !== null) rows = rows.where('statement.status', '<>', 'DRAFT').where('statement.debtor_id', '=', customerOf(me));
  return rows;
}

/** The list without its sums. */
export const statementRows = async (tx: Tx, me: Me, query: StatementQuery) => rowsAmong(tx, query, await statementsBy(tx, me, query));

const ofState = (rows: Statements, { status }: StatementQuery): Statements => (status ? rows.where('statement.status', '=', status) : rows);

async function rowsAmong(tx: Tx, query: StatementQuery, all: Statements) {
  const paging = query.no ? { countTo: FOUND_CAP, ...query } : query;
  const page = await pageFrom(tx, ofState(all, query).select(columns), paging, {
    sort: {
      no: 'statement.no',
      periodEnd: 'statement.period_end',
      closing: 'statement.closing',
      sentAt: 'statement.sent_at',
      confirmedAt: 'statement.confirmed_at',
    },
    initial: [['statement.period_end', 'desc']],
    tiebreak: 'statement.id',
    neverNull: ['statement.closing'],
  });
  return { ...page, pagedRecords: page.pagedRecords.map(shown) };
}

export async function listStatements(tx: Tx, me: Me, query: StatementQuery) {
  const all = await statementsBy(tx, me, query);
  const [page, tabs] = await Promise.all([rowsAmong(tx, query, all), tabsOf(tx, all, 'statement.status', Object.keys(statementStates))]);
  if (page.capped) return { ...page, tabs };
  const sums = await ofState(all, query)
    .select([sql<bigint>`coalesce(sum(statement.debit), 0)::bigint`.as('debit'), sql<bigint>`coalesce(sum(statement.credit), 0)::bigint`.as('credit')])
    .executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { debit: displayYuan(sums.debit), credit: displayYuan(sums.credit) } };
}

/** What both sides read; lines are read page by page. */
export async function statementHead(tx: Tx, me: Me, id: string, now: Date) {
  let row = tx.selectFrom('statement').select(detailColumns).where('statement.tenant_id', '=', me.tenantId).where('statement.id', '=', id);
  if (me.customerId !== null) row = row.where('statement.debtor_id', '=', customerOf(me)).where('statement.status', '<>', 'DRAFT');
  const found = await row.executeTakeFirst();
  if (!found) notFound('该对账单');
  return {
    ...shown(found),
    previous: (await previousOf(tx, me, found)) ?? null,
    disputes: await disputesOf(tx, me, id),
    aging: await agingOf(tx, me, found.customerId, shanghaiDate(now)),
  };
}

export async function statementOffice(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const head = await statementHead(tx, me, id, now);
  return {
    ...head,
    stale: head.status === 'DRAFT' && (await staleAmong(tx, me, [id])).length > 0,
    adjusts: await adjustsBy(tx, me).where('statement_adjust.statement_id', '=', id).orderBy('statement_adjust.created_at').execute().then(ofMine(me)),
    log: await subjectLog(tx, me, subjects.statement, id),
  };
}

async function previousOf(tx: Tx, me: Me, { customerId, periodStart }: { customerId: string; periodStart: string }) {
  let before = tx
    .selectFrom('statement')
    .select(['id', sql<string>`coalesce(no, '')`.as('no'), 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('debtor_id', '=', customerId)
    .where('status', '<>', 'WITHDRAWN')
    .where('period_end', '=', addDays(periodStart, -1));
  if (me.customerId !== null) before = before.where('status', '<>', 'DRAFT');
  const found = await before.executeTakeFirst();
  return found && shown(found);
}

const disputesOf = async (tx: Tx, me: Me, id: string) => {
  const rows = await tx
    .selectFrom('statement_dispute as d')
    .leftJoin('statement_line as l', (on) =>
      on.onRef('l.tenant_id', '=', 'd.tenant_id').onRef('l.statement_id', '=', 'd.statement_id').onRef('l.seq', '=', 'd.seq'),
    )
    .select([
      'd.id',
      'd.seq',
      'd.reason',
      'd.note',
      'd.claimed',
      'd.status',
      'd.raiser',
      'd.raised_at as raisedAt',
      'd.reply',
      'd.replier',
      'd.replied_at as repliedAt',
    ])
    .select(sql<string>`coalesce(l.biz_no, '')`.as('bizNo'))
    .where('d.tenant_id', '=', me.tenantId)
    .where('d.statement_id', '=', id)
    .orderBy('d.raised_at')
    .orderBy('d.id')
    .execute();
  return rows.map((row) => ({ ...row, reason: row.reason as DisputeReason, status: row.status as DisputeState }));
};

async function agingOf(tx: Tx, me: Me, customerId: string, today: string) {
  const due = (from: number, to: number | null) => ageSum('o', { label: '', from, to }, today);
  return tx
    .selectFrom('owing as o')
    .select([
      openSum('o').as('open'),
      due(0, 0).as('notDue'),
      due(1, 30).as('days30'),
      due(31, 60).as('days60'),
      due(61, 90).as('days90'),
      due(91, null).as('daysMore'),
    ])
    .where('o.tenant_id', '=', me.tenantId)
    .where('o.customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
}

const adjustsBy = (tx: Tx, me: Me) =>
  tx
    .selectFrom('statement_adjust')
    .innerJoin('statement', (on) =>
      on.onRef('statement.tenant_id', '=', 'statement_adjust.tenant_id').onRef('statement.id', '=', 'statement_adjust.statement_id'),
    )
    .select([
      'statement_adjust.id',
      'statement_adjust.no',
      'statement_adjust.statement_id as statementId',
      sql<string>`coalesce(statement.no, '')`.as('statementNo'),
      'statement_adjust.customer_id as customerId',
      'statement.debtor_name as customerName',
      'statement_adjust.amount',
      'statement_adjust.reason',
      'statement_adjust.status',
      'statement_adjust.opinion',
      'statement_adjust.receivable_id as receivableId',
      'statement_adjust.receivable_no as receivableNo',
      'statement_adjust.creator',
      'statement_adjust.created_at as createdAt',
      'statement_adjust.created_by as createdBy',
      'statement_adjust.decider',
      'statement_adjust.decided_at as decidedAt',
      'statement_adjust.version',
    ])
    .where('statement_adjust.tenant_id', '=', me.tenantId);

const ofMine =
  (me: Me) =>
  <Row extends { createdBy: string | null; status: string }>(rows: readonly Row[]) =>
    rows.map(({ createdBy, status, ...row }) => ({ ...row, status: status as AdjustState, mine: createdBy === me.accountId }));

export async function adjustDetail(tx: Tx, me: Me, { id }: { id: string }) {
  const [row] = ofMine(me)(await adjustsBy(tx, me).where('statement_adjust.id', '=', id).execute());
  if (!row) notFound('该应收调整单');
  return { ...row, logs: await documentLog(tx, me, subjects.statementAdjust, id) };
}
