import type { Insertable } from 'kysely';
import { lockOrders } from '~/domains/delivery/openLines.server';
import { submitDocument } from '~/domains/workflow/approval.server';
import { href } from '~/portal/href';
import { actorName, isDealer, type Me } from '~/portal/me';
import { BILLING_AUDIT } from '~/portal/permissions';
import type { DB, Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { displayQty, mustFit, scaled, taxInside } from '~/shared/money';
import { notFound, refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { billingAudit } from './approval.server';
import { type BillableLine, billableByIds, limitWords, lineTitle } from './billable.server';
import type { BillingForm } from './billing.schema';
import { buyerColumns } from './buyer.server';
import { leftOf, takenOf, totalOf } from './rules';
import { count, lockBilling, log, type Stepped } from './steps.server';
import * as subjects from './subjects';

type Head = Omit<Insertable<DB['billing']>, 'tenant_id' | 'id' | 'no' | 'amount' | 'tax' | 'line_count' | 'status' | 'source'>;
type NewLine = Omit<Insertable<DB['billing_line']>, 'tenant_id' | 'id' | 'billing_id' | 'customer_id' | 'line_no'> & {
  amount: bigint;
  tax: bigint;
  tax_rate_ppm: number;
};
interface Made {
  head: Head;
  lines: readonly NewLine[];
  customerName: string;
}

/** Takes the goods, gives the number and comes to wait for its audit, in one transaction: what is taken here nobody else takes. */
export async function applyBilling(tx: Tx, me: Me, form: BillingForm, now: Date): Promise<Stepped> {
  const { customerName, columns } = await buyerColumns(tx, me, form.customerId, form);
  const taken = await takeLines(tx, me, form);
  const orderNos = [...new Set(taken.map(({ line }) => line.orderNo))];
  const head = { ...columns, customer_id: form.customerId, direction: 'BLUE', order_nos: orderNos, remark: form.remark };
  const lines = taken.map(({ line, qty, amount }) => ({
    order_id: line.orderId,
    order_line_id: line.orderLineId,
    sku_code: line.sku.code,
    name: line.sku.name,
    spec: [line.sku.spec, line.sku.saleText].filter(Boolean).join(' '),
    unit_name: line.sku.unitName,
    tax_class_code: line.taxClassCode,
    qty,
    amount,
    tax_rate_ppm: line.taxRatePpm,
    tax: taxInside(amount, line.taxRatePpm),
  }));
  return makeBilling(tx, me, { head, lines, customerName }, now);
}

/** The lines under the lock of their orders, and what is invoiced of each. Refuses all that is wrong at once. */
async function takeLines(tx: Tx, me: Me, form: BillingForm): Promise<{ line: BillableLine; qty: string; amount: bigint }[]> {
  const ids = form.lines.map((line) => line.orderLineId);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) refuse('BILL_RULE', `第${repeated + 1}行与第${ids.indexOf(ids[repeated] as string) + 1}行是同一订单行，请合并为一行`);
  const places = await tx.selectFrom('order_line').select('order_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  const freights = await tx.selectFrom('sales_order').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  await lockOrders(tx, me, [...places.map((one) => one.order_id), ...freights.map((one) => one.id)]);
  const found = await billableByIds(tx, me, form.customerId, ids);
  await refuseBeforeRed(tx, me, [...found.values()]);
  const problems: Record<string, string> = {};
  const taken = form.lines.flatMap((asked, index) => {
    const line = found.get(asked.orderLineId) ?? notFound(`第${index + 1}行的订单商品`);
    const what = { qty: asked.qty === '' ? null : asked.qty, amount: asked.amount === '' ? null : asked.amount };
    const part = takenOf(leftOf(line), what);
    const problem = wrongDecimals(line, asked.qty) || (part ? '' : tooMuch(line, what));
    if (problem) problems[`lines.${index}.${asked.qty === '' ? 'amount' : 'qty'}`] = problem;
    return part ? [{ line, ...part }] : [];
  });
  const [first, ...others] = Object.values(problems);
  if (first) refuse('BILL_EXCEED', others.length ? `${first}；另有${others.length}处需要修改` : first, { fields: problems });
  return taken;
}

const tooMuch = (line: BillableLine, { qty, amount }: { qty: string | null; amount: bigint | null }): string =>
  `${lineTitle(line)}：本次开票${qty === null ? `${saidYuan(amount ?? 0n)}元` : `${displayQty(qty)}${line.sku.unitName}`}，超过${limitWords(line)}`;

function wrongDecimals(line: BillableLine, qty: string): string {
  const { unitName, unitDecimals } = line.sku;
  if (qty === '' || scaled(qty, 4) % 10n ** BigInt(4 - unitDecimals) === 0n) return '';
  return `${lineTitle(line)}：本次开票${qty}${unitName}，单位“${unitName}”最多允许${unitDecimals}位小数`;
}

/** What was returned after it was invoiced is taken back first, else the order would be invoiced above what it keeps. */
async function refuseBeforeRed(tx: Tx, me: Me, lines: readonly BillableLine[]): Promise<void> {
  const due = await tx
    .selectFrom('order_line as l')
    .innerJoin('sales_order as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_id'))
    .select(['o.no', 'l.line_no'])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.order_id', '=', anyOf([...new Set(lines.map((line) => line.orderId))]))
    .where('l.red_due', '=', true)
    .orderBy('o.no')
    .orderBy('l.line_no')
    .executeTakeFirst();
  if (due) refuse('BILL_RED_FIRST', `订单${due.no}第${due.line_no}行开票后有退货，请先红冲原发票，再申请开票`);
}

/** Writes the document and its lines, takes what they take, and submits it. Also red letters begin here. */
export async function makeBilling(tx: Tx, me: Me, { head, lines, customerName }: Made, now: Date): Promise<Stepped> {
  const id = newId();
  const { amount, tax } = totalOf(lines.map((line) => ({ ...line, taxRatePpm: line.tax_rate_ppm })));
  mustFit(amount, '开票金额合计');
  const no = await oneNumber(tx, me, subjects.billing, now);
  const source = isDealer(me) ? 'DEALER' : 'FACTORY';
  const made = { created_by: me.accountId, creator: actorName(me), created_at: now };
  await tx
    .insertInto('billing')
    .values({ ...head, tenant_id: me.tenantId, id, no, amount, tax, line_count: lines.length, status: 'PENDING_AUDIT', source, ...made })
    .execute();
  await tx
    .insertInto('billing_line')
    .values(lines.map((line, index) => ({ tenant_id: me.tenantId, id: newId(), billing_id: id, customer_id: head.customer_id, line_no: index + 1, ...line })))
    .execute();
  const doc = await lockBilling(tx, me, { id });
  await count(tx, me, doc, 'TAKE');
  const red = doc.direction === 'RED';
  await log(tx, me, doc, red ? '申请红冲' : '申请开票', `${customerName}，${saidYuan(amount)}元，${lines.length}行`);
  const submitted = await submitDocument(tx, me, billingAudit, doc, now, {
    notice: {
      kind: 'billing.submitted',
      title: `${red ? '红冲申请' : '开票申请'}${no}待审核`,
      body: `客户${customerName}申请${red ? '红冲' : '开票'}${saidYuan(amount)}元，请审核`,
      link: href('/portal/supplyChain/factory/billing/detail', { id }),
      to: { side: 'factory', code: BILLING_AUDIT, about: { customerId: head.customer_id } },
    },
  });
  return submitted.done ?? { id, no, status: 'PENDING_AUDIT', version: doc.version };
}
