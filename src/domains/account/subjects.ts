import { defineSubject } from '~/portal/subject';

export const account = defineSubject({ type: 'account', name: '账号', log: 'everybody' });
