import { tellDealer as tellOrdered } from '~/domains/order/notices.server';
import { placeReplacement } from '~/domains/order/placing/replacement.server';
import type { Order } from '~/domains/order/store.server';
import { lowerReceivables } from '~/domains/receivable/returned.server';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { compareQty } from '~/shared/money';
import { tellDealer } from './notices.server';
import { acceptedOf, baseOf, type Received } from './received.server';
import { partsOf } from './reckon.server';
import { type Held, type Return, type Stepped, step } from './store.server';

interface Exchanged extends Held {
  lines: readonly Received[];
  set: Record<string, unknown>;
  note: string;
}

/**
 * 换货: what came back is no longer owed, what was paid for it stands in the account and is held for the new order, which costs the same. Nothing of
 * it when all was rejected.
 */
export async function exchange(tx: Tx, me: Me, { doc, order, lines, set, note }: Exchanged, now: Date): Promise<Stepped> {
  const over = { finished_at: now, finished_by: me.accountId, finisher: actorName(me) };
  const back = lines.filter((line) => compareQty(acceptedOf(line), '0') > 0);
  if (!back.length) {
    const stepped = await step(tx, me, doc, 'DONE', now, { action: '收货验收', note, set: { ...set, ...over } });
    await tellDealer(tx, me, doc, 'accepted', `${note}，货物未被接受，不换货`);
    return stepped;
  }
  const lowered = await lowerReceivables(tx, me, { ...givenBack(doc, order, now), payWay: '', bankFlowNo: '', to: 'ACCOUNT', parts: partsOf(back, 0n) }, now);
  const funded = lowered.paidBack.reduce((sum, part) => (part.target === 'FUND' ? sum + part.amount : sum), 0n);
  const paid = lowered.paidBack.reduce((sum, part) => sum + part.amount, 0n);
  const replacement = await placeReplacement(
    tx,
    me,
    order,
    {
      returnNo: doc.no,
      funded,
      lines: back.map((line) => ({ orderLineId: line.order_line_id, qty: acceptedOf(line), baseQty: baseOf(line, acceptedOf(line)), amount: line.amount })),
    },
    now,
  );
  const done = { owed_off: lowered.owedOff, paid_back: paid, exchange_order_id: replacement.id, exchange_order_no: replacement.no };
  const stepped = await step(tx, me, doc, 'DONE', now, { action: '收货换货', note: `${note}，换货订单${replacement.no}`, set: { ...set, ...over, ...done } });
  await tellDealer(tx, me, doc, 'accepted', `${note}，换货订单${replacement.no}已生成，等待发货`);
  await tellOrdered(tx, me, { ...order, id: replacement.id, no: replacement.no }, 'approved', `退货单${doc.no}的换货订单`);
  return stepped;
}

/** What a refund and an exchange say of themselves to the books. */
export const givenBack = (doc: Return, order: Order, now: Date) => ({
  customerId: doc.customer_id,
  orderId: doc.order_id,
  orderNo: doc.order_no,
  payMethod: order.pay_method,
  bizType: 'RETURN',
  bizId: doc.id,
  bizNo: doc.no,
  bizDate: shanghaiDate(now),
});
