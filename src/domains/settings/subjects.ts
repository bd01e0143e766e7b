import { defineSubject } from '~/portal/subject';

export const orderSettings = defineSubject({ type: 'baseConfig', name: '订单基础配置', log: 'everybody' });
