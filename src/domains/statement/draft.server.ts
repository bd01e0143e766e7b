import { sql } from 'kysely';
import { closeBooks } from '~/domains/finance/closedPeriod.server';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { raised } from '~/server/versioned.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { firstDay, lastDay, periodName } from './statement';
import { docs, titleOf } from './statementDoc.server';
import * as subjects from './subjects';

interface Target {
  id: string;
  name: string;
  start: string;
}

/** 新建: one customer, any period that follows on what it was given before. */
export async function makeStatement(
  tx: Tx,
  me: Me,
  input: { customerId: string; start: string; end: string; remark: string },
  now: Date,
): Promise<{ id: string }> {
  const customer = await tx
    .selectFrom('customer')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.customerId)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  const today = shanghaiDate(now);
  if (input.end > today) refuse('CHECK_STATE', `账期结束日期${input.end}不能晚于今天${today}`, { fields: { end: '不能晚于今天' } });
  await closeBooks(tx, me, [customer.id]);
  await refuseGap(tx, me, customer, input);
  const [id] = await insertDrafts(tx, me, [{ ...customer, start: input.start }], { end: input.end, remark: input.remark, monthly: false }, now);
  await audit(tx, me, {
    action: '新建',
    subject: subjects.statement,
    id: id as string,
    no: customer.name,
    after: { 客户: customer.name, 账期: periodName(input.start, input.end) },
  });
  return { id: id as string };
}

/** Periods of a customer follow on one another without a gap: then every posting stands in exactly one statement. */
async function refuseGap(tx: Tx, me: Me, { id, name }: { id: string; name: string }, { start, end }: { start: string; end: string }): Promise<void> {
  const others = await tx
    .selectFrom('statement')
    .select(['no', 'status', 'period_start', 'period_end'])
    .where('tenant_id', '=', me.tenantId)
    .where('debtor_id', '=', id)
    .where('status', '<>', 'WITHDRAWN')
    .orderBy('period_end')
    .execute();
  const clash = others.find((one) => one.period_start <= end && one.period_end >= start);
  if (clash)
    refuse('CHECK_STATE', `客户“${name}”的账期${start}至${end}与${titleOf(clash)}（${clash.period_start}至${clash.period_end}）重叠`, {
      fields: { start: '账期重叠' },
    });
  const before = others.findLast((one) => one.period_end < start);
  if (before && addDays(before.period_end, 1) !== start)
    refuse('CHECK_STATE', `客户“${name}”上一张对账单截至${before.period_end}，新的账期须从${addDays(before.period_end, 1)}开始`, {
      fields: { start: `须从${addDays(before.period_end, 1)}开始` },
    });
  const after = others.find((one) => one.period_start > end);
  if (after && addDays(end, 1) !== after.period_start)
    refuse('CHECK_STATE', `客户“${name}”下一张对账单从${after.period_start}开始，新的账期须到${addDays(after.period_start, -1)}为止`, {
      fields: { end: `须到${addDays(after.period_start, -1)}为止` },
    });
}

/**
 * By month: customers that owed something or whose debt moved get a draft from the day after their last statement; whoever has one already,
 * or nothing to say, is left out, so doing it again makes nothing.
 */
export async function makeMonth(
  tx: Tx,
  me: Me,
  { month, customerIds, monthly }: { month: string; customerIds: readonly string[]; monthly: boolean },
  now: Date,
): Promise<{ made: number; skipped: number }> {
  const start = firstDay(`${month}-01`);
  const end = lastDay(start);
  const today = shanghaiDate(now);
  if (end >= today) refuse('CHECK_STATE', `账期${month}到${end}才结束，结束后才能生成对账单`, { fields: { month: '账期还没有结束' } });
  const { asked, targets } = await targetsOf(tx, me, { start, end, customerIds });
  const ids = await insertDrafts(tx, me, targets, { end, remark: '', monthly }, now);
  if (ids.length)
    await audit(tx, me, {
      action: '批量生成',
      subject: subjects.statement,
      id: month,
      no: periodName(start, end),
      after: { 张数: `${ids.length}张` },
    });
  return { made: ids.length, skipped: asked - ids.length };
}

async function targetsOf(tx: Tx, me: Me, { start, end, customerIds }: { start: string; end: string; customerIds: readonly string[] }) {
  const { rows } = await sql<Target & { moved: boolean }>`
    with last as (select debtor_id, max(period_end) as upto from statement where tenant_id = ${me.tenantId} and status <> 'WITHDRAWN' group by 1),
    asked as (
      select c.id, c.name, coalesce(l.upto + 1, ${start}::date) as start from customer c left join last l on l.debtor_id = c.id
      where c.tenant_id = ${me.tenantId} and c.status <> 'MERGED' and (l.upto is null or l.upto < ${end}::date)
        ${customerIds.length ? sql`and c.id = ${anyOf(customerIds)}` : sql``}
    ), moved as (
      select e.customer_id, coalesce(sum(e.dr - e.cr) filter (where t.biz_date < a.start), 0) as before, count(*) filter (where t.biz_date >= a.start) as n
      from asked a join ledger_entry e on e.tenant_id = ${me.tenantId} and e.customer_id = a.id and e.account_code = '1122'
      join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id and t.biz_date <= ${end}::date
      group by 1
    )
    select a.id, a.name, a.start::text as start, coalesce(m.before <> 0 or m.n > 0, false) as moved
    from asked a left join moved m on m.customer_id = a.id order by a.id`.execute(tx);
  return { asked: customerIds.length || rows.length, targets: rows.filter((one) => one.moved) };
}

const AT_ONCE = 500;

async function insertDrafts(
  tx: Tx,
  me: Me,
  targets: readonly Target[],
  { end, remark, monthly }: { end: string; remark: string; monthly: boolean },
  now: Date,
): Promise<string[]> {
  const made: string[] = [];
  for (let from = 0; from < targets.length; from += AT_ONCE) {
    const rows = await tx
      .insertInto('statement')
      .values(
        targets.slice(from, from + AT_ONCE).map((one) => ({
          tenant_id: me.tenantId,
          id: newId(),
          debtor_id: one.id,
          debtor_name: one.name,
          period_start: one.start,
          period_end: end,
          remark,
          monthly,
          created_by: me.memberId ? me.accountId : null,
          creator: actorName(me),
          created_at: now,
        })),
      )
      // Somebody made one of an overlapping period at the same moment.
      .onConflict((on) => on.doNothing())
      .returning('id')
      .execute();
    const ids = rows.map((row) => row.id);
    await fillDrafts(tx, me, ids);
    made.push(...ids);
  }
  if (targets.length === 1 && made.length === 0) refuse('CHECK_STATE', `客户“${targets[0]?.name}”刚有人生成了对账单，请刷新后查看`);
  return made;
}

/** What statements hold is read off the ledger by one selection: drafts are filled with it, and whatever is sent is compared with it. */
const periodEntries = (me: Pick<Me, 'tenantId'>, ids: readonly string[]) => sql`
  select s.id as statement_id, s.debtor_id, e.id as entry_id, t.biz_date, t.kind, t.biz_id, t.biz_no, t.memo, e.dr as debit, e.cr as credit
  from statement s
  join ledger_txn t on t.tenant_id = s.tenant_id and t.biz_date between s.period_start and s.period_end
  join ledger_entry e on e.tenant_id = t.tenant_id and e.txn_id = t.id and e.account_code = '1122' and e.customer_id = s.debtor_id
  where s.tenant_id = ${me.tenantId} and s.id = ${anyOf(ids)}`;

/** What statement `s` begins with: where the one before ended, else what was owed by then. */
const openingOf = sql`coalesce(
  (select p.closing from statement p where p.tenant_id = s.tenant_id and p.debtor_id = s.debtor_id and p.status in ('SENT', 'DISPUTED', 'CONFIRMED')
    and p.period_end = s.period_start - 1),
  (select sum(e.dr - e.cr) from ledger_entry e join ledger_txn t on t.tenant_id = e.tenant_id and t.id = e.txn_id
    where e.tenant_id = s.tenant_id and e.customer_id = s.debtor_id and e.account_code = '1122' and t.biz_date < s.period_start), 0)`;

/** Writes lines and sums of drafts anew. Ordered by day, then debit before credit, then number. */
async function fillDrafts(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('statement_line').where('tenant_id', '=', me.tenantId).where('statement_id', '=', anyOf(ids)).execute();
  await sql`
    update statement s set opening = ${openingOf} where s.tenant_id = ${me.tenantId} and s.id = ${anyOf(ids)}`.execute(tx);
  await sql`
    insert into statement_line (tenant_id, statement_id, seq, debtor_id, entry_id, biz_date, kind, biz_id, biz_no, memo, debit, credit, balance)
    select s.tenant_id, s.id, row_number() over line, p.debtor_id, p.entry_id, p.biz_date, p.kind, p.biz_id, p.biz_no, p.memo, p.debit, p.credit,
      s.opening + sum(p.debit - p.credit) over (line rows unbounded preceding)
    from (${periodEntries(me, ids)}) p join statement s on s.tenant_id = ${me.tenantId} and s.id = p.statement_id
    window line as (partition by s.id order by p.biz_date, p.credit > 0, p.biz_no, p.entry_id)`.execute(tx);
  await sql`
    update statement s set debit = l.debit, credit = l.credit, line_count = l.n
    from (select i.id, coalesce(sum(l.debit), 0) as debit, coalesce(sum(l.credit), 0) as credit, count(l.seq)::int as n
      from unnest(${[...ids]}::uuid[]) as i (id) left join statement_line l on l.tenant_id = ${me.tenantId} and l.statement_id = i.id group by 1) l
    where s.tenant_id = ${me.tenantId} and s.id = l.id`.execute(tx);
}

/** Of these drafts, those of which the ledger says something else by now. Both sides are summed up and not joined: nobody has counted fresh lines for the planner. */
export async function staleAmong(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return [];
  const { rows } = await sql<{ id: string }>`
    with now as (select statement_id, count(*) as n, sum(hashtextextended(entry_id::text, 0)::numeric) as print from (${periodEntries(me, ids)}) p group by 1),
    said as (
      select statement_id, count(*) as n, sum(hashtextextended(entry_id::text, 0)::numeric) as print
      from statement_line where tenant_id = ${me.tenantId} and statement_id = ${anyOf(ids)} group by 1
    )
    select s.id from statement s left join now on now.statement_id = s.id left join said on said.statement_id = s.id
    where s.tenant_id = ${me.tenantId} and s.id = ${anyOf(ids)}
      and ((now.n, now.print) is distinct from (said.n, said.print) or coalesce(said.n, 0) <> s.line_count or s.opening <> ${openingOf})`.execute(tx);
  return rows.map((row) => row.id);
}

export async function editDraft(tx: Tx, me: Me, input: { id: string; version: number; remark: string }): Promise<{ id: string; version: number }> {
  const doc = await lockDraft(tx, me, input, '编辑');
  const version = await docs.update(tx, me, doc, { remark: input.remark });
  await audit(tx, me, {
    action: '编辑',
    subject: subjects.statement,
    id: doc.id,
    no: doc.debtor_name,
    before: { 备注: doc.remark },
    after: { 备注: input.remark },
  });
  return { id: doc.id, version };
}

/** 更新草稿: takes in what was posted since. */
export async function refreshDraft(tx: Tx, me: Me, input: { id: string; version: number }): Promise<{ id: string; version: number }> {
  const doc = await lockDraft(tx, me, input, '更新');
  await fillDrafts(tx, me, [doc.id]);
  return { id: doc.id, version: await docs.update(tx, me, doc, {}) };
}

/** Drafts that no longer say what the ledger does: the night's run takes in what was posted since. */
export async function refreshStale(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<number> {
  const drafts = await tx
    .selectFrom('statement')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'DRAFT')
    .orderBy('id')
    .forUpdate()
    .execute();
  const stale = await staleAmong(
    tx,
    me,
    drafts.map((one) => one.id),
  );
  if (!stale.length) return 0;
  await fillDrafts(tx, me, stale);
  await tx.updateTable('statement').set({ version: raised() }).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(stale)).execute();
  return stale.length;
}

export async function deleteDraft(tx: Tx, me: Me, input: { id: string; version: number }): Promise<{ id: string }> {
  const doc = await lockDraft(tx, me, input, '删除');
  await tx.deleteFrom('statement_line').where('tenant_id', '=', me.tenantId).where('statement_id', '=', doc.id).execute();
  await tx.deleteFrom('statement').where('tenant_id', '=', me.tenantId).where('id', '=', doc.id).execute();
  await audit(tx, me, {
    action: '删除',
    subject: subjects.statement,
    id: doc.id,
    no: doc.debtor_name,
    before: { 账期: periodName(doc.period_start, doc.period_end) },
  });
  return { id: doc.id };
}

async function lockDraft(tx: Tx, me: Me, ref: { id: string; version: number }, action: string) {
  const doc = await docs.lock(tx, me, ref);
  docs.mustBe(doc, 'DRAFT', { said: `只有草稿可以${action}` });
  return doc;
}
