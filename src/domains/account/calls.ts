import { z } from 'zod';
import { MeView } from '~/portal/me.schema';
import { anyone, get, person, post } from '~/shared/endpoint';
import { BigId, Mobile, Text } from '~/shared/fields.schema';
import { Preferences } from '~/shared/preferences.schema';
import { SmsCode } from './account.schema';
import { CodeSent, PasskeyResponse, Path, Ticket, VendorCode } from './accountFields.schema';
import { Provider } from './scan/scan.schema';

/** Where to go next; the spec's weak-password notice when the password should be changed. */
export const LoggedIn = z.object({ home: z.string(), passwordWeak: z.boolean(), user: MeView });
const Moved = z.object({ home: z.string(), user: MeView });

export const login = post(
  '/partner/user/login',
  anyone,
  z.object({
    account: z.string().trim().min(1, '请输入账号').max(60, '账号过长'),
    password: z.string().min(1, '请输入密码').max(200, '密码过长'),
    scanTicket: Ticket.optional(),
  }),
  LoggedIn,
  { title: '账号密码登录' },
);
export const sendLoginCode = post('/partner/sms/login', anyone, z.object({ mobile: Mobile }), CodeSent, {
  title: '发送登录短信验证码',
});
export const loginByCode = post('/partner/user/smsLogin', anyone, z.object({ mobile: Mobile, code: SmsCode, scanTicket: Ticket.optional() }), LoggedIn, {
  title: '短信验证码登录',
});
export const loginSecond = post(
  '/partner/user/loginSecond',
  anyone,
  z.object({ ticket: Ticket, code: z.string().trim().min(6, '请输入6位动态验证码或备用码').max(20, '请输入6位动态验证码或备用码') }),
  LoggedIn,
  { title: '登录第二步：动态验证码或备用码' },
);
export const scanWays = get('/partner/user/scanWays', anyone, z.object({}), z.array(z.object({ key: Provider, name: z.string(), ready: z.boolean() })), {
  title: '扫码登录方式及是否开通',
});
export const loginScanStart = post('/partner/user/scanLoginUrl', anyone, z.object({ provider: Provider, redirect: Path }), z.object({ url: z.string() }), {
  title: '开始扫码登录',
});
export const loginByScan = post('/partner/user/scanLogin', anyone, z.object({ provider: Provider, code: VendorCode, state: Ticket }), LoggedIn, {
  title: '扫码登录',
});
export const passkeyLoginOptions = post('/partner/user/passkey/loginOptions', anyone, z.object({}), z.object({ options: z.any(), ticket: z.string() }), {
  title: '通行密钥登录：取挑战',
});
export const loginByPasskey = post('/partner/user/passkey/login', anyone, z.object({ ticket: Ticket, response: PasskeyResponse }), LoggedIn, {
  title: '通行密钥登录',
});
export const logout = post('/partner/user/logout', anyone, z.object({}), z.object({}), { title: '退出登录' });
/** `company` is the one the person acts for, `corporationId` its id; `sysCustomerId` a dealer's customer at the current factory. */
const UserInfo = MeView.extend({
  memberId: z.string().nullable(),
  corporationId: z.string(),
  company: z.string(),
  sysCustomerId: z.string().nullable(),
});
export const userInfo = get('/partner/user/info', person, z.object({}), UserInfo, { title: '当前登录用户' });

const MenuEntry = z.object({ name: z.string(), menuTag: z.string(), permissionCode: z.string(), path: z.string() });
/** An app, its groups as the side menu shows them (`icon` is Lucide's name), their entries. */
const MenuNode = MenuEntry.extend({ subMenu: z.array(MenuEntry.extend({ icon: z.string(), subMenu: z.array(MenuEntry) })) });
export const menuTree = get('/saas-boss/user/menuTreeList', person, z.object({}), z.array(MenuNode), { title: '当前用户的菜单树' });
export const trusteeship = get('/partner/supplier/trusteeship', person, z.object({}), z.object({ isTrusteeship: z.boolean(), name: z.string() }), {
  title: '托管状态',
});

export const switchTenant = post('/partner/user/switchTenant', person, z.object({ tenantId: BigId, applicationId: z.string().max(20).optional() }), Moved, {
  title: '切换厂家',
});
export const switchIdentity = post('/partner/user/switchIdentity', person, z.object({ identity: z.enum(['1', '2', '3'], '身份不正确') }), Moved, {
  title: '切换身份',
});
export const renameMe = post('/partner/user/updateProfile', person, z.object({ name: Text(30, '姓名') }), MeView, { title: '修改我的资料' });
export const preferMine = post('/partner/user/preferences', person, Preferences, Preferences, { title: '记住我的列表偏好' });
export const myProfile = get(
  '/partner/user/profile',
  person,
  z.object({}),
  z.object({ name: z.string(), mobile: z.string(), loginAccount: z.string(), email: z.string(), company: z.string() }),
  { title: '我的资料' },
);
export const previewEnd = post('/partner/user/endPreview', person, z.object({}), z.object({ roleId: z.string() }), { title: '退出角色预览', inPreview: true });
