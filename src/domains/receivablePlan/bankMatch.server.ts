import { sql } from 'kysely';
import type { z } from 'zod';
import { bookByReceipts } from '~/domains/finance/bankLines.server';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { registerMany } from '~/domains/receivable/manyReceipts.server';
import * as receivableSubjects from '~/domains/receivable/subjects';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type Debt, type Line, type Matched, matchLines, SHORTEST_NO } from './bankMatching';
import { arConfigOf } from './config.server';
import type { BankDone, BankPreview } from './pay.schema';

/** One run takes in this many lines; a bank file may have as many. */
const MOST = 10_000;
const SHOWN = 200;

interface Stored {
  id: string;
  version: number;
  flow_no: string;
  traded_at: Date;
  amount: bigint;
  payer: string;
  summary: string;
  customer_id: string;
  name: string;
  score: number;
}

async function openLines(tx: Tx, me: Me, lock: boolean): Promise<Stored[]> {
  const found = tx
    .selectFrom('bank_line as b')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'b.tenant_id').onRef('c.id', '=', 'b.customer_id'))
    .select(['b.id', 'b.version', 'b.flow_no', 'b.traded_at', 'b.amount', 'b.payer', 'b.summary', 'b.customer_id', 'c.name', 'b.score'])
    .where('b.tenant_id', '=', me.tenantId)
    .where('b.status', '=', 'OPEN')
    .where('b.amount', '>', 0n)
    .where('c.status', '<>', 'MERGED')
    .orderBy('b.traded_at')
    .orderBy('b.id')
    .limit(MOST);
  return (await (lock ? found.forUpdate('b') : found).execute()) as Stored[];
}

/** What of the debts may be matched: open and not disputed. */
const free = sql<bigint>`(r.open - least(r.disputed, r.open))`;
const owing = (me: Me, customerIds: readonly string[]) => sql`r.tenant_id = ${me.tenantId} and r.customer_id = ${anyOf(customerIds)}
  and r.status in ('OPEN', 'PART') and r.credit_order_id is null and ${free} > 0`;

/** Of the open debts of whom the lines are, those that can matter to them, as `matchLines` says, and few more. */
async function openDebts(tx: Tx, me: Me, lines: readonly Stored[]): Promise<Map<string, Debt[]>> {
  const brought = new Map<string, bigint>();
  for (const line of lines) brought.set(line.customer_id, (brought.get(line.customer_id) ?? 0n) + line.amount);
  const ids = [...brought.keys()];
  const amounts = [...new Set(lines.map((line) => line.amount))];
  const said = await saidNumbers(tx, me, ids, lines);
  const named = said.length
    ? sql`or upper(r.no) = any(${said}) or upper(r.order_no) = any(${said}) or upper(r.delivery_no) = any(${said}) or upper(r.source_no) = any(${said})`
    : sql``;
  const { rows } = await sql<{
    id: string;
    no: string;
    customer_id: string;
    order_no: string;
    delivery_no: string;
    source_no: string;
    due_date: string;
    free: bigint;
  }>`
    with reached as materialized (
      select customer_id, min(due_date) filter (where through >= brought) as last_day
      from (select d.customer_id, d.due_date, p.brought, sum(d.owed) over (partition by d.customer_id order by d.due_date) as through
        from (select r.customer_id, r.due_date, sum(${free}) as owed from receivable r where ${owing(me, ids)} group by r.customer_id, r.due_date) d
        join unnest(${ids}::uuid[], ${[...brought.values()]}::bigint[]) as p (customer_id, brought) on p.customer_id = d.customer_id) days
      group by customer_id)
    select r.id, r.no, r.customer_id, r.order_no, r.delivery_no, r.source_no, r.due_date, ${free} as free
    from receivable r join reached on reached.customer_id = r.customer_id
    where ${owing(me, ids)} and (reached.last_day is null or r.due_date <= reached.last_day or ${free} = any(${amounts}::bigint[]) ${named})`.execute(tx);
  return Map.groupBy(
    rows.map((row) => ({
      customerId: row.customer_id,
      id: row.id,
      no: row.no,
      numbers: [row.order_no, row.delivery_no, row.source_no],
      dueDate: row.due_date,
      open: BigInt(row.free),
    })),
    (debt) => debt.customerId,
  );
}

/** Everything in the lines' summaries that is as long as a number of a debt, in capitals. */
async function saidNumbers(tx: Tx, me: Me, customerIds: readonly string[], lines: readonly Stored[]): Promise<string[]> {
  const summaries = new Set(lines.map((line) => line.summary.toUpperCase()).filter((summary) => summary.length >= SHORTEST_NO));
  if (!summaries.size) return [];
  const { rows } = await sql<{ long: number }>`
    select distinct length(n.no) as long from (select r.no, r.order_no, r.delivery_no, r.source_no from receivable r where ${owing(me, customerIds)}) d
    cross join lateral (values (d.no), (d.order_no), (d.delivery_no), (d.source_no)) as n (no) where length(n.no) >= ${SHORTEST_NO}`.execute(tx);
  const said = new Set<string>();
  for (const summary of summaries) for (const { long } of rows) for (let at = 0; at + long <= summary.length; at += 1) said.add(summary.slice(at, at + long));
  return [...said];
}

/** How sure a line is: as sure of the customer as of the debts. */
const sureOf = (line: Stored, match: Matched): number => Math.min(line.score, match.score);

async function matched(tx: Tx, me: Me, lock: boolean): Promise<{ line: Stored; match: Matched }[]> {
  const lines = await openLines(tx, me, lock);
  const debts = await openDebts(tx, me, lines);
  const byId = new Map(lines.map((line) => [line.id, line]));
  return [...Map.groupBy(lines, (line) => line.customer_id)].flatMap(([customerId, own]) =>
    matchLines(
      own.map((one): Line => ({ id: one.id, customerId, amount: one.amount, summary: one.summary, at: one.traded_at.getTime() })),
      debts.get(customerId) ?? [],
    ).map((match) => ({ line: byId.get(match.lineId) as Stored, match })),
  );
}

const scoreOf = async (tx: Tx, me: Me, { minScore }: { minScore?: number | undefined }): Promise<number> => minScore ?? (await arConfigOf(tx, me)).sureScore;

/** What the open bank lines would settle; nothing is written. */
export async function previewBank(tx: Tx, me: Me, input: { minScore?: number | undefined }): Promise<z.output<typeof BankPreview>> {
  const minScore = await scoreOf(tx, me, input);
  const all = await matched(tx, me, false);
  const unknown = await tx
    .selectFrom('bank_line')
    .select((get) => get.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'OPEN')
    .where('amount', '>', 0n)
    .where('customer_id', 'is', null)
    .executeTakeFirst();
  const shown = [...all].sort((a, b) => sureOf(b.line, b.match) - sureOf(a.line, a.match)).slice(0, SHOWN);
  return {
    matches: shown.map(({ line, match }) => ({
      lineId: line.id,
      version: line.version,
      flowNo: line.flow_no,
      tradedAt: line.traded_at,
      payer: line.payer,
      summary: line.summary,
      amount: line.amount,
      customerId: line.customer_id,
      customerName: line.name,
      way: match.way,
      score: sureOf(line, match),
      parts: match.parts.map(({ id, ...part }) => ({ receivableId: id, ...part })),
      rest: match.rest,
    })),
    count: all.length,
    total: all.reduce((sum, { line }) => sum + line.amount, 0n),
    minScore,
    sure: all.filter(({ line, match }) => sureOf(line, match) >= minScore).length,
    unknown: Number(unknown?.n ?? 0),
  };
}

/** Takes in every line that is sure enough: a receipt each, matched as the preview says, all or none. */
export async function runBank(tx: Tx, me: Me, input: { minScore?: number | undefined }, now: Date): Promise<z.output<typeof BankDone>> {
  const customers = tx
    .selectFrom('bank_line')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'OPEN')
    .where('customer_id', 'is not', null);
  await lockCustomerMoney(tx, me, customers.$castTo<{ customer_id: string }>());
  const minScore = await scoreOf(tx, me, input);
  const all = await matched(tx, me, true);
  const sure = all.filter(({ line, match }) => sureOf(line, match) >= minScore);
  if (!sure.length) refuse('BAD_STATE', `没有匹配把握达到${minScore}分的银行流水，请先认领客户或降低匹配把握`);
  const made = await registerMany(
    tx,
    me,
    sure.map(({ line, match }) => ({
      customerId: line.customer_id,
      amount: line.amount,
      bankFlowNo: line.flow_no,
      payer: line.payer.slice(0, 60),
      receivedAt: line.traded_at,
      remark: line.summary.slice(0, 200),
      applies: match.parts.map((part) => ({ receivableId: part.id, amount: part.apply })),
    })),
    now,
  );
  await bookByReceipts(
    tx,
    me,
    sure.map(({ line }, at) => ({ lineId: line.id, receiptId: made[at]?.id as string })),
    now,
  );
  const amount = sure.reduce((sum, { line }) => sum + line.amount, 0n);
  const rest = sure.reduce((sum, { match }) => sum + match.rest, 0n);
  await audit(tx, me, {
    action: '自动匹配银行流水',
    subject: receivableSubjects.receipt,
    id: made[0]?.id as string,
    no: made[0]?.no as string,
    after: { 收款单: `${made[0]?.no}至${made.at(-1)?.no}，共${made.length}张`, 金额: `${saidYuan(amount)}元`, 转预收: `${saidYuan(rest)}元` },
  });
  return { receipts: made.length, matched: sure.filter(({ match }) => match.parts.length > 0).length, amount, rest, left: all.length - sure.length };
}
