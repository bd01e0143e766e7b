import { defineSubject } from '~/portal/subject';

export const role = defineSubject({ type: 'role', name: '角色', log: 'everybody' });
