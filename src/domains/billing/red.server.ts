import { lockOrders } from '~/domains/delivery/openLines.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { displayQty } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { makeBilling } from './apply.server';
import { isAllowance, redReasons, standing } from './billing';
import type { RedForm } from './billing.schema';
import { type Asked, type Redable, redLeftOf, redOf } from './rules';
import { type BillingLine, docs, linesOf, type Stepped } from './steps.server';

export const redableOf = (line: BillingLine): Redable => ({
  qty: line.qty,
  amount: line.amount,
  tax: line.tax,
  taxRatePpm: line.tax_rate_ppm,
  redQty: line.red_qty,
  redAmount: line.red_amount,
  redTax: line.red_tax,
  reddingQty: line.redding_qty,
  reddingAmount: line.redding_amount,
  reddingTax: line.redding_tax,
});

/** 申请红冲: a red letter over what is left of an issued invoice, or over parts of it. It goes the way of every application. */
export async function redBilling(tx: Tx, me: Me, form: RedForm, now: Date): Promise<Stepped> {
  const origin = await docs.lock(tx, me, form);
  if (origin.direction !== 'BLUE') refuse('BILL_RULE', `${docs.title(origin)}是红字发票，不能再红冲`);
  docs.mustBe(origin, standing, { said: '只有已开出的发票可以红冲' });
  const lines = await linesOf(tx, me, origin.id);
  await lockOrders(
    tx,
    me,
    lines.map((line) => line.order_id),
  );
  const taken = partsOf(origin.no, lines, form);
  const customer = await tx
    .selectFrom('customer')
    .select('name')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', origin.customer_id)
    .executeTakeFirstOrThrow();
  const { kind, title, tax_no, address, phone, bank, bank_account, email, customer_id } = origin;
  const head = { kind, title, tax_no, address, phone, bank, bank_account, email, customer_id, direction: 'RED', origin_id: origin.id };
  const orders = new Set(taken.map(({ line }) => line.order_id));
  const kept = await tx
    .selectFrom('sales_order')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [...orders])
    .orderBy('no')
    .execute();
  return makeBilling(
    tx,
    me,
    {
      head: { ...head, red_reason: form.redReason, remark: form.remark, order_nos: kept.map(({ no }) => no ?? '') },
      lines: taken.map(({ line, qty, amount, tax }) => ({
        order_id: line.order_id,
        order_line_id: line.order_line_id,
        origin_line_id: line.id,
        sku_code: line.sku_code,
        name: line.name,
        spec: line.spec,
        unit_name: line.unit_name,
        tax_class_code: line.tax_class_code,
        qty,
        amount,
        tax_rate_ppm: line.tax_rate_ppm,
        tax,
      })),
      customerName: customer.name,
    },
    now,
  );
}

interface Taken {
  line: BillingLine;
  qty: string;
  amount: bigint;
  tax: bigint;
}
/** None asked for: all that is left. An allowance is given in money, not in goods. */
function partsOf(no: string, lines: readonly BillingLine[], { redReason, lines: asked }: Pick<RedForm, 'redReason' | 'lines'>): Taken[] {
  if (!asked.length) {
    const all = lines.flatMap((line) => (redLeftOf(redableOf(line)).amount > 0n ? [{ line, ...redLeftOf(redableOf(line)) }] : []));
    return all.length ? all : refuse('BILL_EXCEED', `开票申请${no}已全部红冲，或红冲正在办理，没有可红冲的金额`);
  }
  const ids = asked.map((one) => one.lineId);
  if (new Set(ids).size < ids.length) refuse('BILL_RULE', '同一发票行只能填写一次');
  const problems: Record<string, string> = {};
  const taken = asked.flatMap((one, index) => {
    const line = lines.find(({ id }) => id === one.lineId) ?? notFound(`第${index + 1}行的发票明细`);
    const what = { qty: one.qty === '' ? null : one.qty, amount: one.amount === '' ? null : one.amount };
    const part = redOf(redableOf(line), what);
    const problem =
      isAllowance(redReason) && what.qty !== null
        ? `第${line.line_no}行：${redReasons[redReason]}只按金额红冲，请填写金额`
        : part
          ? ''
          : tooMuch(no, line, what);
    if (problem) problems[`lines.${index}.${what.qty === null ? 'amount' : 'qty'}`] = problem;
    return part ? [{ line, ...part }] : [];
  });
  const [first, ...others] = Object.values(problems);
  if (first) refuse('BILL_EXCEED', others.length ? `${first}；另有${others.length}处需要修改` : first, { fields: problems });
  return taken;
}

function tooMuch(no: string, line: BillingLine, { qty, amount }: Asked): string {
  const left = redLeftOf(redableOf(line));
  const asked = qty === null ? `${saidYuan(amount ?? 0n)}元` : `${displayQty(qty)}${line.unit_name}`;
  return `开票申请${no}第${line.line_no}行“${line.name}”：本次红冲${asked}，超过可红冲的${displayQty(left.qty)}${line.unit_name}、${saidYuan(left.amount)}元`;
}
