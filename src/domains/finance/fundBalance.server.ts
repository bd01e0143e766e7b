import { lockCustomerMoney } from './customerMoney.server';
import { fundSummary } from './fund.server';
import type { Funding } from './funding.server';
import { captureForDelivery, holdForOrder, releaseOrderHold, reverseCapture } from './hold.server';
import { commitHolds } from './holdCommit.server';
import { giveBack } from './refund.server';

/** 资金账户: held when the order is submitted, captured as it ships. */
export const balance: Funding = {
  apart: false,
  awaitsPayment: async () => false,
  lock: async (tx, me, customerId) => void (await lockCustomerMoney(tx, me, [customerId])),
  reserve: async (tx, me, order, amount, now) =>
    void (await holdForOrder(tx, me, { customerId: order.customer_id, orderId: order.id, orderNo: order.no ?? '', amount }, now)),
  async release(tx, me, order, amount) {
    if (amount !== 0n) await releaseOrderHold(tx, me, { orderId: order.id, orderNo: order.no ?? '', amount });
  },
  releaseBeyond: async () => {},
  commit: commitHolds,
  capture: (tx, me, charge) => captureForDelivery(tx, me, charge),
  reverse: reverseCapture,
  refund: giveBack,
  explain: (tx, me, { customerId, today }) => fundSummary(tx, me, customerId, today),
};
