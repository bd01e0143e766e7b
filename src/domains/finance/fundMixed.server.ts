import { lockCustomerMoney } from './customerMoney.server';
import { accountOf } from './fund.server';
import type { Funding } from './funding.server';
import { offline } from './fundOffline.server';
import { holdForOrder } from './hold.server';

/**
 * 组合支付: the balance as far as it goes is held when the order is submitted or grows, the rest is paid as an offline order's: in advance or as
 * it ships. What an order no longer costs shortens the part not paid yet first; what is held beyond that goes back.
 */
export const mixed: Funding = {
  ...offline,
  apart: false,
  lock: async (tx, me, customerId) => void (await lockCustomerMoney(tx, me, [customerId])),
  async reserve(tx, me, order, amount, now) {
    const { available, status } = await accountOf(tx, me, order.customer_id);
    const part = available < amount ? available : amount;
    if (status !== 'ACTIVE' || part <= 0n) return;
    await holdForOrder(tx, me, { customerId: order.customer_id, orderId: order.id, orderNo: order.no ?? '', amount: part }, now);
  },
};
