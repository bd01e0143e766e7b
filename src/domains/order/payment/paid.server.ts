import { accountOf, fundSummary } from '~/domains/finance/fund.server';
import { fundingOf } from '~/domains/finance/funding.server';
import { holdForOrder } from '~/domains/finance/hold.server';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { holds, type Me } from '~/portal/me';
import { FUND_ENTER } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { NO_PERMISSION, NO_PERMISSION_MESSAGE, notFound, Refusal, refuse, WARNING } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import type { PaidInput } from '../form/orderInput.schema';
import { tellDealer } from '../notices.server';
import { lockOrder, mustBeAllowed, type Order, titleOf, transition } from '../store.server';
import type { Done } from '../views/orderView.schema';

/**
 * 先款后货: money for an offline order. New money becomes a receipt, then as much as the order lacks is held for it, and shipments take it
 * from there; a receivable never stays open for what was paid in advance. Short of the sum due the order waits on.
 */
export async function confirmPaid(tx: Tx, me: Me, input: PaidInput, now: Date): Promise<Done> {
  const order = await lockOrder(tx, me, input);
  mustBeAllowed(order, 'CONFIRM_PAID', 'FACTORY');
  const due = order.payable - order.held;
  if (!input.confirm) warnOfDifference(order, due, input);
  const receipt = input.from === 'NEW' ? await receive(tx, me, order, input, now) : null;
  const taken = input.amount < due ? input.amount : due;
  if (input.from === 'BALANCE') await refuseBeyondBalance(tx, me, order, taken);
  await holdForOrder(tx, me, { customerId: order.customer_id, orderId: order.id, orderNo: order.no ?? '', amount: taken }, now);
  await fundingOf(order.pay_method).commit(tx, me, order, now);
  const left = due - taken;
  const source = receipt ? `收款单${receipt}` : '账户余额';
  const sums = left > 0n ? `本次${saidYuan(taken)}元，还差${saidYuan(left)}元` : `本次${saidYuan(taken)}元，已付足${saidYuan(order.payable)}元`;
  await tellDealer(tx, me, order, 'paid', `${left > 0n ? '已收到部分货款' : '已确认到款，等待发货'}${sums ? `：${sums}` : ''}`);
  return transition(tx, me, order, now, {
    action: 'CONFIRM_PAID',
    to: left > 0n ? 'PENDING_PAY' : 'PENDING_DELIVERY',
    note: [`${source}：${sums}`, input.flowNo && `流水号 ${input.flowNo}`, input.note].filter(Boolean).join('；'),
    payload: { from: input.from, amount: String(input.amount), flowNo: input.flowNo },
  });
}

/** Figures for the dialog; of an order in any state, the change itself checks. */
export async function dueOf(tx: Tx, me: Me, input: { id: string }, now: Date) {
  const order = await tx
    .selectFrom('sales_order')
    .select(['no', 'customer_id', 'customer_name', 'row_version', 'payable', 'held', 'paid'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.id)
    .where('no', 'is not', null)
    .executeTakeFirst();
  if (!order) return notFound();
  const { payable, held, paid } = order;
  const due = payable - held - paid;
  const { available } = await fundSummary(tx, me, order.customer_id, shanghaiDate(now));
  return { no: order.no ?? '', customerName: order.customer_name, rowVersion: order.row_version, payable, held, due: due > 0n ? due : 0n, available };
}

/** Too little and too much are both told with the figures before anything is written. */
function warnOfDifference(order: Order, due: bigint, { amount, from }: PaidInput): void {
  if (amount === due) return;
  const sums = `到账${saidYuan(amount)}元，${titleOf(order)}${order.held > 0n ? `已收${saidYuan(order.held)}元，还应收` : '应付'}${saidYuan(due)}元`;
  if (amount < due)
    throw new Refusal(WARNING, `${sums}，少${saidYuan(due - amount)}元。确认先登记这笔款项？订单仍为待付款`, {
      reason: 'PAID_SHORT',
      left: saidYuan(due - amount),
    });
  if (from === 'BALANCE')
    refuse('QTY_EXCEED', `${titleOf(order)}只需再付${saidYuan(due)}元，不能使用${saidYuan(amount)}元`, {
      fields: { amount: `不能超过${saidYuan(due)}元` },
    });
  throw new Refusal(WARNING, `${sums}，多${saidYuan(amount - due)}元。确认后多出的部分留在客户资金账户`, {
    reason: 'PAID_OVER',
    over: saidYuan(amount - due),
  });
}

async function receive(tx: Tx, me: Me, order: Order, input: PaidInput, now: Date): Promise<string> {
  if (!holds(me, FUND_ENTER)) throw new Refusal(NO_PERMISSION, NO_PERMISSION_MESSAGE, { reason: 'NO_PERMISSION' });
  const { no } = await registerReceipt(
    tx,
    me,
    {
      customerId: order.customer_id,
      amount: input.amount,
      payWay: input.payWay,
      bankFlowNo: input.flowNo,
      payer: input.payer,
      receivedAt: input.receivedAt || now,
      voucher: [],
      remark: `${titleOf(order)}货款`,
      applies: [],
    },
    now,
  );
  return no;
}

async function refuseBeyondBalance(tx: Tx, me: Me, order: Order, amount: bigint): Promise<void> {
  const account = await accountOf(tx, me, order.customer_id);
  const available = account.available ?? 0n;
  if (available >= amount) return;
  refuse('FUND_SHORT', `客户资金账户可用${saidYuan(available)}元，不足${saidYuan(amount)}元，请先登记到款`, {
    fields: { amount: `账户可用${saidYuan(available)}元` },
    available: saidYuan(available),
  });
}
