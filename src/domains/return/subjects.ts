import { defineSubject } from '~/portal/subject';

export const returnOrder = defineSubject({
  type: 'return_order',
  name: '退货单',
  page: '/portal/supplyChain/factory/reverseOrder/detail',
  table: 'return_order',
  log: 'record',
  number: { prefix: 'TH' },
});
