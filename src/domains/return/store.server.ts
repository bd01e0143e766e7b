import { lockOrder, type Order, partyOf } from '~/domains/order/store.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { newId } from '~/server/ids.server';
import { notFound } from '~/shared/refusal';
import { type ReturnKind, type ReturnState, returnFlow } from './returns';

export interface Stepped {
  id: string;
  no: string;
  status: ReturnState;
  version: number;
}
export interface Ref {
  id: string;
  version?: number | undefined;
}

export const docs = defineDocument({ table: 'return_order', noun: '退货单', title: (doc) => `退货单${doc.no}`, states: returnFlow });
type Row = Awaited<ReturnType<typeof docs.lock>>;
/** A return with its order, both locked after the customer's money. */
export interface Held {
  doc: Row & { status: ReturnState; type: ReturnKind };
  order: Order;
}

/** The customer's money, the order, then the return: the order every document locks in. Dealers reach their own alone. */
export async function lockReturn(tx: Tx, me: Me, ref: Ref): Promise<Held> {
  let found = tx.selectFrom('return_order').select('order_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id);
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const row = await found.executeTakeFirst();
  if (!row) notFound('该退货单');
  const order = await lockOrder(tx, me, { id: row.order_id });
  const doc = await docs.lock(tx, me, ref);
  return { doc: { ...doc, status: doc.status as ReturnState, type: doc.type as ReturnKind }, order };
}
export type Return = Held['doc'];

export const linesOf = (tx: Tx, me: Pick<Me, 'tenantId'>, returnId: string) =>
  tx.selectFrom('return_line').selectAll().where('tenant_id', '=', me.tenantId).where('return_id', '=', returnId).orderBy('line_no').execute();
export type ReturnLine = Awaited<ReturnType<typeof linesOf>>[number];

interface Step {
  action: string;
  note?: string | undefined;
  /** Further columns set with the status. */
  set?: Record<string, unknown>;
}

/** Moves the locked return to a state the table allows, and writes its event. */
export async function step(tx: Tx, me: Me, doc: Return, to: ReturnState, now: Date, { action, note, set }: Step): Promise<Stepped> {
  docs.mustBecome(doc, to, action);
  const version = await docs.update(tx, me, doc, { ...set, status: to });
  await record(tx, me, doc, now, { action, note, from: doc.status, to });
  Object.assign(doc, set, { status: to, version });
  return { id: doc.id, no: doc.no, status: to, version };
}

export async function record(
  tx: Tx,
  me: Me,
  doc: { id: string; customer_id: string },
  now: Date,
  event: { action: string; from: string; to: string; note?: string | undefined; system?: boolean },
): Promise<void> {
  await tx
    .insertInto('return_event')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      return_id: doc.id,
      customer_id: doc.customer_id,
      actor: event.system ? '系统' : actorName(me),
      side: event.system ? 'SYSTEM' : partyOf(me),
      action: event.action,
      from_status: event.from,
      to_status: event.to,
      note: event.note ?? '',
      at: now,
    })
    .execute();
}
