import { sql } from 'kysely';
import { z } from 'zod';
import { accountsFor } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Happened } from '~/server/outbox.server';
import { subscriptionsOf, type Told, writeOutboundMessages } from './outboundMessages.server';
import { writeRobotMessages } from './robot.server';
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

/** Messages, and outbound messages on the channels people chose, to those whom a notice concerns. The message's unique outbox id makes taking it again harmless. */
export const takeNotice = async (tx: Tx, event: Happened, now: Date): Promise<void> => {
  const notice = NoticePayload.parse(event.payload);
  const accounts = await receiversOf(tx, event.tenantId, notice.to);
  if (accounts.length === 0) return;
  const words = await wordsOf(tx, event.tenantId, notice);
  const told = toldOf(event, notice);
  const subscriptions = await subscriptionsOf(tx, event.tenantId, accounts);
  // In one order everywhere: each takes the row of the person's counter.
  const inPortal = accounts.filter((id) => channelsFor(subscriptions.get(id)?.choices ?? {}, told).includes('INAPP')).sort();
  if (inPortal.length) await writeMessages(tx, told, words, inPortal, now);
  await writeOutboundMessages(tx, told, words, subscriptions, now);
};

/** Group robots hear what the factory hears. */
export async function takeNoticeForRobots(tx: Tx, event: Happened, now: Date): Promise<void> {
  const notice = NoticePayload.parse(event.payload);
  if (notice.to.side === 'factory') await writeRobotMessages(tx, toldOf(event, notice), () => wordsOf(tx, event.tenantId, notice), now);
}

const toldOf = (event: Happened, notice: NoticePayload): Told => ({ tenantId: event.tenantId, outboxId: event.id, kind: notice.kind, link: notice.link });

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
