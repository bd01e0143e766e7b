import { defineSubject } from '~/portal/subject';

export const billing = defineSubject({
  type: 'billing',
  name: '开票申请',
  page: '/portal/supplyChain/factory/billing/detail',
  table: 'billing',
  log: 'record',
  number: { prefix: 'KP' },
});
