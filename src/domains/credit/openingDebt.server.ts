import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { lockAccount } from './account.server';
import { commitOpening, reverseCommit } from './commit.server';
import { type CreditOrder, insertHold, lockCreditOrder } from './creditOrder.server';
import type { Planned } from './creditUse.server';
import { releaseCredit } from './hold.server';
import * as subjects from './subjects';

/** What a customer owed on credit before the books began here; `planned` is how it is to be paid back. */
export interface OpeningDebt {
  accountId: string;
  orderNo: string;
  bizDate: string;
  planned: readonly Planned[];
  remark: string;
}

/**
 * Takes over a debt on credit: a credit order that was delivered on its day, with a plan of its own. The customer's money is locked. Neither limit nor
 * rules are asked, for the money is owed whatever they say: an account may stand beyond its limit afterwards.
 */
export async function takeOverDebt(tx: Tx, me: Me, { accountId, orderNo, bizDate, planned, remark }: OpeningDebt, now: Date): Promise<CreditOrder> {
  const account = await lockAccount(tx, me, accountId);
  if (account.status === 'CLOSED') refuse('CREDIT_STATE', `授信账户${account.no}已注销，不能导入${orderNo}的期初欠款`);
  const amount = planned.reduce((sum, one) => sum + one.principal, 0n);
  const id = newId();
  const order = await tx
    .insertInto('credit_order')
    .values({
      tenant_id: me.tenantId,
      id,
      no: await oneNumber(tx, me, subjects.creditOrder, now),
      account_id: account.id,
      customer_id: account.customer_id,
      source: 'OPENING',
      order_id: null,
      order_no: orderNo,
      amount,
      held: amount,
      terms: JSON.stringify(account.terms),
      remark,
      created_by: me.accountId,
      creator: me.name,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertHold(tx, me, order, amount, now);
  await commitOpening(tx, me, order, { amount, bizType: 'CREDIT_ORDER', bizId: newId(), bizNo: orderNo, bizDate, planned }, now);
  await log(tx, me, order, '期初导入', `${orderNo}，未还本金${saidYuan(amount)}元，${planned.length}期`);
  return order;
}

/** Takes such debts back as if they had never been taken over; refused once anything was paid or came back. */
export async function giveBackDebt(tx: Tx, me: Me, id: string, now: Date): Promise<void> {
  const order = await lockCreditOrder(tx, me, id);
  if (order.status === 'CANCELLED') return;
  const gone = order.repaid + order.returned;
  if (gone > 0n) refuse('IMPORT_STATE', `用信单${order.no}（${order.order_no}）导入后已还${saidYuan(gone)}元，请先冲销还款再撤销导入`);
  await reverseCommit(tx, me, order, { bizType: 'CREDIT_ORDER', bizId: newId(), bizNo: order.order_no, bizDate: shanghaiDate(now) }, now);
  await releaseCredit(tx, me, await lockCreditOrder(tx, me, id), { memo: '撤销期初导入' }, now);
  await log(tx, me, order, '撤销期初导入', order.order_no);
}

const log = (tx: Tx, me: Me, { id, no }: CreditOrder, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.creditOrder, id, no, after: { note } });
