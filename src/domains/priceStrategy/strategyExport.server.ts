import { PRICE_MANAGE } from '~/portal/permissions';
import { defineExport } from '~/server/export.server';
import { said } from '~/shared/told';
import { customerScopes, goodsScopes, names, roundingNames, strategyStates, tierWords } from './priceStrategy';
import { StrategyQuery } from './priceStrategy.schema';
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
    { key: 'tiers', title: '阶梯', width: 40, value: (row) => said('amount', tierWords(row.method, row.tiers)) },
    { key: 'roundTo', title: '取整', value: (row) => roundingNames[row.roundTo] },
    { key: 'validFrom', title: '生效日期', kind: 'date' },
    { key: 'validTo', title: '失效日期', kind: 'date' },
    { key: 'hits', title: '近30天取价次数', kind: 'number' },
    { key: 'state', title: '状态', value: (row) => strategyStates[row.state] },
  ],
});
