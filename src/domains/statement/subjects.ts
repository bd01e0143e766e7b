import { defineSubject } from '~/portal/subject';

const R = '/portal/supplyChain/factory/finance/receivables';

export const statement = defineSubject({
  type: 'statement',
  name: '对账单',
  page: `${R}/accountCheckDetail`,
  table: 'statement',
  log: 'record',
  number: { prefix: 'DZ' },
});
export const statementAdjust = defineSubject({
  type: 'statement_adjust',
  name: '应收调整单',
  page: `${R}/accountAdjustDetail`,
  table: 'statement_adjust',
  log: 'record',
  number: { prefix: 'TZ' },
});
