import { defineSubject } from '~/portal/subject';

export const creditApply = defineSubject({
  type: 'credit_apply',
  name: '授信申请',
  page: '/portal/creditSystem/creditCreate/{id}',
  table: 'credit_apply',
  log: 'record',
  number: { prefix: 'SQ' },
});
/** The same documents, decided as a change or an end of credit. */
export const creditChange = defineSubject({
  type: 'credit_change',
  name: '额度变更申请',
  page: '/portal/creditSystem/creditCreate/{id}',
  table: 'credit_apply',
  log: 'record',
});
export const creditExpire = defineSubject({
  type: 'credit_expire',
  name: '额度失效申请',
  page: '/portal/creditSystem/creditCreate/{id}',
  table: 'credit_apply',
  log: 'record',
});
export const creditMaterial = defineSubject({ type: 'credit_material', name: '授信材料', log: 'everybody' });
