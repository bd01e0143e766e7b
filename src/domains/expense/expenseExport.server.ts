import { FUND_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { expenseKinds, expenseStates, lotScopes } from './expense';
import { ExpenseQuery } from './expense.schema';
import { expenseRows } from './views.server';

export const expenseExport = defineExport({
  type: 'fund-expense',
  title: '费用单',
  permission: FUND_MANAGE,
  query: ExpenseQuery,
  filters: {
    no: '费用单号',
    customerId: '客户',
    kind: ['费用类型', expenseKinds],
    status: ['状态', expenseStates],
    validStart: '有效期起',
    validEnd: '有效期止',
  },
  rows: expenseRows,
  columns: [
    { key: 'no', title: '费用单号' },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'kind', title: '费用类型', value: (row) => expenseKinds[row.kind] },
    { key: 'amount', title: '金额(元)', kind: 'yuan' },
    { key: 'remaining', title: '剩余(元)', kind: 'yuan' },
    { key: 'held', title: '其中冻结(元)', kind: 'yuan' },
    { key: 'validTo', title: '有效期至', value: (row) => row.validTo ?? '长期' },
    { key: 'maxRatio', title: '抵扣比例', value: (row) => `${row.maxRatio}%` },
    { key: 'scope', title: '适用商品', value: (row) => lotScopes[row.scope] },
    { key: 'basisNo', title: '依据单号' },
    { key: 'status', title: '状态', value: (row) => expenseStates[row.status] },
    { key: 'creator', title: '登记人' },
    { key: 'createdAt', title: '登记时间', kind: 'time' },
    { key: 'confirmer', title: '确认人' },
    { key: 'confirmedAt', title: '确认时间', kind: 'time' },
  ],
});
