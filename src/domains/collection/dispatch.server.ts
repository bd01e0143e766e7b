import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { URGE_LEAD } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { tellAll } from '~/server/outbox.server';
import { eachTenant } from '~/server/tenantChore.server';
import { minuteOfDay } from '~/shared/clock';
import { addDays, shanghaiDate } from '~/shared/dates';
import { reassess, type Standing } from './assess.server';
import { boundsOf } from './bounds.server';
import { type Noted, note, notGivenUp, stillOpen } from './caseStore.server';
import { lockOwing } from './lock.server';
import { caseHref, tellDuePromises } from './notices.server';
import { dueNow } from './rhythm';
import { addressees, type Turn, takeSteps } from './send.server';

/** So many customers a transaction: receipts of those wait as long. */
const AT_ONCE = 100;
/** Steps before the due day reach no farther. */
const MOST_AHEAD = 180;

/** Every ten minutes: opens cases, follows days, and takes the steps that are due. It may run twice at once, late or not at all for days: each step is taken once. */
export function dispatchAll(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  return eachTenant(opened, 'urge-dispatch', (clock) => dispatchTenant(opened, clock, now, stop), stop);
}

export async function dispatchTenant(opened: Opened, me: Me, now: Date, stop?: AbortSignal): Promise<number> {
  const inTenant = <R>(work: (tx: Tx) => Promise<R>) => opened.inTenant({ tenantId: me.tenantId }, work);
  const due = await inTenant((tx) => dueCustomers(tx, me, now));
  let sent = 0;
  for (let at = 0; at < due.length && !stop?.aborted; at += AT_ONCE) sent += await inTenant((tx) => turnCustomers(tx, me, due.slice(at, at + AT_ONCE), now));
  await inTenant((tx) => escalate(tx, me, now));
  await inTenant((tx) => tellDuePromises(tx, me, now));
  return sent;
}

/** Whose case may change today: a step or a day that has come, or a debt within reach and no case yet. In one order, so that two dispatchers wait for each other. */
export async function dueCustomers(tx: Tx, me: Pick<Me, 'tenantId'>, now: Date): Promise<string[]> {
  const today = shanghaiDate(now);
  const ahead = await reachOf(tx, me);
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from urge_case where tenant_id = ${me.tenantId} and ${stillOpen()} and (check_on <= ${today}::date or (next_on <= ${today}::date and not paused))
    union
    select o.customer_id from open_item o where o.tenant_id = ${me.tenantId} and o.late_on < ${addDays(today, ahead)}::date and o.outstanding > 0
      and not exists (select from urge_case c where c.tenant_id = o.tenant_id and c.customer_id = o.customer_id and ${stillOpen('c')})
      and ${notGivenUp(sql.ref('o.item_id'), me.tenantId)}
    order by 1`.execute(tx);
  return rows.map((row) => row.customer_id);
}

/** How many days before its day a debt is reminded of by any strategy in force. */
async function reachOf(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<number> {
  const { rows } = await sql<{ days: number | null }>`
    select max(-(v.spec->'steps'->0->>'offset')::int) as days from urge_strategy s join urge_version v on v.tenant_id = s.tenant_id and v.id = s.version_id
    where s.tenant_id = ${me.tenantId} and s.status = 'ENABLED' and v.spec->'steps'->0->>'basis' = 'DUE'`.execute(tx);
  return Math.min(MOST_AHEAD, Math.max(0, (rows[0]?.days ?? -1) + 1));
}

/** Locks the customers' money, reads their debts again, and takes what steps are due. Whoever pays comes before or after, never between. */
export async function turnCustomers(tx: Tx, me: Me, customerIds: readonly string[], now: Date): Promise<number> {
  await lockOwing(tx, me, customerIds);
  const standings = await reassess(tx, me, customerIds, now);
  const [today, minute] = [shanghaiDate(now), minuteOfDay(now)];
  const due = standings.flatMap((standing) => {
    const { chosen, course, status } = standing.assessed;
    const next = chosen && status !== 'CLEARED' ? dueNow(course, chosen.strategy, today, minute) : null;
    return chosen && next ? [{ standing, next, strategyId: chosen.strategyId, cap: chosen.strategy.dailyCap }] : [];
  });
  if (due.length === 0) return 0;
  const left = await capsOf(tx, me, due, today);
  const full = await fullToday(tx, me, due, today);
  const people = await addressees(
    tx,
    me,
    due.map(({ standing }) => standing.row.customer_id),
  );
  const turns: Turn[] = [];
  for (const { standing, next, strategyId, cap } of due) {
    const to = people.get(standing.row.customer_id);
    const room = left.get(strategyId) ?? 0;
    if (!to || (cap > 0 && room <= 0) || full.has(standing.row.id)) continue;
    left.set(strategyId, room - 1);
    turns.push({ standing, next, to });
  }
  const notes: Noted[] = [];
  const sent = await takeSteps(tx, me, turns, notes, now);
  await note(tx, me, notes, now);
  return sent;
}

/** What strategies with a cap may still take today. Their rows are locked, so that two dispatchers share the cap. */
async function capsOf(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  due: readonly { standing: Standing; strategyId: string; cap: number }[],
  today: string,
): Promise<Map<string, number>> {
  const caps = new Map(due.filter(({ cap }) => cap > 0).map(({ strategyId, cap }) => [strategyId, cap]));
  if (caps.size === 0) return caps;
  const ids = [...caps.keys()].sort();
  await tx.selectFrom('urge_strategy').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
  const rows = await tx
    .selectFrom('urge_send')
    .select(['strategy_id', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', anyOf(ids))
    .where('sent_on', '=', today)
    .groupBy('strategy_id')
    .execute();
  for (const row of rows) caps.set(row.strategy_id, (caps.get(row.strategy_id) ?? 0) - Number(row.count));
  return caps;
}

/** Cases that had their day's share already; only where contacts may follow each other within a day. */
async function fullToday(tx: Tx, me: Pick<Me, 'tenantId'>, due: readonly { standing: Standing }[], today: string): Promise<ReadonlySet<string>> {
  const crowded = due.filter(({ standing }) => standing.assessed.chosen?.strategy.gapDays === 0).map(({ standing }) => standing.row.id);
  if (crowded.length === 0) return new Set();
  const { perCustomer } = await boundsOf(tx, me);
  const rows = await tx
    .selectFrom('urge_send')
    .select(['case_id', (eb) => eb.fn.countAll<bigint>().as('count')])
    .where('tenant_id', '=', me.tenantId)
    .where('case_id', '=', anyOf(crowded))
    .where('sent_on', '=', today)
    .groupBy('case_id')
    .execute();
  return new Set(rows.filter(({ count }) => Number(count) >= perCustomer).map((row) => row.case_id));
}

/** Tasks nobody did in time go to whoever leads collection. */
export async function escalate(tx: Tx, me: Me, now: Date): Promise<number> {
  const late = await tx
    .updateTable('urge_send')
    .set({ escalated_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'TASK')
    .where('escalated_at', 'is', null)
    .where('escalate_at', '<=', now)
    .returning(['case_id', 'customer_id', 'title'])
    .execute();
  await tellAll(
    tx,
    me,
    late.map((one) => ({
      kind: 'collection.late',
      title: '催收任务超时未办',
      body: `“${one.title}”超过时限未办理，请跟进`,
      link: caseHref(one.case_id),
      to: { side: 'factory', code: URGE_LEAD, about: { customerIds: [one.customer_id] } },
    })),
  );
  return late.length;
}
