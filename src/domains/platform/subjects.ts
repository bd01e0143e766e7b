import { defineSubject } from '~/portal/subject';

export const dictionary = defineSubject({ type: 'dictionary', name: '字典', log: 'everybody' });
export const systemSettings = defineSubject({ type: 'setBase', name: '系统基础设置', log: 'everybody' });
export const chore = defineSubject({ type: 'chore', name: '后台任务', log: 'everybody' });
