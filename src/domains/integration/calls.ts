import { z } from 'zod';
import { DEVELOPER, THIRD_APPLICATION } from '~/portal/permissions';
import { TOKEN_PATH } from '~/portal/programs';
import { anyone, may, post, read } from '~/shared/endpoint';
import { pageOf } from '~/shared/page.schema';
import {
  AppChange,
  AppChoices,
  AppDetail,
  AppInput,
  AppLogEntry,
  AppLogQuery,
  AppQuery,
  AppRef,
  AppRotate,
  AppRow,
  AppSecret,
  AppToken,
  AppUpdate,
  AppVersion,
} from './app.schema';
import { Checked, CheckInput } from './check.schema';

const base = '/saas-boss/app';
const manages = may(THIRD_APPLICATION);
const Nothing = z.object({});

export const appList = read(`${base}/list`, manages, AppQuery, pageOf(AppRow), { title: '第三方应用列表' });
export const appGet = read(`${base}/get`, manages, AppRef, AppDetail, { title: '第三方应用详情' });
export const appPermissions = read(`${base}/apiPermissions`, manages, Nothing, AppChoices, { title: '可授予应用的权限与接口' });
export const appCreate = post(`${base}/create`, manages, AppInput, AppSecret, { title: '新建第三方应用' });
export const appUpdate = post(`${base}/update`, manages, AppUpdate, AppRef, { title: '编辑第三方应用' });
export const appSwitch = post(`${base}/switch`, manages, AppChange, AppRef, { title: '启用、停用或注销第三方应用' });
export const appRotate = post(`${base}/rotate`, manages, AppRotate, AppSecret, { title: '更换第三方应用的密钥' });
export const appDelete = post(`${base}/delete`, manages, AppVersion, Nothing, { title: '删除已注销的第三方应用' });
export const appLog = read(`${base}/log`, manages, AppLogQuery, pageOf(AppLogEntry), { title: '第三方应用的调用日志' });
/** By signature alone: who has no session proves itself by it. */
export const appToken = post(TOKEN_PATH, anyone, Nothing, AppToken, { title: '第三方应用换取访问令牌' });
export const signatureCheck = read(`${base}/checkSignature`, may(DEVELOPER, THIRD_APPLICATION), CheckInput, Checked, { title: '校验签名并指出不一致的部分' });
