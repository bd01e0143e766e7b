import { reactions } from '~/domains/creditRule/rule';
import { CREDIT_QUOTA } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { type ApplyKind, type ApplyState, applyKinds, applyStates } from './apply';
import { ApplyQuery } from './apply.schema';
import { applyRows } from './applyViews.server';

export const applyExport = defineExport({
  type: 'credit-apply',
  title: '授信申请',
  permission: CREDIT_QUOTA,
  query: ApplyQuery,
  filters: {
    no: '申请单号',
    customerId: '客户',
    creditTypeId: '授信类型',
    accountId: '授信账户',
    kind: ['申请类型', applyKinds],
    status: ['状态', applyStates],
    decidedStart: '办结日期起',
    decidedEnd: '办结日期止',
    startDate: '创建日期起',
    endDate: '创建日期止',
  },
  rows: applyRows,
  columns: [
    { key: 'no', title: '申请单号' },
    { key: 'kind', title: '申请类型', value: (row) => applyKinds[row.kind as ApplyKind] },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'typeName', title: '授信类型' },
    { key: 'accountNo', title: '授信账户' },
    { key: 'status', title: '状态', value: (row) => applyStates[row.status as ApplyState] },
    { key: 'requested', title: '申请额度(元)', kind: 'yuan' },
    { key: 'granted', title: '核定额度(元)', kind: 'yuan' },
    { key: 'limitBefore', title: '原额度(元)', kind: 'yuan' },
    { key: 'suggestedLo', title: '建议下限(元)', kind: 'yuan' },
    { key: 'suggestedHi', title: '建议上限(元)', kind: 'yuan' },
    { key: 'verdict', title: '规则预检', value: (row) => (row.verdict ? reactions[row.verdict as keyof typeof reactions] : '') },
    { key: 'validFrom', title: '有效期起' },
    { key: 'validTo', title: '有效期止' },
    { key: 'creator', title: '申请人' },
    { key: 'submittedAt', title: '提交时间', kind: 'time' },
    { key: 'decider', title: '审批人' },
    { key: 'decidedAt', title: '审批时间', kind: 'time' },
    { key: 'createdAt', title: '创建时间', kind: 'time' },
  ],
});
