import { sql } from 'kysely';
import { z } from 'zod';
import { accountsForEach } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { anyOf, given, uuids } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import type { Happened } from '~/server/outbox.server';
import { subscriptionsOf, type Telling, type Told, writeOutboundMessages } from './outboundMessages.server';
import { writeRobotMessages } from './robot.server';
import { announce } from './streams.server';
import { channelsFor } from './subscription';
import type { Subscription } from './subscription.schema';
import { wordingFor } from './wording.server';

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
type To = NoticePayload['to'];

/** Messages, and outbound messages on the channels people chose, to those whom notices concern. A message's unique outbox id makes taking it again harmless. */
export async function takeNotices(tx: Tx, events: readonly Happened[], now: Date): Promise<void> {
  const { tenantId, notices } = noticesOf(events);
  const receivers = await receiversOf(
    tx,
    tenantId,
    notices.map((one) => one.to),
  );
  const concerning = notices.map((notice, at) => ({ notice, accounts: receivers[at] ?? [] })).filter(({ accounts }) => accounts.length);
  if (!concerning.length) return;
  const [wording, subscriptions] = await Promise.all([
    wordingFor(
      tx,
      tenantId,
      concerning.map((one) => one.notice),
    ),
    subscriptionsOf(tx, tenantId, [...new Set(concerning.flatMap((one) => one.accounts))]),
  ]);
  const tellings = concerning.map(({ notice, accounts }): Telling => ({ told: notice, words: wording(notice), accounts }));
  await writeMessages(tx, tenantId, tellings, subscriptions, now);
  await writeOutboundMessages(tx, tellings, subscriptions, now);
}

/** Group robots hear what the factory hears. */
export async function takeNoticesForRobots(tx: Tx, events: readonly Happened[], now: Date): Promise<void> {
  const { tenantId, notices } = noticesOf(events);
  const heard = notices.filter((one) => one.to.side === 'factory');
  await writeRobotMessages(tx, heard, () => wordingFor(tx, tenantId, heard), now);
}

/** Notices as they are told, of the tenant whose events these are. */
function noticesOf(events: readonly Happened[]): { tenantId: bigint; notices: (Told & NoticePayload)[] } {
  const tenantId = events[0]?.tenantId ?? 0n;
  return { tenantId, notices: events.map((event) => ({ ...NoticePayload.parse(event.payload), tenantId, outboxId: event.id })) };
}

async function writeMessages(
  tx: Tx,
  tenantId: bigint,
  tellings: readonly Telling[],
  subscriptions: ReadonlyMap<string, Subscription>,
  now: Date,
): Promise<void> {
  const wants = (accountId: string, told: Told) => channelsFor(subscriptions.get(accountId)?.choices ?? {}, told).includes('INAPP');
  const messages = tellings.flatMap(({ told, accounts }) => accounts.filter((id) => wants(id, told)).map((accountId) => ({ accountId, told })));
  if (!messages.length) return;
  const next = await takeNumbers(
    tx,
    tenantId,
    messages.map((one) => one.accountId),
  );
  const rows = given('m', {
    id: uuids(messages.map(() => newId())),
    account_id: uuids(messages.map((one) => one.accountId)),
    outbox_id: uuids(messages.map((one) => one.told.outboxId)),
    seq: { type: 'bigint', values: messages.map((one) => next(one.accountId)) },
  });
  const texts = (pick: (one: Telling) => string) => ({ type: 'text' as const, values: tellings.map(pick) });
  const told = given('t', {
    outbox_id: uuids(tellings.map((one) => one.told.outboxId)),
    kind: texts((one) => one.told.kind),
    type: texts(({ words }) => words.event?.type ?? 'system'),
    important: { type: 'boolean', values: tellings.map(({ words }) => words.event?.important ?? false) },
    title: texts((one) => one.words.title),
    body: texts((one) => one.words.body),
    link: texts((one) => one.told.link),
  });
  await sql`insert into message (tenant_id, id, account_id, seq, kind, type, important, title, body, link, outbox_id, created_at)
    select ${tenantId}, m.id, m.account_id, m.seq, t.kind, t.type, t.important, t.title, t.body, t.link, t.outbox_id, ${now}
    from ${rows} join ${told} on t.outbox_id = m.outbox_id
    on conflict (tenant_id, outbox_id, account_id) where outbox_id is not null do nothing`.execute(tx);
  await announce(
    tx,
    [...new Set(messages.map((one) => one.accountId))].map((accountId) => ({ tenantId, accountId })),
  );
}

/** Gives each of these accounts as many numbers as it stands here; what it answers hands them out, ascending. */
async function takeNumbers(tx: Tx, tenantId: bigint, accounts: readonly string[]): Promise<(accountId: string) => bigint> {
  // In one order everywhere: each takes the row of the person's counter.
  const counts = [...Map.groupBy(accounts, (id) => id)].map(([id, those]) => ({ id, n: BigInt(those.length) })).sort((a, b) => (a.id < b.id ? -1 : 1));
  const asked = given('one', { id: uuids(counts.map((one) => one.id)), n: { type: 'bigint', values: counts.map((one) => one.n) } });
  const { rows } = await sql<{ account_id: string; seq: bigint }>`
    insert into message_counter as c (tenant_id, account_id, seq) select ${tenantId}, one.id, one.n from ${asked} order by one.id
    on conflict (tenant_id, account_id) do update set seq = c.seq + excluded.seq returning account_id, seq`.execute(tx);
  const last = new Map(rows.map((row) => [row.account_id, row.seq]));
  const left = new Map(counts.map((one) => [one.id, one.n]));
  return (accountId) => {
    const n = (left.get(accountId) ?? 0n) - 1n;
    left.set(accountId, n);
    return (last.get(accountId) ?? 0n) - n;
  };
}

/** For each: active members who hold the code and may see what it is about, the customer's active accounts, or the one account. */
async function receiversOf(tx: Tx, tenantId: bigint, all: readonly To[]): Promise<string[][]> {
  const factory = all.filter((to) => to.side === 'factory');
  const customers = new Set(all.flatMap((to) => (to.side === 'dealer' ? [to.customerId] : [])));
  const [members, bound] = await Promise.all([accountsForEach(tx, tenantId, factory), customers.size ? dealersOf(tx, tenantId, [...customers]) : []]);
  const accounts = new Map<To, string[]>(factory.map((to, at) => [to, members[at] ?? []]));
  return all.map((to) => {
    if (to.side === 'account') return [to.accountId];
    if (to.side === 'dealer') return bound.filter((one) => one.customerId === to.customerId).map((one) => one.accountId);
    return accounts.get(to) ?? [];
  });
}

const dealersOf = (tx: Tx, tenantId: bigint, customerIds: readonly string[]) =>
  tx
    .selectFrom('customer_member')
    .select(['account_id as accountId', 'customer_id as customerId'])
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', anyOf(customerIds))
    .where('status', '=', 'ACTIVE')
    .execute();
