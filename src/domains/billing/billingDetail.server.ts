import type { Me } from '~/portal/me';
import { attachmentsOf } from '~/server/attachments.server';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { compareQty, displayTaxRate } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import { billableByIds, billableKey } from './billable.server';
import {
  type BillingState,
  type Direction,
  type InvoiceKind,
  type IssuedBy,
  isElectronic,
  isTaxClass,
  type RedReason,
  type RequestState,
  wasIssued,
} from './billing';
import { billings, chainOf, columns, invoicesOf, orderNosOf, shown } from './billingViews.server';
import { maskedAccount } from './buyer.server';
import { platformConfigured } from './platform.server';
import { redableOf } from './red.server';
import { ratesOf, redDueOf, redLeftOf } from './rules';
import { linesOf } from './steps.server';
import * as subjects from './subjects';

const detailColumns = [
  'billing.tax_no as taxNo',
  'billing.address',
  'billing.phone',
  'billing.bank',
  'billing.bank_account as sealed',
  'billing.email',
  'billing.remark',
  'billing.reason',
  'billing.red_reason as redReason',
  'billing.origin_id as originId',
  'billing.how',
  'billing.mailed_at as mailedAt',
  'billing.source',
  'billing.auditor',
  'billing.audited_at as auditedAt',
  'billing.issuer',
  'customer.uscc',
] as const;

/** What both sides see of a document. */
async function common(tx: Tx, me: Me, id: string) {
  const row = await billings(tx, me).select(columns).select(detailColumns).where('billing.id', '=', id).executeTakeFirst();
  if (!row) notFound('该开票申请');
  const { sealed, how, redReason, ...rest } = row;
  const lines = await linesOf(tx, me, id);
  const nos = await orderNosOf(
    tx,
    me,
    lines.map((line) => line.order_id),
  );
  const now = await billableByIds(tx, me, row.customerId, lines.map(billableKey));
  const stands = row.direction === 'BLUE' && wasIssued(row.status as BillingState);
  return {
    ...shown(me, rest),
    how: how as IssuedBy,
    redReason: redReason as RedReason | null,
    bankAccount: maskedAccount(me, sealed),
    lines: lines.map((line) => {
      const left = stands ? redLeftOf(redableOf(line)) : { qty: '0', amount: 0n };
      const order = now.get(billableKey(line));
      const due = stands && order ? redDueOf(order) : { qty: '0', amount: 0n };
      return {
        id: line.id,
        lineNo: line.line_no,
        orderId: line.order_id,
        orderNo: nos.get(line.order_id) ?? '',
        skuCode: line.sku_code,
        name: line.name,
        spec: line.spec,
        unitName: line.unit_name,
        taxClassCode: line.tax_class_code,
        qty: line.qty,
        amount: line.amount,
        taxRatePpm: line.tax_rate_ppm,
        tax: line.tax,
        redQty: line.red_qty,
        redAmount: line.red_amount,
        leftQty: left.qty,
        leftAmount: left.amount,
        redDueQty: compareQty(due.qty, left.qty) < 0 ? due.qty : left.qty,
        redDueAmount: due.amount < left.amount ? due.amount : left.amount,
      };
    }),
    rates: ratesOf(lines.map((line) => ({ amount: line.amount, tax: line.tax, taxRatePpm: line.tax_rate_ppm }))),
    invoices: await invoicesOf(tx, me, id),
    chain: (await chainOf(tx, me, row)).map((one) => ({
      ...one,
      direction: one.direction as Direction,
      status: one.status as BillingState,
      redReason: one.redReason as RedReason | null,
    })),
    files: await attachmentsOf(tx, me, subjects.billing, id),
  };
}
type Common = Awaited<ReturnType<typeof common>>;

export async function billingDetail(tx: Tx, me: Me, input: { id: string }) {
  const doc = await common(tx, me, input.id);
  const seller = await tx.selectFrom('tenant').select(['name', 'uscc']).where('id', '=', me.tenantId).executeTakeFirstOrThrow();
  const requests = await tx
    .selectFrom('billing_request')
    .select(['id', 'request_no as requestNo', 'state', 'attempts', 'last_error as lastError', 'created_at as createdAt', 'answered_at as answeredAt'])
    .where('tenant_id', '=', me.tenantId)
    .where('billing_id', '=', input.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    ...doc,
    source: doc.source as 'FACTORY' | 'DEALER',
    platform: platformConfigured() && isElectronic(doc.kind as InvoiceKind),
    seller: { name: seller.name, taxNo: seller.uscc ?? '' },
    warnings: await warningsOf(tx, me, doc),
    requests: requests.map((one) => ({ ...one, state: one.state as RequestState })),
    logs: await documentLog(tx, me, subjects.billing, input.id),
  };
}

/** What an auditor should look at; nothing of it forbids the invoice. */
async function warningsOf(tx: Tx, me: Me, doc: Common): Promise<string[]> {
  if (wasIssued(doc.status)) return doc.lines.some((line) => /[1-9]/.test(line.redDueQty)) ? ['开票后有退货：请红冲退回的部分'] : [];
  const bare = doc.lines.filter((line) => !isTaxClass(line.taxClassCode));
  const rates = await tx
    .selectFrom('billing_line as l')
    .innerJoin('order_line as o', (on) => on.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.order_line_id'))
    .innerJoin('sku', (on) => on.onRef('sku.tenant_id', '=', 'o.tenant_id').onRef('sku.id', '=', 'o.sku_id'))
    .innerJoin('product as p', (on) => on.onRef('p.tenant_id', '=', 'sku.tenant_id').onRef('p.id', '=', 'sku.product_id'))
    .select(['l.line_no', 'l.tax_rate_ppm', 'p.tax_rate_ppm as now'])
    .where('l.tenant_id', '=', me.tenantId)
    .where('l.billing_id', '=', doc.id)
    .whereRef('l.tax_rate_ppm', '<>', 'p.tax_rate_ppm')
    .orderBy('l.line_no')
    .execute();
  const [first] = rates;
  return [
    doc.title !== doc.customerName && `开票抬头“${doc.title}”与客户名称“${doc.customerName}”不一致`,
    doc.uscc && doc.taxNo && doc.uscc !== doc.taxNo && `税号${doc.taxNo}与客户的统一社会信用代码${doc.uscc}不一致`,
    bare.length > 0 && `第${bare.map((line) => line.lineNo).join('、')}行商品没有19位税收分类编码，开票平台不能开具`,
    first && `第${first.line_no}行下单时税率${displayTaxRate(first.tax_rate_ppm)}，商品现在为${displayTaxRate(first.now)}`,
  ].filter((one): one is string => typeof one === 'string' && one !== '');
}

/** The dealer's own: without what the factory says to itself. */
export async function myBillingDetail(tx: Tx, me: Me, input: { id: string }) {
  const doc = await common(tx, me, input.id);
  const said = doc.status === 'REJECTED' || doc.status === 'VOID';
  const steps = [
    { action: '提交申请', at: doc.createdAt },
    ...(doc.auditedAt ? [{ action: doc.status === 'REJECTED' ? '驳回' : '审核通过', at: doc.auditedAt }] : []),
    ...(doc.issuedAt ? [{ action: '已开票', at: doc.issuedAt }] : []),
    ...(doc.mailedAt ? [{ action: '已发送邮箱', at: doc.mailedAt }] : []),
  ];
  return { ...doc, reason: said ? doc.reason : '', creator: doc.source === 'DEALER' ? doc.creator : '厂家', steps };
}
