import { createHash } from 'node:crypto';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { actorName, type Me } from '~/portal/me';
import { jsonb, type Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { mustBeSeen, nextVersion } from '~/server/versioned.server';
import { compareQty, sumQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { allowed, isFinal, next, type OrderAction, orderActions, orderStates, type Party, type VersionKind } from './order';
import type { OrderStatus } from './order.schema';
import { diffOf, type Snapshot } from './versions/versions';
import type { Done } from './views/orderView.schema';

export const partyOf = (me: Pick<Me, 'customerId'>): Party => (me.customerId === null ? 'FACTORY' : 'DEALER');

/** The order, locked after its customer's money; refuses one changed since it was read. */
export async function lockOrder(tx: Tx, me: Me, ref: { id: string; rowVersion?: number }) {
  await lockCustomerMoney(tx, me, tx.selectFrom('sales_order').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', ref.id));
  let found = tx.selectFrom('sales_order').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', ref.id).forUpdate();
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const row = await found.executeTakeFirst();
  if (!row || isPrivateDraft(row, me)) notFound();
  if (ref.rowVersion !== undefined) mustBeSeen({ version: row.row_version }, ref.rowVersion);
  return { ...row, status: row.status as OrderStatus };
}
export type Order = Awaited<ReturnType<typeof lockOrder>>;

/** A draft never submitted is its maker's side's alone. */
export function isPrivateDraft(order: { status: string; source: string; no: string | null }, me: Pick<Me, 'customerId'>): boolean {
  return order.status === 'DRAFT' && order.no === null && (order.source === 'DEALER') !== (me.customerId !== null);
}

export async function linesOf(tx: Tx, me: Pick<Me, 'tenantId'>, orderIds: readonly string[], lock = false) {
  const rows = tx.selectFrom('order_line').selectAll().where('tenant_id', '=', me.tenantId).where('order_id', '=', anyOf(orderIds)).orderBy('id');
  return (lock ? rows.forUpdate() : rows)
    .execute()
    .then((all) => all.sort((a, b) => (a.order_id === b.order_id ? a.line_no - b.line_no : a.order_id < b.order_id ? -1 : 1)));
}
export type Line = Awaited<ReturnType<typeof linesOf>>[number];

export const titleOf = (order: { no: string | null }): string => (order.no ? `订单${order.no}` : '该草稿订单');

/** Refuses what the transition table does not allow this party in this state. */
export function mustBeAllowed(order: { no: string | null; status: OrderStatus }, action: OrderAction, party: Party): void {
  if (allowed(order.status, action, party)) return;
  refuse('BAD_STATE', `${titleOf(order)}当前状态为“${orderStates[order.status]}”，不能${orderActions[action]}`, { status: order.status });
}

interface Transition {
  action: OrderAction;
  to: OrderStatus;
  note?: string;
  payload?: unknown;
  party?: Party;
  /** Further columns set with the status. */
  set?: Record<string, unknown>;
}

/** Moves the locked order along the table and writes its event. Every change of an order goes through here. */
export async function transition(tx: Tx, me: Me, order: Order, now: Date, { action, to, note, payload, party = partyOf(me), set }: Transition): Promise<Done> {
  mustBeAllowed(order, action, party);
  if (!next[order.status][action]?.to.includes(to)) throw new Error(`${action} does not lead from ${order.status} to ${to}`);
  const rowVersion = nextVersion({ version: order.row_version });
  await tx
    .updateTable('sales_order')
    .set({ ...(isFinal(to) ? { finished_at: now } : {}), ...set, status: to, row_version: rowVersion, updated_at: now })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', order.id)
    .execute();
  await record(tx, me, order, now, { action: orderActions[action], from: order.status, to, note, payload, party });
  Object.assign(order, set, { status: to, row_version: rowVersion });
  return { id: order.id, no: order.no ?? '', status: to, rowVersion };
}

export interface OrderEventEntry {
  action: string;
  from: string;
  to: string;
  note?: string | undefined;
  payload?: unknown;
  party?: Party | undefined;
}

export function eventRow(me: Me, order: { id: string; customer_id: string }, now: Date, entry: OrderEventEntry) {
  const party = entry.party ?? partyOf(me);
  return {
    tenant_id: me.tenantId,
    id: newId(),
    order_id: order.id,
    customer_id: order.customer_id,
    actor: party === 'SYSTEM' ? '系统' : actorName(me),
    side: party,
    action: entry.action,
    from_status: entry.from,
    to_status: entry.to,
    note: entry.note ?? '',
    payload: jsonb(entry.payload ?? {}) as never,
    at: now,
  };
}

export async function record(tx: Tx, me: Me, order: { id: string; customer_id: string }, now: Date, entry: OrderEventEntry): Promise<void> {
  await tx
    .insertInto('order_event')
    .values(eventRow(me, order, now, entry))
    .execute();
}

interface NewVersion {
  kind: VersionKind;
  state: 'EFFECTIVE' | 'PENDING';
  snapshot: Snapshot;
  reason?: string;
  actor?: string;
}

/** Appends to the order's chain: each version carries the hash of the one before it, whatever became of that one. */
export async function addVersion(
  tx: Tx,
  me: Me,
  order: { id: string; customer_id: string; version: number },
  now: Date,
  entry: NewVersion,
): Promise<{ id: string; version: number }> {
  const chain = order.version === 0 ? [] : await versionsOf(tx, me, order.id);
  const row = versionRow(me, order, now, entry, chain.at(-1), chain.find((one) => one.version === order.version)?.snapshot as unknown as Snapshot | undefined);
  await tx.insertInto('order_version').values(row).execute();
  return { id: row.id, version: row.version };
}

export function versionRow(
  me: Me,
  order: { id: string; customer_id: string },
  now: Date,
  entry: NewVersion,
  last?: { version: number; hash: string },
  before?: Snapshot,
) {
  const version = nextVersion(last);
  const prevHash = last?.hash ?? '';
  return {
    tenant_id: me.tenantId,
    id: newId(),
    order_id: order.id,
    customer_id: order.customer_id,
    version,
    kind: entry.kind,
    snapshot: jsonb(entry.snapshot) as never,
    // The first differs from nothing: all it says stands in its snapshot.
    diff: jsonb(before ? diffOf(before, entry.snapshot) : []) as never,
    reason: entry.reason ?? '',
    state: entry.state,
    actor: entry.actor ?? actorName(me),
    created_by: me.accountId,
    prev_hash: prevHash,
    hash: versionHash({ prevHash, version, kind: entry.kind, reason: entry.reason ?? '', snapshot: entry.snapshot }),
    created_at: now,
    decided_at: entry.state === 'EFFECTIVE' ? now : null,
  };
}

/** Keys sorted, because the database keeps JSON objects in an order of its own. */
export function versionHash(of: { prevHash: string; version: number; kind: string; reason: string; snapshot: Snapshot }): string {
  const sorted = (record: Record<string, string>) =>
    Object.keys(record)
      .sort()
      .map((key) => [key, record[key]]);
  const content = [of.prevHash, of.version, of.kind, of.reason, sorted(of.snapshot.header), of.snapshot.lines.map(sorted)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

export async function versionsOf(tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string) {
  return tx.selectFrom('order_version').selectAll().where('tenant_id', '=', me.tenantId).where('order_id', '=', orderId).orderBy('version').execute();
}

/** Where an order stands by its lines alone, once approved. Exact quantities, no percentages. */
export function standing(lines: readonly Pick<Line, 'qty' | 'shipped' | 'closed' | 'signed' | 'refused'>[]): OrderStatus {
  const shipped = lines.some((line) => compareQty(line.shipped, '0') > 0);
  const open = lines.some((line) => compareQty(sumQty([line.shipped, line.closed]), line.qty) < 0);
  if (open) return shipped ? 'PARTIAL_DELIVERED' : 'PENDING_DELIVERY';
  if (lines.some((line) => compareQty(sumQty([line.signed, line.refused]), line.shipped) < 0)) return 'DELIVERED';
  return lines.some((line) => compareQty(line.closed, '0') > 0) ? 'CLOSED' : 'COMPLETED';
}

export const sums = (lines: readonly Line[]) => ({
  total_qty: sumQty(lines.map((line) => line.qty)),
  shipped_qty: sumQty(lines.map((line) => line.shipped)),
  signed_qty: sumQty(lines.map((line) => line.signed)),
  closed_qty: sumQty(lines.map((line) => line.closed)),
});
