import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { anyOf } from '~/server/given.server';
import { completed, pageFrom } from '~/server/list.server';
import { FOUND_CAP, holdsNumber, holdsWords, searched } from '~/server/search.server';
import { tabsOf } from '~/server/tally.server';
import { raised } from '~/server/versioned.server';
import { instantRange } from '~/shared/dates';
import { formatYuan } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type BankLineState, bankLineFlow, bankLineStates, isReady, type MatchBasis } from './bankLine';
import type { BankLineQuery } from './bankLine.schema';
import type { DepositState } from './deposit';
import { registerDeposits } from './deposit.server';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}

const columns = [
  'bank_line.id',
  'bank_line.version',
  'bank_line.flow_no as flowNo',
  'bank_line.traded_at as tradedAt',
  'bank_line.amount',
  'bank_line.payer',
  'bank_line.payer_tail as payerTail',
  'bank_line.summary',
  'bank_line.customer_id as customerId',
  'customer.name as customerName',
  'bank_line.basis',
  'bank_line.score',
  'bank_line.status',
  'bank_line.reason',
  'bank_line.enter_id as enterId',
  'bank_line.receipt_id as receiptId',
  'bank_line.handler',
  'bank_line.created_at as createdAt',
  'enter_account.no as enterNo',
  'enter_account.status as enterStatus',
  'receipt.no as receiptNo',
] as const;

const docs = defineDocument({ table: 'bank_line', noun: '银行流水', title: (line) => `流水${line.flow_no}`, states: bankLineFlow });
type Line = Awaited<ReturnType<typeof docs.lock>>;

const lines = (tx: Tx, me: Me) => tx.selectFrom('bank_line').where('bank_line.tenant_id', '=', me.tenantId);

const shownLines = (tx: Tx, me: Me, ids: readonly string[]) =>
  lines(tx, me)
    .leftJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'bank_line.tenant_id').onRef('customer.id', '=', 'bank_line.customer_id'))
    .leftJoin('enter_account', (on) => on.onRef('enter_account.tenant_id', '=', 'bank_line.tenant_id').onRef('enter_account.id', '=', 'bank_line.enter_id'))
    .leftJoin('receipt', (on) => on.onRef('receipt.tenant_id', '=', 'bank_line.tenant_id').onRef('receipt.id', '=', 'bank_line.receipt_id'))
    .select(columns)
    .where('bank_line.id', '=', anyOf(ids))
    .execute();

type Lines = ReturnType<typeof lines>;
/** What the query asks for, status aside: the tabs count by it. */
async function linesBy(tx: Tx, me: Me, query: BankLineQuery) {
  const traded = instantRange(query.tradedStart, query.tradedEnd);
  const found = await searched(lines(tx, me), [
    query.flowNo && holdsNumber(tx, 'bank_line.id', 'bank_line_text', 'flow_no', query.flowNo),
    query.payer && holdsWords(tx, 'bank_line.id', 'bank_line_text', 'payer', query.payer, sql.ref('bank_line.payer')),
  ]);
  let { rows } = found;
  if (query.customerId) rows = rows.where('bank_line.customer_id', '=', query.customerId);
  if (query.basis) rows = rows.where('bank_line.basis', '=', query.basis);
  if (traded.from) rows = rows.where('bank_line.traded_at', '>=', traded.from);
  if (traded.before) rows = rows.where('bank_line.traded_at', '<', traded.before);
  return { rows, few: found.few };
}

const ofState = (rows: Lines, { status }: BankLineQuery): Lines => (status ? rows.where('bank_line.status', '=', status) : rows);

/** Imported statement lines, newest first, without their tabs and sums. */
export const bankLineRows = async (tx: Tx, me: Me, query: BankLineQuery) => linesAmong(tx, me, query, (await linesBy(tx, me, query)).rows);

function linesAmong(tx: Tx, me: Me, query: BankLineQuery, all: Lines) {
  const paging = query.flowNo || query.payer ? { countTo: FOUND_CAP, ...query } : query;
  return pageFrom(
    tx,
    ofState(all, query).select('bank_line.id'),
    paging,
    {
      sort: { tradedAt: 'bank_line.traded_at', amount: 'bank_line.amount', score: 'bank_line.score', payer: 'bank_line.payer' },
      initial: [['bank_line.traded_at', 'desc']],
      tiebreak: 'bank_line.id',
      neverNull: ['bank_line.amount', 'bank_line.score', 'bank_line.payer'],
    },
    async (found) =>
      (await completed(found, (ids) => shownLines(tx, me, ids))).map((row) => ({
        ...row,
        customerName: row.customerName ?? '',
        basis: row.basis as MatchBasis,
        status: row.status as BankLineState,
        enterNo: row.enterNo ?? '',
        enterStatus: row.enterStatus as DepositState | null,
        receiptNo: row.receiptNo ?? '',
        ready: isReady(row),
      })),
  );
}

export async function listBankLines(tx: Tx, me: Me, query: BankLineQuery) {
  const { rows: all, few } = await linesBy(tx, me, query);
  const [page, tabs] = await Promise.all([linesAmong(tx, me, query, all), tabsOf(tx, all, 'bank_line.status', Object.keys(bankLineStates), few)]);
  // More than can be counted is not added up either.
  if (page.capped) return { ...page, tabs };
  const { amount } = await ofState(all, query).select(sql<bigint>`coalesce(sum(bank_line.amount), 0)::bigint`.as('amount')).executeTakeFirstOrThrow();
  return { ...page, tabs, totals: { amount: formatYuan(amount) } };
}

/** 认领: a person says whose payment it is. */
export async function claimLines(tx: Tx, me: Me, input: { items: readonly Ref[]; customerId: string }, now: Date): Promise<{ count: number }> {
  const customer = await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', input.customerId).executeTakeFirst();
  if (!customer) notFound('该客户');
  const lines = await lockOpen(tx, me, input.items, '认领');
  for (const line of lines) if (line.amount < 0n) refuse('BAD_STATE', `流水${line.flow_no}为红字冲正，不能认领`);
  await handle(tx, me, lines, now, { customer_id: input.customerId, basis: 'MANUAL', score: 100 });
  for (const line of lines) await log(tx, me, line, '认领', customer.name);
  return { count: lines.length };
}

/** 忽略: not a customer's payment. */
export async function ignoreLines(tx: Tx, me: Me, input: { items: readonly Ref[]; reason: string }, now: Date): Promise<{ count: number }> {
  const lines = await lockOpen(tx, me, input.items, '忽略');
  await handle(tx, me, lines, now, { status: 'IGNORED', reason: input.reason });
  for (const line of lines) await log(tx, me, line, '忽略', input.reason);
  return { count: lines.length };
}

export async function restoreLines(tx: Tx, me: Me, input: { items: readonly Ref[] }, now: Date): Promise<{ count: number }> {
  const lines = await docs.lockAll(tx, me, input.items);
  for (const line of lines) docs.mustBe(line, 'IGNORED', { said: '不需要恢复' });
  await handle(tx, me, lines, now, { status: 'OPEN', reason: '' });
  for (const line of lines) await log(tx, me, line, '恢复', '');
  return { count: lines.length };
}

/** Makes a fund entry of each line, waiting for somebody else to confirm it; all of them or none. */
export async function depositLines(tx: Tx, me: Me, input: { items: readonly Ref[] }, now: Date): Promise<{ count: number }> {
  const lines = await lockOpen(tx, me, input.items, '生成入账单');
  for (const line of lines) {
    if (line.amount < 0n) refuse('BAD_STATE', `流水${line.flow_no}为红字冲正${saidYuan(line.amount)}元，不能入账`);
    if (!isReady({ ...line, customerId: line.customer_id }))
      refuse('BAD_STATE', `流水${line.flow_no}（付款人“${line.payer || '未知'}”）还没有确定客户，请先认领`);
  }
  const made = await registerDeposits(
    tx,
    me,
    lines.map((line) => ({
      customerId: line.customer_id as string,
      amount: line.amount,
      payWay: 'BANK' as const,
      bankFlowNo: line.flow_no,
      payer: line.payer.slice(0, 60),
      paidAt: line.traded_at,
      voucher: [],
      remark: line.summary,
    })),
    now,
  );
  for (const [index, line] of lines.entries())
    await docs.update(tx, me, line, { status: 'ENTERED', enter_id: made[index]?.id as string, handler: actorName(me), handled_at: now });
  return { count: lines.length };
}

/** A credit and the red one that takes it back, nobody having entered it, cancel out: same payer, same sum, in that order. */
export async function netReversals(tx: Tx, me: Me, now: Date): Promise<void> {
  const reds = await tx
    .selectFrom('bank_line')
    .select(['id', 'amount', 'payer', 'payer_hash', 'traded_at', 'flow_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'OPEN')
    .where('amount', '<', 0n)
    .orderBy('traded_at')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const red of reds) {
    let found = tx
      .selectFrom('bank_line')
      .select(['id', 'flow_no'])
      .where('tenant_id', '=', me.tenantId)
      .where('status', '=', 'OPEN')
      .where('amount', '=', -red.amount)
      .where('traded_at', '<=', red.traded_at);
    found = red.payer_hash ? found.where('payer_hash', '=', red.payer_hash) : found.where('payer', '=', red.payer);
    const original = await found.orderBy('traded_at', 'desc').orderBy('id', 'desc').limit(1).forUpdate().executeTakeFirst();
    if (!original) continue;
    for (const [id, reason] of [
      [red.id, `冲正流水${original.flow_no}`],
      [original.id, `已被流水${red.flow_no}冲正`],
    ] as const)
      await tx
        .updateTable('bank_line')
        .set({ status: 'IGNORED', reason, version: raised(), handler: '系统', handled_at: now })
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', id)
        .execute();
  }
}

/** Lines that may still be entered. */
async function lockOpen(tx: Tx, me: Me, refs: readonly Ref[], action: string): Promise<Line[]> {
  const lines = await docs.lockAll(tx, me, refs);
  for (const line of lines) docs.mustBecome(line, 'ENTERED', action);
  return lines;
}

async function handle(
  tx: Tx,
  me: Me,
  lines: readonly Line[],
  now: Date,
  set: { status?: BankLineState; reason?: string; customer_id?: string; basis?: MatchBasis; score?: number },
): Promise<void> {
  await tx
    .updateTable('bank_line')
    .set({ ...set, version: raised(), handler: actorName(me), handled_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(lines.map((line) => line.id)))
    .execute();
}

const log = (tx: Tx, me: Me, line: Line, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.bankLine, id: line.id, no: line.flow_no, after: { note } });

/** Lines whose money receipts took in: they are no fund entries, and lead to their receipt. The lines are locked as open here. */
export async function bookByReceipts(tx: Tx, me: Me, pairs: readonly { lineId: string; receiptId: string }[], now: Date): Promise<void> {
  await sql`update bank_line b set status = 'ENTERED', receipt_id = n.receipt, version = ${raised('b.version')}, handler = ${actorName(me)}, handled_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(pairs.map((one) => ({ line: one.lineId, receipt: one.receiptId })))}::jsonb) as n(line uuid, receipt uuid)
    where b.tenant_id = ${me.tenantId} and b.id = n.line and b.status = 'OPEN'`.execute(tx);
}
