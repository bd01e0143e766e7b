import { type Selectable, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { CreditHoldTable as HoldTable, CreditOrderTable as OrderTable } from '~/server/database.types';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockKnown, updateKnown } from '~/server/versioned.server';
import type { CreditOrderStatus } from './credit';

export type CreditOrder = Selectable<OrderTable>;
type Hold = Selectable<HoldTable>;

export const lockCreditOrder = (tx: Tx, me: Pick<Me, 'tenantId'>, id: string): Promise<CreditOrder> => lockKnown(tx, me, 'credit_order', '用信单', { id });

/** The credit order an order is paid by, locked; undefined when it has none, or only ones that are over. */
export const lockCreditOf = (tx: Tx, me: Pick<Me, 'tenantId'>, orderId: string): Promise<CreditOrder | undefined> =>
  tx
    .selectFrom('credit_order')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', orderId)
    .where('status', 'not in', ['CANCELLED', 'REJECTED'])
    .forUpdate()
    .executeTakeFirst();

/** Moves the figures of a locked credit order and what follows for its state. */
export async function moveOrder(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  order: CreditOrder,
  by: { held?: bigint; committed?: bigint; released?: bigint; returned?: bigint; repaid?: bigint },
  now: Date,
  given: { startedOn?: string; ended?: CreditOrderStatus } = {},
): Promise<CreditOrder> {
  const next = {
    held: order.held + (by.held ?? 0n),
    committed: order.committed + (by.committed ?? 0n),
    released: order.released + (by.released ?? 0n),
    returned: order.returned + (by.returned ?? 0n),
    repaid: order.repaid + (by.repaid ?? 0n),
  };
  const status = statusOf(next, given.ended);
  const set = {
    ...next,
    amount: next.held + next.committed + next.released,
    status,
    settled_at: status === 'SETTLED' ? (order.settled_at ?? now) : null,
    started_on: order.started_on ?? given.startedOn ?? null,
  };
  const version = await updateKnown(tx, me, 'credit_order', order, set);
  return { ...order, ...set, version, open_amount: next.committed - next.returned - next.repaid };
}

function statusOf(next: Pick<CreditOrder, 'held' | 'committed' | 'returned' | 'repaid'>, ended: CreditOrderStatus = 'CANCELLED'): CreditOrderStatus {
  if (next.committed === 0n) return next.held > 0n ? 'HELD' : ended;
  return next.held === 0n && next.committed === next.returned + next.repaid ? 'SETTLED' : 'IN_USE';
}

export async function insertHold(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  order: Pick<CreditOrder, 'id' | 'account_id' | 'customer_id'>,
  amount: bigint,
  now: Date,
): Promise<void> {
  await sql`insert into credit_hold (tenant_id, id, credit_order_id, account_id, customer_id, seq, amount, created_at, updated_at)
    select ${me.tenantId}, ${newId()}::uuid, ${order.id}::uuid, ${order.account_id}::uuid, ${order.customer_id}::uuid, coalesce(max(seq), 0) + 1, ${amount}::bigint, ${now}, ${now}
    from credit_hold where tenant_id = ${me.tenantId} and credit_order_id = ${order.id}::uuid`.execute(tx);
}

/**
 * Spreads a change over the holds of a locked credit order: commits take the oldest first, what is given back the youngest; a reversed commit is
 * held again where it was taken last.
 */
export async function spreadHolds(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  orderId: string,
  change: { to: 'committed' | 'released'; amount: bigint; expired?: boolean },
  now: Date,
): Promise<void> {
  const back = change.amount < 0n;
  const holds = await tx
    .selectFrom('credit_hold')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', orderId)
    .orderBy('seq', back || change.to === 'released' ? 'desc' : 'asc')
    .execute();
  let left = back ? -change.amount : change.amount;
  for (const one of holds) {
    const room = back ? one.committed : one.amount - one.committed - one.released;
    const part = room < left ? room : left;
    if (part <= 0n) continue;
    left -= part;
    const next = { committed: one.committed, released: one.released };
    next[change.to] += back ? -part : part;
    await tx
      .updateTable('credit_hold')
      .set({ ...next, status: holdStatus({ ...one, ...next }, change.expired), updated_at: now })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', one.id)
      .execute();
  }
  if (left > 0n) throw new Error(`holds of credit order ${orderId} miss ${left}`);
}

function holdStatus({ amount, committed, released }: Pick<Hold, 'amount' | 'committed' | 'released'>, expired = false): string {
  if (committed + released < amount) return committed + released > 0n ? 'PARTIAL' : 'HELD';
  if (released === 0n) return 'COMMITTED';
  return expired ? 'EXPIRED' : committed > 0n ? 'COMMITTED' : 'RELEASED';
}
