import type { RegisterForm } from './onboarding.schema';

export const blankRegister: RegisterForm = {
  companyName: '',
  uscc: '',
  shortName: '',
  province: '',
  city: '',
  district: '',
  address: '',
  name: '',
  mobile: '',
  code: '',
  password: '',
  agreement: 'false' as 'true',
};
export const inviteStates: Record<string, string> = { OPEN: '待使用', USED: '已使用', EXPIRED: '已过期', CANCELLED: '已作废', UNKNOWN: '无效' };
export const inviteDays = ['1', '3', '7', '30'] as const;
