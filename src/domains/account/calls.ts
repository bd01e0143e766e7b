import { z } from 'zod';
import { MeView } from '~/portal/me';
import { anyone, get, person, post } from '~/shared/endpoint';
import { BigId, Mobile, Text } from '~/shared/fields';

/** Where to go next; the spec's weak-password notice when the password should be changed. */
const LoggedIn = z.object({ home: z.string(), passwordWeak: z.boolean(), user: MeView });
const Moved = z.object({ home: z.string(), user: MeView });

export const login = post(
  '/partner/user/login',
  anyone,
  z.object({ account: z.string().trim().min(1, '请输入账号').max(60, '账号过长'), password: z.string().min(1, '请输入密码').max(200, '密码过长') }),
  LoggedIn,
  { title: '账号密码登录' },
);
export const sendLoginCode = post('/partner/sms/login', anyone, z.object({ mobile: Mobile }), z.object({ waitSeconds: z.number() }), {
  title: '发送登录短信验证码',
});
export const loginByCode = post(
  '/partner/user/smsLogin',
  anyone,
  z.object({ mobile: Mobile, code: z.string().regex(/^\d{6}$/, '请输入6位短信验证码') }),
  LoggedIn,
  { title: '短信验证码登录' },
);
export const logout = post('/partner/user/logout', anyone, z.object({}), z.object({}), { title: '退出登录' });
export const userInfo = get('/partner/user/info', person, z.object({}), MeView, { title: '当前登录用户' });

export const MenuNode = z.object({
  name: z.string(),
  menuTag: z.string(),
  permissionCode: z.string(),
  path: z.string(),
  subMenu: z.array(z.object({ name: z.string(), menuTag: z.string(), permissionCode: z.string(), path: z.string() })),
});
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
export const renameMe = post(
  '/partner/user/updateProfile',
  person,
  z.object({ name: Text(30, '姓名'), email: z.union([z.literal(''), z.email('邮箱格式不正确').max(100)]).default('') }),
  MeView,
  { title: '修改我的资料' },
);
export const myProfile = get(
  '/partner/user/profile',
  person,
  z.object({}),
  z.object({ name: z.string(), mobile: z.string(), loginAccount: z.string(), email: z.string(), company: z.string() }),
  { title: '我的账户资料' },
);
