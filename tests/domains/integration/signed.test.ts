import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ORDER_MANAGE } from '~/portal/permissions';
import { writeApiLog } from '~/server/apiLog.server';
import type { Opened } from '~/server/db.server';
import { refusalCodes } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, post, TENANT_A, TENANT_B } from '../../support/app';
import { testDatabase } from '../../support/database';
import { type App, asApp, ask, makeApp } from '../../support/program';
import { signedHeaders } from '../../support/signing';

const LIST = '/saas-ofc/org/order/page';
const LIST_KEY = `POST ${LIST}`;
let opened: Opened;
let admin: Person;
let app: App;
let serial = 0;

beforeAll(async () => {
  opened = await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
});
beforeEach(async () => {
  app = await makeApp(admin, `ERP${serial++}`, { permissions: [ORDER_MANAGE], calls: [LIST_KEY] });
});

const detail = async () => (await post('/saas-boss/app/get', { id: app.id }, admin)).data;
const switchTo = async (status: string) => post('/saas-boss/app/switch', { id: app.id, version: (await detail()).version, status }, admin);
const update = async (more: Record<string, unknown>) => {
  const now = await detail();
  return post('/saas-boss/app/update', { ...now, ...more }, admin);
};

describe('a signed call', () => {
  it('is answered as the app, in its tenant alone', async () => {
    const answer = await asApp(app, 'POST', LIST);
    expect(answer).toMatchObject({ code: '0', data: { pagedRecords: [], totalCount: 0 } });
    expect((await ask('POST', LIST, {}, '{}')).code, 'without a signature it is nobody').toBe('100000004');
  });

  it('is taken once: the same nonce is refused, also for another body', async () => {
    const headers = signedHeaders(app, { path: LIST, body: '{}' });
    expect((await ask('POST', LIST, headers, '{}')).code).toBe('0');
    expect(await ask('POST', LIST, headers, '{}')).toMatchObject({ code: refusalCodes.APP_REPLAY, message: expect.stringContaining('X-Nonce 重复') });
    const nonce = headers['x-nonce'] as string;
    const again = signedHeaders(app, { path: LIST, body: '{"pageNo":2}', nonce });
    expect((await ask('POST', LIST, again, '{"pageNo":2}')).code).toBe(refusalCodes.APP_REPLAY);
  });

  it('of two equal requests at once, one is taken', async () => {
    const headers = signedHeaders(app, { path: LIST, body: '{}' });
    const codes = (await Promise.all(Array.from({ length: 8 }, () => ask('POST', LIST, headers, '{}')))).map((one) => one.code);
    expect(codes.filter((code) => code === '0')).toHaveLength(1);
    expect(codes.filter((code) => code === refusalCodes.APP_REPLAY)).toHaveLength(7);
  });

  it.each([-320, 320])('%i seconds off is refused with the server’s time', async (off) => {
    const timestamp = Math.floor(Date.now() / 1000) + off;
    const answer = await ask('POST', LIST, signedHeaders(app, { path: LIST, body: '{}', timestamp }), '{}');
    expect(answer).toMatchObject({
      code: refusalCodes.APP_CLOCK,
      message: expect.stringMatching(/比服务器(快|慢)3[12]\d秒.*服务器时间为\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/),
    });
    expect(Math.abs(answer.data.serverTime - Date.now() / 1000)).toBeLessThan(10);
    const near = Math.floor(Date.now() / 1000) + Math.sign(off) * 290;
    expect((await ask('POST', LIST, signedHeaders(app, { path: LIST, body: '{}', timestamp: near }), '{}')).code).toBe('0');
  });

  it('does not survive another body, query, path, method, time or nonce', async () => {
    const signature = refusalCodes.APP_SIGNATURE;
    const right = () => signedHeaders(app, { path: LIST, body: '{"pageNo":1}', query: '' });
    expect((await ask('POST', LIST, right(), '{"pageNo":2}')).code, 'body').toBe(signature);
    expect((await ask('POST', `${LIST}?pageNo=9`, right(), '{"pageNo":1}')).code, 'query').toBe(signature);
    expect((await ask('POST', '/saas-ofc/org/order/detail', right(), '{"pageNo":1}')).code, 'path').toBe(signature);
    expect((await ask('GET', '/saas-boss/setBase/company', signedHeaders(app, { method: 'POST', path: '/saas-boss/setBase/company' }))).code, 'method').toBe(
      signature,
    );
    const headers = right();
    expect((await ask('POST', LIST, { ...headers, 'x-timestamp': String(Number(headers['x-timestamp']) + 1) }, '{"pageNo":1}')).code, 'time').toBe(signature);
    expect((await ask('POST', LIST, { ...headers, 'x-nonce': 'f'.repeat(32) }, '{"pageNo":1}')).code, 'nonce').toBe(signature);
    expect((await ask('POST', LIST, signedHeaders({ ...app, secret: 'other' }, { path: LIST, body: '{}' }), '{}')).code, 'secret').toBe(signature);
    expect(
      (await ask('POST', LIST, signedHeaders({ ...app, appKey: 'hlt_nobody' }, { path: LIST, body: '{}' }), '{}')).message,
      'an unknown key is answered alike',
    ).toBe((await ask('POST', LIST, signedHeaders({ ...app, secret: 'other' }, { path: LIST, body: '{}' }), '{}')).message);
    expect((await ask('POST', LIST, headers, '{"pageNo":1}')).code, 'the untouched one still goes').toBe('0');
  });

  it('signs its query in one order, whatever order it was sent in', async () => {
    const path = '/saas-boss/dictionary/options';
    const query = 'dictCategoryCode=CUSTOMER_TYPE&note=%E4%B8%AD%20a%2Ab';
    const headers = signedHeaders(app, { method: 'GET', path, query });
    const answer = await ask('GET', `${path}?note=%E4%B8%AD+a*b&dictCategoryCode=CUSTOMER_TYPE`, headers);
    expect(answer.code).not.toBe(refusalCodes.APP_SIGNATURE);
  });

  it('of a session’s cookie beside it is the app’s all the same', async () => {
    const headers = signedHeaders(app, { path: '/saas-boss/app/list', body: '{}' });
    expect((await ask('POST', '/saas-boss/app/list', { ...headers, cookie: admin.cookie }, '{}')).code).toBe(refusalCodes.APP_CALL);
  });
});

describe('an app that may not', () => {
  it('is refused by name when stopped, and goes on when started again', async () => {
    await switchTo('DISABLED');
    expect(await asApp(app, 'POST', LIST)).toMatchObject({ code: refusalCodes.APP_STATE, message: expect.stringContaining('已停用') });
    await switchTo('ENABLED');
    expect((await asApp(app, 'POST', LIST)).code).toBe('0');
  });

  it('is gone for good when revoked', async () => {
    await switchTo('REVOKED');
    expect(await asApp(app, 'POST', LIST)).toMatchObject({ code: refusalCodes.APP_STATE, message: expect.stringContaining('已注销') });
    expect((await switchTo('ENABLED')).code).toBe(refusalCodes.APP_RULE);
    expect((await post('/saas-boss/app/delete', { id: app.id, version: (await detail()).version }, admin)).code).toBe('0');
    expect((await asApp(app, 'POST', LIST)).code).toBe(refusalCodes.APP_SIGNATURE);
  });

  it('is refused after its last day', async () => {
    expect((await update({ expiresOn: '2020-01-01' })).code).toBe('0');
    expect(await asApp(app, 'POST', LIST)).toMatchObject({ code: refusalCodes.APP_STATE, message: expect.stringContaining('2020-01-01') });
    await update({ expiresOn: '2099-01-01' });
    expect((await asApp(app, 'POST', LIST)).code).toBe('0');
  });

  it('is refused from an address that is not listed', async () => {
    await update({ ipAllow: ['198.51.100.7', '203.0.113.0/24'] });
    const from = (peer: string) => ask('POST', LIST, signedHeaders(app, { path: LIST, body: '{}' }), '{}', peer);
    expect((await from('203.0.113.9')).code).toBe('0');
    expect((await from('::ffff:198.51.100.7')).code).toBe('0');
    expect(await from('198.51.100.8')).toMatchObject({ code: refusalCodes.APP_ADDRESS, message: expect.stringContaining('198.51.100.8') });
    expect((await update({ ipAllow: ['0.0.0.0/0'] })).message).toContain('不是有效的IP');
  });

  it('is held to its calls a minute and a day', async () => {
    await update({ perMinute: 2 });
    const codes = [];
    for (let turn = 0; turn < 3; turn++) codes.push((await asApp(app, 'POST', LIST)).code);
    // A new minute may have begun between them.
    expect(codes.slice(0, 2)).toEqual(['0', '0']);
    if (codes[2] === '0') codes[2] = (await asApp(app, 'POST', LIST)).code === '0' ? (await asApp(app, 'POST', LIST)).code : refusalCodes.APP_QUOTA;
    expect(codes[2]).toBe(refusalCodes.APP_QUOTA);
    await update({ perMinute: 600, perDay: 1 });
    expect(await asApp(app, 'POST', LIST)).toMatchObject({ code: refusalCodes.APP_QUOTA, message: expect.stringContaining('每天1次') });
  });

  it('is refused calls it was not given, and those of people', async () => {
    expect(await asApp(app, 'POST', '/saas-ofc/org/order/export/none')).toMatchObject({ status: 404 });
    expect(await asApp(app, 'POST', '/saas-ofc/org/order/detail', { id: app.id })).toMatchObject({
      code: refusalCodes.APP_CALL,
      message: expect.stringContaining('没有接口'),
    });
    for (const [method, path] of [
      ['GET', '/partner/user/info'],
      ['POST', '/partner/user/login'],
      ['POST', '/partner/user/updateProfile'],
      ['POST', '/saas-boss/app/create'],
      ['POST', '/fs/file/upload'],
    ] as const)
      expect((await asApp(app, method, path)).code, path).toBe(refusalCodes.APP_CALL);
  });
});

describe('its secret', () => {
  const rotate = async (keepHours: number) => post('/saas-boss/app/rotate', { id: app.id, version: (await detail()).version, keepHours }, admin);

  it('is shown once and stored sealed', async () => {
    const shown = JSON.stringify(await detail()) + JSON.stringify((await post('/saas-boss/app/list', {}, admin)).data);
    expect(shown).not.toContain(app.secret);
    const { rows } = await opened.pool.query('select to_jsonb(a)::text as row from open_app a where id = $1', [app.id]);
    expect(JSON.stringify(rows)).not.toContain(app.secret);
    const { rows: log } = await opened.pool.query('select to_jsonb(l)::text as row from audit_log l where subject_id = $1', [app.id]);
    expect(log.length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain(app.secret);
  });

  it('changed at once, opens no more', async () => {
    const { data } = await rotate(0);
    expect((await asApp(app, 'POST', LIST)).code).toBe(refusalCodes.APP_SIGNATURE);
    expect((await asApp(data, 'POST', LIST)).code).toBe('0');
  });

  it('changed with grace, opens beside the new one until then', async () => {
    const { data } = await rotate(24);
    expect((await asApp(app, 'POST', LIST)).code).toBe('0');
    expect((await asApp(data, 'POST', LIST)).code).toBe('0');
    await opened.pool.query("update open_app set old_until = now() - interval '1 second' where id = $1", [app.id]);
    expect((await asApp(app, 'POST', LIST)).code).toBe(refusalCodes.APP_SIGNATURE);
    expect((await rotate(25)).message).toContain('24小时');
  });
});

describe('a token', () => {
  const bearer = (token: string) => ask('POST', LIST, { authorization: `Bearer ${token}` }, '{}');

  it('is given for a signature and opens the same calls until it ends', async () => {
    const { data } = await asApp(app, 'POST', '/saas-boss/app/token');
    expect(data).toMatchObject({ tokenType: 'Bearer', expiresIn: 7200 });
    expect((await bearer(data.accessToken)).code).toBe('0');
    expect((await bearer('x'.repeat(43))).code).toBe(refusalCodes.APP_TOKEN);
    expect((await post('/saas-boss/app/token', {}, admin)).code, 'not for a session').toBe(refusalCodes.APP_SIGNATURE);
    await opened.pool.query('update open_token set expires_at = now() where app_id = $1', [app.id]);
    expect((await bearer(data.accessToken)).code).toBe(refusalCodes.APP_TOKEN);
  });

  it('ends with the app', async () => {
    const { data } = await asApp(app, 'POST', '/saas-boss/app/token');
    await switchTo('DISABLED');
    expect((await bearer(data.accessToken)).code).toBe(refusalCodes.APP_STATE);
    await switchTo('REVOKED');
    expect((await bearer(data.accessToken)).code).toBe(refusalCodes.APP_TOKEN);
  });
});

describe('what is written down', () => {
  it('has each call with its time and each refusal with its reason, and counts the day', async () => {
    await asApp(app, 'POST', LIST);
    await ask('POST', LIST, signedHeaders({ ...app, secret: 'wrong' }, { path: LIST, body: '{}' }), '{}');
    await asApp(app, 'POST', '/saas-ofc/org/order/detail', { id: app.id });
    await writeApiLog(opened);
    const { data } = await post('/saas-boss/app/log', { id: app.id }, admin);
    expect(data.pagedRecords.map((row: { reason: string }) => row.reason).sort()).toEqual(['', '接口未授权', '签名不正确'].sort());
    expect(data.pagedRecords.every((row: { ms: number }) => row.ms >= 0)).toBe(true);
    const refused = await post('/saas-boss/app/log', { id: app.id, result: 'FAILED' }, admin);
    expect(refused.data.totalCount).toBe(2);
    expect((await detail()).today).toBe(2);
  });
});
