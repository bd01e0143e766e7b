import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { forgetRows, keep } from '~/server/retention.server';
import { FOUND_CAP, holdsWords } from '~/server/search.server';
import { instantRange } from '~/shared/dates';
import { COUNT_CAP, type Page } from '~/shared/page';
import { businesses, businessOf, FOLD_CAP } from './message';
import type { MessageFilter, MessageQuery } from './message.schema';
import { announce } from './streams.server';

interface MessageRow {
  id: string;
  title: string;
  body: string;
  link: string;
  messageType: string;
  business: string;
  messageStatus: string;
  important: boolean;
  kind: string;
  alike: number;
  createdAt: Date;
}

const mine = (tx: Tx, me: Me) => tx.selectFrom('message').where('message.tenant_id', '=', me.tenantId).where('message.account_id', '=', me.accountId);

/** A person's own messages in the current tenant, newest first; tab counts are of what is unread, `last` the newest there is. `countTo`: count no further. */
export async function listMessages(tx: Tx, me: Me, query: MessageQuery & { countTo?: number }): Promise<Page<MessageRow> & { last: string }> {
  const chosen = mine(tx, me).where(await matching(tx, query));
  const rows = (isFolded(query) ? chosen.where(newestOfKind) : chosen)
    .select(['message.id', 'message.title', 'message.body', 'message.link', 'message.kind', 'message.type', 'message.important'])
    .select(['message.read_at', 'message.created_at']);
  // In this order: what comes meanwhile must not be taken for seen.
  const [last, page, tabs] = await Promise.all([
    lastSeq(tx, me),
    pageFrom(tx, rows, query.messageTitle ? { countTo: FOUND_CAP, ...query } : query, {
      sort: { createdAt: 'message.created_at' },
      initial: [['message.created_at', 'desc']],
      tiebreak: 'message.id',
    }),
    unreadByType(tx, me),
  ]);
  const alike = isFolded(query)
    ? await alikeOf(
        tx,
        me,
        page.pagedRecords.flatMap((one) => (one.read_at ? [] : [one.id])),
      )
    : new Map<string, number>();
  return {
    ...page,
    last: last.toString(),
    tabs,
    pagedRecords: page.pagedRecords.map(({ type, read_at, created_at, ...one }) => ({
      ...one,
      alike: alike.get(one.id) ?? 1,
      messageType: type,
      business: businessOf(one.kind),
      messageStatus: read_at ? 'READ' : 'UNREAD',
      createdAt: created_at,
    })),
  };
}

/** Narrowed by time or words, a list shows each message it finds: the newest of its kind might not be among them. */
const isFolded = (query: MessageQuery): boolean =>
  query.fold === 'true' && query.messageStatus !== 'READ' && !(query.kind || query.startTime || query.endTime || query.messageTitle);

/** Read messages stand for themselves. Needs `message` in the query. */
const newestOfKind = sql<SqlBool>`(message.read_at is not null or not exists (select 1 from message newer
  where newer.tenant_id = message.tenant_id and newer.account_id = message.account_id and newer.kind = message.kind and newer.title = message.title
    and newer.read_at is null and (newer.created_at, newer.id) > (message.created_at, message.id)))`;

/** How many unread messages of its kind and title each of these stands for. */
async function alikeOf(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<{ id: string; n: number }>`
    select m.id, (select count(*)::int from (select 1 from message o where o.tenant_id = m.tenant_id and o.account_id = m.account_id and o.kind = m.kind
      and o.title = m.title and o.read_at is null limit ${FOLD_CAP}) alike) as n
    from message m where m.tenant_id = ${me.tenantId} and m.id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.n]));
}

/** The one reading of the filters: what the list shows is what 全部已读 marks. */
async function matching(tx: Tx, query: MessageFilter) {
  const range = instantRange(query.startTime, query.endTime);
  const titled = query.messageTitle ? [await holdsWords(tx, 'message.id', 'message_text', 'title', query.messageTitle)] : [];
  return (eb: ExpressionBuilder<DB, 'message'>) => {
    const all = [
      ...(query.messageStatus === 'UNREAD' ? [eb('message.read_at', 'is', null)] : []),
      ...(query.messageStatus === 'READ' ? [eb('message.read_at', 'is not', null)] : []),
      ...(range.from ? [eb('message.created_at', '>=', range.from)] : []),
      ...(range.before ? [eb('message.created_at', '<', range.before)] : []),
      ...titled,
      ...(query.messageType ? [eb('message.type', '=', query.messageType)] : []),
      ...(query.business ? [ofBusiness(query.business)] : []),
      ...(query.kind ? [eb('message.kind', '=', query.kind)] : []),
    ];
    return eb.and(all);
  };
}

/** Kinds of no known business count as 系统, as the list shows them. */
function ofBusiness(business: string) {
  if (business !== 'system') return sql<SqlBool>`message.business = ${business}`;
  const named = Object.keys(businesses).filter((one) => one !== 'system');
  return sql<SqlBool>`message.business <> all(${named}::text[])`;
}

async function lastSeq(tx: Tx, me: Me): Promise<bigint> {
  const row = await tx
    .selectFrom('message_counter')
    .select('seq')
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', me.accountId)
    .executeTakeFirst();
  return row?.seq ?? 0n;
}

async function unreadByType(tx: Tx, me: Me): Promise<Record<string, number>> {
  const open = mine(tx, me).where('message.read_at', 'is', null).select('message.type').limit(COUNT_CAP).as('open');
  const rows = await tx
    .selectFrom(open)
    .select(['type', sql<number>`count(*)::int`.as('count')])
    .groupBy('type')
    .execute();
  return { ...Object.fromEntries(rows.map((row) => [row.type, row.count])), ALL: rows.reduce((sum, row) => sum + row.count, 0) };
}

export async function countUnread(tx: Tx, me: Me): Promise<{ count: number }> {
  return { count: (await unreadByType(tx, me))['ALL'] ?? 0 };
}

/** Marks the person's own messages read, with `alike` also those of their kind and title up to each; other people's ids change nothing. */
export async function markRead(tx: Tx, me: Me, ids: readonly string[], now: Date, alike = false): Promise<{ count: number }> {
  const named = sql<string>`any(${[...ids]}::uuid[])`;
  const older = sql<SqlBool>`exists (select 1 from message m where m.tenant_id = message.tenant_id and m.account_id = message.account_id and m.id = ${named}
    and m.kind = message.kind and m.title = message.title and (message.created_at, message.id) <= (m.created_at, m.id))`;
  const marked = unread(tx, me, now);
  await (alike ? marked.where(older) : marked.where('id', '=', named)).execute();
  return told(tx, me);
}

/**
 * Marks read what the filters show and had arrived when the list was loaded: `last` is that list's newest message.
 * Important messages stay unread unless asked for; says how many stayed for that.
 */
export async function markAllRead(
  tx: Tx,
  me: Me,
  query: MessageFilter & { last: bigint | null; important: boolean },
  now: Date,
): Promise<{ count: number; marked: number; kept: number }> {
  const last = query.last ?? (await lastSeq(tx, me));
  const asked = await matching(tx, query);
  const shown = unread(tx, me, now).where('seq', '<=', last).where(asked);
  const kept = query.important
    ? { n: 0 }
    : await mine(tx, me)
        .where('message.read_at', 'is', null)
        .where('message.seq', '<=', last)
        .where('message.important', '=', true)
        .where(asked)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await (query.important ? shown : shown.where('important', '=', false)).executeTakeFirst();
  return { ...(await told(tx, me)), marked: Number(numUpdatedRows), kept: kept.n };
}

const unread = (tx: Tx, me: Me, now: Date) =>
  tx.updateTable('message').set({ read_at: now }).where('tenant_id', '=', me.tenantId).where('account_id', '=', me.accountId).where('read_at', 'is', null);

/** The person's other pages follow. */
async function told(tx: Tx, me: Me): Promise<{ count: number }> {
  await announce(tx, [{ tenantId: me.tenantId, accountId: me.accountId }]);
  return countUnread(tx, me);
}

keep({
  key: 'message',
  title: '站内消息',
  why: '查阅收到过的通知',
  days: 400,
  forget: (tx, before, most) => forgetRows(tx, 'message', sql<boolean>`created_at < ${before}`, most),
});
