import { z } from 'zod';
import { anyone, get, person, post, read } from '~/shared/endpoint';
import { FilterChoice, Mobile, OptionalId, OptionalText } from '~/shared/fields.schema';
import { PageQuery, pageOf, tells } from '~/shared/page.schema';
import { NewPassword, SmsCode } from './account.schema';
import { eventNames } from './accountEvents';
import { CodeSent, PasskeyResponse, Path, Ticket, VendorCode } from './accountFields.schema';
import { LoggedIn } from './calls';
import { Provider } from './scan/scan.schema';
import { MailAddress, SecurityEvent, SecurityState } from './security.schema';

const Nothing = z.object({});

export const sendResetCode = post('/user/reset/sendUpdatePwdCode', anyone, z.object({ mobile: Mobile }), CodeSent, { title: '发送重置密码验证码' });
export const confirmResetCode = post('/user/reset/confirmCode', anyone, z.object({ mobile: Mobile, code: SmsCode }), Nothing, { title: '核对重置密码验证码' });
export const resetPassword = post(
  '/user/reset/confirmCodeAndUpdatePwd',
  anyone,
  z.object({ mobile: Mobile, code: SmsCode, newPassword: NewPassword }),
  Nothing,
  {
    title: '核对验证码并重置密码',
  },
);

const FirstToken = z.string().max(100, '链接不正确');
export const firstPasswordView = read('/user/reset/first/info', anyone, z.object({ token: FirstToken }), z.object({ name: z.string(), mobile: z.string() }), {
  title: '首次设置密码的链接：为谁设置',
});
export const firstPasswordSet = post('/user/reset/first/set', anyone, z.object({ token: FirstToken, newPassword: NewPassword }), LoggedIn, {
  title: '凭链接首次设置密码并登录',
});

export const security = get('/partner/user/security', person, Nothing, SecurityState, { title: '账号与安全' });
export const securityLog = read('/partner/user/security/log', person, tells(PageQuery.extend({ kind: FilterChoice(eventNames) }), {}), pageOf(SecurityEvent), {
  title: '账号安全日志',
});
export const sendProofCode = post('/partner/user/security/sendCode', person, Nothing, CodeSent, { title: '发送身份验证码到本人手机' });
export const proveSelf = post(
  '/partner/user/security/prove',
  person,
  z.object({ password: z.string().max(200).default(''), code: z.union([z.literal(''), SmsCode]).default('') }),
  Nothing,
  { title: '验证身份（密码或短信验证码）' },
);
export const endSessions = post('/partner/user/security/endSessions', person, z.object({ id: OptionalId }), z.object({ ended: z.number() }), {
  title: '下线一台或全部其他设备',
});
export const changePassword = post(
  '/partner/user/changePassword',
  person,
  z.object({ oldPassword: z.string().min(1, '请输入原密码').max(200, '密码过长'), newPassword: NewPassword }),
  Nothing,
  { title: '修改密码' },
);

export const sendAccountCode = post('/partner/user/changeLoginAccount/sendCode', person, z.object({ newLoginAccount: Mobile }), CodeSent, {
  title: '发送验证码到新登录账号',
});
export const changeLoginAccount = post('/partner/user/changeLoginAccount', person, z.object({ newLoginAccount: Mobile, code: SmsCode }), Nothing, {
  title: '修改登录账号',
});
export const sendMailCode = post('/partner/user/mail/sendCode', person, z.object({ email: MailAddress }), CodeSent, { title: '发送邮箱验证码' });
export const bindMail = post('/partner/user/mail/bind', person, z.object({ email: MailAddress, code: SmsCode }), Nothing, { title: '绑定邮箱' });
export const unbindMail = post('/partner/user/mail/unbind', person, Nothing, Nothing, { title: '解绑邮箱' });

export const scanBindStart = post('/partner/user/scanBindUrl', person, z.object({ provider: Provider, redirect: Path }), z.object({ url: z.string() }), {
  title: '开始扫码绑定',
});
export const scanBind = post('/partner/user/scanBind', person, z.object({ provider: Provider, code: VendorCode, state: Ticket }), Nothing, {
  title: '扫码绑定',
});
export const scanUnbind = post('/partner/user/scanUnbind', person, z.object({ provider: Provider }), Nothing, { title: '解除扫码绑定' });

export const totpStart = post('/partner/user/totp/start', person, Nothing, z.object({ qrSvg: z.string(), secret: z.string() }), {
  title: '开启动态验证码：取二维码',
});
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const totpConfirm = post('/partner/user/totp/confirm', person, z.object({ code: SmsCode }), RecoveryCodes, { title: '开启动态验证码：核对' });
export const totpStop = post('/partner/user/totp/stop', person, Nothing, Nothing, { title: '关闭动态验证码' });
export const recoveryRenew = post('/partner/user/totp/recoveryCodes', person, Nothing, RecoveryCodes, { title: '重新生成备用码' });

export const passkeyAddOptions = post('/partner/user/passkey/addOptions', person, Nothing, z.object({ options: z.any(), ticket: z.string() }), {
  title: '添加通行密钥：取挑战',
});
export const passkeyAdd = post(
  '/partner/user/passkey/add',
  person,
  z.object({ ticket: Ticket, response: PasskeyResponse, name: OptionalText(30, '名称') }),
  Nothing,
  {
    title: '添加通行密钥',
  },
);
export const passkeyRemove = post('/partner/user/passkey/remove', person, z.object({ id: z.string().min(1).max(2000) }), Nothing, { title: '删除通行密钥' });
