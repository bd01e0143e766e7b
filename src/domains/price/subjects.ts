import { defineSubject } from '~/portal/subject';

export const customerPrice = defineSubject({ type: 'customerPrice', name: '客户价', table: 'customer', log: 'record' });
