import { defineSubject } from '~/portal/subject';

export const tenantSetting = defineSubject({ type: 'setting', name: '企业设置', log: 'everybody' });
export const importFile = defineSubject({ type: 'import', name: '导入', log: 'author' });
export const exportFile = defineSubject({ type: 'export', name: '导出', log: 'author' });
