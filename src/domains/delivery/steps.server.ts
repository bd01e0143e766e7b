import { actorName, isDealer, type Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { notFound } from '~/shared/refusal';
import { type DeliveryState, deliveryFlow } from './delivery';

export interface Stepped {
  id: string;
  no: string;
  status: DeliveryState;
  version: number;
}

const NOUN = '发货单';
export const docs = defineDocument({ table: 'delivery', noun: NOUN, title: (doc) => `发货单${doc.no}`, states: deliveryFlow });

/** The delivery, locked; refuses one changed since it was read. Dealers reach their own alone. */
export async function lockDelivery(tx: Tx, me: Me, ref: { id: string; version: number }) {
  const row = await docs.lock(tx, me, ref);
  if (me.customerId !== null && row.customer_id !== me.customerId) notFound(`该${NOUN}`);
  return { ...row, status: row.status as DeliveryState };
}
export type Delivery = Awaited<ReturnType<typeof lockDelivery>>;

export async function linesOf(tx: Tx, me: Me, deliveryIds: readonly string[]) {
  return tx
    .selectFrom('delivery_line')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('delivery_id', '=', anyOf(deliveryIds))
    .orderBy('delivery_id')
    .orderBy('line_no')
    .execute();
}
export type DeliveryLine = Awaited<ReturnType<typeof linesOf>>[number];

interface Step {
  action: string;
  note?: string | undefined;
  payload?: unknown;
  /** Done by the clock, not by a person. */
  system?: boolean;
  /** Further columns set with the status. */
  set?: Parameters<typeof docs.update>[3];
}

/** Moves the locked delivery to a state the table allows, and writes its event. */
export async function step(tx: Tx, me: Me, delivery: Delivery, to: DeliveryState, now: Date, { set, ...event }: Step): Promise<Stepped> {
  docs.mustBecome(delivery, to, event.action);
  const version = await docs.update(tx, me, delivery, { ...set, status: to });
  await record(tx, me, { id: delivery.id, customerId: delivery.customer_id }, now, { ...event, from: delivery.status, to });
  return { id: delivery.id, no: delivery.no, status: to, version };
}

export async function record(
  tx: Tx,
  me: Me,
  delivery: { id: string; customerId: string },
  now: Date,
  event: { action: string; from: string; to: string; note?: string | undefined; payload?: unknown; system?: boolean },
): Promise<void> {
  const side = event.system ? 'SYSTEM' : isDealer(me) ? 'DEALER' : 'FACTORY';
  await tx
    .insertInto('delivery_event')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      delivery_id: delivery.id,
      customer_id: delivery.customerId,
      actor: event.system ? '系统' : actorName(me),
      side,
      action: event.action,
      from_status: event.from,
      to_status: event.to,
      note: event.note ?? '',
      payload: jsonb(event.payload ?? {}) as never,
      at: now,
    })
    .execute();
}
