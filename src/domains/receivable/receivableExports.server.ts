import { customerOf } from '~/domains/finance/myFunds.server';
import { receiptWays } from '~/domains/finance/receiptWay';
import { FUND_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayYuan } from '~/shared/money';
import { debtSources, debtStates } from './myDebt';
import { MyDebtQuery } from './myDebts.schema';
import { receiptStates } from './receipt';
import { ReceiptQuery } from './receipt.schema';
import { receiptRows } from './receiptViews.server';
import { receivableSources, receivableStates } from './receivable';
import { BookQuery, SummaryQuery } from './receivable.schema';
import { pageSummary } from './receivableSummary.server';
import { bookPage } from './receivableViews.server';

export const bookExport = defineExport({
  type: 'receivable',
  title: '应收单',
  permission: FUND_MANAGE,
  query: BookQuery,
  filters: {
    no: '应收单号',
    sourceNo: '来源单号',
    customerId: '客户',
    salesMemberId: '业务员',
    status: ['状态', receivableStates],
    bizStart: '日期起',
    bizEnd: '日期止',
    dueStart: '到期日起',
    dueEnd: '到期日止',
    overdueDaysMin: '逾期天数起',
    overdueDaysMax: '逾期天数止',
  },
  rows: bookPage,
  columns: [
    { key: 'no', title: '应收单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'source', title: '来源', value: (row) => receivableSources[row.source] },
    { key: 'deliveryNo', title: '发货单号' },
    { key: 'orderNo', title: '订单编号' },
    { key: 'bizDate', title: '日期', kind: 'date' },
    { key: 'dueDate', title: '到期日', kind: 'date' },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'settled', title: '已核销(元)', kind: 'yuan' },
    { key: 'settled', title: '尾差(元)', kind: 'yuan', value: (row) => row.offset },
    { key: 'returned', title: '退货冲减(元)', kind: 'yuan' },
    { key: 'refunded', title: '已退款(元)', kind: 'yuan' },
    { key: 'open', title: '未收(元)', kind: 'yuan' },
    { key: 'overdue', title: '逾期(元)', kind: 'yuan' },
    { key: 'overdueDays', title: '逾期天数', kind: 'number' },
    { key: 'status', title: '状态', value: (row) => receivableStates[row.status] },
    { key: 'salesName', title: '业务员' },
  ],
});

export const debtExport = defineExport({
  type: 'my-debt',
  title: '应付货款',
  permission: [],
  dealers: true,
  query: MyDebtQuery,
  filters: { sourceNo: '发货单或订单', status: ['状态', debtStates], dueStart: '应付日起', dueEnd: '应付日止' },
  rows: (tx, me, query, now) => bookPage(tx, me, { ...query, customerId: customerOf(me), salesMemberId: '' }, now),
  columns: [
    { key: 'no', title: '单号' },
    { key: 'source', title: '来源', value: (row) => debtSources[row.source] },
    { key: 'deliveryNo', title: '发货单号' },
    { key: 'orderNo', title: '订单编号' },
    { key: 'bizDate', title: '日期', kind: 'date' },
    { key: 'dueDate', title: '应付日', kind: 'date' },
    { key: 'amount', title: '货款(元)', kind: 'yuan' },
    { key: 'settled', title: '已付(元)', kind: 'yuan' },
    { key: 'returned', title: '退货冲减(元)', kind: 'yuan' },
    { key: 'open', title: '未付(元)', kind: 'yuan' },
    { key: 'overdueDays', title: '逾期天数', kind: 'number' },
    { key: 'status', title: '状态', value: (row) => debtStates[row.status] },
  ],
});

export const summaryExport = defineExport({
  type: 'receivable-summary',
  title: '客户账龄',
  permission: FUND_MANAGE,
  query: SummaryQuery,
  filters: { customerId: '客户', salesMemberId: '业务员', start: '账期起', end: '账期止', overdue: '有无逾期' },
  rows: async (tx, me, query, now) => {
    const page = await pageSummary(tx, me, query, now);
    const words = (ages: readonly bigint[]) => page.buckets.map((one, at) => `${one.label}${displayYuan(ages[at] ?? 0n)}`).join('；');
    return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, agesText: words(row.ages) })) };
  },
  columns: [
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'customerCode', title: '客户编码' },
    { key: 'salesName', title: '业务员' },
    { key: 'overdue', title: '逾期总额(元)', kind: 'yuan' },
    { key: 'overdueDays', title: '最长逾期(天)', kind: 'number' },
    { key: 'open', title: '未收合计(元)', kind: 'yuan' },
    { key: 'opening', title: '期初(元)', kind: 'yuan' },
    { key: 'raised', title: '本期应收(元)', kind: 'yuan' },
    { key: 'received', title: '本期收款(元)', kind: 'yuan' },
    { key: 'closing', title: '期末(元)', kind: 'yuan' },
    { key: 'ages', title: '未到期(元)', kind: 'yuan', value: (row) => row.ages[0] ?? 0n },
    { key: 'ages', title: '各账龄段(元)', width: 48, value: (row) => row.agesText },
  ],
});

export const receiptExport = defineExport({
  type: 'receipt',
  title: '收款单',
  permission: FUND_MANAGE,
  query: ReceiptQuery,
  filters: {
    no: '收款单号',
    customerId: '客户',
    bankFlowNo: '流水号',
    payWay: ['收款方式', receiptWays],
    status: ['状态', receiptStates],
    receivedStart: '到账时间起',
    receivedEnd: '到账时间止',
    createdStart: '登记时间起',
    createdEnd: '登记时间止',
  },
  rows: receiptRows,
  columns: [
    { key: 'no', title: '收款单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'amount', title: '收款金额(元)', kind: 'yuan' },
    { key: 'applied', title: '已核销(元)', kind: 'yuan' },
    { key: 'unapplied', title: '未核销(元)', kind: 'yuan' },
    { key: 'payWay', title: '收款方式', value: (row) => receiptWays[row.payWay] },
    { key: 'bankFlowNo', title: '流水号', width: 24 },
    { key: 'payer', title: '付款人' },
    { key: 'receivedAt', title: '到账时间', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => receiptStates[row.status] },
    { key: 'creator', title: '登记人' },
  ],
});
