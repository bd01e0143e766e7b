import { z } from 'zod';

export const providers = ['WECHAT', 'DINGTALK'] as const;
export type Provider = (typeof providers)[number];
export const Provider = z.enum(providers, '不支持的扫码方式');
export const providerNames: Record<Provider, string> = { WECHAT: '微信', DINGTALK: '钉钉' };
