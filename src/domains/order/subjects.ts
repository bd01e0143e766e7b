import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';

export const order = defineSubject({
  type: 'order',
  name: '订单',
  page: `${F}/order/detail`,
  table: 'sales_order',
  log: 'record',
  number: { prefix: 'DD', crowded: true },
});
