import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { told } from '~/shared/told';
import { config } from '../config.server';
import { onCommit } from '../db/transaction.server';
import type { Opened, Tx } from '../db.server';
import { bytesOf, findTenantFile } from '../files.server';
import { anyOf } from '../given.server';
import { newId } from '../ids.server';
import { claimDue, doubling, leaseUntil, nextTry } from '../jobs/claim.server';
import { workOff } from '../jobs/work.server';
import { wake } from '../jobs.server';
import { log } from '../log.server';
import { type Channel, isFinal, type OutboundFile } from './channel';
import { dingtalkChannel } from './dingtalk.server';
import { mailChannel } from './mail.server';
import { robotChannel } from './robot.server';
import { smsChannel } from './sms.server';
import { wechatChannel } from './wechat.server';

export type ChannelKey = 'SMS' | 'MAIL' | 'DINGTALK' | 'WECHAT' | 'ROBOT';
export const channels: Record<ChannelKey, Channel> = {
  SMS: smsChannel,
  MAIL: mailChannel,
  DINGTALK: dingtalkChannel,
  WECHAT: wechatChannel,
  ROBOT: robotChannel,
};

export interface NewMessage {
  channel: ChannelKey;
  address: string;
  title?: string;
  body: string;
  /** A path of the portal; made absolute when PUBLIC_ORIGIN is set. */
  link?: string;
  kind?: string;
  accountId?: string;
  secret?: boolean;
  dueAt?: Date;
  expiresAt?: Date;
  outboxId?: string;
  /** Waits for the person's daily digest at `dueAt`. */
  digest?: boolean;
  /** Keys of the tenant's files that go with a mail. */
  files?: readonly string[];
}

const CHORE = 'send-outgoing';
const BATCH = 20;
/** Rows of one statement: it takes 65 535 values. */
const CHUNK = 1000;
const LEASE_S = 60;
/** Between eight attempts. */
const PAUSES = doubling(10, 7);

/**
 * Written with the change that causes it and sent after it commits. A message belongs to the transaction's tenant, outside of any to the platform;
 * `system`: to the tenant the system works for.
 */
export async function queueOutboundMessages(tx: Tx, messages: readonly NewMessage[], system?: { tenantId: bigint; now: Date }): Promise<void> {
  const whose = system ? { tenant_id: system.tenantId, created_at: system.now } : {};
  for (let at = 0; at < messages.length; at += CHUNK)
    await tx
      .insertInto('outgoing')
      .values(messages.slice(at, at + CHUNK).map((message) => ({ ...whose, id: newId(), ...columnsOf(message) })))
      .onConflict((on) => on.doNothing())
      .execute();
  if (messages.length) onCommit(() => wake(CHORE));
}

const columnsOf = (message: NewMessage) => ({
  channel: message.channel,
  address: message.address,
  title: told(message.title ?? ''),
  body: told(message.body),
  link: message.link ?? '',
  kind: message.kind ?? '',
  account_id: message.accountId ?? null,
  secret: message.secret ?? false,
  state: message.digest ? 'COLLECTED' : 'WAITING',
  ...(message.dueAt ? { due_at: message.dueAt } : {}),
  expires_at: message.expiresAt ?? null,
  outbox_id: message.outboxId ?? null,
  files: [...(message.files ?? [])],
});

/** Into the queue once more, from the first attempt on. */
export async function sendAgain(tx: Tx, me: Pick<Me, 'tenantId'>, id: string, now: Date): Promise<void> {
  await tx.updateTable('outgoing').set({ state: 'WAITING', attempts: 0, due_at: now }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
  onCommit(() => wake(CHORE));
}

/** One message goes instead of those that were collected for it. */
export async function sendInstead(tx: Tx, collected: { tenantId: bigint; ids: readonly string[] }, message: NewMessage, now: Date): Promise<void> {
  await queueOutboundMessages(tx, [{ ...message, dueAt: now }], { tenantId: collected.tenantId, now });
  await tx.updateTable('outgoing').set({ state: 'MERGED' }).where('tenant_id', '=', collected.tenantId).where('id', '=', anyOf(collected.ids)).execute();
}

/**
 * Sends what is due; answers how many went out. A crash in between sends again when the lease ends. After the last attempt a message is
 * dead until somebody retries it.
 */
export const sendOutgoing = (opened: Opened, now: Date): Promise<number> =>
  workOff(
    opened,
    { chore: CHORE, full: BATCH },
    (tx) => claim(tx, now),
    (message) => sendOne(opened, message, now),
  );

const claim = (tx: Tx, now: Date) =>
  claimDue(tx, 'outgoing', {
    where: sql`state = 'WAITING' and due_at <= ${now}`,
    order: sql`due_at`,
    most: BATCH,
    lease: { due_at: leaseUntil(now, LEASE_S) },
  });
type Claimed = Awaited<ReturnType<typeof claim>>[number];

async function sendOne(opened: Opened, message: Claimed, now: Date): Promise<boolean> {
  const channel = channels[message.channel as ChannelKey];
  if (message.expires_at && message.expires_at <= now) return settle(opened, message, { state: 'EXPIRED', ...blanked(message) });
  if (!channel.configured()) return settle(opened, message, { state: 'KEPT', attempts: message.attempts - 1 });
  try {
    await channel.send({ ...message, link: absolute(message.link), files: await filesOf(opened, message) });
    await settle(opened, message, { state: 'SENT', sent_at: new Date(), last_error: '', ...blanked(message) });
    return true;
  } catch (error) {
    const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    log.warn({ channel: message.channel, message: message.id, attempts: message.attempts, reason: last_error }, 'message not sent');
    const due_at = isFinal(error) ? undefined : nextTry(message.attempts, PAUSES, now, 0.2);
    return settle(opened, message, { last_error, ...(due_at ? { due_at } : { state: 'FAILED' }) });
  }
}

async function filesOf(opened: Opened, { tenant_id: tenantId, files }: Claimed): Promise<OutboundFile[]> {
  if (!files.length) return [];
  const found = await opened.inTenant({ tenantId }, (tx) => Promise.all(files.map((key) => findTenantFile(tx, tenantId, key))));
  return Promise.all(found.map(async (file) => ({ name: file.name, mime: file.mime, bytes: await bytesOf(file) })));
}

/** What opened something once is not kept after it went out. */
const blanked = (message: Claimed) => (message.secret ? { body: message.body.replace(/[\w-]{4,}/g, '****'), link: '' } : {});

/** A link is worth sending only when people outside can open it. */
function absolute(link: string): string {
  const origin = config().PUBLIC_ORIGIN;
  return link && origin ? new URL(link, origin).toString() : '';
}

interface Settled {
  state?: string;
  attempts?: number;
  last_error?: string;
  due_at?: Date;
  sent_at?: Date;
  body?: string;
  link?: string;
}
async function settle(opened: Opened, message: Claimed, change: Settled): Promise<false> {
  await opened.inSystem((tx) => tx.updateTable('outgoing').set(change).where('tenant_id', '=', message.tenant_id).where('id', '=', message.id).execute());
  return false;
}
