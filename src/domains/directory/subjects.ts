import { defineSubject } from '~/portal/subject';

export const dingtalkConfig = defineSubject({ type: 'dingtalk_config', name: '钉钉同步配置', page: '/portal/openPlatform/dingtalk', log: 'everybody' });
export const dingtalkRun = defineSubject({
  type: 'dingtalk_run',
  name: '钉钉同步',
  page: '/portal/openPlatform/dingtalk/run',
  table: 'dingtalk_run',
  log: 'everybody',
});
export const dingtalkLink = defineSubject({ type: 'dingtalk_link', name: '钉钉对应关系', log: 'everybody' });
