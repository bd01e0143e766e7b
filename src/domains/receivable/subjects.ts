import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';

export const receipt = defineSubject({
  type: 'receipt',
  name: '收款单',
  page: `${F}/finance/receivables/receiptDetail`,
  table: 'receipt',
  log: 'record',
  number: { prefix: 'SK' },
  found: { customer: true, amount: 'amount' },
});
export const receivable = defineSubject({
  type: 'receivable',
  name: '应收单',
  page: `${F}/finance/receivables/receivablesDetail`,
  table: 'receivable',
  log: 'record',
  number: { prefix: 'YS' },
  found: { customer: true, amount: 'amount' },
});
