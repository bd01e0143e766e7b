import { defineSubject } from '~/portal/subject';

const F = '/portal/supplyChain/factory';

export const fundAccount = defineSubject({
  type: 'fund_account',
  name: '资金账户',
  page: `${F}/finance/accountManage/accountDetail`,
  table: 'fund_account',
  log: 'record',
});
export const fundHold = defineSubject({
  type: 'fund_hold',
  name: '资金冻结',
  page: `${F}/finance/accountManage/frozenDetail`,
  table: 'fund_hold',
  log: 'record',
  number: { prefix: 'DJ', crowded: true },
});
export const deposit = defineSubject({
  type: 'enter_account',
  name: '入账单',
  page: `${F}/finance/accountManage/enterAccountDetail`,
  table: 'enter_account',
  log: 'record',
  number: { prefix: 'RZ' },
  found: { customer: true, amount: 'amount' },
});
export const refund = defineSubject({
  type: 'order_refund',
  name: '退款单',
  page: `${F}/finance/accountManage/refundDetail`,
  table: 'order_refund',
  log: 'record',
  number: { prefix: 'TK' },
});
export const withdrawal = defineSubject({
  type: 'withdrawal',
  name: '提现单',
  page: `${F}/finance/accountManage/refundDetail`,
  table: 'withdrawal',
  log: 'record',
  number: { prefix: 'TX' },
});
export const fundConfig = defineSubject({ type: 'fundConfig', name: '账户配置', log: 'everybody' });
export const bankLine = defineSubject({ type: 'bank_line', name: '银行流水', table: 'bank_line', log: 'record' });
