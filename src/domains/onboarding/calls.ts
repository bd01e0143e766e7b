import { z } from 'zod';
import { CodeSent } from '~/domains/account/accountFields.schema';
import { LoggedIn } from '~/domains/account/calls';
import { CUSTOMER_MANAGE } from '~/portal/permissions';
import { anyone, asGet, get, may, person, post, read } from '~/shared/endpoint';
import { Id, Mobile } from '~/shared/fields.schema';
import { inviteDays } from './onboarding';
import { CompanyCheck, Invite, InviteToken, InviteView, JoinForm, NewInvite, RegisterForm } from './onboarding.schema';

const Nothing = z.object({});

export const saasValidate = post('/ofs/front/user/saasValidate', anyone, CompanyCheck, Nothing, { title: '注册：核对企业名称与信用代码', body: 'form' });
export const verifyPhone = post('/ofs/front/verify/verifyPhoneIsRegister', anyone, z.object({ mobile: Mobile }), z.object({ isRegister: z.boolean() }), {
  title: '注册：手机号是否已有账号',
  body: 'form',
});
const sendSmsCode = post(
  '/ofs/front/verify/fetchSmsCode',
  anyone,
  z.object({ mobile: Mobile, scene: z.enum(['REGISTER', 'JOIN'], '场景不正确').default('REGISTER') }),
  CodeSent,
  { title: '注册：发送短信验证码' },
);
export const fetchSmsCode = asGet(sendSmsCode);
export const register = post('/user/corp/registerAccountAndCorpAllAndInitTenant', anyone, RegisterForm, LoggedIn, {
  title: '注册企业与账号并开通',
  body: 'form',
});

/** Only where the operator shows the demo company (DEMO=1). */
export const visitDemo = post('/partner/user/visitDemo', anyone, Nothing, LoggedIn, { title: '免注册参观演示企业（只读）' });

export const inviteInfo = get('/user/corp/invite/info', anyone, z.object({ token: z.string().max(200).default('') }), InviteView, { title: '邀请链接的内容' });
export const joinByInvite = post('/user/corp/invite/join', anyone, JoinForm, LoggedIn, { title: '受邀加入：验证手机号后加入' });
export const joinAsMe = post('/partner/user/joinByInvite', person, z.object({ token: InviteToken }), LoggedIn, { title: '受邀加入：以当前账号加入' });

const manage = may(CUSTOMER_MANAGE);
export const inviteCreate = post(
  '/saas-boss/customer/invite/create',
  manage,
  z.object({ customerId: Id, days: z.enum(inviteDays, '请选择有效期').default('7') }),
  NewInvite,
  {
    title: '邀请经销商：生成一次性链接',
  },
);
export const inviteList = read('/saas-boss/customer/invite/list', manage, z.object({ customerId: Id }), z.object({ invites: z.array(Invite) }), {
  title: '客户的邀请链接',
});
export const inviteCancel = post('/saas-boss/customer/invite/cancel', manage, z.object({ id: Id }), Nothing, { title: '作废邀请链接' });
