import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { containing, pageFrom } from '~/server/list.server';
import { instantRange } from '~/shared/dates';
import { COUNT_CAP, type Page } from '~/shared/page';
import { type MessageQuery, messageTypes, typeOfKind } from './message';

interface MessageRow {
  id: string;
  title: string;
  body: string;
  link: string;
  messageType: string;
  messageStatus: string;
  createdAt: Date;
}

const mine = (tx: Tx, me: Me) => tx.selectFrom('message').where('message.tenant_id', '=', me.tenantId).where('message.account_id', '=', me.accountId);

/** A person's own messages in the current tenant, newest first. */
export async function listMessages(tx: Tx, me: Me, query: MessageQuery): Promise<Page<MessageRow>> {
  const range = instantRange(query.startTime, query.endTime);
  let rows = mine(tx, me).select(['message.id', 'message.title', 'message.body', 'message.link', 'message.kind', 'message.read_at', 'message.created_at']);
  if (query.messageStatus === 'UNREAD') rows = rows.where('message.read_at', 'is', null);
  if (query.messageStatus === 'READ') rows = rows.where('message.read_at', 'is not', null);
  if (range.from) rows = rows.where('message.created_at', '>=', range.from);
  if (range.before) rows = rows.where('message.created_at', '<', range.before);
  if (query.messageTitle) rows = rows.where('message.title', 'ilike', containing(query.messageTitle));
  if (query.messageType) rows = rows.where(ofType(query.messageType));
  const page = await pageFrom(tx, rows, query, {
    sort: { createdAt: 'message.created_at' },
    initial: [['message.created_at', 'desc']],
    tiebreak: 'message.id',
  });
  const unread = (await countUnread(tx, me)).count;
  return {
    ...page,
    tabs: { UNREAD: unread },
    pagedRecords: page.pagedRecords.map(({ kind, read_at, created_at, ...one }) => ({
      ...one,
      messageType: typeOfKind(kind),
      messageStatus: read_at ? 'READ' : 'UNREAD',
      createdAt: created_at,
    })),
  };
}

/** Kinds of no known type count as 系统, as the list shows them. */
function ofType(type: string) {
  const first = sql`split_part(message.kind, '.', 1)`;
  if (type !== 'system') return sql<SqlBool>`${first} = ${type}`;
  const named = Object.keys(messageTypes).filter((one) => one !== 'system');
  return sql<SqlBool>`${first} <> all(${named}::text[])`;
}

export async function countUnread(tx: Tx, me: Me): Promise<{ count: number }> {
  const open = mine(tx, me).where('message.read_at', 'is', null).select('message.id').limit(COUNT_CAP).as('open');
  return tx.selectFrom(open).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
}

/** Marks the person's own messages read, all of them without `ids`; other people's ids change nothing. */
export async function markRead(tx: Tx, me: Me, ids: readonly string[] | null, now: Date): Promise<{ count: number }> {
  let update = tx
    .updateTable('message')
    .set({ read_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('account_id', '=', me.accountId)
    .where('read_at', 'is', null);
  if (ids) update = update.where('id', '=', sql<string>`any(${[...ids]}::uuid[])`);
  await update.execute();
  return countUnread(tx, me);
}
