import { defineSubject } from '~/portal/subject';

export const customer = defineSubject({ type: 'customer', name: '客户', page: '/portal/customer/detail', table: 'customer', log: 'record', codePrefix: 'KH' });
export const customerAddress = defineSubject({ type: 'customer_address', name: '收货地址', log: 'author' });
export const customerContact = defineSubject({ type: 'customer_contact', name: '客户联系人', log: 'author' });
export const customerLevel = defineSubject({ type: 'customer_level', name: '客户级别', log: 'everybody' });
export const salesArea = defineSubject({ type: 'sales_area', name: '销售区域', log: 'everybody' });
