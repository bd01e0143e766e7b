import { defineSubject } from '~/portal/subject';

export const stockTransfer = defineSubject({
  type: 'stock_transfer',
  name: '调拨单',
  page: '/portal/supplyChain/factory/warehouse/transfers/detail',
  table: 'stock_transfer',
  log: 'record',
  number: { prefix: 'DB' },
  found: {},
});
