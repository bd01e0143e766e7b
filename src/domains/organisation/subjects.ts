import { defineSubject } from '~/portal/subject';

export const member = defineSubject({ type: 'member', name: '成员', log: 'everybody' });
export const department = defineSubject({ type: 'department', name: '部门', log: 'everybody' });
