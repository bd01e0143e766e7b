import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';

export const warehouse = defineSubject({ type: 'warehouse', name: '仓库', table: 'warehouse', log: 'record' });
export const stockIn = defineSubject({
  type: 'stock_doc',
  name: '入库单',
  page: `${F}/warehouse/inDetail`,
  table: 'stock_doc',
  log: 'record',
  number: { prefix: 'RK' },
  found: { where: ['direction', 'IN'] },
});
export const stockOut = defineSubject({
  type: 'stock_out',
  name: '出库单',
  page: `${F}/warehouse/outDetail`,
  table: 'stock_doc',
  log: 'record',
  number: { prefix: 'CK' },
  found: { where: ['direction', 'OUT'] },
});
