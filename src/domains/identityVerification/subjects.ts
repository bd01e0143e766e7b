import { defineSubject } from '~/portal/subject';

export const identityVerification = defineSubject({ type: 'real_name', name: '实名认证', log: 'everybody' });
