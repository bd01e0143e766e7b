import { defineSubject } from '~/portal/subject';

const A = '/portal/receiveAdmin';

export const plan = defineSubject({
  type: 'ar_plan',
  name: '应收计划',
  page: `${A}/infoSearch/detail`,
  table: 'ar_plan',
  log: 'record',
  number: { prefix: 'YJ' },
});
export const adjust = defineSubject({
  type: 'ar_adjust',
  name: '应收调整',
  page: `${A}/adjust/detail`,
  table: 'ar_adjust',
  log: 'record',
  number: { prefix: 'YT' },
});
export const dispute = defineSubject({
  type: 'ar_dispute',
  name: '应收争议',
  page: `${A}/dispute/detail`,
  table: 'ar_dispute',
  log: 'record',
  number: { prefix: 'ZY' },
});
export const config = defineSubject({ type: 'ar_config', name: '应收设置', log: 'everybody' });
