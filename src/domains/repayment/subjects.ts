import { defineSubject } from '~/portal/subject';

export const payment = defineSubject({
  type: 'repay_payment',
  name: '还款单',
  page: '/portal/creditSystem/usePaySuccess',
  table: 'repay_payment',
  log: 'record',
  number: { prefix: 'HK' },
});
export const change = defineSubject({ type: 'repay_change', name: '还款周期变更单', table: 'repay_change', log: 'record', number: { prefix: 'ZQ' } });
