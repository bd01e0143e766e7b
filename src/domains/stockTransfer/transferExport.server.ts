import { STOCK_COST_VIEW, STOCK_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayUnits } from '~/shared/money';
import { transferStates } from './transfer';
import { TransferQuery } from './transfer.schema';
import { transferRows } from './transferViews.server';

type Row = Awaited<ReturnType<typeof transferRows>>['pagedRecords'][number];
const sum = (row: Row, of: 'qty' | 'inQty' | 'lossQty') => displayUnits(row.quantities.map((one) => ({ unitName: one.unitName, qty: one[of] })));

export const transferExport = defineExport({
  type: 'stock-transfer',
  title: '调拨单',
  permission: STOCK_MANAGE,
  query: TransferQuery,
  filters: {
    no: '调拨单号',
    fromWarehouseId: '调出仓库',
    toWarehouseId: '调入仓库',
    status: ['状态', transferStates],
    open: ['仅在途', { true: '是' }],
    bizDateStart: '业务日期起',
    bizDateEnd: '业务日期止',
    word: '商品',
    creator: '制单人',
  },
  rows: transferRows,
  columns: [
    { key: 'no', title: '调拨单号' },
    { key: 'fromName', title: '调出仓库' },
    { key: 'toName', title: '调入仓库' },
    { key: 'quantities', title: '调拨数(基本单位)', value: (row) => sum(row, 'qty') },
    { key: 'quantities', title: '已收', value: (row) => sum(row, 'inQty') },
    { key: 'quantities', title: '短少', value: (row) => sum(row, 'lossQty') },
    { key: 'totalCost', title: '成本(元)', kind: 'yuan', only: STOCK_COST_VIEW },
    { key: 'bizDate', title: '业务日期', kind: 'date' },
    { key: 'status', title: '状态', value: (row) => transferStates[row.status] },
    { key: 'lossDocNo', title: '短少出库单' },
    { key: 'creator', title: '制单人' },
    { key: 'auditor', title: '审核人' },
    { key: 'createdAt', title: '制单时间', kind: 'time' },
    { key: 'auditedAt', title: '调出时间', kind: 'time' },
  ],
});
