import { defineSubject } from '~/portal/subject';

export const expenseEntry = defineSubject({
  type: 'expense_entry',
  name: '费用单',
  page: '/portal/supplyChain/factory/finance/accountManage/expenseAccountDetail',
  table: 'expense_entry',
  log: 'record',
  number: { prefix: 'FY' },
});
