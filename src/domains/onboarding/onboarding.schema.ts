import { z } from 'zod';
import { NewPassword, SmsCode } from '~/domains/account/account.schema';
import { Instant, Mobile, OptionalText, Text } from '~/shared/fields.schema';
import { normalizeUscc, usccProblem } from '~/shared/uscc';

const Uscc = z
  .string()
  .transform(normalizeUscc)
  .superRefine((code, context) => {
    const problem = code === '' ? '不能为空' : usccProblem(code);
    if (problem) context.addIssue({ code: 'custom', message: `统一社会信用代码${problem}` });
  });

const company = {
  companyName: Text(60, '企业名称').refine((name) => name === '' || name.length >= 4, '企业名称应与营业执照一致，至少4个字'),
  uscc: Uscc,
};
/** The company alone: what `saasValidate` looks at before the account is filled in. */
export const CompanyCheck = z.object(company);
const agreement = z.literal('true', '请阅读并同意用户协议与隐私政策');
const account = { name: Text(30, '姓名'), mobile: Mobile, code: SmsCode, password: NewPassword };

/** Travels as form data, so every value is a text. */
export const RegisterForm = z.object({
  ...company,
  shortName: OptionalText(20, '企业简称'),
  province: Text(30, '所在地区'),
  city: OptionalText(30, '市'),
  district: OptionalText(30, '区'),
  address: OptionalText(120, '详细地址'),
  ...account,
  agreement,
});
export type RegisterForm = z.input<typeof RegisterForm>;

export const InviteToken = z.string().regex(/^\d{1,18}\.[\w-]{43}$/, '邀请链接不完整，请重新打开完整链接');
/** A person new to the portal chooses a name and a password; one who has an account proves the number only. */
export const JoinForm = z.object({
  token: InviteToken,
  mobile: Mobile,
  code: SmsCode,
  name: OptionalText(30, '姓名'),
  password: z.union([z.literal(''), NewPassword]).default(''),
});

/** What a link tells whoever opens it, before they prove anything. */
export const InviteView = z.object({
  state: z.enum(['OPEN', 'USED', 'EXPIRED', 'CANCELLED', 'UNKNOWN']),
  tenantName: z.string(),
  customerName: z.string(),
  expiresAt: Instant.nullable(),
});
export type InviteView = z.input<typeof InviteView>;

export const Invite = z.object({
  id: z.string(),
  state: z.enum(['OPEN', 'USED', 'EXPIRED', 'CANCELLED']),
  createdBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  usedBy: z.string(),
  usedAt: Instant.nullable(),
});
export type Invite = z.input<typeof Invite>;
export const NewInvite = z.object({ link: z.string(), text: z.string(), expiresAt: Instant });
export type NewInvite = z.input<typeof NewInvite>;
