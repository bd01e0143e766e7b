import { sql } from 'kysely';
import { closeBooks } from '~/domains/finance/closedPeriod.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { eachOf } from '~/server/each.server';
import { anyOf } from '~/server/given.server';
import { oneNumber } from '~/server/numbers.server';
import { addDays, shanghaiDate, shanghaiTime } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import type { RowResult } from '~/shared/rowResults.schema';
import { saidYuan } from '~/shared/said';
import { staleAmong } from './draft.server';
import { periodName } from './statement';
import { type Doc, docs, note, tellCustomer, titleOf } from './statementDoc.server';
import * as subjects from './subjects';

interface Ref {
  id: string;
  version: number;
}
const HOUR_MS = 3_600_000;

/** 发送: from then on it stands, its period takes no more postings, and the customer is asked to confirm it. */
export async function sendStatements(tx: Tx, me: Me, { items }: { items: readonly Ref[] }, now: Date): Promise<{ results: RowResult[] }> {
  const debtors = await tx
    .selectFrom('statement')
    .select('debtor_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(items.map((one) => one.id)))
    .execute();
  // All at once and in order: two who send the same customers wait for each other instead of stopping each other.
  await closeBooks(
    tx,
    me,
    debtors.map((one) => one.debtor_id),
  );
  // Earlier periods first, whatever they are called: each begins where the one before it ended.
  const order = await tx
    .selectFrom('statement')
    .select(['id', 'period_end'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(items.map((one) => one.id)))
    .execute();
  const ends = new Map(order.map((one) => [one.id, one.period_end]));
  const results: RowResult[] = [];
  for (const end of [...new Set(ends.values()), undefined].sort())
    results.push(
      ...(await eachOf(
        tx,
        items.filter((one) => ends.get(one.id) === end),
        (ref) => sendOne(tx, me, ref, now),
      )),
    );
  return { results };
}

async function sendOne(tx: Tx, me: Me, ref: Ref, now: Date): Promise<string> {
  const doc = await docs.lock(tx, me, ref);
  docs.mustBecome(doc, 'SENT', '发送');
  const today = shanghaiDate(now);
  const named = `客户“${doc.debtor_name}”${titleOf(doc)}`;
  if (doc.period_end >= today) refuse('CHECK_STATE', `${named}的账期到${doc.period_end}才结束，结束后才能发送`);
  const before = await previousOf(tx, me, doc);
  if (before?.status === 'DRAFT') refuse('CHECK_STATE', `${named}之前的${titleOf(before)}还没有发送，请先发送`);
  if (before && addDays(before.period_end, 1) !== doc.period_start)
    refuse('CHECK_STATE', `${named}从${doc.period_start}开始，与上一张截至${before.period_end}的对账单不相连`);
  if ((await staleAmong(tx, me, [doc.id])).length) refuse('CHECK_STATE', `${named}生成后账期内又有新的业务，请先更新草稿并核对，再发送`);
  await mustFoot(tx, me, doc, before, named);
  const no = await oneNumber(tx, me, subjects.statement, now);
  const version = await docs.update(tx, me, doc, {
    no,
    prev_hash: before?.hash ?? '',
    status: 'DRAFT',
  });
  const { rows } = await sql<{ hash: string }>`select statement_seal(${doc.id}::uuid) as hash`.execute(tx);
  const sent = { ...doc, no, version };
  await docs.update(tx, me, sent, {
    hash: rows[0]?.hash ?? '',
    status: 'SENT',
    sent_at: now,
    sent_by: me.accountId,
    sender: actorName(me),
    told_at: now,
  });
  await note(tx, me, sent, '发送', { 账期: periodName(doc.period_start, doc.period_end), 期末应收: `${saidYuan(doc.closing)}元` });
  await tellCustomer(
    tx,
    me,
    sent,
    'sent',
    `${me.tenantName}：${periodName(doc.period_start, doc.period_end)}对账单请确认`,
    `对账单${no}，期末应付${saidYuan(doc.closing)}元，请核对后确认；有不符的请逐行提出异议`,
  );
  return `已发送，单号${no}`;
}

/** The one whose period ended last before this one's began. */
const previousOf = (tx: Tx, me: Me, doc: Pick<Doc, 'debtor_id' | 'period_start'>) =>
  tx
    .selectFrom('statement')
    .select(['id', 'no', 'status', 'period_start', 'period_end', 'closing', 'hash'])
    .where('tenant_id', '=', me.tenantId)
    .where('debtor_id', '=', doc.debtor_id)
    .where('status', '<>', 'WITHDRAWN')
    .where('period_end', '<', doc.period_start)
    .orderBy('period_end', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What people read adds up, begins where the last one ended, and ends at what the ledger says was owed by then. */
async function mustFoot(tx: Tx, me: Me, doc: Doc, before: { closing: bigint } | undefined, named: string): Promise<void> {
  const { rows } = await sql<{ n: number; debit: string; credit: string; last: string | null; owed: string; chained: boolean }>`
    select count(l.seq)::int as n, coalesce(sum(l.debit), 0)::text as debit, coalesce(sum(l.credit), 0)::text as credit,
      (array_agg(l.balance order by l.seq desc))[1]::text as last,
      coalesce(bool_and(l.balance = l.expected and l.seq = l.place), true) as chained,
      (select coalesce(sum(e.dr - e.cr), 0)::text from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
        where e.tenant_id = ${me.tenantId} and e.customer_id = ${doc.debtor_id}::uuid and e.account_code = '1122' and t.biz_date <= ${doc.period_end}::date) as owed
    from (
      select seq, debit, credit, balance, ${doc.opening}::bigint + sum(debit - credit) over (order by seq) as expected, row_number() over (order by seq) as place
      from statement_line where tenant_id = ${me.tenantId} and statement_id = ${doc.id}::uuid
    ) l`.execute(tx);
  const found = rows[0] as (typeof rows)[number];
  const wrong = (what: string, said: bigint, is: bigint): never =>
    refuse('CHECK_STATE', `${named}的${what}不平：单上${saidYuan(said)}元，核对${saidYuan(is)}元，请更新草稿；仍不平请查看“账目核对”`);
  if (BigInt(found.debit) !== doc.debit) wrong('本期增加', doc.debit, BigInt(found.debit));
  if (BigInt(found.credit) !== doc.credit) wrong('本期减少', doc.credit, BigInt(found.credit));
  if (before && before.closing !== doc.opening) wrong('期初（上期期末）', doc.opening, before.closing);
  if (BigInt(found.last ?? doc.opening) !== doc.closing || !found.chained || found.n !== doc.line_count)
    wrong('逐行余额', doc.closing, BigInt(found.last ?? doc.opening));
  if (BigInt(found.owed) !== doc.closing) wrong('期末（账上应收）', doc.closing, BigInt(found.owed));
}

/** 催确认: tells the customer again; not more often than once an hour. */
export async function urgeStatements(tx: Tx, me: Me, { items }: { items: readonly Ref[] }, now: Date): Promise<{ results: RowResult[] }> {
  const results = await eachOf(tx, items, async (ref) => {
    const doc = await docs.lock(tx, me, ref);
    docs.mustBe(doc, ['SENT', 'DISPUTED'], { said: '不需要催' });
    if (doc.open_disputes > 0) refuse('BAD_STATE', `${titleOf(doc)}有${doc.open_disputes}条异议等我方处理，请先处理`);
    if (doc.told_at && now.getTime() - doc.told_at.getTime() < HOUR_MS)
      refuse('CHECK_STATE', `${titleOf(doc)}已于${shanghaiTime(doc.told_at)}通知过客户，请一小时后再催`);
    await docs.update(tx, me, doc, { told_at: now });
    await note(tx, me, doc, '催确认');
    await tellCustomer(
      tx,
      me,
      doc,
      'urged',
      `${me.tenantName}：对账单${doc.no}等您确认`,
      `账期${periodName(doc.period_start, doc.period_end)}，期末应付${saidYuan(doc.closing)}元，请核对后确认`,
    );
    return '已再次通知客户';
  });
  return { results };
}

/** 撤回: nobody has confirmed it, and no later period was built on it. What it listed may stand in another statement. */
export async function withdrawStatement(tx: Tx, me: Me, input: Ref & { reason: string }, now: Date): Promise<{ id: string; version: number }> {
  const doc = await docs.lock(tx, me, input);
  docs.mustBecome(doc, 'WITHDRAWN', '撤回');
  await closeBooks(tx, me, [doc.debtor_id]);
  const later = await tx
    .selectFrom('statement')
    .select(['no', 'period_start', 'period_end'])
    .where('tenant_id', '=', me.tenantId)
    .where('debtor_id', '=', doc.debtor_id)
    .where('status', 'in', ['SENT', 'DISPUTED', 'CONFIRMED'])
    .where('period_start', '>', doc.period_end)
    .orderBy('period_start')
    .executeTakeFirst();
  if (later) refuse('CHECK_STATE', `${titleOf(doc)}之后的${titleOf(later)}已经发送，请先撤回后一张`);
  const pending = await tx
    .selectFrom('statement_adjust')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('statement_id', '=', doc.id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (pending) refuse('CHECK_STATE', `${titleOf(doc)}的应收调整单${pending.no}正在审批，请先撤回调整单`);
  await tx.updateTable('statement_line').set({ live: false }).where('tenant_id', '=', me.tenantId).where('statement_id', '=', doc.id).execute();
  const version = await docs.update(tx, me, doc, { status: 'WITHDRAWN', withdrawn_at: now, withdraw_reason: input.reason });
  await note(tx, me, doc, '撤回', { 原因: input.reason });
  await tellCustomer(tx, me, doc, 'withdrawn', `${me.tenantName}：对账单${doc.no}已撤回`, `原因：${input.reason}。无需再确认，更正后会重新发送`);
  return { id: doc.id, version };
}
