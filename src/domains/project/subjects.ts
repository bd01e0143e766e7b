import { defineSubject } from '~/portal/subject';

export const project = defineSubject({ type: 'project', name: '项目', page: '/portal/project/detail', table: 'project', log: 'record', codePrefix: 'GC' });
