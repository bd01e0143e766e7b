import { defineSubject } from '~/portal/subject';

export const tenant = defineSubject({ type: 'tenant', name: '企业', log: 'everybody' });
