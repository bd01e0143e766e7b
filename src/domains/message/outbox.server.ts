import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { config } from '~/server/config.server';
import { database, type Tx } from '~/server/db.server';
import { containing, pageFromAll } from '~/server/list.server';
import { type ChannelKey, channels, sendAgain } from '~/server/outgoing/outgoing.server';
import { FOUND_CAP, holdsWords } from '~/server/search.server';
import { lockIfThere } from '~/server/versioned.server';
import { instantRange } from '~/shared/dates';
import { HIDDEN, maskEmail, maskMobile } from '~/shared/mask';
import { notFound, refuse } from '~/shared/refusal';
import { sentChannels } from './outbox';
import type { SentQuery } from './outbox.schema';
import * as subjects from './subjects';

const OPENS = '内容含验证码或链接，不显示';

/**
 * Everything the tenant's people were told, on every channel, newest first. Codes and links that open something stay hidden.
 * An outbound message names documents and hangs on none, so whoever sees a part of the rows reads what was sent to them.
 */
export async function listSent(tx: Tx, me: Me, query: SentQuery) {
  const range = instantRange(query.startTime, query.endTime);
  const accounts = query.keyword ? await accountsNamed(tx, query.keyword) : [];
  const branches = [];
  for (const { source, text } of everything(tx, me)) {
    let rows = tx
      .selectFrom(source.as('sent'))
      .leftJoin('account', 'account.id', 'sent.account_id')
      .selectAll('sent')
      .leftJoin('group_robot as robot', (on) =>
        on.on('robot.tenant_id', '=', me.tenantId).on(sql<SqlBool>`sent.channel = 'ROBOT' and robot.id::text = sent.address`),
      )
      .select(['account.name as receiver', 'robot.name as robot']);
    if (me.scope) rows = rows.where('sent.account_id', '=', me.accountId);
    if (query.channel) rows = rows.where('sent.channel', '=', query.channel);
    if (query.state) rows = rows.where('sent.state', '=', query.state);
    if (query.keyword) {
      const titled = await holdsWords(tx, 'sent.id', text, 'title', query.keyword);
      rows = rows.where((eb) => eb.or([titled, eb('sent.account_id', '=', sql<string>`any(${accounts}::uuid[])`)]));
    }
    if (range.from) rows = rows.where('sent.created_at', '>=', range.from);
    if (range.before) rows = rows.where('sent.created_at', '<', range.before);
    branches.push(rows);
  }
  const order = { sort: { createdAt: 'sent.created_at' }, initial: [['sent.created_at', 'desc']] as const, tiebreak: 'sent.id' };
  const page = await pageFromAll(tx, branches, query.keyword ? { countTo: FOUND_CAP, ...query } : query, order);
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({
      id: row.id,
      channel: row.channel,
      receiver: row.receiver ?? row.robot ?? '',
      address: addressFor(me, row),
      title: row.title,
      body: row.secret ? OPENS : row.body,
      state: row.state,
      attempts: row.attempts,
      lastError: row.last_error,
      createdAt: row.created_at,
      sentAt: row.sent_at,
    })),
  };
}

function everything(tx: Tx, me: Me) {
  const messages = tx
    .selectFrom('outgoing')
    .select(['id', 'channel', 'account_id', 'address', 'title', 'body', 'secret', 'state', 'attempts', 'last_error', 'created_at', 'sent_at'])
    .where('tenant_id', '=', me.tenantId);
  const inPortal = tx
    .selectFrom('message')
    .select(['id', sql<string>`'INAPP'`.as('channel'), 'account_id', sql<string>`''`.as('address'), 'title', 'body', sql<boolean>`false`.as('secret')])
    .select([
      sql<string>`'SENT'`.as('state'),
      sql<number>`1`.as('attempts'),
      sql<string>`''`.as('last_error'),
      'created_at',
      sql<Date | null>`created_at`.as('sent_at'),
    ])
    .where('tenant_id', '=', me.tenantId);
  return [
    { source: messages, text: 'outgoing_text' as const },
    { source: inPortal as unknown as typeof messages, text: 'message_text' as const },
  ];
}

async function accountsNamed(tx: Tx, word: string): Promise<string[]> {
  const rows = await tx.selectFrom('account').select('id').where('name', 'ilike', containing(word)).limit(1000).execute();
  return rows.map((row) => row.id);
}

/** Sends a dead or kept message again. */
function addressFor({ hidden }: Pick<Me, 'hidden'>, { channel, address }: { channel: string; address: string }): string {
  if (channel === 'ROBOT' || address === '') return '';
  if (channel === 'MAIL') return maskEmail(address);
  return hidden?.includes('mobile') ? HIDDEN : maskMobile(address);
}

export async function retryMessage(tx: Tx, me: Me, id: string, now: Date): Promise<Record<string, never>> {
  const message = await lockIfThere(tx, me, 'outgoing', id);
  if (!message || (me.scope && message.account_id !== me.accountId)) return notFound('该发送记录');
  if (message.state !== 'FAILED' && message.state !== 'KEPT') refuse('BAD_STATE', '只有发送失败或已留存的消息可以重新发送');
  const name = sentChannels[message.channel as ChannelKey];
  if (!channels[message.channel as ChannelKey].configured()) refuse('BAD_STATE', `${name}通道尚未配置，请联系平台管理员配置后再发送`);
  await sendAgain(tx, me, id, now);
  await audit(tx, me, {
    action: '重新发送',
    subject: subjects.outgoing,
    id,
    no: message.title || name,
    before: { state: message.state },
    after: { state: 'WAITING' },
  });
  return {};
}

/** In a demo without an SMS or mail gateway, people read codes and links to set a password here. Anywhere else it answers nothing. */
export async function platformMessages(me: Pick<Me, 'tenantId'>) {
  if (!config().DEMO) return { messages: [] };
  const rows = await database().inSystem((tx) =>
    tx
      .selectFrom('outgoing')
      .select(['id', 'channel', 'address', 'body', 'created_at'])
      .where('tenant_id', 'in', [0n, me.tenantId])
      .where('secret', '=', true)
      .where('state', '=', 'KEPT')
      .orderBy('created_at', 'desc')
      .limit(10)
      .execute(),
  );
  return { messages: rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at })) };
}
