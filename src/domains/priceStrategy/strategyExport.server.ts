import { PRICE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { PageQuery } from '~/shared/page';
import { customerScopes, goodsScopes, names, roundingNames, strategyStates, tierWords } from './priceStrategy';
import { SimulateInput, StrategyQuery } from './priceStrategy.schema';
import { simulatePrice } from './simulate.server';
import { exportedStrategies } from './strategy.server';

export const strategyExport = defineExport({
  type: 'priceStrategy',
  title: '价格策略',
  permission: PRICE_MANAGE,
  query: StrategyQuery,
  filters: {
    keyword: '策略',
    customerId: '适用客户',
    customerScope: ['客户范围', customerScopes],
    goodsScope: ['商品范围', goodsScopes],
    productId: '适用商品',
    state: ['状态', strategyStates],
  },
  rows: exportedStrategies,
  columns: [
    { key: 'priority', title: '优先级', kind: 'number' },
    { key: 'no', title: '策略编号' },
    { key: 'name', title: '策略名称', width: 28 },
    { key: 'customerWords', title: '适用客户', width: 32 },
    { key: 'goodsWords', title: '适用商品', width: 32 },
    { key: 'method', title: '定价方式', value: (row) => names.methods[row.method] },
    { key: 'tiers', title: '阶梯', width: 40, value: (row) => tierWords(row.method, row.tiers) },
    { key: 'roundTo', title: '取整', value: (row) => roundingNames[row.roundTo] },
    { key: 'validFrom', title: '生效日期', kind: 'date' },
    { key: 'validTo', title: '失效日期', kind: 'date' },
    { key: 'hits', title: '近30天取价次数', kind: 'number' },
    { key: 'state', title: '状态', value: (row) => strategyStates[row.state] },
  ],
});

/** The table of one simulation, to hand around. */
export const simulationExport = defineExport({
  type: 'priceSimulation',
  title: '取价试算',
  permission: PRICE_MANAGE,
  query: SimulateInput.extend(PageQuery.shape),
  filters: { customerId: '客户', projectId: '项目', skuId: '商品', unitId: '单位', qty: '数量', at: '时间' },
  rows: async (tx, me, query, now) => {
    const { rows, customerName, productName, skuCode, unitName } = await simulatePrice(tx, me, query, now);
    const goods = { customerName, productName, skuCode, unitName };
    return { pagedRecords: rows.map((row) => ({ ...row, ...goods })), pageNo: 1, totalCount: rows.length, next: null };
  },
  columns: [
    { key: 'order', title: '次序', kind: 'number' },
    { key: 'customerName', title: '客户', width: 28 },
    { key: 'productName', title: '商品', width: 28 },
    { key: 'skuCode', title: 'SKU编码' },
    { key: 'layer', title: '来源', value: (row) => names.layers[row.layer] },
    { key: 'name', title: '名称', width: 28 },
    { key: 'rule', title: '规则', width: 24 },
    { key: 'minQty', title: '起始数量', kind: 'qty' },
    { key: 'validity', title: '有效期', width: 24 },
    { key: 'price', title: '单价(元)', kind: 'price' },
    { key: 'unitName', title: '单位' },
    { key: 'hit', title: '是否采用', value: (row) => (row.hit ? '采用' : row.usable ? '可用，未采用' : '不适用') },
    { key: 'reason', title: '原因', width: 32 },
  ],
});
