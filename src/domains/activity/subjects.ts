import { defineSubject } from '~/portal/subject';

export const activity = defineSubject({
  type: 'activity',
  name: '限时折扣',
  page: '/portal/supplyChain/factory/activity/detail',
  table: 'activity',
  log: 'record',
  number: { prefix: 'HD' },
});
