import { Hono } from 'hono';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '~/server/config.server';
import { securityHeaders } from '~/server/headers.server';
import { health } from '~/server/health.server';
import { servedCalls } from '~/server/serve.server';
import { web } from '~/server/web.server';
import { makeMember, makeTenant, type Person, TENANT_A } from '../support/app';
import { addCustomer } from '../support/customers';
import { emptyDatabase, testDatabase } from '../support/database';
import { withEnvironment } from '../support/environment';

const UNTRUSTED = '100000005';
let clerk: Person;

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  clerk = await makeMember(TENANT_A, '苏晓禾', 'admin');
});

describe('a GET that changes something', () => {
  const changing = () => servedCalls().filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.options.reads);

  it('is one of those the specification names', () => {
    expect(changing().map(({ endpoint }) => endpoint.path.replace(/\/message\/inner\/message\/|\/ofs\/front\/verify\//, '').split('/')[0])).toEqual(
      expect.arrayContaining(['read', 'readMany', 'readAll', 'fetchSmsCode']),
    );
    expect(changing()).toHaveLength(4);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a site beside this one', { 'sec-fetch-site': 'same-site' }],
    ['an address typed or a link opened', { 'sec-fetch-site': 'none' }],
    ['a browser that does not say, on another site’s page', { 'sec-fetch-site': '', referer: 'https://evil.example/portal/message/list' }],
    ['one that says nothing at all', { 'sec-fetch-site': '' }],
  ])('is refused from %s', async (_, { 'sec-fetch-site': site, ...headers }) => {
    for (const { endpoint } of changing()) {
      const given = new Headers({ host: 'portal.example.com', cookie: clerk.cookie, ...headers, ...(site ? { 'sec-fetch-site': site } : {}) });
      const answer = await web.request(endpoint.path, { headers: given });
      expect(await answer.json(), endpoint.path).toMatchObject({ code: UNTRUSTED });
    }
  });

  it('is answered to the product’s own page, also to one on plain HTTP that only has a referrer', async () => {
    const own = { host: 'portal.example.com', cookie: clerk.cookie };
    const told: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin' }, { referer: 'http://portal.example.com/portal/message/list' }];
    for (const headers of told) {
      const answer = await web.request('/message/inner/message/readAll', { headers: { ...own, ...headers } });
      expect(await answer.json()).toMatchObject({ code: '0' });
    }
  });
});

describe('a link that leaves the product', () => {
  it('begins with the address the operator set, whatever host the request claims', async () => {
    withEnvironment({ PUBLIC_ORIGIN: 'https://portal.example.com' });
    expect(await invitedFrom('evil.example')).toMatch(/^https:\/\/portal\.example\.com\/portal\/register\?invite=/);
  });

  it('names no claimed host where nothing is set either', async () => {
    expect(await invitedFrom('evil.example')).toMatch(/^http:\/\/localhost:\d+\/portal\/register\?invite=/);
  });

  async function invitedFrom(host: string): Promise<string> {
    const customerId = await addCustomer(clerk.me, '晴川建材有限公司');
    const answer = await web.request(`http://${host}/saas-boss/customer/invite/create`, {
      method: 'POST',
      headers: { host, cookie: clerk.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ customerId }),
    });
    const { data, message } = (await answer.json()) as { data: { link: string; text: string }; message?: string };
    expect(data?.link, message).toBeTruthy();
    expect(data.text).toContain(data.link);
    return data.link;
  }

  it('must be known before the product is used for real', () => {
    expect(() => readConfig({ DEMO: '0' })).toThrow(/PUBLIC_ORIGIN.*DEMO=0（正式使用）时不能为空/);
    expect(() => readConfig({ DEMO: '0', PUBLIC_ORIGIN: 'javascript:alert(1)' })).toThrow(/PUBLIC_ORIGIN/);
    expect(readConfig({ DEMO: '0', PUBLIC_ORIGIN: 'https://portal.example.com' }).DEMO).toBe(false);
    expect(readConfig({}).PUBLIC_ORIGIN).toBeUndefined();
  });
});

describe('the policy of a page', () => {
  const styles = async (prefix: string | undefined): Promise<string | undefined> => {
    vi.stubEnv('ASSETS_PREFIX', prefix);
    vi.resetModules();
    const { headersOf } = await import('~/server/headers.server');
    vi.unstubAllEnvs();
    return /style-src [^;]*/.exec(headersOf("default-src 'self'; style-src 'self' 'sha256-x'; script-src 'self'")['Content-Security-Policy'] ?? '')?.[0];
  };

  it('lets styles come from the CDN the product was built for, and from nowhere else', async () => {
    expect(await styles('https://cdn.example.com/portal')).toBe("style-src 'self' https://cdn.example.com 'unsafe-inline'");
    expect(await styles(undefined)).toBe("style-src 'self' 'unsafe-inline'");
  });
});

describe('what stands between', () => {
  const portal = new Hono<{ Bindings: { peer?: string } }>().use('*', securityHeaders).route('/', health).route('/web', web);

  it('keeps no answer of a call', async () => {
    for (const path of ['/web/partner/user/info', '/web/no/such/call', '/healthz'])
      expect((await portal.request(path)).headers.get('cache-control'), path).toBe('no-store');
  });

  const measured = async (peer: string | undefined, headers: Record<string, string> = {}, url = 'http://localhost/metrics') =>
    (await portal.fetch(new Request(url, { headers }), peer === undefined ? {} : { peer })).status;

  it('reads the metrics on the machine itself only, and not through a proxy on it', async () => {
    expect(await measured('127.0.0.1')).toBe(200);
    expect(await measured('::1')).toBe(200);
    expect(await measured('10.0.0.7')).toBe(403);
    expect(await measured(undefined)).toBe(403);
    withEnvironment({ TRUST_PROXY: '1' });
    expect(await measured('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(403);
    expect(await measured('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(403);
    expect(await measured('127.0.0.1', {}, 'http://portal.example.com/metrics')).toBe(403);
  });

  it('reads them from anywhere with the token, and from nowhere without it once there is one', async () => {
    withEnvironment({ METRICS_TOKEN: 'token-of-the-monitoring' });
    expect(await measured('10.0.0.7', { authorization: 'Bearer token-of-the-monitoring' })).toBe(200);
    expect(await measured('10.0.0.7', { authorization: 'Bearer token-of-the-monitorinG' })).toBe(403);
    expect(await measured('127.0.0.1')).toBe(403);
  });
});
