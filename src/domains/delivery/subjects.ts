import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';

export const delivery = defineSubject({
  type: 'delivery',
  name: '发货单',
  page: `${F}/deliver/detail`,
  table: 'delivery',
  log: 'record',
  number: { prefix: 'FH' },
  found: { customer: true, amount: 'amount' },
});
