import { type RawBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { About } from './authority.server';
import { beforeCommit, onCommit } from './db/transaction.server';
import { jsonText, type Opened, type Tx } from './db.server';
import { anyOf } from './given.server';
import { newId } from './ids.server';
import { addChore, wake } from './jobs.server';
import { log } from './log.server';

/** What happened, as it is kept until every subscriber has taken it. */
export interface Happened {
  tenantId: bigint;
  /** Of this event alone: taking it twice is recognised by it. */
  id: string;
  payload: unknown;
}
/**
 * Follows a change after its commit. It may be given the same event again (a crash, a later failure), so it must be idempotent; it never
 * posts money or stock. It runs as the system: every statement names the tenant.
 */
export interface Subscriber {
  /** Kept with the event: a new name takes open events again. */
  name: string;
  /** Chinese, for administrators. */
  title: string;
  /** Events of one kind and tenant, in the order they happened. Throws to be given them one by one, and those that fail alone again later. */
  take(tx: Tx, events: readonly Happened[], now: Date): Promise<void>;
}

const CHORE = 'deliver-events';
/** Events of one transaction: what subscribers ask of the database is asked once for all of them. */
const TOGETHER = 20;
const TURNS = 20;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 3600;
const shared = globalThis as { portalSubscribers?: Map<string, Map<string, Subscriber>> };
shared.portalSubscribers ??= new Map();
const subscribers = shared.portalSubscribers;

/** From now on `subscriber` takes every event of this kind. */
export function subscribe(kind: string, subscriber: Subscriber): void {
  const those = subscribers.get(kind) ?? new Map();
  subscribers.set(kind, those.set(subscriber.name, subscriber));
}

/** Written in the same transaction as the change, so a rolled-back change is told to nobody. */
export const publish = (tx: Tx, me: Pick<Me, 'tenantId'>, kind: string, payload: unknown): Promise<void> => publishAll(tx, me, kind, [payload]);

/** Many of a kind in one statement, which is the same however many there are. */
export async function publishAll(tx: Tx, me: Pick<Me, 'tenantId'>, kind: string, payloads: readonly unknown[]): Promise<void> {
  if (!payloads.length) return;
  await sql`insert into outbox (tenant_id, id, kind, payload) select ${me.tenantId}, e.id, ${kind}, e.payload::jsonb
    from unnest(${payloads.map(() => newId())}::uuid[], ${payloads.map(jsonText)}::text[]) as e (id, payload)`.execute(tx);
  onCommit(() => wake(CHORE));
}

/** The kind of event that tells people something. */
export const NOTICE = 'notice';
/** What people are told after a change commits: at once in this process, at its next turn in another. */
export type Notice = Told & (Catalogued | Worded);
interface Catalogued {
  /** What the event's template is filled with. */
  params: Readonly<Record<string, string>>;
}
/** An event told in many ways brings its words; a template may frame them. */
interface Worded {
  title: string;
  body: string;
}
interface Told {
  /** Event key, e.g. `order.submitted`; the message domain's catalogue has its wording. */
  kind: string;
  link: string;
  /** Factory people who hold the code; with `about` those alone who may see a document of that customer or warehouse. */
  to: { side: 'factory'; code: string; about?: About } | { side: 'dealer'; customerId: string } | { side: 'account'; accountId: string };
}

export const tell = (tx: Tx, me: Pick<Me, 'tenantId'>, notice: Notice): Promise<void> => publish(tx, me, NOTICE, notice);
export const tellAll = (tx: Tx, me: Pick<Me, 'tenantId'>, notices: readonly Notice[]): Promise<void> => publishAll(tx, me, NOTICE, notices);

/** The notice as a part of another statement, told where `rows` has its row and not told where it has none. */
export function tellingOf(me: Pick<Me, 'tenantId'>, notice: Notice, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  onCommit(() => wake(CHORE));
  return sql`insert into outbox (tenant_id, id, kind, payload) select ${me.tenantId}, ${newId()}::uuid, ${NOTICE}, ${jsonText(notice)}::jsonb from ${rows}`;
}

/**
 * Hands due events to their subscribers; gives how many were taken by all of them. Some in one transaction with their rows locked, so
 * several processes share the work. A failing subscriber is tried again after growing pauses and holds up neither the others nor other events.
 * Not `claimDue`: subscribers write in the transaction that holds the lock, so there is no lease that could end.
 */
export async function deliverEvents(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  let delivered = 0;
  for (let turn = 0; turn < TURNS && !stop?.aborted; turn++) {
    const { due, done } = await opened.inSystem((tx) => deliverSome(tx, now));
    delivered += done;
    // What subscribers have published since wakes the chore again.
    if (due < TOGETHER) break;
  }
  return delivered;
}
addChore({ name: CHORE, title: '处理业务事件（消息、群机器人）', everySeconds: 2, run: deliverEvents });

interface Due extends Happened {
  kind: string;
  attempts: number;
  taken: string[];
  /** Why the first subscriber that did not take it did not. */
  failure: string;
}

async function deliverSome(tx: Tx, now: Date): Promise<{ due: number; done: number }> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['tenant_id', 'id', 'kind', 'payload', 'attempts', 'taken_by'])
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(TOGETHER)
    .forUpdate()
    .skipLocked()
    .execute();
  const due = rows.map(({ tenant_id, taken_by, ...row }): Due => ({ ...row, tenantId: tenant_id, taken: [...taken_by], failure: '' }));
  for (const [kind, ofKind] of Map.groupBy(due, (one) => one.kind))
    for (const ofTenant of byTenant(ofKind)) for (const subscriber of subscribers.get(kind)?.values() ?? []) await hand(tx, subscriber, ofTenant, now);
  const done = due.filter((one) => !one.failure);
  settle(tx, done, { done_at: now, last_error: null });
  for (const one of due) if (one.failure) putOff(tx, one, now);
  return { due: due.length, done: done.length };
}

/** In one order everywhere: what subscribers lock of one tenant is held until those of the next are done. */
const byTenant = (events: readonly Due[]): Due[][] =>
  [...Map.groupBy(events, (one) => one.tenantId)].sort(([a], [b]) => Number(a - b)).map(([, ofTenant]) => ofTenant);

/** All at once; where that fails, one by one, so that none suffers from another. */
async function hand(tx: Tx, subscriber: Subscriber, events: readonly Due[], now: Date): Promise<void> {
  const open = events.filter((one) => !one.taken.includes(subscriber.name));
  if (!open.length) return;
  const error = await attempt(tx, subscriber, open, now);
  if (error === null) for (const one of open) one.taken.push(subscriber.name);
  else if (open.length > 1) for (const one of open) await hand(tx, subscriber, [one], now);
  else for (const one of open) one.failure ||= `${subscriber.title}：${error}`;
}

/** Nothing waits for it: it travels with the commit. */
function settle(tx: Tx, events: readonly Due[], outcome: { done_at: Date; last_error: null } | { attempts: number; last_error: string; due_at: Date }): void {
  for (const those of Map.groupBy(events, (one) => one.taken.join()).values())
    beforeCommit(
      tx
        .updateTable('outbox')
        .set({ ...outcome, taken_by: those[0]?.taken ?? [] })
        .where('tenant_id', 'in', [...new Set(those.map((one) => one.tenantId))])
        .where('id', '=', anyOf(those.map((one) => one.id))),
    );
}

function putOff(tx: Tx, one: Due, now: Date): void {
  const attempts = one.attempts + 1;
  log.warn({ outbox: one.id, kind: one.kind, attempts, reason: one.failure }, 'event not taken');
  const pause = Math.min(FIRST_PAUSE_S * 2 ** Math.min(one.attempts, 20), LONGEST_PAUSE_S);
  settle(tx, [one], { attempts, last_error: one.failure.slice(0, 500), due_at: new Date(now.getTime() + pause * 1000) });
}

/** Makes failing events of a kind due now; answers how many. */
export async function retryEvents(tx: Tx, kind: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({ due_at: now })
    .where('kind', '=', kind)
    .where('done_at', 'is', null)
    .where('attempts', '>', 0)
    .executeTakeFirst();
  onCommit(() => wake(CHORE));
  return Number(numUpdatedRows);
}

/** Null when taken, else why not; what it had written is undone then. */
async function attempt(tx: Tx, subscriber: Subscriber, events: readonly Happened[], now: Date): Promise<string | null> {
  const begun = sql`savepoint subscriber`.execute(tx);
  try {
    await Promise.all([begun, subscriber.take(tx, events, now)]);
    // It travels with the next statement, which would say so were the transaction broken.
    sql`release savepoint subscriber`.execute(tx).catch(() => {});
    return null;
  } catch (error) {
    await sql`rollback to savepoint subscriber`.execute(tx);
    return error instanceof Error ? error.message : String(error);
  }
}
