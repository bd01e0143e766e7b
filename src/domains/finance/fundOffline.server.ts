import type { Funding } from './funding.server';
import { captureForDelivery, releaseOrderHold, reverseCapture } from './hold.server';
import { commitHolds } from './holdCommit.server';
import { giveBack } from './refund.server';

/** 线下付款: owed as it ships, less what was paid in advance, which is held for the order and stays with it while it can cost that much. */
export const offline: Funding = {
  apart: true,
  awaitsPayment: async () => true,
  lock: async () => {},
  reserve: async () => {},
  async release(tx, me, order, amount) {
    if (amount === undefined && order.held) await releaseOrderHold(tx, me, { orderId: order.id, orderNo: order.no ?? '' });
  },
  async releaseBeyond(tx, me, order, most) {
    const excess = (order.held ?? 0n) - most;
    if (order.held && excess > 0n) await releaseOrderHold(tx, me, { orderId: order.id, orderNo: order.no ?? '', amount: excess });
  },
  commit: commitHolds,
  capture: (tx, me, charge) => captureForDelivery(tx, me, charge),
  reverse: reverseCapture,
  refund: giveBack,
  explain: async () => null,
};
