import { URGE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { type CaseState, caseStates } from './case';
import { CaseQuery } from './case.schema';
import { listCases } from './caseViews.server';

const yesNo = { true: '是', false: '否' };

export const caseExport = defineExport({
  type: 'urge-case',
  title: '催收案件',
  permission: URGE_MANAGE,
  query: CaseQuery,
  filters: {
    no: '案件号',
    customerId: '客户',
    ownerId: '催收员',
    status: ['状态', caseStates],
    strategyId: '策略',
    overdueDaysMin: '逾期天数不少于',
    overdueDaysMax: '逾期天数不多于',
    overdueStart: '逾期金额起',
    overdueEnd: '逾期金额止',
    followStart: '下次跟进起',
    followEnd: '下次跟进止',
    promised: ['有承诺', yesNo],
    disputed: ['有争议', yesNo],
    closed: ['含已结', yesNo],
  },
  rows: (tx, me, query, now) => listCases(tx, me, query, now),
  columns: [
    { key: 'no', title: '案件号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'status', title: '状态', value: (row) => caseStates[row.status as CaseState] },
    { key: 'overdueAmount', title: '逾期金额(元)', kind: 'yuan' },
    { key: 'openAmount', title: '未收金额(元)', kind: 'yuan' },
    { key: 'disputedAmount', title: '争议金额(元)', kind: 'yuan' },
    { key: 'items', title: '笔数' },
    { key: 'overdueDays', title: '最长逾期(天)' },
    { key: 'strategyName', title: '策略' },
    { key: 'stepNo', title: '已到步骤' },
    { key: 'ownerName', title: '催收员' },
    { key: 'lastContactOn', title: '上次联系' },
    { key: 'nextOn', title: '下一步日期' },
    { key: 'followOn', title: '下次跟进' },
    { key: 'createdAt', title: '建案时间', kind: 'time' },
  ],
});
