import { z } from 'zod';
import { passwordProblems } from './account';

export const NewPassword = z.string().superRefine((password, context) => {
  const [problem] = passwordProblems(password);
  if (problem) context.addIssue({ code: 'custom', message: `密码${problem}` });
});
export const SmsCode = z.string().regex(/^\d{6}$/, '请输入6位验证码');
