import { accountOf } from '~/domains/finance/fund.server';
import { balance } from '~/domains/finance/fundBalance.server';
import { type Charge, defineFunding, type FundedOrder, type Funding, type Uncharge } from '~/domains/finance/funding.server';
import { mixed } from '~/domains/finance/fundMixed.server';
import { captureForDelivery, holdForOrder } from '~/domains/finance/hold.server';
import { giveBack, type Refund } from '~/domains/finance/refund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { readyNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { chooseAccount, usableAccounts, usableNow } from './choose.server';
import { commitCredit, returnCredit, reverseCommit } from './commit.server';
import { checkAhead, mustPass } from './creditCheck.server';
import { type CreditOrder, lockCreditOf, lockCreditOrder } from './creditOrder.server';
import { growCredit, holdOn, releaseCredit } from './hold.server';
import * as subjects from './subjects';

/** Reads the rules credit for an order is asked by. Answers how its customer's accounts and figures are read behind the lock of its money. */
async function asking(tx: Tx, me: Me, { id, customer_id: customerId }: Pick<FundedOrder, 'id' | 'customer_id'>, now: Date) {
  const figures = await checkAhead(tx, me, { checkpoint: 'ORDER', customerId, bizId: id }, now);
  return async () => {
    const [{ usable, turned }, check] = await Promise.all([usableNow(tx, me, customerId, now), figures?.()]);
    return { usable, check: turned ? await figures?.() : check };
  };
}

interface Asked extends Awaited<ReturnType<Awaited<ReturnType<typeof asking>>>> {
  no?: string | undefined;
}
async function reserveNew(tx: Tx, me: Me, order: FundedOrder, amount: bigint, now: Date, { usable, ...ahead }: Asked) {
  const account = await chooseAccount(tx, me, order.customer_id, usable, amount, now);
  return holdOn(tx, me, account, { source: 'ORDER', orderId: order.id, orderNo: order.no ?? '', amount }, now, ahead);
}

/** Sets credit aside for an order: what its credit order lacks, or a new one on the account that serves it. */
async function reserve(tx: Tx, me: Me, order: FundedOrder, amount: bigint, now: Date): Promise<CreditOrder> {
  const [own, ask] = await Promise.all([lockCreditOf(tx, me, order.id), asking(tx, me, order, now)]);
  return own ? growCredit(tx, me, own, amount, own.held === 0n ? 'REOPEN' : 'ORDER', now) : reserveNew(tx, me, order, amount, now, await ask());
}

async function releaseSome(tx: Tx, me: Me, order: FundedOrder, amount: bigint | undefined, now: Date): Promise<bigint> {
  const own = amount === 0n ? undefined : await lockCreditOf(tx, me, order.id);
  return own ? releaseCredit(tx, me, own, { amount, memo: `订单${order.no ?? ''}释放` }, now) : 0n;
}

async function mustPassAudit(tx: Tx, me: Me, order: FundedOrder, own: CreditOrder | undefined, now: Date): Promise<void> {
  if (!own || own.held === 0n) return;
  const about = { customerId: own.customer_id, accountId: own.account_id, bizType: 'ORDER', bizId: order.id, bizNo: order.no ?? '' };
  await mustPass(tx, me, { checkpoint: 'AUDIT', amount: own.held, ...about }, now);
}

const uncharge = async (tx: Tx, me: Me, input: Uncharge, now: Date): Promise<void> => {
  const { creditOrderId, deliveryId, deliveryNo, bizDate } = input;
  await reverseCommit(
    tx,
    me,
    await lockCreditOrder(tx, me, creditOrderId),
    { bizType: 'DELIVERY', bizId: deliveryId, bizNo: deliveryNo, bizDate, deliveryId },
    now,
  );
};

/** What is no longer owed frees the credit it used; what had been paid goes back the way it was paid. */
async function refund(tx: Tx, me: Me, given: Refund, now: Date) {
  const own = given.bills.some((bill) => bill.owedOff > 0n) ? await lockCreditOf(tx, me, given.orderId) : undefined;
  const { bizType, bizId, bizNo, bizDate } = given;
  for (const { owedOff, deliveryId } of own ? given.bills : [])
    if (owedOff > 0n)
      await returnCredit(tx, me, await lockCreditOrder(tx, me, (own as CreditOrder).id), { bizType, bizId, bizNo, bizDate, deliveryId, amount: owedOff }, now);
  return giveBack(tx, me, given, now);
}

/** An order whose hold was given back when its time was over is asked for anew as it ships. */
const orderOf = (charge: Charge): FundedOrder => ({ id: charge.orderId, no: charge.orderNo, customer_id: charge.customerId, pay_method: 'CREDIT' });

async function used(tx: Tx, me: Me, own: CreditOrder, { deliveryId, deliveryNo, bizDate }: Charge, amount: bigint, now: Date) {
  const { dueDate } = await commitCredit(tx, me, own, { bizType: 'DELIVERY', bizId: deliveryId, bizNo: deliveryNo, bizDate, deliveryId, amount }, now);
  return { creditOrderId: own.id, dueDate };
}

/** An order is paid by one account: what the best of them still has; null: one is unlimited. */
const mostOf = (accounts: readonly { free: bigint | null }[]): { available: bigint; unusable?: boolean } | null =>
  accounts.some((one) => one.free === null)
    ? null
    : { unusable: accounts.length === 0, available: accounts.reduce((most, { free }) => (free !== null && free > most ? free : most), 0n) };

/** 授信支付: set aside when the order is submitted, used as it ships, free again as it is repaid. */
export const credit: Funding = {
  ...balance,
  apart: true,
  async ahead(tx, me, order, now) {
    const no = readyNumber(me, subjects.creditOrder, now);
    const ask = await asking(tx, me, order, now);
    return async () => {
      const asked = { ...(await ask()), no };
      return async (placed, amount) => void (await reserveNew(tx, me, placed, amount, now, asked));
    };
  },
  reserve: async (tx, me, order, amount, now) => void (await reserve(tx, me, order, amount, now)),
  release: async (tx, me, order, amount, now) => void (await releaseSome(tx, me, order, amount, now)),
  async releaseBeyond(tx, me, order, most, now) {
    const own = await lockCreditOf(tx, me, order.id);
    if (own && own.held > most) await releaseCredit(tx, me, own, { amount: own.held - most, memo: `订单${order.no ?? ''}减少` }, now);
  },
  commit: async (tx, me, order, now) => mustPassAudit(tx, me, order, await lockCreditOf(tx, me, order.id), now),
  async capture(tx, me, charge, now) {
    const own = (await lockCreditOf(tx, me, charge.orderId)) ?? (await reserve(tx, me, orderOf(charge), charge.amount, now));
    return { eventId: null, amount: 0n, planned: await used(tx, me, own, charge, charge.amount, now) };
  },
  uncharge,
  refund,
  explain: async (tx, me, { customerId, today }) => mostOf(await usableAccounts(tx, me, customerId, today)),
};

/**
 * 组合支付: the balance as far as it goes, the rest on credit where the customer has an account that may be used, else as an offline order's. What
 * the order no longer costs frees the credit first.
 */
export const mixedWithCredit: Funding = {
  ...mixed,
  awaitsPayment: async (tx, me, order) => !(await lockCreditOf(tx, me, order.id)),
  async reserve(tx, me, order, amount, now) {
    const { available, status } = await accountOf(tx, me, order.customer_id);
    const part = status !== 'ACTIVE' || available <= 0n ? 0n : available < amount ? available : amount;
    if (part > 0n) await holdForOrder(tx, me, { customerId: order.customer_id, orderId: order.id, orderNo: order.no ?? '', amount: part }, now);
    const onCredit = (await lockCreditOf(tx, me, order.id)) ?? (await usableAccounts(tx, me, order.customer_id, shanghaiDate(now))).length > 0;
    if (amount > part && onCredit) await reserve(tx, me, order, amount - part, now);
  },
  async release(tx, me, order, amount, now) {
    if (amount === undefined) await releaseSome(tx, me, order, undefined, now);
    await mixed.release(tx, me, order, amount, now);
  },
  async releaseBeyond(tx, me, order, most, now) {
    const own = await lockCreditOf(tx, me, order.id);
    const excess = (order.held ?? 0n) + (own?.held ?? 0n) - most;
    if (own && excess > 0n) await releaseCredit(tx, me, own, { amount: excess, memo: `订单${order.no ?? ''}减少` }, now);
    await mixed.releaseBeyond(tx, me, order, most, now);
  },
  async commit(tx, me, order, now) {
    await mixed.commit(tx, me, order, now);
    await mustPassAudit(tx, me, order, await lockCreditOf(tx, me, order.id), now);
  },
  async capture(tx, me, charge, now) {
    const paid = await captureForDelivery(tx, me, charge);
    const rest = charge.amount - (paid?.amount ?? 0n);
    const own = rest > 0n ? await lockCreditOf(tx, me, charge.orderId) : undefined;
    if (!own) return paid;
    return { eventId: paid?.eventId ?? null, amount: paid?.amount ?? 0n, planned: await used(tx, me, own, charge, rest, now) };
  },
  uncharge,
  refund,
};

defineFunding('CREDIT', credit);
defineFunding('MIXED', mixedWithCredit);
