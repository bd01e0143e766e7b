import { FUND_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { bankLineStates, matchBases } from './bankLine';
import { BankLineQuery } from './bankLine.schema';
import { bankLineRows } from './bankLines.server';
import { depositStates } from './deposit';
import { DepositQuery } from './deposit.schema';
import { depositRows } from './depositViews.server';
import { accountStates, accountTypes, postingKinds } from './fund';
import { AccountQuery } from './fund.schema';
import { accountRows } from './fundAccounts.server';
import { MyMovementQuery } from './myFunds.schema';
import { pageMyMovements } from './myFunds.server';
import { receiptWays } from './receiptWay';
import { withdrawalRows } from './refundViews.server';
import { withdrawalSources, withdrawalStates } from './withdrawal';
import { WithdrawalQuery } from './withdrawal.schema';

export const accountExport = defineExport({
  type: 'fund-account',
  title: '客户账户',
  permission: FUND_MANAGE,
  query: AccountQuery,
  filters: {
    customerId: '客户',
    type: ['账户类型', accountTypes],
    status: ['状态', accountStates],
    balanceStart: '余额起',
    balanceEnd: '余额止',
    low: '低于提醒',
  },
  rows: accountRows,
  columns: [
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'customerCode', title: '客户编码' },
    { key: 'posted', title: '资金余额(元)', kind: 'yuan' },
    { key: 'held', title: '冻结(元)', kind: 'yuan' },
    { key: 'available', title: '可用(元)', kind: 'yuan' },
    { key: 'expensePosted', title: '费用余额(元)', kind: 'yuan' },
    { key: 'expenseHeld', title: '费用冻结(元)', kind: 'yuan' },
    { key: 'lowBalance', title: '提醒余额(元)', kind: 'yuan' },
    { key: 'changedAt', title: '最近变动', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => accountStates[row.status] },
  ],
});

export const movementExport = defineExport({
  type: 'my-moves',
  title: '资金流水',
  permission: [],
  dealers: true,
  query: MyMovementQuery,
  filters: { atStart: '时间起', atEnd: '时间止', direction: ['收支', { IN: '收入', OUT: '支出' }], bizNo: '单号' },
  rows: pageMyMovements,
  columns: [
    { key: 'bizNo', title: '单号' },
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'kind', title: '类型', value: (row) => postingKinds[row.kind] ?? row.kind },
    { key: 'income', title: '收入(元)', kind: 'yuan' },
    { key: 'expense', title: '支出(元)', kind: 'yuan' },
    { key: 'balance', title: '余额(元)', kind: 'yuan' },
  ],
});

export const depositExport = defineExport({
  type: 'fund-enter',
  title: '入账单',
  permission: FUND_MANAGE,
  query: DepositQuery,
  filters: {
    no: '入账单号',
    customerId: '客户',
    payWay: ['付款方式', receiptWays],
    bankFlowNo: '银行流水号',
    status: ['状态', depositStates],
    paidStart: '付款时间起',
    paidEnd: '付款时间止',
    confirmedStart: '确认时间起',
    confirmedEnd: '确认时间止',
  },
  rows: depositRows,
  columns: [
    { key: 'no', title: '入账单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'payWay', title: '付款方式', value: (row) => receiptWays[row.payWay] },
    { key: 'bankFlowNo', title: '银行流水号', width: 24 },
    { key: 'payer', title: '付款人' },
    { key: 'paidAt', title: '付款时间', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => depositStates[row.status] },
    { key: 'creator', title: '登记人' },
    { key: 'confirmer', title: '确认人' },
    { key: 'confirmedAt', title: '确认时间', kind: 'time' },
    { key: 'createdAt', title: '登记时间', kind: 'time' },
  ],
});

defineExport({
  type: 'withdrawal',
  title: '提现单',
  permission: FUND_MANAGE,
  query: WithdrawalQuery,
  filters: { no: '提现单号', customerId: '客户', status: ['状态', withdrawalStates] },
  rows: withdrawalRows,
  columns: [
    { key: 'no', title: '提现单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'source', title: '来源', value: (row) => withdrawalSources[row.source] },
    { key: 'payee', title: '收款户名', width: 32 },
    { key: 'bankAccount', title: '银行账号', width: 24 },
    { key: 'creator', title: '申请人' },
    { key: 'createdAt', title: '申请时间', kind: 'time' },
    { key: 'approver', title: '审批人' },
    { key: 'paidAt', title: '付款时间', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => withdrawalStates[row.status] },
  ],
});

defineExport({
  type: 'bank-line',
  title: '银行流水',
  permission: FUND_MANAGE,
  query: BankLineQuery,
  filters: {
    flowNo: '流水号',
    payer: '付款人',
    customerId: '匹配客户',
    basis: ['匹配依据', matchBases],
    status: ['状态', bankLineStates],
    tradedStart: '交易时间起',
    tradedEnd: '交易时间止',
  },
  rows: bankLineRows,
  columns: [
    { key: 'tradedAt', title: '交易时间', kind: 'time' },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'payer', title: '付款人', width: 32 },
    { key: 'payerTail', title: '付款账号尾号' },
    { key: 'summary', title: '摘要', width: 32 },
    { key: 'flowNo', title: '流水号', width: 24 },
    { key: 'customerName', title: '匹配客户', width: 32 },
    { key: 'score', title: '匹配依据', value: (row) => matchBases[row.basis] },
    { key: 'status', title: '状态', value: (row) => bankLineStates[row.status] },
    { key: 'enterNo', title: '入账单', value: (row) => row.enterNo || row.receiptNo },
    { key: 'handler', title: '处理人' },
    { key: 'createdAt', title: '导入时间', kind: 'time' },
  ],
});
