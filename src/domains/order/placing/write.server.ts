import { isDealer, type Me } from '~/portal/me';
import { setAttachments } from '~/server/attachments.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { OrderInput } from '../form/orderInput.schema';
import { lineRow, type PricedLine, type totalsOf } from '../lines/lines.server';
import { orderActions } from '../order';
import { eventRow, versionRow } from '../store.server';
import * as subjects from '../subjects';
import { snapshotOfPriced } from '../versions/snapshot.server';
import type { Done } from '../views/orderView.schema';
import type { OrderHead } from './head.server';

type Draft = OrderHead & ReturnType<typeof totalsOf>;
export type NewOrder = Draft & { id: string; no?: string; source?: 'IMPORT'; status: 'DRAFT' | 'PENDING_AUDIT'; short?: boolean };

export async function insertDraft(tx: Tx, me: Me, draft: Draft, priced: readonly PricedLine[], now: Date, note?: string): Promise<Done> {
  const row = { ...draft, id: newId(), status: 'DRAFT' as const };
  const [done] = await Promise.all([insertHead(tx, me, row, priced, now, note), insertLines(tx, me, row, priced)]);
  return done;
}

/** Writes a new order with its event, and when it is submitted its first version, in one statement; its lines follow. */
export async function insertHead(tx: Tx, me: Me, row: NewOrder, priced: readonly PricedLine[], now: Date, note?: string): Promise<Done> {
  const { id, status } = row;
  const submitted = status === 'PENDING_AUDIT';
  const own = { id, customer_id: row.customer_id };
  let writing = tx.with('placed', (db) =>
    db.insertInto('sales_order').values({
      ...row,
      tenant_id: me.tenantId,
      no: row.no ?? null,
      source: row.source ?? (isDealer(me) ? 'DEALER' : 'FACTORY'),
      created_by: me.accountId,
      creator: me.name,
      created_at: now,
      updated_at: now,
      version: submitted ? 1 : 0,
      ...(submitted ? { submitted_at: now, submitted_by: me.accountId } : {}),
    }),
  ) as unknown as Tx;
  if (submitted) {
    const snapshot = snapshotOfPriced({ ...row, expect_date: row.expect_date }, priced);
    const version = versionRow(me, own, now, { kind: 'CREATE', state: 'EFFECTIVE', snapshot });
    writing = writing.with('versioned', (db) => db.insertInto('order_version').values(version)) as unknown as Tx;
  }
  const event = eventRow(me, own, now, { action: submitted ? orderActions.SUBMIT : orderActions.SAVE, from: '', to: status, note });
  await writing.insertInto('order_event').values(event).execute();
  return { id, no: row.no ?? '', status, rowVersion: 1 };
}

/** `reserved`: what each line got of the stock, by line. */
export async function insertLines(
  tx: Tx,
  me: Me,
  order: Pick<NewOrder, 'id' | 'customer_id' | 'warehouse_id'>,
  priced: readonly PricedLine[],
  reserved?: ReadonlyMap<string, string>,
): Promise<void> {
  if (!priced.length) return;
  const owner = { tenantId: me.tenantId, orderId: order.id, customerId: order.customer_id, warehouseId: order.warehouse_id };
  await tx
    .insertInto('order_line')
    .values(priced.map((line, index) => ({ ...lineRow(owner, line, index + 1), reserved: reserved?.get(line.id) ?? '0' })))
    .execute();
}

export const markShort = (tx: Tx, me: Me, id: string) =>
  tx.updateTable('sales_order').set({ short: true }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();

export async function keepFiles(tx: Tx, me: Me, id: string, customerId: string, { attachments }: OrderInput): Promise<void> {
  if (attachments) await setAttachments(tx, me, { subject: subjects.order, id, customerId }, attachments);
}
