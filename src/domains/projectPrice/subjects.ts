import { defineSubject } from '~/portal/subject';

export const projectPrice = defineSubject({
  type: 'projectPrice',
  name: '工程价',
  page: '/portal/supplyChain/factory/projectPrice/detail',
  table: 'project_price',
  log: 'record',
  number: { prefix: 'XM' },
});
