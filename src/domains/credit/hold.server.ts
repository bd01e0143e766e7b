import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { lockAccount, refreshAccount } from './account.server';
import type { CreditOrderStatus, UseSource } from './credit';
import { type Check, type Checkpoint, mustPass, passes } from './creditCheck.server';
import { type CreditOrder, insertHold, moveOrder, spreadHolds } from './creditOrder.server';
import { type Account, move, moveGroup } from './move.server';
import { refuseGroup, refuseHold } from './short.server';
import * as subjects from './subjects';

/** What asks for credit: an order of the portal, or one from elsewhere by its number there. */
export interface NewCredit {
  source: UseSource;
  orderId: string | null;
  orderNo: string;
  amount: bigint;
  remark?: string;
}

/** Sets credit aside for something new and makes its credit order. The customer's money is locked. Refused with what is available and what is missing. */
export const holdCredit = async (tx: Tx, me: Me, { accountId, ...input }: NewCredit & { accountId: string }, now: Date): Promise<CreditOrder> =>
  holdOn(tx, me, await accountFor(tx, me, accountId, now), input, now);

/** The same of an account as it stands today. Many orders may wait for this one: what does not depend on an answer is sent at once. */
export async function holdOn(
  tx: Tx,
  me: Me,
  account: Account,
  input: NewCredit,
  now: Date,
  ahead: { check?: Check | undefined; no?: string | undefined } = {},
): Promise<CreditOrder> {
  const id = newId();
  const asked = { checkpoint: 'ORDER', customerId: account.customer_id, accountId: account.id, amount: input.amount, ...bizOf(input, id) } as const;
  const { written } = await passes(tx, me, asked, now, ahead.check);
  const no = ahead.no ?? (await oneNumber(tx, me, subjects.creditOrder, now));
  const row = {
    tenant_id: me.tenantId,
    id,
    no,
    account_id: account.id,
    customer_id: account.customer_id,
    source: input.source,
    order_id: input.orderId,
    order_no: input.orderNo,
    amount: input.amount,
    held: input.amount,
    terms: sql<string>`(select terms from credit_account where tenant_id = ${me.tenantId} and id = ${account.id})`,
    hold_expires_at: sql<Date>`(select ${now}::timestamptz + hold_hours * interval '1 hour' from credit_type where tenant_id = ${me.tenantId} and id = ${account.credit_type_id})`,
    remark: input.remark ?? '',
    created_by: me.accountId,
    creator: me.name,
    created_at: now,
  };
  const [order] = await Promise.all([
    tx.insertInto('credit_order').values(row).returningAll().executeTakeFirstOrThrow(),
    insertHold(tx, me, row, input.amount, now),
    setAside(tx, me, account, { orderId: id, no, amount: input.amount, whole: input.amount }, now),
    written,
  ]);
  return order;
}

/** Sets more aside for a credit order that is locked: its order grew, was reopened, or delivers more than it held. */
export async function growCredit(tx: Tx, me: Me, order: CreditOrder, amount: bigint, checkpoint: Checkpoint, now: Date): Promise<CreditOrder> {
  const account = await accountFor(tx, me, order.account_id, now);
  const asked = {
    checkpoint,
    customerId: order.customer_id,
    accountId: account.id,
    amount,
    bizType: 'CREDIT_ORDER',
    bizId: order.id,
    bizNo: order.order_no || order.no,
  };
  await mustPass(tx, me, asked, now);
  await setAside(tx, me, account, { orderId: order.id, no: order.no, amount, whole: order.held + order.committed - order.returned + amount }, now);
  await insertHold(tx, me, order, amount, now);
  return moveOrder(tx, me, order, { held: amount }, now);
}

const bizOf = (input: NewCredit, id: string) =>
  input.orderId ? { bizType: 'ORDER', bizId: input.orderId, bizNo: input.orderNo } : { bizType: 'CREDIT_ORDER', bizId: id, bizNo: input.orderNo };

async function accountFor(tx: Tx, me: Me, id: string, now: Date): Promise<Account> {
  const found = await tx.selectFrom('credit_account').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!found) refuse('CREDIT_STATE', '没有可用的授信账户，请先申请授信');
  return refreshAccount(tx, me, found, now);
}

/** The guarded statement nothing gets around: of an active account, on a valid day, within limit, group and the limit for one order. */
async function setAside(
  tx: Tx,
  me: Me,
  account: Account,
  { orderId, no, amount, whole }: { orderId: string; no: string; amount: bigint; whole: bigint },
  now: Date,
): Promise<void> {
  const today = shanghaiDate(now);
  if (!(await moveGroup(tx, me, account, { held: amount }, amount))) await refuseGroup(tx, me, account, amount);
  const moved = await move(
    tx,
    me,
    account,
    {
      event: 'HOLD',
      amount,
      held: amount,
      creditOrderId: orderId,
      bizType: 'CREDIT_ORDER',
      bizId: orderId,
      bizNo: no,
      bizDate: today,
      when: sql<boolean>`a.status = 'ACTIVE' and a.valid_from <= ${today}::date and (a.valid_to is null or a.valid_to >= ${today}::date)
        and (a.next_change_on is null or a.next_change_on > ${today}::date) and (a.per_order_limit is null or a.per_order_limit >= ${whole}::bigint)
        and (a.limit_amount is null or a.limit_amount + a.over_limit - a.held - a.used - a.spent - a.frozen_amount >= ${amount}::bigint)`,
    },
    now,
  );
  if (!moved) await refuseHold(tx, me, account.id, { amount, whole, today });
}

/** Gives back what a locked credit order still holds, or `amount` of it. Answers how much; again changes nothing. */
export async function releaseCredit(
  tx: Tx,
  me: Me,
  order: CreditOrder,
  input: { amount?: bigint | undefined; event?: 'RELEASE' | 'EXPIRE'; ended?: CreditOrderStatus; memo?: string },
  now: Date,
): Promise<bigint> {
  const amount = input.amount === undefined || input.amount > order.held ? order.held : input.amount;
  if (amount <= 0n) return 0n;
  const { event = 'RELEASE', memo } = input;
  await spreadHolds(tx, me, order.id, { to: 'released', amount, expired: event === 'EXPIRE' }, now);
  await moveOrder(tx, me, order, { held: -amount, released: amount }, now, input.ended ? { ended: input.ended } : {});
  const account = await accountOfOrder(tx, me, order);
  await moveGroup(tx, me, account, { held: -amount });
  const about = { creditOrderId: order.id, bizType: 'CREDIT_ORDER', bizId: order.id, bizNo: order.no, bizDate: shanghaiDate(now) };
  await move(tx, me, account, { event, amount: -amount, held: -amount, ...about, memo: memo ?? '' }, now);
  return amount;
}

/** Of a locked credit order; its group cannot change while the group is locked. */
export const accountOfOrder = (tx: Tx, me: Pick<Me, 'tenantId'>, order: Pick<CreditOrder, 'account_id'>): Promise<Account> =>
  lockAccount(tx, me, order.account_id);
