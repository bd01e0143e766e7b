import { CONTRACT_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { contractKinds, contractStates, rescissions, tabs } from './contract';
import { ContractQuery } from './contract.schema';
import { contractRows } from './views.server';

export const contractExport = defineExport({
  type: 'contract',
  title: '合同',
  permission: CONTRACT_MANAGE,
  query: ContractQuery,
  filters: {
    no: '合同编号',
    title: '合同名称',
    kind: ['类型', contractKinds],
    tab: ['状态', tabs],
    customerId: '客户',
    bizId: '关联单据',
    deadlineStart: '截止日期起',
    deadlineEnd: '截止日期止',
  },
  rows: contractRows,
  columns: [
    { key: 'no', title: '合同编号' },
    { key: 'title', title: '合同名称', width: 40 },
    { key: 'kind', title: '类型', value: (row) => contractKinds[row.kind] },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'bizNo', title: '关联单据' },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'status', title: '状态', value: (row) => contractStates[row.status] },
    { key: 'signed', title: '签署进度', value: (row) => `${row.signed}/${row.signers}` },
    { key: 'deadline', title: '签署截止', kind: 'date' },
    { key: 'validFrom', title: '生效日期', kind: 'date' },
    { key: 'validTo', title: '终止日期', kind: 'date' },
    { key: 'rescission', title: '解约', value: (row) => rescissions[row.rescission] },
    { key: 'startedAt', title: '发起时间', kind: 'time' },
    { key: 'endedAt', title: '完成时间', kind: 'time' },
    { key: 'creator', title: '创建人' },
  ],
});
