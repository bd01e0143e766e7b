import { sql } from 'kysely';
import type { z } from 'zod';
import { tagsIn } from '~/domains/customer/customerTags';
import { actorName, type Me } from '~/portal/me';
import { onCommit } from '~/server/db/transaction.server';
import { jsonb, type Opened, type Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { addChore, wake } from '~/server/jobs.server';
import { log } from '~/server/log.server';
import { forgetRows, keep } from '~/server/retention.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import type { Versioned } from './assess';
import { boundsOf } from './bounds.server';
import type { Past, PastDebt } from './replay';
import { type Debtor, Tally } from './replayTally';
import { problemOf, within } from './strategy';
import type { ReplayResult } from './strategy.schema';
import { enabledStrategies, specOf } from './strategyStore.server';

const AT_ONCE = 250;

type Result = z.output<typeof ReplayResult>;

/** Begins a replay of a strategy's draft, or of what is in force. It runs beside; nothing but its own row is written. */
export async function startReplay(tx: Tx, me: Me, { strategyId, months }: { strategyId: string; months: number }, now: Date): Promise<{ id: string }> {
  const version = await tx
    .selectFrom('urge_version as v')
    .innerJoin('urge_strategy as s', (on) => on.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.id', '=', 'v.strategy_id'))
    .select(['v.id', 'v.spec', 's.name'])
    .where('v.tenant_id', '=', me.tenantId)
    .where('v.strategy_id', '=', strategyId)
    .where('v.status', 'in', ['DRAFT', 'PUBLISHED'])
    .orderBy('v.ver', 'desc')
    .executeTakeFirst();
  if (!version) return notFound('该催收策略');
  const problem = problemOf(specOf(version.spec));
  if (problem) refuse('BAD_STATE', `催收策略“${version.name}”不能模拟：${problem}`);
  const running = await tx
    .selectFrom('urge_replay')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', strategyId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  if (running) return { id: running.id };
  const end = addDays(shanghaiDate(now), -1);
  const id = newId();
  await tx
    .insertInto('urge_replay')
    .values({
      tenant_id: me.tenantId,
      id,
      strategy_id: strategyId,
      version_id: version.id,
      start_on: addDays(end, -Math.round((months * 365) / 12) + 1),
      end_on: end,
      actor: actorName(me),
      created_at: now,
    })
    .execute();
  onCommit(() => wake(CHORE));
  return { id };
}

const CHORE = 'urge-replay';
addChore({ name: CHORE, title: '催收策略历史回放', everySeconds: 60, run: runReplays });

/** Takes waiting replays one by one; what a process left half done is begun anew by the next. */
export async function runReplays(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  const waiting = await opened.inSystem((tx) =>
    tx.selectFrom('urge_replay').select(['id', 'tenant_id']).where('status', '=', 'RUNNING').orderBy('created_at').execute(),
  );
  for (const one of waiting) {
    if (stop?.aborted) return 0;
    try {
      await runReplay(opened, one.tenant_id, one.id, now);
    } catch (error) {
      log.error({ err: error, chore: CHORE, replay: one.id }, 'replay failed');
      await opened.inTenant({ tenantId: one.tenant_id }, (tx) =>
        tx.updateTable('urge_replay').set({ status: 'FAILED', ended_at: now }).where('tenant_id', '=', one.tenant_id).where('id', '=', one.id).execute(),
      );
    }
  }
  return waiting.length;
}

export async function runReplay(opened: Opened, tenantId: bigint, id: string, now: Date): Promise<void> {
  const me = { tenantId };
  const inTenant = <R>(work: (tx: Tx) => Promise<R>) => opened.inTenant({ tenantId }, work);
  const { row, strategy, others, customers } = await inTenant(async (tx) => {
    const found = await tx
      .selectFrom('urge_replay as r')
      .innerJoin('urge_version as v', (on) => on.onRef('v.tenant_id', '=', 'r.tenant_id').onRef('v.id', '=', 'r.version_id'))
      .select(['r.start_on', 'r.end_on', 'r.strategy_id', 'v.spec'])
      .where('r.tenant_id', '=', tenantId)
      .where('r.id', '=', id)
      .executeTakeFirstOrThrow();
    const bounds = await boundsOf(tx, me);
    return {
      row: found,
      strategy: within(specOf(found.spec), bounds),
      others: await askedBefore(tx, me, found.strategy_id),
      customers: await debtors(tx, me, found.start_on, found.end_on),
    };
  });
  const tally = new Tally(strategy, others);
  for (let at = 0; at < customers.length; at += AT_ONCE) {
    const some = customers.slice(at, at + AT_ONCE);
    const pasts = await inTenant((tx) => pastOf(tx, me, some, row.start_on));
    for (const customer of some) tally.add(customer, pasts.get(customer.id), row.start_on, row.end_on);
    await inTenant((tx) =>
      tx
        .updateTable('urge_replay')
        .set({ customers: customers.length, done: Math.min(at + AT_ONCE, customers.length) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute(),
    );
  }
  await inTenant((tx) =>
    tx
      .updateTable('urge_replay')
      .set({ status: 'DONE', result: jsonb(tally.result()), customers: customers.length, done: customers.length, ended_at: now })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute(),
  );
}

/** Strategies in force that are asked before this one. */
async function askedBefore(tx: Tx, me: { tenantId: bigint }, strategyId: string): Promise<Versioned[]> {
  const own = await tx
    .selectFrom('urge_strategy')
    .select(['priority', 'created_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('urge_strategy')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '<>', strategyId)
    .where((eb) => eb.or([eb('priority', '<', own.priority), eb.and([eb('priority', '=', own.priority), eb('created_at', '<', own.created_at)])]))
    .execute();
  const ids = new Set(rows.map((row) => row.id));
  return (await enabledStrategies(tx, me)).filter((one) => ids.has(one.strategyId));
}

async function debtors(tx: Tx, me: { tenantId: bigint }, start: string, end: string): Promise<Debtor[]> {
  const { rows } = await sql<Omit<Debtor, 'tags'> & { tags: string }>`
    select c.id, c.name, c.level_id as "levelId", c.region_label as region, c.tags from customer c
    where c.tenant_id = ${me.tenantId} and (exists (select from receivable r where r.tenant_id = c.tenant_id and r.customer_id = c.id
      and r.status <> 'REVERSED' and r.biz_date <= ${end}::date and (r.open <> 0 or r.due_date >= ${addDays(start, -60)}::date)) or exists (
      select from repay_item i where i.tenant_id = c.tenant_id and i.customer_id = c.id
      and i.start_on <= ${end}::date and (i.open_principal > 0 or i.due_on >= ${addDays(start, -60)}::date))) order by c.id`.execute(tx);
  return rows.map((row) => ({ ...row, tags: tagsIn(row.tags) }));
}

interface DebtRow {
  customer_id: string;
  id: string;
  due: string;
  since: string;
  came: string;
  open: string;
  paid: { day: string; amount: string }[] | null;
  disputed: { from: string; until: string | null; amount: string }[] | null;
}
/**
 * Debts with the days they were paid or adjusted on, disputes, promises and contacts, as they are recorded. What counts as a debt, and from when it is late, is what
 * `open_item` says of those that are open: instalments take the place of what is owed on credit.
 */
export async function pastOf(tx: Tx, me: { tenantId: bigint }, customers: readonly { id: string }[], start: string): Promise<Map<string, Past>> {
  const ids = anyOf(customers.map((one) => one.id));
  const { rows: debts } = await sql<DebtRow>`
    select r.customer_id, r.id, r.due_date::text as due, r.due_date::text as since, r.biz_date::text as came, r.open::text,
      (select json_agg(json_build_object('day', p.day, 'amount', p.amount::text)) from (
        select (a.created_at at time zone 'Asia/Shanghai')::date::text as day, a.amount + a.discount as amount from receipt_apply a
        where a.tenant_id = r.tenant_id and a.receivable_id = r.id
        union all
        select (a.reversed_at at time zone 'Asia/Shanghai')::date::text, -(a.amount + a.discount) from receipt_apply a
        where a.tenant_id = r.tenant_id and a.receivable_id = r.id and a.reversed_at is not null
        union all
        select (a.decided_at at time zone 'Asia/Shanghai')::date::text, case when a.kind = 'RESTORE' then -a.amount else a.amount end from ar_adjust a
        where a.tenant_id = r.tenant_id and a.receivable_id = r.id and a.status = 'DONE' and a.amount > 0) p) as paid,
      ${disputesOf(sql.ref('r.tenant_id'), sql.ref('r.id'))} as disputed
    from receivable r where r.tenant_id = ${me.tenantId} and r.customer_id = ${ids} and r.status <> 'REVERSED' and r.amount > 0 and r.credit_order_id is null
      and (r.open <> 0 or r.due_date >= ${addDays(start, -60)}::date)
    union all
    select i.customer_id, i.id, i.grace_end::text, i.due_on::text, i.start_on::text, i.open_principal::text,
      (select json_agg(json_build_object('day', (a.created_at at time zone 'Asia/Shanghai')::date::text, 'amount', a.amount::text))
        from repay_alloc a where a.tenant_id = i.tenant_id and a.item_id = i.id and a.bucket = 'PRINCIPAL'),
      ${disputesOf(sql.ref('i.tenant_id'), sql.ref('r.id'))}
    from repay_item i left join lateral (
      select v.id from receivable v where v.tenant_id = i.tenant_id and v.credit_order_id = i.credit_order_id and v.delivery_id is not distinct from i.delivery_id
        and v.status <> 'REVERSED' order by v.open desc, v.id limit 1) r on true
    where i.tenant_id = ${me.tenantId} and i.customer_id = ${ids} and i.principal > 0 and (i.open_principal > 0 or i.due_on >= ${addDays(start, -60)}::date)`.execute(
    tx,
  );
  const { rows: promises } = await sql<{ customer_id: string; from: string; until: string }>`
    select customer_id, (created_at at time zone 'Asia/Shanghai')::date::text as from, until_on::text as until from urge_promise where tenant_id = ${me.tenantId} and customer_id = ${ids}`.execute(
    tx,
  );
  const { rows: contacts } = await sql<{ customer_id: string; day: string }>`
    select customer_id, (created_at at time zone 'Asia/Shanghai')::date::text as day from dunning_log where tenant_id = ${me.tenantId} and customer_id = ${ids}
    union select customer_id, (created_at at time zone 'Asia/Shanghai')::date::text from urge_record where tenant_id = ${me.tenantId} and customer_id = ${ids} and kind in ('CONTACT', 'TOLD', 'SEND')`.execute(
    tx,
  );
  const [ownDebts, ownPromises, ownContacts] = [Map.groupBy(debts, whose), Map.groupBy(promises, whose), Map.groupBy(contacts, whose)];
  const of = (id: string): Past => ({
    debts: (ownDebts.get(id) ?? []).map(debtOf),
    promises: ownPromises.get(id) ?? [],
    contacts: (ownContacts.get(id) ?? []).map((one) => one.day),
  });
  return new Map(customers.map(({ id }) => [id, of(id)]));
}
const whose = (one: { customer_id: string }): string => one.customer_id;
/** What was taken off it on no day that is known, such as by a return, counts as never owed: it is owed today what it is. */
const debtOf = ({ id, due, since, came, open, paid: told, disputed }: DebtRow): PastDebt => {
  const paid = (told ?? []).map(({ day, amount }) => ({ day, amount: BigInt(amount) }));
  const amount = paid.reduce((sum, one) => sum + one.amount, BigInt(open));
  return { id, due, since, from: came, amount, paid, disputed: (disputed ?? []).map((one) => ({ ...one, amount: BigInt(one.amount) })) };
};
const disputesOf = (tenant: Ref, receivable: Ref) => sql`
  (select json_agg(json_build_object('from', (d.created_at at time zone 'Asia/Shanghai')::date::text, 'until', (d.closed_at at time zone 'Asia/Shanghai')::date::text, 'amount', d.amount::text))
    from ar_dispute d where d.tenant_id = ${tenant} and d.receivable_id = ${receivable})`;
type Ref = ReturnType<typeof sql.ref>;

export async function getReplay(tx: Tx, me: Me, { id }: { id: string }): Promise<Result> {
  const row = await tx.selectFrom('urge_replay').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!row) return notFound('该回放');
  const stored = row.result as Partial<ReturnType<Tally['result']>>;
  return {
    id,
    status: row.status as Result['status'],
    startOn: row.start_on,
    endOn: row.end_on,
    customers: row.customers,
    done: row.done,
    sent: stored.sent ?? 0,
    reached: stored.reached ?? 0,
    steps: stored.steps ?? [],
    months: stored.months ?? [],
    conflicts: stored.conflicts ?? [],
    sample: (stored.sample ?? []).map((one) => ({ ...one, open: BigInt(one.open) })),
  };
}

keep({
  key: 'urge_replay',
  title: '催收策略试算的结果',
  why: '比较策略修改前后的效果',
  days: 180,
  forget: (tx, before, most) => forgetRows(tx, 'urge_replay', sql<boolean>`created_at < ${before} and status <> 'RUNNING'`, most),
});
