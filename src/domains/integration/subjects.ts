import { defineSubject } from '~/portal/subject';

export const openApp = defineSubject({ type: 'open_app', name: '第三方应用', page: '/portal/openPlatform/api/detail', log: 'everybody' });
