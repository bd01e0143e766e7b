import { hiddenFrom } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { type ChannelKey, type NewMessage, queueOutboundMessages } from '~/server/outgoing/outgoing.server';
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
  const rows = await tx.selectFrom('subscription').selectAll().where('tenant_id', '=', tenantId).where('account_id', '=', anyOf(accountIds)).execute();
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

/** A notice in words, and whom it concerns. */
export interface Telling {
  told: Told;
  words: Worded;
  accounts: readonly string[];
}

/** Puts notices of one tenant on the channels outside the portal that people chose and can be reached on. */
export async function writeOutboundMessages(tx: Tx, tellings: readonly Telling[], subscriptions: ReadonlyMap<string, Subscription>, now: Date): Promise<void> {
  const wanted = tellings.flatMap(({ told, words, accounts }) =>
    accounts.flatMap((accountId) => {
      const subscription = subscriptions.get(accountId);
      if (!subscription) return [];
      return channelsFor(subscription.choices, told).flatMap((channel) => (channel === 'INAPP' ? [] : [{ told, words, accountId, subscription, channel }]));
    }),
  );
  const [first] = wanted;
  if (!first) return;
  const { tenantId } = first.told;
  const people = [...new Set(wanted.map((one) => one.accountId))];
  const [addresses, hidden] = await Promise.all([addressesOf(tx, people), hiddenFrom(tx, tenantId, people)]);
  const messages = wanted.flatMap(({ told, words, accountId, subscription, channel }): NewMessage[] => {
    const address = addresses.get(accountId)?.[channel];
    if (!address) return [];
    const important = words.event?.important ?? false;
    const digest = channel === 'MAIL' && subscription.mailDigest && !important;
    const dueAt = digest ? nextAt(subscription.digestAt, now) : dueAfterQuiet(subscription, important, now);
    const without = (text: string) => wordsWithout(hidden.get(accountId) ?? [], text);
    const said = { title: without(words.title), body: without(words.body) };
    return [{ channel, address, accountId, ...said, link: told.link, kind: told.kind, outboxId: told.outboxId, dueAt, digest }];
  });
  await queueOutboundMessages(tx, messages, { tenantId, now });
}

/** How each account can be reached outside; what is missing was never given. */
export async function addressesOf(tx: Tx, accountIds: readonly string[]): Promise<Map<string, Partial<Record<ChannelKey, string>>>> {
  const rows = await tx.selectFrom('account').select(['id', 'mobile', 'email']).where('id', '=', anyOf(accountIds)).where('status', '=', 'ACTIVE').execute();
  return new Map(rows.map((row) => [row.id, { SMS: row.mobile, DINGTALK: row.mobile, ...(row.email ? { MAIL: row.email } : {}) }]));
}
