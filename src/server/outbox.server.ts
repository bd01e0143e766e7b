import { type RawBuilder, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { About } from './authority.server';
import { onCommit } from './db/transaction.server';
import type { Opened, Tx } from './db.server';
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
  /** Throws to be tried again later. */
  take(tx: Tx, event: Happened, now: Date): Promise<void>;
}

const CHORE = 'deliver-events';
const BATCH = 100;
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
    from unnest(${payloads.map(() => newId())}::uuid[], ${payloads.map((one) => JSON.stringify(one))}::text[]) as e (id, payload)`.execute(tx);
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
  return sql`insert into outbox (tenant_id, id, kind, payload) select ${me.tenantId}, ${newId()}::uuid, ${NOTICE}, ${JSON.stringify(notice)}::jsonb from ${rows}`;
}

/**
 * Hands due events to their subscribers; gives how many were taken by all of them. Each in its own transaction with its row locked, so
 * several processes share the work. A failing subscriber is tried again after growing pauses and holds up neither the others nor other events.
 * Not `claimDue`: subscribers write in the transaction that holds the lock, so there is no lease that could end.
 */
export async function deliverEvents(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  let delivered = 0;
  for (let turn = 0; turn < BATCH && !stop?.aborted; turn++) {
    const outcome = await opened.inSystem((tx) => deliverOne(tx, now));
    if (outcome === 'none') break;
    if (outcome === 'done') delivered++;
  }
  return delivered;
}
addChore({ name: CHORE, title: '处理业务事件（消息、群机器人）', everySeconds: 2, run: deliverEvents });

async function deliverOne(tx: Tx, now: Date): Promise<'done' | 'failed' | 'none'> {
  const row = await tx
    .selectFrom('outbox')
    .select(['tenant_id', 'id', 'kind', 'payload', 'attempts', 'taken_by'])
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return 'none';
  const event = { tenantId: row.tenant_id, id: row.id, payload: row.payload };
  const taken = [...row.taken_by];
  let failure = '';
  for (const subscriber of subscribers.get(row.kind)?.values() ?? []) {
    if (taken.includes(subscriber.name)) continue;
    const error = await attempt(tx, subscriber, event, now);
    if (error === null) taken.push(subscriber.name);
    else failure ||= `${subscriber.title}：${error}`;
  }
  if (failure) log.warn({ outbox: row.id, kind: row.kind, attempts: row.attempts + 1, reason: failure }, 'event not taken');
  const pause = Math.min(FIRST_PAUSE_S * 2 ** Math.min(row.attempts, 20), LONGEST_PAUSE_S);
  const settled = failure
    ? { attempts: row.attempts + 1, last_error: failure.slice(0, 500), due_at: new Date(now.getTime() + pause * 1000) }
    : { done_at: now, last_error: null };
  await tx
    .updateTable('outbox')
    .set({ ...settled, taken_by: taken })
    .where('tenant_id', '=', row.tenant_id)
    .where('id', '=', row.id)
    .execute();
  return failure ? 'failed' : 'done';
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
async function attempt(tx: Tx, subscriber: Subscriber, event: Happened, now: Date): Promise<string | null> {
  await sql`savepoint subscriber`.execute(tx);
  try {
    await subscriber.take(tx, event, now);
    await sql`release savepoint subscriber`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint subscriber`.execute(tx);
    return error instanceof Error ? error.message : String(error);
  }
}
