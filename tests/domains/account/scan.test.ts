import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '~/server/config.server';
import { database } from '~/server/db.server';
import { refusalCodes } from '~/shared/refusal';
import { type Browser, browser, makeLogin, STRONG } from '../../support/account';
import { makeTenant, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

/** Both providers as their documentation describes them, on one local server; a code is worth one person, once. */
let vendor: Server;
let base = '';
let asked: { path: string; query: URLSearchParams; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];
const codes = new Map<string, { id: string; name: string }>();
const shared = globalThis as { portalConfig?: unknown };
const MOBILE = '13911112222';

beforeAll(async () => {
  await testDatabase();
  vendor = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor');
    asked.push({ path: pathname, query: searchParams, headers: request.headers, body: text ? JSON.parse(text) : {} });
    const [status, answer] = answerOf(pathname, searchParams, request.headers, text ? JSON.parse(text) : {});
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(vendor.address() as { port: number }).port}`;
});
afterAll(() => new Promise((resolve) => vendor.close(resolve)));
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeLogin(TENANT_A, MOBILE);
  asked = [];
  codes.clear();
  shared.portalConfig = readConfig({
    ...process.env,
    WECHAT_APP_ID: 'wx1',
    WECHAT_APP_SECRET: 'wxsecret',
    WECHAT_LOGIN_URL: base,
    WECHAT_API_URL: base,
    DINGTALK_CLIENT_ID: 'ding1',
    DINGTALK_CLIENT_SECRET: 'dingsecret',
    DINGTALK_LOGIN_URL: base,
    DINGTALK_API_URL: base,
  });
});
afterEach(() => {
  delete shared.portalConfig;
});

function answerOf(path: string, query: URLSearchParams, headers: IncomingMessage['headers'], body: Record<string, unknown>): [number, unknown] {
  if (path === '/sns/oauth2/access_token') {
    const person = take(query.get('code') ?? '');
    if (!person || query.get('secret') !== 'wxsecret') return [200, { errcode: 40029, errmsg: 'invalid code' }];
    return [200, { access_token: `at-${person.id}`, expires_in: 7200, openid: `o-${person.id}`, scope: 'snsapi_login', unionid: `u-${person.id}` }];
  }
  if (path === '/sns/userinfo') return [200, { openid: query.get('openid'), nickname: '小林', unionid: (query.get('openid') ?? '').replace('o-', 'u-') }];
  if (path === '/v1.0/oauth2/userAccessToken') {
    const person = take(String(body['code']));
    if (!person || body['clientSecret'] !== 'dingsecret') return [400, { code: 'invalidAuthCode', message: '不存在的临时授权码' }];
    return [200, { accessToken: `dt-${person.id}`, refreshToken: 'r', expireIn: 7200 }];
  }
  if (path === '/v1.0/contact/users/me')
    return [200, { nick: '林工', unionId: String(headers['x-acs-dingtalk-access-token']).replace('dt-', 'ud-'), openId: 'x' }];
  return [404, {}];
}
function take(code: string) {
  const person = codes.get(code);
  codes.delete(code);
  return person;
}
const scanned = (id: string): string => {
  const code = `code-${id}-${codes.size}`;
  codes.set(code, { id, name: id });
  return code;
};

type Provider = 'WECHAT' | 'DINGTALK';
async function startedState(at: Browser, provider: Provider, path = '/partner/user/scanLoginUrl'): Promise<string> {
  const { data } = await at.post(path, { provider, redirect: '/portal/message/list' });
  return new URL(data.url).searchParams.get('state') ?? '';
}
async function scanLogin(at: Browser, provider: Provider, id: string) {
  const state = await startedState(at, provider);
  return at.post('/partner/user/scanLogin', { provider, code: scanned(id), state });
}
const loggedIn = async (): Promise<Browser> => {
  const at = browser();
  await at.post('/partner/user/login', { account: MOBILE, password: STRONG });
  return at;
};
async function bind(at: Browser, provider: Provider, id: string) {
  const state = await startedState(at, provider, '/partner/user/scanBindUrl');
  return at.post('/partner/user/scanBind', { provider, code: scanned(id), state });
}

describe('the way to the provider', () => {
  it('is the page WeChat documents', async () => {
    const { data } = await browser().post('/partner/user/scanLoginUrl', { provider: 'WECHAT' });
    const url = new URL(data.url);
    expect([url.pathname, url.hash]).toEqual(['/connect/qrconnect', '#wechat_redirect']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      appid: 'wx1',
      response_type: 'code',
      scope: 'snsapi_login',
      redirect_uri: 'http://localhost/portal/login?scan=WECHAT',
    });
  });

  it('is the page DingTalk documents', async () => {
    const { data } = await browser().post('/partner/user/scanLoginUrl', { provider: 'DINGTALK' });
    const url = new URL(data.url);
    expect(url.pathname).toBe('/oauth2/auth');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ client_id: 'ding1', response_type: 'code', scope: 'openid', prompt: 'consent' });
  });

  it('is closed where nothing is configured, and says so', async () => {
    shared.portalConfig = readConfig({});
    expect((await browser().get('/partner/user/scanWays')).data.map((one: { ready: boolean }) => one.ready)).toEqual([false, false]);
    const refused = await browser().post('/partner/user/scanLoginUrl', { provider: 'WECHAT' });
    expect([refused.code, refused.message]).toEqual([refusalCodes.NOT_CONFIGURED, '本平台尚未开通微信扫码，请使用密码或短信验证码登录']);
  });
});

describe.each(['WECHAT', 'DINGTALK'] as const)('%s', (provider) => {
  it('binds, logs in, unbinds; the person’s id there is sealed', async () => {
    const me = await loggedIn();
    expect((await bind(me, provider, 'lin')).code).toBe('0');
    const { rows } = await database().pool.query('select subject, subject_hash from account_binding');
    expect(JSON.stringify(rows)).not.toMatch(/ud?-lin/);
    const scan = (await me.get('/partner/user/security')).data.scans.find((one: { key: string }) => one.key === provider);
    expect(scan).toMatchObject({ bound: true, nickname: provider === 'WECHAT' ? '小林' : '林工' });
    const entered = await scanLogin(browser(), provider, 'lin');
    expect([entered.code, entered.data.user.mobile]).toEqual(['0', MOBILE]);
    await me.post('/partner/user/scanUnbind', { provider });
    expect((await scanLogin(browser(), provider, 'lin')).code).toBe(refusalCodes.SCAN_UNBOUND);
  });

  it('of somebody unbound is bound by the next login in that browser', async () => {
    const at = browser();
    const unbound = await scanLogin(at, provider, 'lin');
    expect(unbound.message).toContain('登录后自动绑定');
    const { scanTicket } = unbound.data;
    expect((await at.post('/partner/user/login', { account: MOBILE, password: STRONG, scanTicket })).code).toBe('0');
    expect((await scanLogin(browser(), provider, 'lin')).code).toBe('0');
  });

  it('refuses a state used twice, of another browser, or made up, before asking the provider', async () => {
    const at = browser();
    const state = await startedState(at, provider);
    const finish = (who: Browser, given = state) => who.post('/partner/user/scanLogin', { provider, code: scanned('lin'), state: given });
    expect((await finish(browser())).message).toBe('扫码已失效，请重新扫码');
    expect((await finish(at)).message).toBe('扫码已失效，请重新扫码');
    expect((await finish(at, 'made-up')).message).toBe('扫码已失效，请重新扫码');
    expect(asked).toEqual([]);
  });

  it('says so when the provider refuses or is away', async () => {
    const at = browser();
    const refused = await at.post('/partner/user/scanLogin', { provider, code: 'unknown', state: await startedState(at, provider) });
    expect(refused.message).toContain('授权失败或已过期');
    shared.portalConfig = { ...(shared.portalConfig as object), WECHAT_API_URL: 'http://127.0.0.1:1', DINGTALK_API_URL: 'http://127.0.0.1:1' };
    const away = await at.post('/partner/user/scanLogin', { provider, code: scanned('lin'), state: await startedState(at, provider) });
    expect(away.message).toContain('授权失败或已过期');
    expect(away.text).not.toContain('secret');
  });
});

it('one WeChat opens one account', async () => {
  await makeLogin(TENANT_A, '13722223333');
  const [me, other] = [await loggedIn(), browser()];
  await other.post('/partner/user/login', { account: '13722223333', password: STRONG });
  await bind(me, 'WECHAT', 'lin');
  expect((await bind(other, 'WECHAT', 'lin')).message).toBe('该微信已绑定其他账号，请先在原账号解绑');
  expect((await bind(me, 'WECHAT', 'wang')).message).toBe('当前账号已绑定其他微信，请先解绑');
  expect((await bind(me, 'WECHAT', 'lin')).code).toBe('0');
});
