import { returnDeduction } from '~/domains/expense/returned.server';
import { needsFlowNo, type ReceiptWay } from '~/domains/finance/receiptWay';
import type { RefundTo } from '~/domains/finance/refund';
import { explainReturn, lowerReceivables } from '~/domains/receivable/returned.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { refuse, refuseField } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { givenBack } from './exchange.server';
import { tellDealer } from './notices.server';
import { partsOf } from './reckon.server';
import type { RefundInput } from './return.schema';
import { docs, type Held, linesOf, lockReturn, type Stepped, step } from './store.server';

/** What is paid out of the portal, of what was paid how. */
export const paidOutOf = (to: RefundTo, paidBack: readonly { tender: string; amount: bigint }[]): bigint =>
  paidBack.reduce((sum, { tender, amount }) => ((tender === 'OFFLINE' ? to !== 'ACCOUNT' : tender === 'BALANCE' && to === 'OFFLINE') ? sum + amount : sum), 0n);

/** 确认退款: what is owed falls, what was paid goes back by what had paid it. Here alone, and by somebody else than who applied. */
export async function refundReturn(tx: Tx, me: Me, input: RefundInput, now: Date): Promise<Stepped> {
  const held = await lockReturn(tx, me, input);
  const { doc, order } = held;
  docs.mustBe(doc, 'WAIT_REFUND', '确认退款');
  refuseSelf(me, held);
  const to = doc.refund_to as RefundTo;
  const parts = partsOf(await linesOf(tx, me, doc.id), doc.deduct);
  const out = paidOutOf(to, (await explainReturn(tx, me, { orderId: doc.order_id, parts })).paidBack);
  if (out > 0n && input.payWay === '') refuseField('payWay', `有${saidYuan(out)}元需要线下付出，请选择付款方式`);
  if (out > 0n && input.bankFlowNo === '' && needsFlowNo(input.payWay as ReceiptWay)) refuseField('bankFlowNo', '请填写付款的银行流水号');
  const paid = out > 0n ? { payWay: input.payWay, bankFlowNo: input.bankFlowNo } : { payWay: '', bankFlowNo: '' };
  const lowered = await lowerReceivables(tx, me, { ...givenBack(doc, order, now), ...paid, to, parts }, now);
  const expense = await returnDeduction(tx, me, givenBack(doc, order, now), now);
  const back = lowered.paidBack.reduce((sum, part) => sum + part.amount, 0n);
  const words = [
    lowered.owedOff > 0n && `冲减欠款${saidYuan(lowered.owedOff)}元`,
    back > 0n && `退回${saidYuan(back)}元`,
    expense > 0n && `退回费用${saidYuan(expense)}元`,
  ]
    .filter(Boolean)
    .join('，');
  const stepped = await step(tx, me, doc, 'DONE', now, {
    action: '确认退款',
    note: words,
    set: { owed_off: lowered.owedOff, paid_back: back, finished_at: now, finished_by: me.accountId, finisher: actorName(me) },
  });
  await tellDealer(tx, me, doc, 'refunded', words || '无需退款');
  return stepped;
}

function refuseSelf(me: Me, { doc }: Held): void {
  if (doc.created_by === me.accountId || doc.submitted_by === me.accountId) refuse('SAME_PERSON', `${docs.title(doc)}由您申请，须由其他人确认退款`);
}
