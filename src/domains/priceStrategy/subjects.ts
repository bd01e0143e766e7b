import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';
export const priceStrategy = defineSubject({
  type: 'priceStrategy',
  name: '价格策略',
  page: `${F}/pricestrategy/detail`,
  table: 'price_strategy',
  log: 'record',
  number: { prefix: 'CL' },
});
export const priceStrategyChange = defineSubject({
  type: 'priceStrategyChange',
  name: '价格策略变更单',
  page: `${F}/pricestrategy/change`,
  table: 'price_strategy_change',
  log: 'record',
  number: { prefix: 'CJ' },
});
