import { defineSubject } from '~/portal/subject';

export const stockCount = defineSubject({
  type: 'stock_count',
  name: '盘点单',
  page: '/portal/supplyChain/factory/warehouse/inventory/detail',
  table: 'stock_count',
  log: 'record',
  number: { prefix: 'PD' },
  found: {},
});
