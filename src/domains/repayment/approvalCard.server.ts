import { guardOf } from '~/domains/credit/lpr.server';
import { buckets, termsWords } from '~/domains/credit/terms';
import { type ReceiptWay, receiptWays } from '~/domains/finance/receiptWay';
import { type Card, defineTaskCard } from '~/domains/workflow/taskCard.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { directionsOf, termsOf } from './books.server';
import { type PaymentKind, type PaymentSource, type PlanRow, paymentKinds, paymentSources, type RefundWay, refundWays } from './repayment';
import { tryPayment } from './trial.server';
import { discountWords, worthOf } from './worth';

async function paymentCard(tx: Tx, me: Me, id: string, now: Date): Promise<Card> {
  const doc = await tx
    .selectFrom('repay_payment as p')
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.id', '=', 'p.customer_id'))
    .selectAll('p')
    .leftJoin('customer as k', (on) => on.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.id', '=', 'p.to_customer_id'))
    .select(['c.name', 'k.name as taker'])
    .where('p.tenant_id', '=', me.tenantId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!doc) notFound('该还款单');
  const kind = doc.kind as PaymentKind;
  const waits = doc.status === 'REVIEWING';
  const trial = waits ? await tryPayment(tx, me, { ...formOf(doc), ...(kind === 'REFUND' ? { valueOn: shanghaiDate(now) } : {}) }, now) : null;
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.name, tone: 'strong' },
      { key: 'kind', label: '类型', text: paymentKinds[kind] },
      { key: 'amount', label: '金额(元)', amount: doc.amount, tone: 'strong' },
      { key: 'valueOn', label: '入账日', text: doc.value_on, tone: doc.backdated && kind === 'MONEY' ? 'warn' : '' },
      doc.channel !== '' && { key: 'channel', label: '付款方式', text: receiptWays[doc.channel as ReceiptWay] },
      doc.payer !== '' && { key: 'payer', label: '付款方', text: doc.payer, tone: doc.payer === doc.name ? '' : 'warn' },
      doc.bank_ref !== null && { key: 'bankRef', label: '流水号', text: doc.bank_ref },
      doc.bill_no !== '' && { key: 'billNo', label: '承兑票号', text: `${doc.bill_no}（${doc.bill_due_on ?? ''}到期）` },
      doc.refund_to !== null && {
        key: 'refundTo',
        label: '退往',
        text: doc.taker ? `转给${doc.taker}` : refundWays[doc.refund_to as RefundWay],
        tone: 'warn' as const,
      },
      doc.bucket !== null && { key: 'bucket', label: '科目', text: buckets[doc.bucket as keyof typeof buckets] },
      { key: 'source', label: '来源', text: paymentSources[doc.source as PaymentSource] },
      { key: 'creator', label: '登记人', text: doc.creator },
      { key: 'voucher', label: '凭证', text: doc.voucher.length ? `${doc.voucher.length}个，见还款单` : '没有上传' },
      doc.status === 'REVERSING' && { key: 'reason', label: '冲销原因', text: doc.reason, tone: 'warn' },
      doc.remark !== '' && { key: 'remark', label: '备注', text: doc.remark },
    ],
    tables: trial ? trialTables(trial) : [],
    warnings: [
      doc.dishonoured && `承兑汇票${doc.bill_no}被拒付：通过后该票据的还款视为从未发生`,
      doc.status === 'REVERSING' && '通过后该还款视为从未发生，其后的还款按入账日重新核销',
      trial !== null && trial.changes.length > 0 && `入账日早于已核销的还款，将改变${trial.changes.length}笔核销`,
      trial !== null && trial.rest > 0n && `${saidYuan(trial.rest)}元没有可核销的计划，将留作预收`,
    ],
  };
}

type Trial = Awaited<ReturnType<typeof tryPayment>>;
const trialTables = (trial: Trial) => [
  {
    title: '试算',
    columns: [
      { key: 'no', title: '计划号' },
      { key: 'dueOn', title: '应还日' },
      { key: 'before', title: '核销前(元)', numeric: true },
      { key: 'now', title: '本次(元)', numeric: true },
      { key: 'penalty', title: '其中违约金(元)', numeric: true },
      { key: 'after', title: '核销后(元)', numeric: true },
    ],
    rows: trial.rows
      .filter((row) => total(row.now) !== 0n)
      .map((row) => [
        { text: row.no },
        { text: row.dueOn },
        { amount: total(row.before) },
        { amount: total(row.now) },
        { amount: row.now.penalty },
        { amount: total(row.after) },
      ]),
  },
  ...(trial.changes.length
    ? [
        {
          title: '会改变的核销',
          columns: [
            { key: 'no', title: '还款单' },
            { key: 'item', title: '计划号' },
            { key: 'bucket', title: '科目' },
            { key: 'before', title: '原核销(元)', numeric: true },
            { key: 'after', title: '改为(元)', numeric: true },
          ],
          rows: trial.changes.map((row) => [
            { text: row.paymentNo },
            { text: row.itemNo },
            { text: buckets[row.bucket] },
            { amount: row.before },
            { amount: row.after },
          ]),
        },
      ]
    : []),
];
const total = (one: { fee: bigint; penalty: bigint; interest: bigint; principal: bigint }): bigint => one.fee + one.penalty + one.interest + one.principal;

interface Stored {
  kind: string;
  customer_id: string;
  payer: string;
  amount: bigint;
  value_on: string;
  channel: string;
  bank_ref: string | null;
  bill_no: string;
  bill_due_on: string | null;
  directed: unknown;
  ahead: boolean;
  item_id: string | null;
  bucket: string | null;
  refund_to: string | null;
  to_customer_id: string | null;
}
const formOf = (doc: Stored) => ({
  kind: doc.kind as PaymentKind,
  customerId: doc.customer_id,
  payer: doc.payer,
  amount: doc.amount,
  valueOn: doc.value_on,
  channel: (doc.channel || 'BANK') as ReceiptWay,
  bankRef: doc.bank_ref ?? '',
  billNo: doc.bill_no,
  billDueOn: doc.bill_due_on ?? '',
  atMaturity: doc.bill_due_on !== null && doc.bill_due_on === doc.value_on,
  voucher: [],
  directed: directionsOf(doc.directed).map(({ to, amount }) => ({ to, amount: amount ?? null })),
  payAhead: doc.ahead,
  itemId: doc.item_id ?? '',
  bucket: (doc.bucket ?? '') as '',
  refundTo: (doc.refund_to ?? '') as RefundWay | '',
  toCustomerId: doc.to_customer_id ?? '',
  remark: '',
});

defineTaskCard('creditRepay', paymentCard);
defineTaskCard('stillMoney', paymentCard);

const planTable = (title: string, rows: readonly PlanRow[]) => ({
  title,
  columns: [
    { key: 'no', title: '计划号' },
    { key: 'nominal', title: '约定日' },
    { key: 'due', title: '应还日' },
    { key: 'principal', title: '本金(元)', numeric: true },
  ],
  rows: rows.map((row) => [
    { text: row.no },
    { text: row.nominal },
    { text: row.provisional ? `${row.due}（暂定）` : row.due },
    { amount: BigInt(row.principal.replace('.', '')) },
  ]),
});

defineTaskCard('creditPayCycle', async (tx, me, id, now) => {
  const doc = await tx
    .selectFrom('repay_change as h')
    .innerJoin('credit_order as o', (on) => on.onRef('o.tenant_id', '=', 'h.tenant_id').onRef('o.id', '=', 'h.credit_order_id'))
    .innerJoin('customer as c', (on) => on.onRef('c.tenant_id', '=', 'h.tenant_id').onRef('c.id', '=', 'h.customer_id'))
    .selectAll('h')
    .select(['o.no as orderNo', 'o.terms as agreed', 'c.name'])
    .where('h.tenant_id', '=', me.tenantId)
    .where('h.id', '=', id)
    .executeTakeFirst();
  if (!doc) notFound('该还款周期变更单');
  const [before, after] = [doc.before as unknown as PlanRow[], doc.after as unknown as PlanRow[]];
  const [agreed, terms] = [termsOf(doc.agreed), termsOf(doc.terms)];
  const { rates } = await guardOf(tx, me);
  const day = shanghaiDate(now);
  const [was, is] = [worthOf(before, agreed, day, rates), worthOf(after, terms, day, rates)];
  return {
    facts: [
      { key: 'customer', label: '客户', text: doc.name, tone: 'strong' },
      { key: 'creditOrder', label: '用信单', text: doc.orderNo },
      { key: 'reason', label: '变更原因', text: doc.reason },
      { key: 'startOn', label: '起算日', text: doc.start_on },
      { key: 'creator', label: '申请人', text: doc.creator },
    ],
    changes: [
      { label: '还款约定', before: termsWords(agreed), after: termsWords(terms) },
      { label: `现值（${discountWords(rates, day)}）`, before: `${saidYuan(was.value)}元`, after: `${saidYuan(is.value)}元` },
      { label: '按期还的利息', before: `${saidYuan(was.interest)}元`, after: `${saidYuan(is.interest)}元` },
      { label: '平均占用天数', before: `${was.days}天`, after: `${is.days}天` },
    ],
    tables: [planTable('原计划（未还）', before), planTable('新计划', after)],
    warnings: ['未还本金按新约定重新排期，已产生的违约金和利息不减'],
  };
});
