import { PRICE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { shownStates } from './projectPrice';
import { SheetQuery } from './projectPrice.schema';
import { sheetRows } from './projectPrice.server';

export const projectPriceExport = defineExport({
  type: 'projectPrice',
  title: '工程价',
  permission: PRICE_MANAGE,
  query: SheetQuery,
  filters: {
    no: '单号',
    projectId: '项目',
    customerId: '客户',
    word: '商品',
    state: ['状态', shownStates],
    expiring: '30天内到期',
    changing: '待审批',
  },
  rows: sheetRows,
  columns: [
    { key: 'no', title: '单号' },
    { key: 'projectName', title: '项目', width: 32 },
    { key: 'customerName', title: '客户', width: 32 },
    { key: 'lineCount', title: '商品行数', kind: 'number' },
    { key: 'validFrom', title: '生效日期', kind: 'date' },
    { key: 'validTo', title: '失效日期', kind: 'date' },
    { key: 'usedPercent', title: '已用上限(%)', value: (row) => (row.usedPercent === null ? '' : String(row.usedPercent)) },
    { key: 'state', title: '状态', value: (row) => shownStates[row.state] },
    { key: 'approver', title: '审批人' },
    { key: 'updatedAt', title: '更新时间', kind: 'time' },
  ],
});
