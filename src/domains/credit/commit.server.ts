import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { mustPass } from './creditCheck.server';
import { type CreditOrder, lockCreditOrder, moveOrder, spreadHolds } from './creditOrder.server';
import { type CreditUse, type Planned, tellCommitted, tellReturned, tellReversed } from './creditUse.server';
import { accountOfOrder, growCredit } from './hold.server';
import { type Change, move, moveGroup } from './move.server';

/** The document by which credit is used or comes back. */
export interface Biz {
  bizType: string;
  bizId: string;
  bizNo: string;
  bizDate: string;
  deliveryId?: string | null;
}

/**
 * Goods of a locked credit order left: what they cost is used from now on, out of what was set aside; what was not is set aside first, or refused.
 * Answers when the receivable is due, where a plan says so.
 */
export async function commitCredit(
  tx: Tx,
  me: Me,
  before: CreditOrder,
  input: Biz & { amount: bigint },
  now: Date,
): Promise<{ dueDate: string | null; useId: string }> {
  const { amount, bizDate } = input;
  const asked = {
    customerId: before.customer_id,
    accountId: before.account_id,
    bizType: 'CREDIT_ORDER',
    bizId: before.id,
    bizNo: before.order_no || before.no,
  };
  const order = before.held < amount ? await growCredit(tx, me, before, amount - before.held, 'DELIVER', now) : before;
  if (order === before) await mustPass(tx, me, { checkpoint: 'DELIVER', amount, ...asked }, now);
  await spreadHolds(tx, me, order.id, { to: 'committed', amount }, now);
  await moveOrder(tx, me, order, { held: -amount, committed: amount }, now, { startedOn: bizDate });
  await moveAccount(tx, me, order, { ...input, event: 'COMMIT', amount, held: -amount, used: amount }, now);
  const use = await insertUse(tx, me, order, { ...input, kind: 'COMMIT', amount, ofUseId: null }, now);
  return { useId: use.id, dueDate: await tellCommitted(tx, me, use, now) };
}

/** What a customer owed before the books began here: used at once, beyond the limit if need be, and paid back as it was agreed elsewhere. */
export async function commitOpening(
  tx: Tx,
  me: Me,
  order: CreditOrder,
  { planned, ...input }: Biz & { amount: bigint; planned: readonly Planned[] },
  now: Date,
): Promise<void> {
  const { amount, bizDate } = input;
  await spreadHolds(tx, me, order.id, { to: 'committed', amount }, now);
  await moveOrder(tx, me, order, { held: -amount, committed: amount }, now, { startedOn: bizDate });
  await moveAccount(tx, me, order, { ...input, event: 'COMMIT', amount, used: amount, memo: '期初导入' }, now);
  const use = await insertUse(tx, me, order, { ...input, kind: 'COMMIT', amount, ofUseId: null }, now);
  await tellCommitted(tx, me, { ...use, planned }, now);
}

/** A delivery is reversed: what it used is set aside again. Principal repaid meanwhile is refused; it must be taken back first. */
export async function reverseCommit(tx: Tx, me: Me, order: CreditOrder, input: Biz, now: Date): Promise<bigint> {
  let reversed = 0n;
  let row = order;
  for (const commit of await commitsOf(tx, me, order.id, input.deliveryId ?? null)) {
    if (commit.left <= 0n) continue;
    if (row.open_amount !== null && row.open_amount < commit.left)
      refuse('BAD_STATE', `用信单${order.no}已还本金${saidYuan(order.repaid)}元，请先冲销还款再冲销发货单${input.bizNo}`);
    await spreadHolds(tx, me, order.id, { to: 'committed', amount: -commit.left }, now);
    row = await moveOrder(tx, me, row, { held: commit.left, committed: -commit.left }, now, { ended: 'HELD' });
    await moveAccount(tx, me, order, { ...input, event: 'REVERSE', amount: -commit.left, held: commit.left, used: -commit.left }, now);
    const use = await insertUse(tx, me, order, { ...input, kind: 'REVERSE', amount: commit.left, ofUseId: commit.id }, now);
    await tellReversed(tx, me, use, now);
    reversed += commit.left;
  }
  return reversed;
}

/** Goods nobody has paid for came back: what they cost is free again. At most what is still owed of their delivery's credit order. */
export async function returnCredit(tx: Tx, me: Me, order: CreditOrder, input: Biz & { amount: bigint }, now: Date): Promise<void> {
  let left = input.amount;
  let row = order;
  for (const commit of await commitsOf(tx, me, order.id, input.deliveryId ?? null)) {
    const part = commit.left < left ? commit.left : left;
    if (part <= 0n) continue;
    left -= part;
    if ((row.open_amount ?? 0n) < part)
      refuse('BAD_STATE', `用信单${order.no}未还本金${saidYuan(row.open_amount ?? 0n)}元，不能退回${saidYuan(input.amount)}元`);
    row = await moveOrder(tx, me, row, { returned: part }, now);
    await moveAccount(tx, me, order, { ...input, event: 'RETURN', amount: -part, used: -part }, now);
    const use = await insertUse(tx, me, order, { ...input, kind: 'RETURN', amount: part, ofUseId: commit.id }, now);
    await tellReturned(tx, me, use, now);
  }
  if (left > 0n) refuse('BAD_STATE', `用信单${order.no}可退回的用信不足，差${saidYuan(left)}元`);
}

/**
 * Principal of a credit order was repaid, or, below 0, a repayment was taken back. The customer's money is locked. The limit is free again
 * where the type revolves; else it is used up for good.
 */
export async function repaidCredit(tx: Tx, me: Me, creditOrderId: string, input: Biz & { amount: bigint; memo?: string }, now: Date): Promise<void> {
  const { amount } = input;
  if (amount === 0n) return;
  const order = await lockCreditOrder(tx, me, creditOrderId);
  if (amount > (order.open_amount ?? 0n) || -amount > order.repaid)
    refuse('BAD_STATE', `用信单${order.no}未还本金${saidYuan(order.open_amount ?? 0n)}元，不能登记${saidYuan(amount)}元`);
  await moveOrder(tx, me, order, { repaid: amount }, now);
  const { revolving, spent } = await tx
    .selectFrom('credit_account as a')
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .select(['t.revolving', 'a.spent'])
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.id', '=', order.account_id)
    .executeTakeFirstOrThrow();
  const kept = amount > 0n ? (revolving ? 0n : amount) : spent < -amount ? -spent : amount;
  await moveAccount(tx, me, order, { ...input, event: amount > 0n ? 'REPAY' : 'REPAY_REVERSE', amount: -amount, used: -amount, spent: kept }, now);
}

/** When the earliest open part is due and from when on it is overdue; what a plan keeps of it, for lists; only what differs is written. */
export async function setDues(tx: Tx, me: Pick<Me, 'tenantId'>, dues: ReadonlyMap<string, Due>): Promise<void> {
  if (!dues.size) return;
  const rows = [...dues].map(([id, { nextDueOn, overdueFrom }]) => ({ id, next: nextDueOn, overdue: overdueFrom }));
  await sql`update credit_order o set next_due_on = n.next, overdue_from = n.overdue
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, next date, overdue date)
    where o.tenant_id = ${me.tenantId} and o.id = n.id and (o.next_due_on, o.overdue_from) is distinct from (n.next, n.overdue)`.execute(tx);
}

interface Due {
  nextDueOn: string | null;
  overdueFrom: string | null;
}

async function moveAccount(tx: Tx, me: Me, order: CreditOrder, change: Change, now: Date): Promise<void> {
  const account = await accountOfOrder(tx, me, order);
  await moveGroup(tx, me, account, { held: change.held ?? 0n, used: change.used ?? 0n });
  await move(tx, me, account, { ...change, creditOrderId: order.id }, now);
}

/** What is left of each commit of a credit order, or of one delivery's: less what was reversed or came back. Oldest first. */
async function commitsOf(tx: Tx, me: Pick<Me, 'tenantId'>, creditOrderId: string, deliveryId: string | null) {
  let rows = tx
    .selectFrom('credit_use')
    .select((of) => [
      'id',
      'amount',
      of
        .selectFrom('credit_use as less')
        .select((sum) => sum.fn.sum<string>('less.amount').as('amount'))
        .whereRef('less.tenant_id', '=', 'credit_use.tenant_id')
        .whereRef('less.of_use_id', '=', 'credit_use.id')
        .as('less'),
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', creditOrderId)
    .where('kind', '=', 'COMMIT');
  if (deliveryId) rows = rows.where('delivery_id', '=', deliveryId);
  return (await rows.orderBy('created_at').orderBy('id').execute()).map(({ id, amount, less }) => ({ id, left: amount - BigInt(less ?? 0) }));
}

async function insertUse(
  tx: Tx,
  me: Me,
  order: CreditOrder,
  use: Biz & { kind: 'COMMIT' | 'REVERSE' | 'RETURN'; amount: bigint; ofUseId: string | null },
  now: Date,
): Promise<CreditUse> {
  const { amount, bizDate, bizType, bizId, bizNo, ofUseId, kind } = use;
  const [id, deliveryId] = [newId(), use.deliveryId ?? null];
  const owner = { account_id: order.account_id, customer_id: order.customer_id, credit_order_id: order.id };
  await tx
    .insertInto('credit_use')
    .values({
      ...owner,
      tenant_id: me.tenantId,
      id,
      kind,
      amount,
      biz_date: bizDate,
      biz_type: bizType,
      biz_id: bizId,
      biz_no: bizNo,
      delivery_id: deliveryId,
      of_use_id: ofUseId,
      actor: actorName(me),
      created_at: now,
    })
    .execute();
  const of = { creditOrderId: order.id, creditOrderNo: order.no, accountId: order.account_id, customerId: order.customer_id, terms: order.terms };
  return { id, amount, bizDate, bizType, bizId, bizNo, deliveryId, ofUseId, ...of };
}
