import { defineSubject } from '~/portal/subject';

export const seal = defineSubject({
  type: 'ct_seal',
  name: '印章',
  page: '/portal/supplyChain/factory/smartContract/seal',
  table: 'ct_seal',
  log: 'everybody',
});
