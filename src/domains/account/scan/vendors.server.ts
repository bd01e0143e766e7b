import { config } from '~/server/config.server';
import { log } from '~/server/log.server';
import { askOutside } from '~/server/outgoing/http.server';
import { refuse } from '~/shared/refusal';
import { providerNames } from './scan';
import type { Provider } from './scan.schema';

/** Who scanned, as the provider knows them: `subject` stays the same for this person across applications where the provider has such an id. */
export interface Scanned {
  subject: string;
  nickname: string;
}

interface Vendor {
  configured(): boolean;
  /** Where the browser goes to show the code to scan; it comes back to `returnTo` with a code and the state. */
  scanPage(returnTo: string, state: string): string;
  whoScanned(code: string): Promise<Scanned>;
}

type Answer = Record<string, unknown>;

/** WeChat open platform, website application: qrconnect, then sns/oauth2/access_token and sns/userinfo. */
const wechat: Vendor = {
  configured: () => Boolean(config().WECHAT_APP_ID && config().WECHAT_APP_SECRET),
  scanPage(returnTo, state) {
    const query = new URLSearchParams({ appid: config().WECHAT_APP_ID ?? '', redirect_uri: returnTo, response_type: 'code', scope: 'snsapi_login', state });
    return `${config().WECHAT_LOGIN_URL}/connect/qrconnect?${query}#wechat_redirect`;
  },
  async whoScanned(code) {
    const { WECHAT_API_URL, WECHAT_APP_ID = '', WECHAT_APP_SECRET = '' } = config();
    const token = new URLSearchParams({ appid: WECHAT_APP_ID, secret: WECHAT_APP_SECRET, code, grant_type: 'authorization_code' });
    const granted = await ask('WECHAT', `${WECHAT_API_URL}/sns/oauth2/access_token?${token}`, { method: 'GET' });
    const who = new URLSearchParams({ access_token: text(granted, 'access_token'), openid: text(granted, 'openid'), lang: 'zh_CN' });
    const person = await ask('WECHAT', `${WECHAT_API_URL}/sns/userinfo?${who}`, { method: 'GET' });
    return subjectOf('WECHAT', text(person, 'unionid') || text(granted, 'unionid') || text(granted, 'openid'), text(person, 'nickname'));
  },
};

/** DingTalk: oauth2/auth, then v1.0/oauth2/userAccessToken and v1.0/contact/users/me. */
const dingtalk: Vendor = {
  configured: () => Boolean(config().DINGTALK_CLIENT_ID && config().DINGTALK_CLIENT_SECRET),
  scanPage(returnTo, state) {
    const query = new URLSearchParams({
      redirect_uri: returnTo,
      response_type: 'code',
      client_id: config().DINGTALK_CLIENT_ID ?? '',
      scope: 'openid',
      state,
      prompt: 'consent',
    });
    return `${config().DINGTALK_LOGIN_URL}/oauth2/auth?${query}`;
  },
  async whoScanned(code) {
    const { DINGTALK_API_URL, DINGTALK_CLIENT_ID = '', DINGTALK_CLIENT_SECRET = '' } = config();
    const granted = await ask('DINGTALK', `${DINGTALK_API_URL}/v1.0/oauth2/userAccessToken`, {
      body: { clientId: DINGTALK_CLIENT_ID, clientSecret: DINGTALK_CLIENT_SECRET, code, grantType: 'authorization_code' },
    });
    const person = await ask('DINGTALK', `${DINGTALK_API_URL}/v1.0/contact/users/me`, {
      method: 'GET',
      headers: { 'x-acs-dingtalk-access-token': text(granted, 'accessToken') },
    });
    return subjectOf('DINGTALK', text(person, 'unionId') || text(person, 'openId'), text(person, 'nick'));
  },
};

export const vendors: Record<Provider, Vendor> = { WECHAT: wechat, DINGTALK: dingtalk };

function subjectOf(provider: Provider, subject: string, nickname: string): Scanned {
  if (!subject) refuse('LOGIN_FAILED', `未能从${providerNames[provider]}取得身份，请重新扫码`);
  return { subject, nickname: nickname.slice(0, 60) };
}

/** WeChat reports errors as errcode in a 200, DingTalk as a status with code and message; the person hears only that it failed. */
async function ask(provider: Provider, url: string, request: Parameters<typeof askOutside>[1]): Promise<Answer> {
  const answer = await askOutside(url, { ...request, allowPrivate: true }).catch((error: unknown) => ({ status: 0, json: { message: String(error) } }));
  const json = (typeof answer.json === 'object' && answer.json !== null ? answer.json : {}) as Answer;
  if (answer.status === 200 && !json['errcode']) return json;
  log.warn(
    { provider, status: answer.status, errcode: json['errcode'] ?? json['code'], said: json['errmsg'] ?? json['message'] },
    'scan refused by the provider',
  );
  return refuse('LOGIN_FAILED', `${providerNames[provider]}授权失败或已过期，请重新扫码`);
}

const text = (answer: Answer, key: string): string => (typeof answer[key] === 'string' ? (answer[key] as string) : '');
