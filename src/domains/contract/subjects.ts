import { defineSubject } from '~/portal/subject';

export const contract = defineSubject({
  type: 'contract',
  name: '合同',
  page: '/portal/supplyChain/factory/smartContract/detail',
  table: 'ct_contract',
  log: 'record',
  number: { prefix: 'HT' },
});
export const contractTemplate = defineSubject({
  type: 'contract_template',
  name: '合同模板',
  page: '/portal/supplyChain/factory/smartContract/template',
  table: 'ct_template',
  log: 'record',
});
export const certificate = defineSubject({
  type: 'ct_identity',
  name: '数字证书',
  page: '/portal/supplyChain/factory/smartContract/certificate',
  table: 'ct_identity',
  log: 'record',
});
