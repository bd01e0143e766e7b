import type { Provider } from './scan.schema';

export const providers = ['WECHAT', 'DINGTALK'] as const;
export const providerNames: Record<Provider, string> = { WECHAT: '微信', DINGTALK: '钉钉' };
