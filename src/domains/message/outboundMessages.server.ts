import { hiddenFrom } from '~/server/authority.server';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { newId } from '~/server/ids.server';
import { wake } from '~/server/jobs.server';
import { type ChannelKey, columnsOf, type NewMessage } from '~/server/outgoing/outgoing.server';
import { channelsFor, dueAfterQuiet, nextAt } from './subscription';
import { Subscription } from './subscription.schema';
import type { Worded } from './wording.server';

export interface Told {
  tenantId: bigint;
  outboxId: string;
  kind: string;
  link: string;
}

/** What each of these people wants; those who never chose have the product's defaults. */
export async function subscriptionsOf(tx: Tx, tenantId: bigint, accountIds: readonly string[]): Promise<Map<string, Subscription>> {
  const rows = await tx.selectFrom('subscription').selectAll().where('tenant_id', '=', tenantId).where('account_id', 'in', accountIds).execute();
  const saved = new Map(rows.map((row) => [row.account_id, Subscription.parse(fieldsOf(row))]));
  const initial = Subscription.parse({});
  return new Map(accountIds.map((id) => [id, saved.get(id) ?? initial]));
}

export const fieldsOf = (row: {
  choices: unknown;
  quiet_from: string;
  quiet_to: string;
  urgent_through: boolean;
  mail_digest: boolean;
  digest_at: string;
}) => ({
  choices: row.choices,
  quietFrom: row.quiet_from,
  quietTo: row.quiet_to,
  urgentThrough: row.urgent_through,
  mailDigest: row.mail_digest,
  digestAt: row.digest_at,
});

/** Puts the notice on the channels outside the portal that people chose and can be reached on. */
export async function writeOutboundMessages(tx: Tx, told: Told, words: Worded, subscriptions: ReadonlyMap<string, Subscription>, now: Date): Promise<void> {
  const wanted = [...subscriptions].filter(([, one]) => channelsFor(one.choices, told).some((channel) => channel !== 'INAPP'));
  if (wanted.length === 0) return;
  const addresses = await addressesOf(
    tx,
    wanted.map(([id]) => id),
  );
  const hidden = await hiddenFrom(
    tx,
    told.tenantId,
    wanted.map(([id]) => id),
  );
  const messages = wanted.flatMap(([accountId, one]) =>
    channelsFor(one.choices, told).flatMap((channel): NewMessage[] => {
      const address = channel === 'INAPP' ? '' : addresses.get(accountId)?.[channel];
      if (channel === 'INAPP' || !address) return [];
      const digest = channel === 'MAIL' && one.mailDigest && !words.event?.important;
      const dueAt = digest ? nextAt(one.digestAt, now) : dueAfterQuiet(one, words.event?.important ?? false, now);
      const said = { title: wordsWithout(hidden.get(accountId) ?? [], words.title), body: wordsWithout(hidden.get(accountId) ?? [], words.body) };
      return [{ channel, address, accountId, ...said, link: told.link, kind: told.kind, outboxId: told.outboxId, dueAt, digest }];
    }),
  );
  if (messages.length === 0) return;
  await tx
    .insertInto('outgoing')
    .values(messages.map((message) => ({ tenant_id: told.tenantId, id: newId(), created_at: now, ...columnsOf(message) })))
    .onConflict((on) => on.doNothing())
    .execute();
  onCommit(() => wake('send-outgoing'));
}

/** How each account can be reached outside; what is missing was never given. */
export async function addressesOf(tx: Tx, accountIds: readonly string[]): Promise<Map<string, Partial<Record<ChannelKey, string>>>> {
  const rows = await tx.selectFrom('account').select(['id', 'mobile', 'email']).where('id', 'in', accountIds).where('status', '=', 'ACTIVE').execute();
  return new Map(rows.map((row) => [row.id, { SMS: row.mobile, DINGTALK: row.mobile, ...(row.email ? { MAIL: row.email } : {}) }]));
}
