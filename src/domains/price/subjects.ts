import { defineSubject } from '~/portal/subject';

export const customerPrice = defineSubject({ type: 'customerPrice', name: '客户价', table: 'customer', log: 'record' });

export const customerPriceChange = defineSubject({
  type: 'customerPriceChange',
  name: '客户价变更单',
  page: '/portal/supplyChain/factory/customerPrice/change',
  table: 'customer_price_change',
  log: 'record',
  number: { prefix: 'KJ' },
});

export const pricePolicy = defineSubject({
  type: 'pricePolicy',
  name: '价格策略配置',
  page: '/portal/supplyChain/factory/pricestrategy/config',
  log: 'everybody',
});
