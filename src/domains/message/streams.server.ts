import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { hiddenFrom } from '~/server/authority.server';
import { onCommit } from '~/server/db/transaction.server';
import { database, type Tx } from '~/server/db.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { log } from '~/server/log.server';
import type { Request } from '~/server/serve.server';
import { onSessionsForgotten, validSessions } from '~/server/session.server';
import { COUNT_CAP } from '~/shared/page';
import { Refusal, TOO_MANY } from '~/shared/refusal';
import { endListening, listenForOthers } from './listen.server';

export interface Person {
  tenantId: bigint;
  accountId: string;
}
interface Stream extends Person {
  session: string;
  /** Fields hidden when the page was opened, also in titles; what roles hide since then is asked for with each title. */
  hidden: readonly string[];
  /** The newest message the browser knows of; null until the first event. */
  seq: bigint | null;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

const HEARTBEAT_MS = 20_000;
const GATHER_MS = 20;
/** Tabs share one stream; a person with more browsers than this polls. */
const MOST_EACH = 20;
const MOST = 10_000;
/** Events a stuck connection may owe before it is dropped. */
const MOST_WAITING = 64;

interface Hub {
  people: Map<string, Set<Stream>>;
  size: number;
  dirty: Set<string>;
  gathering: boolean;
  checking: boolean;
  closing: boolean;
  heartbeat?: NodeJS.Timeout | undefined;
}
const shared = globalThis as { portalStreams?: Hub };
shared.portalStreams ??= { people: new Map(), size: 0, dirty: new Set(), gathering: false, checking: false, closing: false };
const hub = shared.portalStreams;

const text = new TextEncoder();
const PING = text.encode(': ping\n\n');
const END = text.encode('event: end\ndata: {}\n\n');
const keyOf = ({ tenantId, accountId }: Person): string => `${tenantId}:${accountId}`;

/**
 * A page's stream of events about its person's messages. It does not keep the session alive, and ends with it.
 * `Last-Event-ID` names the last message the browser knows.
 */
export function openStream(me: Me, request: Request): Response {
  if (!request.sessionHash) throw new Error('a stream belongs to a session');
  const key = keyOf(me);
  if (hub.closing || hub.size >= MOST || (hub.people.get(key)?.size ?? 0) >= MOST_EACH)
    throw new Refusal(TOO_MANY, '实时消息连接已达上限，请稍后再试', { reason: 'TOO_MANY' });
  const known = /^\d{1,18}$/.test(request.lastEventId ?? '') ? BigInt(request.lastEventId as string) : null;
  let stream: Stream | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = { tenantId: me.tenantId, accountId: me.accountId, session: request.sessionHash as string, hidden: me.hidden ?? [], seq: known, controller };
      controller.enqueue(text.encode(`retry: ${2000 + Math.floor(Math.random() * 3000)}\n\n`));
      add(key, stream);
    },
    cancel() {
      if (stream) remove(stream);
    },
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' },
  });
}

/** Tells every open page of these people to follow, in every process, once the transaction commits. */
export async function announce(tx: Tx, people: readonly Person[]): Promise<void> {
  if (database().kind === 'embedded') {
    onCommit(() => touch(people.map(keyOf)));
    return;
  }
  for (let at = 0; at < people.length; at += 100)
    await sql`select pg_notify('portal_message', ${people
      .slice(at, at + 100)
      .map(keyOf)
      .join(',')})`.execute(tx);
}

/** Ends every stream; browsers come back to another process, or to this one after it has started again. */
export async function closeStreams(): Promise<void> {
  hub.closing = true;
  for (const stream of allStreams()) end(stream);
  await endListening();
  hub.closing = false;
}

export const openStreams = (): number => hub.size;

function add(key: string, stream: Stream): void {
  const own = hub.people.get(key) ?? new Set();
  hub.people.set(key, own.add(stream));
  hub.size++;
  hub.heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
  if (database().kind === 'postgres') listenForOthers(touch, () => touch([...hub.people.keys()]));
  touch([key]);
}

function remove(stream: Stream): void {
  const key = keyOf(stream);
  const own = hub.people.get(key);
  if (!own?.delete(stream)) return;
  hub.size--;
  if (own.size === 0) hub.people.delete(key);
  if (hub.size === 0) {
    clearInterval(hub.heartbeat);
    hub.heartbeat = undefined;
  }
}

const allStreams = (): Stream[] => [...hub.people.values()].flatMap((own) => [...own]);

function send(stream: Stream, bytes: Uint8Array): void {
  try {
    if ((stream.controller.desiredSize ?? 0) < -MOST_WAITING) end(stream);
    else stream.controller.enqueue(bytes);
  } catch {
    remove(stream);
  }
}

function end(stream: Stream): void {
  remove(stream);
  try {
    stream.controller.close();
  } catch {
    // The browser was gone first.
  }
}

/** Gathers people for a moment, then looks all of them up in one statement. */
function touch(keys: readonly string[]): void {
  for (const key of keys) if (hub.people.has(key)) hub.dirty.add(key);
  if (hub.dirty.size === 0 || hub.gathering) return;
  hub.gathering = true;
  setTimeout(() => {
    const asked = [...hub.dirty];
    hub.dirty.clear();
    hub.gathering = false;
    pushStates(asked).catch((error: unknown) => log.warn({ err: error }, 'message streams not served'));
  }, GATHER_MS).unref();
}

interface State {
  tenant_id: bigint;
  account_id: string;
  seq: bigint;
  count: number;
  title: string | null;
  important: boolean | null;
}

async function pushStates(keys: readonly string[]): Promise<void> {
  const pairs = keys.map((key) => key.split(':') as [string, string]);
  const { rows, hidden } = await database().inSystem(async (tx) => {
    const { rows } = await sql<State>`
      select k.tenant_id, k.account_id, coalesce(m.seq, 0) as seq, m.title, m.important,
        (select count(*)::int from (select from message u where u.tenant_id = k.tenant_id and u.account_id = k.account_id and u.read_at is null limit ${COUNT_CAP}) open) as count
      from unnest(${pairs.map(([tenant]) => tenant)}::bigint[], ${pairs.map(([, account]) => account)}::uuid[]) as k (tenant_id, account_id)
      left join lateral (select seq, title, important from message n where n.tenant_id = k.tenant_id and n.account_id = k.account_id order by seq desc limit 1) m on true`.execute(
      tx,
    );
    const news = rows.filter((row) => streamsOf(row).some((stream) => isNews(stream, row)));
    return { rows, hidden: await hiddenNow(tx, news) };
  });
  for (const row of rows) for (const stream of streamsOf(row)) pushState(stream, row, hidden.get(keyOfRow(row)) ?? []);
}

const keyOfRow = (row: State): string => keyOf({ tenantId: row.tenant_id, accountId: row.account_id });
const streamsOf = (row: State): Stream[] => [...(hub.people.get(keyOfRow(row)) ?? [])];
const isNews = (stream: Stream, { seq, title }: State): boolean => stream.seq !== null && seq > stream.seq && title !== null;

/** What is hidden from these people by now: a page may have been open since before their roles were changed. */
async function hiddenNow(tx: Tx, told: readonly State[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const [tenantId, people] of Map.groupBy(told, (row) => row.tenant_id)) {
    const accountIds = people.map((row) => row.account_id);
    for (const [accountId, fields] of await hiddenFrom(tx, tenantId, accountIds)) found.set(keyOf({ tenantId, accountId }), fields);
  }
  return found;
}

function pushState(stream: Stream, state: State, hidden: readonly string[]): void {
  const { seq, count, title, important } = state;
  const arrived = isNews(stream, state) ? { title: wordsWithout([...stream.hidden, ...hidden], title ?? ''), important } : null;
  stream.seq = seq;
  send(stream, text.encode(`id: ${seq}\nevent: unread\ndata: ${JSON.stringify({ count, arrived })}\n\n`));
}

function beat(): void {
  for (const stream of allStreams()) send(stream, PING);
  void endOrphans();
}

/** Streams whose session is over are told so and end. */
async function endOrphans(): Promise<void> {
  if (hub.checking || hub.size === 0) return;
  hub.checking = true;
  try {
    const streams = allStreams();
    const valid = await validSessions([...new Set(streams.map((stream) => stream.session))], new Date());
    for (const stream of streams.filter((one) => !valid.has(one.session))) {
      send(stream, END);
      end(stream);
    }
  } catch (error) {
    log.warn({ err: error }, 'sessions of message streams not checked');
  } finally {
    hub.checking = false;
  }
}

/** A logout commits shortly after the sessions are forgotten. */
onSessionsForgotten('message-streams', () => {
  if (hub.size > 0) setTimeout(() => void endOrphans(), 300).unref();
});
