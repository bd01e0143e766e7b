import { sql } from 'kysely';
import { z } from 'zod';
import { accountsFor } from '~/server/authority.server';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { log } from '~/server/log.server';
import { subscriptionsOf, type Told, writeLetters } from './letters.server';
import { writeRobotLetters } from './robot.server';
import { announce } from './streams.server';
import { channelsFor } from './subscription';
import { type Worded, wordsOf } from './wording.server';

const NoticePayload = z.object({
  kind: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  link: z.string(),
  to: z.union([
    z.object({
      side: z.literal('factory'),
      code: z.string(),
      about: z.object({ customerId: z.uuid().optional(), customerIds: z.array(z.uuid()).optional(), warehouseId: z.uuid().optional() }).optional(),
    }),
    z.object({ side: z.literal('dealer'), customerId: z.uuid() }),
    z.object({ side: z.literal('account'), accountId: z.uuid() }),
  ]),
});
type NoticePayload = z.output<typeof NoticePayload>;

interface Claimed {
  tenant_id: bigint;
  id: string;
  payload: unknown;
  attempts: number;
}

const BATCH = 100;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 3600;

/**
 * Turns due notices of the outbox into messages of the people they concern; gives how many it delivered.
 * Each in its own transaction with its row locked, so several processes share the work, a poisoned notice holds nobody up,
 * and a crash in between only means "again": the message's unique outbox id makes again harmless.
 */
export async function deliverNotices(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  let delivered = 0;
  for (let turn = 0; turn < BATCH && !stop?.aborted; turn++) {
    const outcome = await deliverOne(opened, now);
    if (outcome === 'none') break;
    if (outcome === 'done') delivered++;
  }
  return delivered;
}

async function deliverOne(opened: Opened, now: Date): Promise<'done' | 'failed' | 'none'> {
  let claimed: Claimed | undefined;
  try {
    return await opened.inSystem(async (tx) => {
      claimed = await claim(tx, now);
      if (!claimed) return 'none';
      await post(tx, claimed, NoticePayload.parse(claimed.payload), now);
      await settle(tx, claimed, { done_at: now });
      return 'done';
    });
  } catch (error) {
    if (!claimed) throw error;
    await retryLater(opened, claimed, error, now);
    return 'failed';
  }
}

function claim(tx: Tx, now: Date): Promise<Claimed | undefined> {
  return tx
    .selectFrom('outbox')
    .select(['tenant_id', 'id', 'payload', 'attempts'])
    .where('kind', '=', 'notice')
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function post(tx: Tx, row: Claimed, notice: NoticePayload, now: Date): Promise<void> {
  const accounts = await receiversOf(tx, row.tenant_id, notice.to);
  const words = await wordsOf(tx, row.tenant_id, notice);
  const told = { tenantId: row.tenant_id, outboxId: row.id, kind: notice.kind, link: notice.link };
  if (notice.to.side === 'factory') await writeRobotLetters(tx, told, words, now);
  if (accounts.length === 0) return;
  const subscriptions = await subscriptionsOf(tx, row.tenant_id, accounts);
  // In one order everywhere: each takes the row of the person's counter.
  const inPortal = accounts.filter((id) => channelsFor(subscriptions.get(id)?.choices ?? {}, told).includes('INAPP')).sort();
  if (inPortal.length) await writeMessages(tx, told, words, inPortal, now);
  await writeLetters(tx, told, words, subscriptions, now);
}

async function writeMessages(tx: Tx, told: Told, words: Worded, accounts: readonly string[], now: Date): Promise<void> {
  const { rows } = await sql<{ account_id: string; seq: bigint }>`
    insert into message_counter (tenant_id, account_id, seq) select ${told.tenantId}, id, 1 from unnest(${accounts}::uuid[]) with ordinality as one (id, place) order by place
    on conflict (tenant_id, account_id) do update set seq = message_counter.seq + 1 returning account_id, seq`.execute(tx);
  await tx
    .insertInto('message')
    .values(
      rows.map((row) => ({
        tenant_id: told.tenantId,
        id: newId(),
        account_id: row.account_id,
        seq: row.seq,
        kind: told.kind,
        type: words.event?.type ?? 'system',
        important: words.event?.important ?? false,
        title: words.title,
        body: words.body,
        link: told.link,
        outbox_id: told.outboxId,
        created_at: now,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'outbox_id', 'account_id']).where('outbox_id', 'is not', null).doNothing())
    .execute();
  await announce(
    tx,
    rows.map((row) => ({ tenantId: told.tenantId, accountId: row.account_id })),
  );
}

/** Active members who hold the code and may see what it is about, the customer's active accounts, or the one account. */
async function receiversOf(tx: Tx, tenantId: bigint, to: NoticePayload['to']): Promise<string[]> {
  if (to.side === 'account') return [to.accountId];
  if (to.side === 'dealer') {
    const bound = await tx
      .selectFrom('customer_member')
      .select('account_id')
      .where('tenant_id', '=', tenantId)
      .where('customer_id', '=', to.customerId)
      .where('status', '=', 'ACTIVE')
      .execute();
    return bound.map((one) => one.account_id);
  }
  return accountsFor(tx, tenantId, to.code, to.about);
}

async function retryLater(opened: Opened, row: Claimed, error: unknown, now: Date): Promise<void> {
  const pause = Math.min(FIRST_PAUSE_S * 2 ** Math.min(row.attempts, 20), LONGEST_PAUSE_S);
  log.warn({ err: error, outbox: row.id, attempts: row.attempts + 1 }, 'notice not delivered');
  await opened.inSystem((tx) =>
    settle(tx, row, {
      attempts: row.attempts + 1,
      last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
      due_at: new Date(now.getTime() + pause * 1000),
    }),
  );
}

async function settle(tx: Tx, row: Claimed, change: { done_at?: Date; attempts?: number; last_error?: string; due_at?: Date }): Promise<void> {
  await tx.updateTable('outbox').set(change).where('tenant_id', '=', row.tenant_id).where('id', '=', row.id).execute();
}
