import { anyOf } from '~/domains/product/product.server';
import { actorName, isDealer, type Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, versionConflict } from '~/shared/refusal';
import { type DeliveryState, mayBecome } from './delivery';

export interface Stepped {
  id: string;
  no: string;
  status: DeliveryState;
  version: number;
}

/** The delivery, locked; refuses one changed since it was read. Dealers reach their own alone. */
export async function lockDelivery(tx: Tx, me: Me, ref: { id: string; version: number }) {
  let found = tx.selectFrom('delivery').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', ref.id).forUpdate();
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const row = await found.executeTakeFirst();
  if (!row) notFound('该发货单');
  if (row.version !== ref.version) versionConflict();
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
  set?: Record<string, unknown>;
}

/** Moves the locked delivery to a state the table allows, and writes its event. */
export async function step(tx: Tx, me: Me, delivery: Delivery, to: DeliveryState, now: Date, { set, ...event }: Step): Promise<Stepped> {
  mayBecome(delivery, to, event.action);
  await tx
    .updateTable('delivery')
    .set({ ...set, status: to, version: delivery.version + 1 })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', delivery.id)
    .execute();
  await record(tx, me, { id: delivery.id, customerId: delivery.customer_id }, now, { ...event, from: delivery.status, to });
  return { id: delivery.id, no: delivery.no, status: to, version: delivery.version + 1 };
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
