import { defineSubject } from '~/portal/subject';

export const processSubject = defineSubject({
  type: 'process',
  name: '审批流程',
  page: '/portal/openPlatform/processConfigEdit',
  table: 'wf_process',
  log: 'everybody',
});
export const processGroupSubject = defineSubject({ type: 'processGroup', name: '审批用户组', table: 'wf_group', log: 'everybody' });
