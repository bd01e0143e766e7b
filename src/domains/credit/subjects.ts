import { defineSubject } from '~/portal/subject';

export const creditAccount = defineSubject({
  type: 'credit_account',
  name: '授信账户',
  page: '/portal/creditSystem/quota/list/{id}',
  table: 'credit_account',
  log: 'record',
  number: { prefix: 'SX' },
});
export const creditOrder = defineSubject({
  type: 'credit_order',
  name: '用信单',
  page: '/portal/creditSystem/useCredit/list/{id}',
  table: 'credit_order',
  log: 'record',
  number: { prefix: 'YX', crowded: true },
});
export const creditType = defineSubject({
  type: 'credit_type',
  name: '授信类型',
  page: '/portal/creditSystem/creditType',
  table: 'credit_type',
  log: 'everybody',
});
export const creditGroup = defineSubject({ type: 'credit_group', name: '集团额度', table: 'credit_group', log: 'everybody' });
export const creditMoney = defineSubject({ type: 'credit_money', name: '额度设置', log: 'everybody' });
