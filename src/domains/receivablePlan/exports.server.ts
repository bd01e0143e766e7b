import { ARM_PLAN } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayYuan } from '~/shared/money';
import { AdjustQuery, DisputeQuery } from './adjust.schema';
import { listAdjusts, listDisputes } from './adjustViews.server';
import { listCustomers } from './customerViews.server';
import { CustomerQuery, OverQuery, OwedQuery } from './open.schema';
import { overPage } from './openViews.server';
import { owedPage } from './owedViews.server';
import { MoneyQuery } from './pay.schema';
import { moneyPage } from './payViews.server';
import {
  adjustKinds,
  adjustStates,
  disputeReasons,
  disputeStates,
  moneyKinds,
  moneyStates,
  natures,
  openSources,
  owedStates,
  planSources,
  planStates,
} from './plan';
import { PlanQuery } from './plan.schema';
import { planPage } from './planViews.server';

const yes = { true: '是', false: '否' } as const;

export const planExport = defineExport({
  type: 'ar-plan',
  title: '应收计划',
  permission: ARM_PLAN,
  query: PlanQuery,
  filters: {
    no: '计划编号/合同号',
    title: '计划名称',
    customerId: '客户',
    projectId: '项目',
    source: ['来源', planSources],
    status: ['状态', planStates],
    ownerId: '负责人',
  },
  rows: (tx, me, query, now) => planPage(tx, me, query, now),
  columns: [
    { key: 'no', title: '计划编号' },
    { key: 'title', title: '计划名称', width: 32 },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'contractNo', title: '合同号' },
    { key: 'projectName', title: '项目' },
    { key: 'source', title: '来源', value: (row) => planSources[row.source] },
    { key: 'status', title: '状态', value: (row) => planStates[row.status] },
    { key: 'total', title: '计划总额(元)', kind: 'yuan' },
    { key: 'raised', title: '已到应收(元)', kind: 'yuan' },
    { key: 'paid', title: '已收(元)', kind: 'yuan' },
    { key: 'adjusted', title: '调整与退货(元)', kind: 'yuan' },
    { key: 'open', title: '未收(元)', kind: 'yuan' },
    { key: 'overdue', title: '逾期(元)', kind: 'yuan' },
    { key: 'nextDue', title: '下次到期', kind: 'date' },
    { key: 'ownerName', title: '负责人' },
    { key: 'createdAt', title: '新建时间', kind: 'time' },
  ],
});

export const owedExport = defineExport({
  type: 'ar-item',
  title: '应收信息',
  permission: ARM_PLAN,
  query: OwedQuery,
  filters: {
    no: '应收单号',
    sourceNo: '来源单号',
    planId: '应收计划',
    customerId: '客户',
    salesMemberId: '业务员',
    nature: ['款项性质', natures],
    status: ['状态', owedStates],
    bizStart: '日期起',
    bizEnd: '日期止',
    dueStart: '到期日起',
    dueEnd: '到期日止',
    disputed: ['有争议', yes],
  },
  rows: owedPage,
  columns: [
    { key: 'no', title: '应收单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'nature', title: '款项性质', value: (row) => natures[row.nature] },
    { key: 'source', title: '来源', value: (row) => openSources[row.source] },
    { key: 'sourceNo', title: '来源单号' },
    { key: 'planNo', title: '应收计划' },
    { key: 'orderNo', title: '订单编号' },
    { key: 'bizDate', title: '日期', kind: 'date' },
    { key: 'dueDate', title: '到期日', kind: 'date' },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'settled', title: '已收(元)', kind: 'yuan' },
    { key: 'adjusted', title: '调整与退货(元)', kind: 'yuan' },
    { key: 'disputed', title: '争议(元)', kind: 'yuan' },
    { key: 'open', title: '未收(元)', kind: 'yuan' },
    { key: 'overdueDays', title: '逾期天数', kind: 'number' },
    { key: 'status', title: '状态', value: (row) => owedStates[row.status] },
    { key: 'salesName', title: '业务员' },
  ],
});

export const overExport = defineExport({
  type: 'ar-overdue',
  title: '逾期信息',
  permission: ARM_PLAN,
  query: OverQuery,
  filters: {
    planId: '应收计划',
    customerId: '客户',
    salesMemberId: '业务员',
    nature: ['款项性质', natures],
    overdueDaysMin: '逾期天数起',
    overdueDaysMax: '逾期天数止',
    notDue: ['未到期', yes],
  },
  rows: overPage,
  columns: [
    { key: 'no', title: '单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'nature', title: '款项性质', value: (row) => natures[row.nature] },
    { key: 'source', title: '来源', value: (row) => openSources[row.source] },
    { key: 'dueDate', title: '到期日', kind: 'date' },
    { key: 'overdueDays', title: '逾期天数', kind: 'number' },
    { key: 'label', title: '账龄段' },
    { key: 'open', title: '未收(元)', kind: 'yuan' },
    { key: 'disputed', title: '争议(元)', kind: 'yuan' },
    { key: 'running', title: '可催收(元)', kind: 'yuan' },
    { key: 'penalty', title: '违约金(元)', kind: 'yuan' },
    { key: 'salesName', title: '业务员' },
  ],
});

export const customerExport = defineExport({
  type: 'ar-customer',
  title: '应收客户',
  permission: ARM_PLAN,
  query: CustomerQuery,
  filters: { customerId: '客户', salesMemberId: '业务员', overdue: ['是否逾期', yes] },
  rows: async (tx, me, query, now) => {
    const page = await listCustomers(tx, me, query, now);
    const words = (ages: readonly bigint[]) => page.buckets.map((one, at) => `${one.label}${displayYuan(ages[at] ?? 0n)}`).join('；');
    return { ...page, pagedRecords: page.pagedRecords.map((row) => ({ ...row, agesText: words(row.ages) })) };
  },
  columns: [
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'customerCode', title: '客户编码' },
    { key: 'salesName', title: '业务员' },
    { key: 'open', title: '应收余额(元)', kind: 'yuan' },
    { key: 'overdue', title: '逾期(元)', kind: 'yuan' },
    { key: 'overdueDays', title: '最长逾期(天)', kind: 'number' },
    { key: 'ages', title: '各账龄段(元)', width: 48, value: (row) => row.agesText },
    { key: 'disputed', title: '争议(元)', kind: 'yuan' },
    { key: 'creditLimit', title: '授信额度(元)', kind: 'yuan' },
    { key: 'creditFree', title: '授信可用(元)', kind: 'yuan' },
    { key: 'prepaid', title: '预收(元)', kind: 'yuan' },
  ],
});

export const adjustExport = defineExport({
  type: 'ar-adjust',
  title: '应收调整',
  permission: ARM_PLAN,
  query: AdjustQuery,
  filters: { no: '单号', customerId: '客户', kind: ['类型', adjustKinds], status: ['状态', adjustStates] },
  rows: (tx, me, query) => listAdjusts(tx, me, query),
  columns: [
    { key: 'no', title: '调整单号' },
    { key: 'kind', title: '类型', value: (row) => adjustKinds[row.kind] },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'receivableNo', title: '应收单号' },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'restored', title: '已恢复(元)', kind: 'yuan' },
    { key: 'dueTo', title: '新到期日', kind: 'date' },
    { key: 'natureTo', title: '新款项性质' },
    { key: 'reason', title: '原因', width: 32 },
    { key: 'status', title: '状态', value: (row) => adjustStates[row.status] },
    { key: 'creator', title: '申请人' },
    { key: 'decider', title: '审批人' },
    { key: 'createdAt', title: '申请时间', kind: 'time' },
  ],
});

export const moneyExport = defineExport({
  type: 'ar-pay',
  title: '回款信息',
  permission: ARM_PLAN,
  query: MoneyQuery,
  filters: {
    no: '单号',
    bankFlowNo: '流水号',
    customerId: '客户',
    kind: ['单据', moneyKinds],
    status: ['状态', moneyStates],
    receivedStart: '到账时间起',
    receivedEnd: '到账时间止',
  },
  rows: (tx, me, query) => moneyPage(tx, me, query),
  columns: [
    { key: 'no', title: '单号' },
    { key: 'kind', title: '单据', value: (row) => moneyKinds[row.kind] },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'applied', title: '已核销(元)', kind: 'yuan' },
    { key: 'unapplied', title: '未核销(元)', kind: 'yuan' },
    { key: 'payWay', title: '收款方式' },
    { key: 'bankFlowNo', title: '流水号', width: 24 },
    { key: 'payer', title: '付款方' },
    { key: 'receivedAt', title: '到账时间', kind: 'time' },
    { key: 'status', title: '状态', value: (row) => moneyStates[row.status] },
    { key: 'creator', title: '登记人' },
  ],
});

export const disputeExport = defineExport({
  type: 'ar-dispute',
  title: '应收争议',
  permission: ARM_PLAN,
  query: DisputeQuery,
  filters: { customerId: '客户', reason: ['争议原因', disputeReasons], status: ['状态', disputeStates] },
  rows: (tx, me, query) => listDisputes(tx, me, query),
  columns: [
    { key: 'no', title: '争议单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'receivableNo', title: '应收单号' },
    { key: 'reason', title: '争议原因', value: (row) => disputeReasons[row.reason] },
    { key: 'amount', title: '争议金额(元)', kind: 'yuan' },
    { key: 'upheld', title: '成立金额(元)', kind: 'yuan' },
    { key: 'words', title: '说明', width: 32 },
    { key: 'answer', title: '处理说明', width: 32 },
    { key: 'status', title: '状态', value: (row) => disputeStates[row.status] },
    { key: 'creator', title: '登记人' },
    { key: 'createdAt', title: '登记时间', kind: 'time' },
    { key: 'closer', title: '处理人' },
  ],
});
