import { STOCK_COST_VIEW, STOCK_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { batchLooks, batchName } from './batch';
import { BatchQuery } from './batch.schema';
import { listBatches } from './batchViews.server';
import { ledgerRows } from './ledgerViews.server';
import { bizTypes, stockStates, suggestedIn } from './stock';
import { LedgerQuery, StockQuery } from './stock.schema';
import { stockRows } from './stockViews.server';

export const stockExport = defineExport({
  type: 'stock',
  title: '实时库存',
  permission: STOCK_MANAGE,
  query: StockQuery,
  filters: { warehouseId: '仓库', word: '商品', state: ['库存状态', stockStates], categoryId: '分类', brand: '品牌', hideZero: '隐藏零库存' },
  rows: stockRows,
  columns: [
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'name', title: '商品', width: 32 },
    { key: 'name', title: '销售属性', value: (row) => row.saleText },
    { key: 'spec', title: '规格' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'unitName', title: '单位' },
    { key: 'onHand', title: '在库', kind: 'qty' },
    { key: 'reserved', title: '占用', kind: 'qty' },
    { key: 'frozen', title: '冻结', kind: 'qty' },
    { key: 'inTransit', title: '在途', kind: 'qty' },
    { key: 'available', title: '可用', kind: 'qty' },
    { key: 'short', title: '欠货', kind: 'qty' },
    { key: 'safety', title: '下限', kind: 'qty', value: (row) => row.safetyLow },
    { key: 'safety', title: '上限', kind: 'qty', value: (row) => row.safetyHigh },
    { key: 'suggested', title: '建议补货', kind: 'qty', value: (row) => suggestedIn(row) },
    { key: 'categoryName', title: '分类' },
    { key: 'brand', title: '品牌' },
    { key: 'avgCost', title: '成本价(元)', kind: 'price', only: STOCK_COST_VIEW },
    { key: 'amount', title: '库存金额(元)', kind: 'yuan', only: STOCK_COST_VIEW },
  ],
});

export const ledgerExport = defineExport({
  type: 'stock-ledger',
  title: '出入库流水',
  permission: STOCK_MANAGE,
  query: LedgerQuery,
  filters: {
    warehouseId: '仓库',
    word: '商品',
    atStart: '时间起',
    atEnd: '时间止',
    direction: ['方向', { IN: '入', OUT: '出', HOLD: '仅占用' }],
    bizType: ['业务类型', bizTypes],
    bizNo: '单号',
  },
  rows: ledgerRows,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'name', title: '商品', width: 32 },
    { key: 'typeName', title: '类型' },
    { key: 'bizNo', title: '单号' },
    { key: 'before', title: '变动前', kind: 'qty' },
    { key: 'change', title: '变动', kind: 'qty' },
    { key: 'after', title: '变动后', kind: 'qty' },
    { key: 'unitName', title: '单位' },
    { key: 'reservedChange', title: '占用变动', kind: 'qty' },
    { key: 'afterReserved', title: '变动后占用', kind: 'qty' },
    { key: 'cost', title: '成本单价(元)', kind: 'price', only: STOCK_COST_VIEW },
    { key: 'actor', title: '操作人' },
  ],
});

export const batchExport = defineExport({
  type: 'stockBatch',
  title: '批次库存',
  permission: STOCK_MANAGE,
  query: BatchQuery,
  filters: { warehouseId: '仓库', skuId: 'SKU', word: '商品', batchNo: '批次', look: ['效期', batchLooks] },
  rows: listBatches,
  columns: [
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'name', title: '商品', width: 28 },
    { key: 'saleText', title: '销售属性' },
    { key: 'warehouseName', title: '仓库' },
    { key: 'batchNo', title: '批次号', value: (row) => batchName(row.batchNo) },
    { key: 'expiresOn', title: '到期日', kind: 'date' },
    { key: 'look', title: '效期', value: (row) => (row.expiresOn ? batchLooks[row.look] : '') },
    { key: 'onHand', title: '在库', kind: 'qty' },
    { key: 'inTransit', title: '在途', kind: 'qty' },
    { key: 'unitName', title: '单位' },
  ],
});
