import { eventsOf } from '~/domains/events';
import type { Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { channels as outside } from '~/server/outgoing/outgoing.server';
import { mustHaveWritten, nextVersion, raised } from '~/server/versioned.server';
import { maskEmail, maskMobile } from '~/shared/mask';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { addressesOf, fieldsOf } from './outboundMessages.server';
import { channelKeys } from './subscription';
import { Subscription } from './subscription.schema';

const sideOf = (me: Me) => (me.customerId === null ? 'factory' : 'dealer');

/** The person's choices for every event of their side, with the channels there are. */
export async function mySubscription(tx: Tx, me: Me) {
  const row = await tx.selectFrom('subscription').selectAll().where('tenant_id', '=', me.tenantId).where('account_id', '=', me.accountId).executeTakeFirst();
  const reached = (await addressesOf(tx, [me.accountId])).get(me.accountId) ?? {};
  return {
    subscription: Subscription.parse(row ? fieldsOf(row) : {}),
    version: row?.version ?? 0,
    events: eventsOf(sideOf(me)).map(({ kind, name, type, important = false }) => ({ kind, name, type, important })),
    channels: channelKeys.map((key) => {
      if (key === 'INAPP') return { key, configured: true, address: me.name };
      const address = reached[key] ?? '';
      return { key, configured: outside[key].configured(), address: key === 'MAIL' ? maskEmail(address) : maskMobile(address) };
    }),
  };
}

/** What counts from the next event on. Important events always reach the portal, so nobody misses what they must decide. */
export async function saveSubscription(tx: Tx, me: Me, input: { subscription: Subscription; version: number }, now: Date): Promise<{ version: number }> {
  const events = eventsOf(sideOf(me));
  const known = new Set(events.map((event) => event.kind));
  const unknown = Object.keys(input.subscription.choices).find((kind) => !known.has(kind));
  if (unknown) throw new Refusal(BAD_INPUT, `没有“${unknown}”这个事件`, { reason: 'BAD_INPUT' });
  for (const event of events) {
    const chosen = input.subscription.choices[event.kind];
    if (event.important && chosen && !chosen.includes('INAPP'))
      throw new Refusal(BAD_INPUT, `“${event.name}”是重要消息，站内通知不能关闭`, { reason: 'BAD_INPUT' });
  }
  const { choices, quietFrom, quietTo, urgentThrough, mailDigest, digestAt } = input.subscription;
  const values = {
    choices: jsonb(choices),
    quiet_from: quietFrom,
    quiet_to: quietTo,
    urgent_through: urgentThrough,
    mail_digest: mailDigest,
    digest_at: digestAt,
    updated_at: now,
  };
  const saved =
    input.version === 0
      ? await tx
          .insertInto('subscription')
          .values({ tenant_id: me.tenantId, account_id: me.accountId, ...values })
          .onConflict((on) => on.doNothing())
          .executeTakeFirst()
      : await tx
          .updateTable('subscription')
          .set({ ...values, version: raised() })
          .where('tenant_id', '=', me.tenantId)
          .where('account_id', '=', me.accountId)
          .where('version', '=', input.version)
          .executeTakeFirst();
  mustHaveWritten(saved);
  return { version: nextVersion(input) };
}
