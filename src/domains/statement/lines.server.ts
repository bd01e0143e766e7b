import { type SqlBool, sql } from 'kysely';
import { ledgerKindName } from '~/domains/finance/ledgerKinds';
import { customerOf } from '~/domains/finance/myFunds.server';
import { pageOwedPostings } from '~/domains/finance/owedPostings.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { addDays } from '~/shared/dates';
import { displayCount, displayYuan } from '~/shared/money';
import type { PageQuery } from '~/shared/page.schema';
import { notFound, refuse } from '~/shared/refusal';
import { type LineQuery, MOST_PRINTED_LINES } from './statement.schema';
import * as subjects from './subjects';
import { statementHead } from './views.server';

/** What screen, file and paper show: the lines as they stand in the statement. */
export async function statementLines(tx: Tx, me: Me, query: LineQuery) {
  const owner = await ownerOf(tx, me, query.id);
  let rows = tx
    .selectFrom('statement_line as l')
    .leftJoin('receivable as r', (on) => on.onRef('r.tenant_id', '=', 'l.tenant_id').onRef('r.id', '=', 'l.biz_id'))
    .select(['l.seq', 'l.biz_date as bizDate', 'l.kind', 'l.biz_id as bizId', 'l.biz_no as bizNo', 'l.memo', 'l.debit', 'l.credit', 'l.balance'])
    .select(['r.order_id as orderId', disputeOfLine.as('dispute')])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.statement_id', '=', owner.id);
  if (query.side) rows = rows.where(query.side === 'DEBIT' ? 'l.debit' : 'l.credit', '>', 0n);
  if (query.kind) rows = rows.where('l.kind', '=', query.kind);
  if (query.bizNo) rows = rows.where(sql<SqlBool>`strpos(lower(l.biz_no || ' ' || l.memo), lower(${query.bizNo})) > 0`);
  if (query.disputed) rows = rows.where(query.disputed === 'true' ? sql<SqlBool>`${disputeOfLine} <> ''` : sql<SqlBool>`${disputeOfLine} = ''`);
  const page = await pageFrom(tx, rows, query, {
    sort: { seq: 'l.seq', bizDate: 'l.seq', debit: 'l.debit', credit: 'l.credit' },
    initial: [['l.seq', 'asc']],
    tiebreak: 'l.seq',
    neverNull: ['l.debit', 'l.credit'],
  });
  const plain = !query.side && !query.kind && !query.bizNo && !query.disputed;
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({ ...row, id: String(row.seq), kindName: ledgerKindName(row.kind), dispute: row.dispute ?? '' })),
    totals: plain ? { debit: displayYuan(owner.debit), credit: displayYuan(owner.credit) } : await sumsOf(rows),
  };
}

const disputeOfLine = sql<string | null>`coalesce((select d.status from statement_dispute d
  where d.tenant_id = l.tenant_id and d.statement_id = l.statement_id and d.seq = l.seq order by d.raised_at desc limit 1), '')`;

async function sumsOf(rows: { clearSelect(): unknown }): Promise<Record<string, string>> {
  const sums = (await (rows.clearSelect() as { select(columns: unknown): { executeTakeFirstOrThrow(): Promise<unknown> } })
    .select([sql`coalesce(sum(l.debit), 0)::bigint`.as('debit'), sql`coalesce(sum(l.credit), 0)::bigint`.as('credit')])
    .executeTakeFirstOrThrow()) as { debit: bigint; credit: bigint };
  return { debit: displayYuan(sums.debit), credit: displayYuan(sums.credit) };
}

/** The statement as this person may see it, or none. */
async function ownerOf(tx: Tx, me: Me, id: string) {
  let row = tx
    .selectFrom('statement')
    .select(['id', 'debtor_id', 'period_start', 'opening', 'debit', 'credit'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id);
  if (me.customerId !== null) row = row.where('debtor_id', '=', customerOf(me)).where('status', '<>', 'DRAFT');
  return (await row.executeTakeFirst()) ?? notFound('该对账单');
}

/** 期初的构成: every posting before the period; what they sum to is the opening. */
export async function openingLines(tx: Tx, me: Me, { id, ...paging }: PageQuery & { id: string }) {
  const owner = await ownerOf(tx, me, id);
  return pageOwedPostings(tx, me, { customerId: owner.debtor_id, end: addDays(owner.period_start, -1) }, paging);
}

/** On paper, written down: all lines, as long as paper is of use. */
export async function printStatement(tx: Tx, me: Me, { id }: { id: string }, now: Date) {
  const head = await statementHead(tx, me, id, now);
  if (head.lineCount > MOST_PRINTED_LINES)
    refuse('CHECK_STATE', `该对账单有${displayCount(head.lineCount)}行，超过一次打印的${displayCount(MOST_PRINTED_LINES)}行，请导出明细`);
  const lines = await statementLines(tx, me, { id, pageNo: 1, pageSize: MOST_PRINTED_LINES, ascs: '', descs: '' });
  await audit(tx, me, { action: '打印', subject: subjects.statement, id, no: head.no || head.customerName });
  return { head, lines: lines.pagedRecords };
}
