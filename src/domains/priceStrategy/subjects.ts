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
export const pricePolicy = defineSubject({ type: 'pricePolicy', name: '价格策略配置', page: `${F}/pricestrategy/config`, log: 'everybody' });
