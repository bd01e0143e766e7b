import { defaultTerms, type Terms } from '~/domains/credit/terms';
import '~/domains/repayment/plan.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { decidePayment, registerPayment } from '~/domains/repayment/payment.server';
import { PaymentForm, type PaymentGiven } from '~/domains/repayment/repayment.schema';
import { proveRepayments } from '~/domains/repayment/repayProof.server';
import { saveReturn } from '~/domains/return/apply.server';
import { passReturn } from '~/domains/return/audit.server';
import { receiveReturn } from '~/domains/return/receive.server';
import { refundReturn } from '~/domains/return/refund.server';
import { ReceiveInput, ReturnForm } from '~/domains/return/return.schema';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { grantCredit } from './credit';
import { type Depot, orderOf, shipped } from './delivery';
import type { ReturnDesk } from './returns';
import { as } from './stock';

export const onDay = (day: string): Date => new Date(`${day}T12:00:00+08:00`);

/** An account whose orders are paid back as agreed here. */
export async function creditOn(opened: Opened, me: Me, customerId: string, terms: Partial<Terms>, limit: bigint | null = null) {
  const account = await grantCredit(opened, me, customerId, limit);
  await opened.pool.query('update credit_account set terms = $2 where id = $1', [account.id, JSON.stringify({ ...defaultTerms, shift: 'NONE', ...terms })]);
  return account;
}

/** Goods for so many tens of yuan, shipped on a day. */
export async function owed(depot: Depot, customerId: string, tens: number, day: string) {
  const order = await orderOf(depot, [[0, String(tens)]], { customerId, payMethod: 'CREDIT' }, onDay(day));
  const delivery = await shipped(depot, [[order.lineIds[0] as string, String(tens)]], onDay(day));
  return { order, delivery };
}

let flow = 0;
export const given = (customerId: string, amount: string, valueOn: string, more: Partial<PaymentGiven> = {}) =>
  PaymentForm.parse({ customerId, amount, valueOn, channel: 'BANK', bankRef: `HK${++flow}`, ...more });

/** Registered by one, agreed by another, on a day. */
export async function repaid(opened: Opened, [maker, checker]: [Me, Me], form: PaymentForm, day: string) {
  const made = await as(opened, maker, (tx) => registerPayment(tx, maker, form, onDay(day)));
  await decided(opened, checker, made.id, day);
  return made;
}
export async function decided(opened: Opened, checker: Me, id: string, day: string, pass = true) {
  const { rows } = await opened.pool.query('select version from repay_payment where id = $1', [id]);
  return as(opened, checker, (tx) => decidePayment(tx, checker, { id, version: rows[0].version, pass, opinion: '已核对' }, onDay(day)));
}

export const repayDifferences = (opened: Opened, me: Me) => as(opened, me, (tx) => proveRepayments(tx, me));

/** `qty` of the only line of a delivery comes back by a return document, good, and is given back where it had been paid; all on one day. */
export async function cameBack(desk: ReturnDesk, delivery: { id: string }, qty: string, day: string) {
  const now = onDay(day);
  const { me, other, opened } = desk;
  const line = (
    await opened.pool.query(
      'select l.id, l.qty, o.order_id, d.version, d.status from delivery_line l join delivery d on d.id = l.delivery_id join order_line o on o.id = l.order_line_id where d.id = $1',
      [delivery.id],
    )
  ).rows[0];
  if (line.status === 'SHIPPED')
    await as(opened, me, (tx) =>
      signDelivery(
        tx,
        me,
        {
          id: delivery.id,
          version: line.version,
          lines: [{ lineId: line.id, signed: String(Number(line.qty)), refused: '0', damage: '0', note: '', photos: [] }],
        },
        now,
      ),
    );
  const form = ReturnForm.parse({
    orderId: line.order_id,
    type: 'RETURN_REFUND',
    reasonCode: 'QUALITY',
    lines: [{ deliveryLineId: line.id, part: 'SIGNED', qty }],
  });
  const asked = await as(opened, me, (tx) => saveReturn(tx, me, form, now));
  const passed = await as(opened, other, (tx) => passReturn(tx, other, { id: asked.id, version: asked.version, opinion: '', deduct: 0n, lines: [] }, now));
  const { rows } = await opened.pool.query('select id, approve_qty from return_line where return_id = $1', [asked.id]);
  const input = ReceiveInput.parse({
    id: asked.id,
    version: passed.version,
    goodWarehouseId: desk.returnWarehouse,
    badWarehouseId: desk.defectWarehouse,
    lines: rows.map((row) => ({ id: row.id, note: '验收', good: String(Number(row.approve_qty)) })),
  });
  const done = await as(opened, other, (tx) => receiveReturn(tx, other, input, now));
  if (done.status === 'WAIT_REFUND')
    await as(opened, other, (tx) => refundReturn(tx, other, { id: done.id, version: done.version, payWay: 'BANK', bankFlowNo: `TK${++flow}` }, now));
  return { id: asked.id };
}
