import { defaultTerms } from '~/domains/credit/terms';
import { askChange } from '~/domains/repayment/change.server';
import { askReversal, decidePayment, registerPayment } from '~/domains/repayment/payment.server';
import '~/domains/repayment/plan.server';
import { PaymentForm, type PaymentGiven } from '~/domains/repayment/repayment.schema';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { formatYuan } from '~/shared/money';

const noonOf = (day: string): Date => new Date(`${day}T12:00:00+08:00`);

/**
 * What customers paid back of the uses made before: most on the day, some late with their penalty, the last due part of every second customer half or not
 * at all; and one of each thing that waits for somebody.
 */
export async function repayDebts(tx: Tx, { admin, finance }: { admin: Me; finance: Me }, now: Date): Promise<void> {
  const today = shanghaiDate(now);
  const items = await tx
    .selectFrom('repay_item')
    .select(['id', 'credit_order_id', 'customer_id', 'due_on', 'principal'])
    .where('tenant_id', '=', admin.tenantId)
    .orderBy('customer_id')
    .orderBy('due_on')
    .orderBy('id')
    .execute();
  let flow = 0;
  const register = async (customerId: string, day: string, amount: bigint, more: Partial<PaymentGiven> = {}) => {
    const given = {
      customerId,
      amount: formatYuan(amount),
      valueOn: day,
      channel: 'BANK' as const,
      bankRef: `HKLS${String(++flow).padStart(6, '0')}`,
      ...more,
    };
    return registerPayment(tx, finance, PaymentForm.parse(given), noonOf(day));
  };
  const paid = async (customerId: string, day: string, amount: bigint, more: Partial<PaymentGiven> = {}) => {
    const { id } = await register(customerId, day, amount, more);
    await decidePayment(tx, admin, { id, version: 1, pass: true, opinion: '已到账' }, noonOf(day));
    return id;
  };
  const customers = [...Map.groupBy(items, (one) => one.customer_id)];
  for (const [index, [customerId, own]] of customers.entries()) {
    // Within their days of grace nobody has paid yet.
    const due = own.filter((one) => one.due_on < addDays(today, -defaultTerms.graceDays));
    for (const [at, one] of due.entries()) {
      // Nobody owes for longer than two months: such customers would be granted nothing more.
      const last = at === due.length - 1 && one.due_on > addDays(today, -60);
      if (last && index % 2 === 1) continue;
      const late = addDays(one.due_on, at % 4 === 3 ? 9 : 0);
      const day = late < today ? late : one.due_on;
      await paid(customerId, day, last ? one.principal / 2n : one.principal + (late === one.due_on ? 0n : one.principal / 100n));
    }
  }
  await relieve(tx, { admin, finance }, today);
  const open = items.filter((one) => one.due_on >= today);
  const [first] = open;
  if (!first) return;
  const other = await register(first.customer_id, addDays(today, -3), 50_000n, { remark: '金额待核' });
  await decidePayment(tx, admin, { id: other.id, version: 1, pass: false, opinion: '银行未查到这笔到账' }, noonOf(addDays(today, -2)));
  await register(first.customer_id, today, 880_000n, { remark: '客户微信发来回单' });
  const bill = { channel: 'ACCEPTANCE' as const, billNo: '1308301000123', billDueOn: addDays(today, 60), atMaturity: true, bankRef: '' };
  await paid(first.customer_id, today, 300_000n, bill);
  const wrong = await paid(first.customer_id, today, 120_000n, { payAhead: false });
  await askReversal(tx, finance, { id: wrong, version: 2, reason: '流水登记到了别的客户名下' }, now);
  const [free] = await tx
    .selectFrom('repay_payment')
    .select((get) => ['customer_id', get.fn.sum<string>('unapplied').as('sum')])
    .where('tenant_id', '=', admin.tenantId)
    .where('status', '=', 'CONFIRMED')
    .where('customer_id', '<>', first.customer_id)
    .groupBy('customer_id')
    .having((get) => get.fn.sum('unapplied'), '>', 0)
    .orderBy('customer_id')
    .limit(1)
    .execute();
  if (free) await paid(free.customer_id, today, BigInt(free.sum), { kind: 'REFUND', refundTo: 'BANK', bankRef: '', remark: '客户要求退回多付的货款' });
  const refused = await paid(first.customer_id, today, 200_000n, { ...bill, billNo: '1308301000087', billDueOn: today });
  await askReversal(tx, finance, { id: refused, version: 2, reason: '出票人账户余额不足', dishonoured: true }, now);
  await decidePayment(tx, admin, { id: refused, version: 3, pass: true, opinion: '已收到拒付通知' }, now);
  const terms = { ...defaultTerms, way: 'INSTALMENTS' as const, instalments: 3 };
  await askChange(tx, finance, { creditOrderId: first.credit_order_id, terms, startOn: today, reason: '工程回款推迟，申请分三期归还' }, now);
}

/** Of what is overdue a penalty is waived, and a small rest written off. */
async function relieve(tx: Tx, { admin, finance }: { admin: Me; finance: Me }, today: string): Promise<void> {
  const late = await tx
    .selectFrom('repay_item')
    .select(['id', 'customer_id', 'open_principal'])
    .where('tenant_id', '=', admin.tenantId)
    .where('settled_on', 'is', null)
    .where('grace_end', '<', today)
    .orderBy('open_principal')
    .orderBy('id')
    .limit(2)
    .execute();
  const kinds = [
    { kind: 'WRITE_OFF', bucket: 'PRINCIPAL', remark: '尾差，催收成本高于金额' },
    { kind: 'WAIVE', bucket: 'PENALTY', remark: '因我方迟开发票，减免部分违约金' },
  ] as const;
  for (const [at, { id: itemId, customer_id: customerId }] of late.entries()) {
    const form = PaymentForm.parse({ ...kinds[at], customerId, itemId, amount: '5.00', valueOn: today });
    const made = await registerPayment(tx, finance, form, noonOf(today));
    await decidePayment(tx, admin, { id: made.id, version: 1, pass: true, opinion: '同意' }, noonOf(today));
  }
}
