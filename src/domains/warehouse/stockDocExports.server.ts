import { STOCK_COST_VIEW, STOCK_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { displayUnits } from '~/shared/money';
import { StockInQuery, StockOutQuery } from './stockDoc.schema';
import { stockDocStates, stockInKinds, stockOutKinds } from './stockDocState';
import { type DocsOf, insOf, outsOf, stockDocRows } from './stockDocViews.server';

const docsExport = <Kind extends string>(
  type: string,
  query: typeof StockInQuery | typeof StockOutQuery,
  of: DocsOf<Kind>,
  what: '入库' | '出库',
  kinds: Readonly<Record<Kind, string>>,
) =>
  defineExport({
    type,
    title: of.noun,
    permission: STOCK_MANAGE,
    query: query as typeof StockInQuery,
    filters: {
      no: `${of.noun}号`,
      warehouseId: '仓库',
      kind: [`${what}类型`, kinds],
      status: ['状态', stockDocStates],
      bizDateStart: '业务日期起',
      bizDateEnd: '业务日期止',
      sourceNo: '来源单号',
      word: '商品',
      creator: '制单人',
    },
    rows: (tx, me, asked) => stockDocRows(tx, me, of, asked),
    columns: [
      { key: 'no', title: `${of.noun}号` },
      { key: 'warehouseName', title: '仓库' },
      { key: 'kind', title: '类型', value: (row) => kinds[row.kind] },
      { key: 'totalQty', title: '数量(基本单位)', value: (row) => displayUnits(row.quantities) },
      { key: 'totalCost', title: '金额(元)', kind: 'yuan', only: STOCK_COST_VIEW },
      { key: 'counterparty', title: '往来方' },
      { key: 'sourceNo', title: '来源单号' },
      { key: 'bizDate', title: '业务日期', kind: 'date' },
      { key: 'status', title: '状态', value: (row) => stockDocStates[row.status] },
      { key: 'creator', title: '制单人' },
      { key: 'auditor', title: '审核人' },
      { key: 'createdAt', title: '制单时间', kind: 'time' },
    ],
  });

export const stockInExport = docsExport('stock-in-doc', StockInQuery, insOf, '入库', stockInKinds);
export const stockOutExport = docsExport('stock-out-doc', StockOutQuery, outsOf, '出库', stockOutKinds);
