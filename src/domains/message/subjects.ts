import { defineSubject } from '~/portal/subject';

export const messageTemplate = defineSubject({ type: 'message_template', name: '消息模板', log: 'everybody' });
export const groupRobot = defineSubject({ type: 'group_robot', name: '钉钉群机器人', log: 'everybody' });
export const outgoing = defineSubject({ type: 'outgoing', name: '消息发送', log: 'author' });
