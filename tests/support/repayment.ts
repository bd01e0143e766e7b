import { defaultTerms, type Terms } from '~/domains/credit/terms';
import '~/domains/repayment/plan.server';
import { decidePayment, registerPayment } from '~/domains/repayment/payment.server';
import { PaymentForm, type PaymentGiven } from '~/domains/repayment/repayment.schema';
import { proveRepayments } from '~/domains/repayment/repayProof.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { grantCredit } from './credit';
import { type Depot, orderOf, shipped } from './delivery';
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
