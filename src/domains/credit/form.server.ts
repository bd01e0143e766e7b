import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { mustBeSeen } from '~/server/versioned.server';
import { shanghaiDate, shanghaiTime } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { wordsOfTerms } from './accountViews.server';
import { commitCredit } from './commit.server';
import type { UseForm } from './creditForm.schema';
import { type CreditOrder, lockCreditOrder } from './creditOrder.server';
import { planOf } from './creditUse.server';
import { holdCredit, releaseCredit } from './hold.server';
import * as subjects from './subjects';

/** 新建用信: credit for orders from elsewhere, set aside now and delivered later, or delivered already; all of them or none. */
export async function createUses(tx: Tx, me: Me, { orders, ...input }: UseForm, now: Date): Promise<{ orders: { id: string; no: string }[] }> {
  const customerId = await customerOf(tx, me, input.accountId);
  await lockCustomerMoney(tx, me, [customerId]);
  const made: { id: string; no: string }[] = [];
  for (const one of orders) {
    await refuseKnown(tx, me, customerId, one.orderNo);
    made.push(await createUse(tx, me, { ...input, ...one }, now));
  }
  return { orders: made };
}

async function customerOf(tx: Tx, me: Me, accountId: string): Promise<string> {
  const account = await tx
    .selectFrom('credit_account')
    .select('customer_id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account?.customer_id ?? notFound('该授信账户');
}

async function createUse(
  tx: Tx,
  me: Me,
  { accountId, orderNo, amount, remark, ...input }: Omit<UseForm, 'orders'> & UseForm['orders'][number],
  now: Date,
): Promise<{ id: string; no: string }> {
  const order = await holdCredit(tx, me, { accountId, source: 'FORM', orderId: null, orderNo, amount, remark }, now);
  await audit(tx, me, {
    action: '新建用信单',
    subject: subjects.creditOrder,
    id: order.id,
    no: order.no,
    after: { 外部单号: orderNo, 金额: `¥${saidYuan(amount)}` },
  });
  if (input.deliver) await deliver(tx, me, order, { amount, bizNo: orderNo, bizDate: input.bizDate || shanghaiDate(now) }, now);
  return { id: order.id, no: order.no };
}

/** 试算: the plan the account's agreement makes of an amount that leaves on a day; nothing is written. */
export async function tryUse(tx: Tx, me: Me, { accountId, amount, bizDate }: { accountId: string; amount: bigint; bizDate: string }, now: Date) {
  const row = await tx
    .selectFrom('credit_account as a')
    .innerJoin('credit_type as t', (on) => on.onRef('t.tenant_id', '=', 'a.tenant_id').onRef('t.id', '=', 'a.credit_type_id'))
    .select(['a.terms', 't.hold_hours'])
    .where('a.tenant_id', '=', me.tenantId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!row) notFound('该授信账户');
  const start = bizDate || shanghaiDate(now);
  return {
    terms: wordsOfTerms(row.terms),
    start,
    holdUntil: row.hold_hours === null ? '' : shanghaiTime(new Date(now.getTime() + row.hold_hours * 3_600_000)),
    rows: planOf(row.terms, { start, amount }),
  };
}

/** The same order of elsewhere must not be lent for twice. */
async function refuseKnown(tx: Tx, me: Me, customerId: string, orderNo: string): Promise<void> {
  const known = await tx
    .selectFrom('credit_order')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('order_no', '=', orderNo)
    .where('status', 'not in', ['CANCELLED', 'REJECTED'])
    .limit(1)
    .executeTakeFirst();
  if (known) refuse('BAD_STATE', `外部单号${orderNo}已有用信单${known.no}`, { fields: { orderNo: `已有用信单${known.no}` } });
}

async function deliver(tx: Tx, me: Me, order: CreditOrder, input: { amount: bigint; bizNo: string; bizDate: string }, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  if (input.bizDate > today) refuse('BAD_STATE', `发货日期${input.bizDate}不能晚于今天${today}`, { fields: { bizDate: '不能晚于今天' } });
  await commitCredit(tx, me, order, { ...input, bizType: 'CREDIT_ORDER', bizId: newId() }, now);
  await audit(tx, me, {
    action: '登记发货',
    subject: subjects.creditOrder,
    id: order.id,
    no: order.no,
    after: { 发货单号: input.bizNo, 金额: `¥${saidYuan(input.amount)}`, 发货日期: input.bizDate },
  });
}

/** The credit order, with its customer's money locked before it; only one by form is written here. */
async function lockForm(tx: Tx, me: Me, { id, version }: { id: string; version: number }): Promise<CreditOrder> {
  await lockCustomerMoney(tx, me, tx.selectFrom('credit_order').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', id));
  const order = await lockCreditOrder(tx, me, id);
  if (order.source === 'ORDER') refuse('BAD_STATE', `用信单${order.no}属于订单${order.order_no}，随订单发货、取消和结单变动`);
  mustBeSeen(order, version);
  return order;
}

/** Goods of a use by form left, all at once or in parts, at most what it still holds. */
export async function deliverUse(
  tx: Tx,
  me: Me,
  input: { id: string; version: number; amount: bigint; bizNo: string; bizDate: string },
  now: Date,
): Promise<{ id: string; no: string }> {
  const order = await lockForm(tx, me, input);
  if (input.amount > order.held)
    refuse('QTY_EXCEED', `用信单${order.no}占用¥${saidYuan(order.held)}，本次发货¥${saidYuan(input.amount)}超过占用`, {
      fields: { amount: `不能超过占用¥${saidYuan(order.held)}` },
    });
  await deliver(tx, me, order, input, now);
  return { id: order.id, no: order.no };
}

/** Gives back what a use by form still holds. */
export async function cancelUse(tx: Tx, me: Me, input: { id: string; version: number; reason: string }, now: Date): Promise<{ id: string; no: string }> {
  const order = await lockForm(tx, me, input);
  if (order.held === 0n) refuse('BAD_STATE', `用信单${order.no}没有占用的额度，不需要释放`);
  await releaseCredit(tx, me, order, { memo: input.reason }, now);
  await audit(tx, me, {
    action: '释放占用',
    subject: subjects.creditOrder,
    id: order.id,
    no: order.no,
    after: { 金额: `¥${saidYuan(order.held)}`, 原因: input.reason },
  });
  return { id: order.id, no: order.no };
}
