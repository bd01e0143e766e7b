import { receiptWays } from '~/domains/finance/receiptWay';
import { CREDIT_REPAY } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { shanghaiDate } from '~/shared/dates';
import { itemRows } from './itemViews.server';
import { paymentRows } from './paymentViews.server';
import { billStates, itemStates, paymentKinds, paymentSources, paymentStates } from './repayment';
import { ItemQuery, PaymentQuery } from './repayment.schema';

const tabs = { OPEN: '待还款', OVERDUE: '已逾期', SETTLED: '已还清', ALL: '全部' };

export const planExport = defineExport({
  type: 'repay-plan',
  title: '还款计划',
  permission: CREDIT_REPAY,
  query: ItemQuery,
  filters: {
    tab: ['范围', tabs],
    no: '计划号',
    orderNo: '用信单或订单号',
    customerId: '客户',
    creditOrderId: '用信单',
    dueStart: '应还日起',
    dueEnd: '应还日止',
  },
  rows: async (tx, me, query, now) => (await itemRows(tx, me, query, shanghaiDate(now))).page,
  columns: [
    { key: 'no', title: '计划号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'creditOrderNo', title: '用信单号' },
    { key: 'orderNo', title: '订单编号' },
    { key: 'nominalOn', title: '约定日' },
    { key: 'dueOn', title: '应还日' },
    { key: 'graceEnd', title: '宽限至' },
    { key: 'principal', title: '应还本金(元)', kind: 'yuan' },
    { key: 'interest', title: '利息(元)', kind: 'yuan' },
    { key: 'fee', title: '费用(元)', kind: 'yuan' },
    { key: 'penalty', title: '违约金(元)', kind: 'yuan' },
    { key: 'paid', title: '已还(元)', kind: 'yuan' },
    { key: 'owed', title: '未还(元)', kind: 'yuan' },
    { key: 'overdueDays', title: '逾期天数' },
    { key: 'state', title: '状态', value: (row) => itemStates[row.state] },
  ],
});

export const paymentExport = defineExport({
  type: 'repay-payment',
  title: '还款记录',
  permission: CREDIT_REPAY,
  query: PaymentQuery,
  filters: {
    no: '还款单号',
    payer: '付款方',
    bankRef: '流水号',
    customerId: '客户',
    kind: ['类型', paymentKinds],
    status: ['状态', paymentStates],
    bill: ['承兑汇票', billStates],
    billStart: '票据到期日起',
    billEnd: '票据到期日止',
    valueStart: '入账日起',
    valueEnd: '入账日止',
  },
  rows: async (tx, me, query, now) => (await paymentRows(tx, me, query, now)).page,
  columns: [
    { key: 'no', title: '还款单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'kind', title: '类型', value: (row) => paymentKinds[row.kind] },
    { key: 'payer', title: '付款方', width: 32 },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'applied', title: '已核销(元)', kind: 'yuan' },
    { key: 'unapplied', title: '未核销(元)', kind: 'yuan' },
    { key: 'refunded', title: '已退预收(元)', kind: 'yuan' },
    { key: 'valueOn', title: '入账日' },
    { key: 'channel', title: '方式', value: (row) => (row.channel === '' ? '' : receiptWays[row.channel]) },
    { key: 'bankRef', title: '流水号' },
    { key: 'billNo', title: '承兑票号' },
    { key: 'billDueOn', title: '票据到期日' },
    { key: 'status', title: '状态', value: (row) => paymentStates[row.status] },
    { key: 'source', title: '来源', value: (row) => paymentSources[row.source] },
    { key: 'creator', title: '登记人' },
    { key: 'createdAt', title: '登记时间', kind: 'time' },
  ],
});
