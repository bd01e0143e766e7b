import type { z } from 'zod';
import type { bucketKeys } from '~/domains/credit/terms';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { asHappenings, booksOf, itemsById, nextSeq } from './books.server';
import type { Figures, ItemState, Outcome } from './debts';
import { sumOf } from './debts';
import { isRelief, itemState } from './repayment';
import type { PaymentForm, PaymentTrial } from './repayment.schema';
import { replay } from './replay';

type Tried = Pick<
  PaymentForm,
  'refundTo' | 'toCustomerId' | 'kind' | 'customerId' | 'amount' | 'itemId' | 'bucket' | 'directed' | 'valueOn' | 'billDueOn' | 'atMaturity' | 'channel'
>;

/** A bill may count on the day it is paid instead of the day it came. */
export const valueDay = (form: Pick<PaymentForm, 'valueOn' | 'channel' | 'atMaturity' | 'billDueOn' | 'kind'>): string =>
  form.kind === 'MONEY' && form.channel === 'ACCEPTANCE' && form.atMaturity && form.billDueOn !== '' ? form.billDueOn : form.valueOn;

/** Refuses what cannot count: a day to come, a direction to debts of others, more than is prepaid, more than is demanded. */
export async function mustStand(tx: Tx, me: Me, form: Tried, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const day = valueDay(form);
  const matures = day !== form.valueOn || (form.atMaturity && form.billDueOn === day);
  if (day > today && !matures) refuse('BAD_STATE', `入账日${day}不能晚于今天${today}`, { fields: { valueOn: '不能晚于今天' } });
  await mustBeOwn(tx, me, form);
  if (form.kind === 'MONEY') return;
  if (form.kind === 'REFUND') return mustGiveBack(tx, me, form, today);
  const outcome = replay(await booksOf(tx, me, form.customerId), day);
  if (form.kind === 'PREPAID') {
    const free = [...outcome.unapplied.values()].reduce((sum, one) => sum + one, 0n);
    if (form.amount > free)
      refuse('QTY_EXCEED', `截至${day}可用预收${saidYuan(free)}元，不能抵扣${saidYuan(form.amount)}元`, {
        fields: { amount: `可用预收${saidYuan(free)}元` },
      });
    return;
  }
  const one = outcome.items.find((item) => item.id === form.itemId);
  if (!one || form.bucket === '') refuse('BAD_STATE', '请选择要减免或核销的还款计划和科目', { fields: { itemId: '请选择' } });
  if (form.kind === 'WAIVE' && form.bucket === 'PRINCIPAL') refuse('BAD_STATE', '本金不能减免，请登记坏账核销', { fields: { bucket: '本金只能坏账核销' } });
  if (form.kind === 'WRITE_OFF' && form.bucket !== 'PRINCIPAL')
    refuse('BAD_STATE', '坏账核销只用于本金，费用、违约金和利息请登记减免', { fields: { bucket: '请选择本金' } });
  const owed = one.owed[form.bucket];
  if (form.amount > owed)
    refuse('QTY_EXCEED', `截至${day}该期应付${saidYuan(owed)}元，不能减免${saidYuan(form.amount)}元`, {
      fields: { amount: `不能超过${saidYuan(owed)}元` },
    });
}

/** Prepaid money is given back today, of what is left today, to somebody who can take it. */
async function mustGiveBack(tx: Tx, me: Me, form: Tried, today: string): Promise<void> {
  if (form.valueOn !== today) refuse('BAD_STATE', `退预收的入账日须为今天${today}`, { fields: { valueOn: '须为今天' } });
  if (form.refundTo === '') refuse('BAD_STATE', '请选择预收退往哪里', { fields: { refundTo: '请选择' } });
  if (form.refundTo === 'CUSTOMER') await mustTakeOver(tx, me, form);
  const { unapplied } = replay(await booksOf(tx, me, form.customerId), today);
  const free = [...unapplied.values()].reduce((sum, one) => sum + one, 0n);
  if (form.amount > free)
    refuse('QTY_EXCEED', `可退预收${saidYuan(free)}元，不能退${saidYuan(form.amount)}元`, { fields: { amount: `可退预收${saidYuan(free)}元` } });
}

async function mustTakeOver(tx: Tx, me: Me, { customerId, toCustomerId }: Tried): Promise<void> {
  const fields = { fields: { toCustomerId: '请选择另一个客户' } };
  if (toCustomerId === '' || toCustomerId === customerId) refuse('BAD_STATE', '请选择接收预收的另一个客户', fields);
  const to = await tx
    .selectFrom('customer')
    .select(['name', 'merged_into'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', toCustomerId)
    .executeTakeFirst();
  if (!to) notFound('接收预收的客户');
  if (to.merged_into) refuse('BAD_STATE', `客户${to.name}已合并到其他客户，请选择合并后的客户`, fields);
}

async function mustBeOwn(tx: Tx, me: Me, { customerId, directed, itemId, kind }: Tried): Promise<void> {
  const named = [...new Set([...directed.map((one) => one.to), ...(isRelief(kind) && itemId ? [itemId] : [])])];
  if (!named.length) return;
  const items = await itemsById(tx, me, customerId, named);
  const orders = await tx
    .selectFrom('credit_order')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('id', '=', anyOf(named))
    .execute();
  const known = new Set([...items.keys(), ...orders.map((one) => one.id)]);
  if (named.some((id) => !known.has(id))) notFound('指定的还款计划或用信单');
}

const wire = (figures: Figures) => ({ fee: figures.FEE, penalty: figures.PENALTY, interest: figures.INTEREST, principal: figures.PRINCIPAL });
const minus = (a: Figures, b: Figures): Figures => ({
  FEE: a.FEE - b.FEE,
  PENALTY: a.PENALTY - b.PENALTY,
  INTEREST: a.INTEREST - b.INTEREST,
  PRINCIPAL: a.PRINCIPAL - b.PRINCIPAL,
});

/** 试算: what the payment would settle, and which earlier settlements it would change. Nothing is written. */
export async function tryPayment(tx: Tx, me: Me, given: PaymentForm, now: Date): Promise<z.output<typeof PaymentTrial>> {
  const form = { ...given, customerId: me.customerId ?? given.customerId };
  if (form.customerId === '') refuse('BAD_STATE', '请选择付款客户', { fields: { customerId: '请选择付款客户' } });
  await mustStand(tx, me, form, now);
  const books = await booksOf(tx, me, form.customerId);
  const day = valueDay(form);
  const today = shanghaiDate(now);
  const asOf = day > today ? day : today;
  const id = newId();
  const more = asHappenings([
    {
      id,
      no: '',
      kind: form.kind,
      amount: form.amount,
      value_on: day,
      seq: await nextSeq(tx, me, form.customerId),
      directed: form.directed.map(({ to, amount }) => ({ to, amount: amount === null ? null : String(amount) })),
      item_id: isRelief(form.kind) ? form.itemId : null,
      bucket: form.bucket || null,
      ahead: form.payAhead,
      created_at: now,
    },
  ]);
  const before = replay(books, asOf);
  const after = replay(
    {
      revisions: books.revisions,
      payments: [...books.payments, ...more.payments],
      draws: [...(books.draws ?? []), ...more.draws],
      refunds: [...(books.refunds ?? []), ...more.refunds],
      reliefs: [...books.reliefs, ...more.reliefs],
    },
    asOf,
  );
  const prepaid = [...after.unapplied.values()].reduce((sum, one) => sum + one, 0n);
  return {
    rows: await rowsOf(tx, me, { before, after, asOf }),
    owed: owedIn(before),
    left: owedIn(after),
    rest: after.unapplied.get(id) ?? 0n,
    prepaid,
    changes: await changesOf(tx, me, form.customerId, before, after),
    backdated: books.payments.some((one) => one.day > day && one.day <= today),
  };
}
const owedIn = ({ items }: Outcome): bigint => items.reduce((sum, one) => sum + sumOf(one.owed), 0n);

async function rowsOf(tx: Tx, me: Me, { before, after, asOf }: { before: Outcome; after: Outcome; asOf: string }) {
  const stood = new Map(before.items.map((one) => [one.id, one]));
  const shown = after.items.filter((one) => {
    const was = stood.get(one.id) as ItemState;
    return sumOf(was.owed) > 0n || was.owed.PRINCIPAL > 0n || sumOf(minus(was.paid, one.paid)) !== 0n;
  });
  const labels = await labelsOf(
    tx,
    me,
    shown.slice(0, 200).map((one) => one.id),
  );
  return shown.slice(0, 200).map((one) => {
    const was = stood.get(one.id) as ItemState;
    const facts = { dueOn: was.due, graceEnd: was.graceEnd, settledOn: was.settledOn, principal: was.principal, relievedPrincipal: was.relieved.PRINCIPAL };
    return {
      id: one.id,
      no: labels.get(one.id)?.no ?? '',
      orderNo: labels.get(one.id)?.orderNo ?? '',
      dueOn: one.due,
      state: itemState(facts, asOf),
      before: wire(was.owed),
      now: wire(minus(one.paid, was.paid)),
      after: wire(one.owed),
      owed: sumOf(was.owed),
      left: sumOf(one.owed),
      charges: one.paid.FEE + one.paid.INTEREST - was.paid.FEE - was.paid.INTEREST,
    };
  });
}

async function labelsOf(tx: Tx, me: Me, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('repay_item as i')
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.credit_order_id'))
    .select(['i.id', 'i.no', 'o.order_no as orderNo'])
    .where('i.tenant_id', '=', me.tenantId)
    .where('i.id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** 会改变哪些: parts of payments that stand already and would be others. */
async function changesOf(tx: Tx, me: Me, customerId: string, before: Outcome, after: Outcome) {
  const parts = (outcome: Outcome) => {
    const sums = new Map<string, bigint>();
    for (const { payment, item, bucket, amount } of outcome.allocations)
      sums.set(`${payment}/${item}/${bucket}`, (sums.get(`${payment}/${item}/${bucket}`) ?? 0n) + amount);
    return sums;
  };
  const [was, is] = [parts(before), parts(after)];
  const stood = new Set(before.unapplied.keys());
  const keys = [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => stood.has(key.split('/')[0] as string) && (was.get(key) ?? 0n) !== (is.get(key) ?? 0n))
    .slice(0, 200);
  if (!keys.length) return [];
  const items = await itemsById(tx, me, customerId);
  const payments = await tx
    .selectFrom('repay_payment')
    .select(['id', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf([...new Set(keys.map((key) => key.split('/')[0] as string))]))
    .execute();
  const nos = new Map(payments.map((one) => [one.id, one.no]));
  return keys.map((key) => {
    const [payment, item, bucket] = key.split('/') as [string, string, (typeof bucketKeys)[number]];
    return { paymentNo: nos.get(payment) ?? '', itemNo: items.get(item)?.no ?? '', bucket, before: was.get(key) ?? 0n, after: is.get(key) ?? 0n };
  });
}
