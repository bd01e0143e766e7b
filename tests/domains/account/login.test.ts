import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loginByPassword } from '~/domains/account/login.server';
import { hashPassword } from '~/domains/account/password.server';
import { networkOf } from '~/domains/account/securityLog.server';
import { sessionCookie } from '~/server/context.server';
import { database } from '~/server/db.server';
import { refusalCodes, SESSION_INVALID } from '~/shared/refusal';
import { browser, codeSentTo, letMinutePass, makeLogin, requestAt, STRONG } from '../../support/account';
import { makeTenant, TENANT_A, TENANT_B } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

const MOBILE = '13911112222';
const NOBODY = '13900009999';
const shared = globalThis as { portalConfig?: unknown };
let accountId: string;

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  accountId = await makeLogin(TENANT_A, MOBILE);
});
afterEach(() => {
  delete shared.portalConfig;
});

const login = (at = browser(), password = STRONG, account = MOBILE) => at.post('/partner/user/login', { account, password });

describe('a session', () => {
  it('begins anew at login: a token planted before is worth nothing after it', async () => {
    const victim = browser();
    victim.cookies.set('portal_session', 'planted-by-somebody');
    await login(victim);
    expect(victim.cookies.get('portal_session')).not.toBe('planted-by-somebody');
    const thief = browser();
    thief.cookies.set('portal_session', 'planted-by-somebody');
    expect((await thief.get('/partner/user/info')).code).toBe(SESSION_INVALID);
    const first = victim.cookies.get('portal_session') ?? '';
    await login(victim);
    thief.cookies.set('portal_session', first);
    expect((await thief.get('/partner/user/info')).code).toBe(SESSION_INVALID);
    expect((await victim.get('/partner/user/info')).code).toBe('0');
  });

  it('travels in a cookie no script reads, no other site sends, and only over TLS where there is TLS', async () => {
    const cookies = (await login()).headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const line of cookies) expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    expect(sessionCookie('t', true)).toMatch(/; Secure$/);
  });

  it('ends at logout on the server too', async () => {
    const at = browser();
    await login(at);
    const token = at.cookies.get('portal_session') ?? '';
    await at.post('/partner/user/logout');
    expect(at.cookies.has('portal_session')).toBe(false);
    at.cookies.set('portal_session', token);
    expect((await at.get('/partner/user/info')).code).toBe(SESSION_INVALID);
  });

  it('that moves twice at once keeps one token that works', async () => {
    await makeTenant(TENANT_B, '乙厂');
    await database().pool.query('insert into member (tenant_id, id, account_id, name, is_admin) values ($1, gen_random_uuid(), $2, $3, true)', [
      TENANT_B,
      accountId,
      '林知远',
    ]);
    const at = browser();
    await login(at);
    const duplicate = browser();
    duplicate.cookies.set('portal_session', at.cookies.get('portal_session') ?? '');
    const answers = await Promise.all(
      [at, duplicate].map((one) => one.post('/partner/user/switchTenant', { tenantId: TENANT_B.toString(), applicationId: '1' })),
    );
    expect(answers.map((one) => one.code).sort()).toEqual(['0', SESSION_INVALID]);
    const winner = answers[0]?.code === '0' ? at : duplicate;
    expect((await winner.get('/partner/user/info')).data.tenantId).toBe(TENANT_B.toString());
  });

  it('moved to another factory leaves what was under way in the one it began in', async () => {
    await makeTenant(TENANT_B, '乙厂');
    await database().pool.query('insert into member (tenant_id, id, account_id, name, is_admin) values ($1, gen_random_uuid(), $2, $3, true)', [
      TENANT_B,
      accountId,
      '林知远',
    ]);
    const at = browser();
    await login(at);
    const slow = browser();
    slow.cookies.set('portal_session', at.cookies.get('portal_session') ?? '');
    const [saved, moved] = await Promise.all([
      slow.post('/saas-boss/customer/create', { name: '途中客户', customerType: '2', contactMobile: '13912345678', confirm: true }),
      at.post('/partner/user/switchTenant', { tenantId: TENANT_B.toString(), applicationId: '1' }),
    ]);
    expect([saved.code, moved.code]).toEqual(['0', '0']);
    const { rows } = await database().pool.query('select tenant_id from customer where name = $1', ['途中客户']);
    expect(rows).toEqual([{ tenant_id: TENANT_A }]);
    expect((await at.get('/partner/user/info')).data.tenantId).toBe(TENANT_B.toString());
  });
});

describe('an unknown account', () => {
  it('is answered as a wrong password is, in about the same time', async () => {
    const timed = async (account: string) => {
      const started = performance.now();
      const answer = await login(browser(), 'Wrong#20261', account);
      return { took: performance.now() - started, said: [answer.code, answer.message, answer.text] };
    };
    await timed(NOBODY);
    const known: Awaited<ReturnType<typeof timed>>[] = [];
    const unknown: typeof known = [];
    for (let turn = 0; turn < 3; turn++) {
      known.push(await timed(MOBILE));
      unknown.push(await timed(NOBODY));
    }
    expect(unknown[0]?.said).toEqual(known[0]?.said);
    // Other work on the machine makes an answer slower, never faster; without the work on a password an answer takes a twentieth.
    const [took, tookUnknown] = [known, unknown].map((tries) => Math.min(...tries.map((one) => one.took))) as [number, number];
    expect(tookUnknown).toBeGreaterThan(took / 6);
    expect(took).toBeGreaterThan(tookUnknown / 6);
  });

  it('gets the same answer to a code, for login and reset, but no message', async () => {
    for (const path of ['/partner/sms/login', '/user/reset/sendUpdatePwdCode']) {
      const [known, unknown] = [await browser().post(path, { mobile: MOBILE }), await browser().post(path, { mobile: NOBODY })];
      expect(unknown.text).toBe(known.text);
    }
    expect(await codeSentTo(MOBILE)).toMatch(/^\d{6}$/);
    expect(await codeSentTo(NOBODY)).toBe('');
    for (const path of ['/partner/user/smsLogin', '/user/reset/confirmCode']) {
      const [known, unknown] = [await browser().post(path, { mobile: MOBILE, code: '000000' }), await browser().post(path, { mobile: NOBODY, code: '000000' })];
      expect(unknown.text).toBe(known.text);
    }
  });

  it('is locked like a known one', async () => {
    const codes = async (account: string) => {
      const seen: string[] = [];
      for (let n = 0; n < 6; n++) seen.push((await login(browser(), 'Wrong#20261', account)).code);
      return seen;
    };
    const expected = [...Array.from({ length: 5 }, () => refusalCodes.LOGIN_FAILED), refusalCodes.LOGIN_LOCKED];
    expect(await codes(MOBILE)).toEqual(expected);
    expect(await codes(NOBODY)).toEqual(expected);
  });
});

describe('guessing', () => {
  const at = (minute: number) => requestAt(new Date(Date.UTC(2026, 10, 21, 4, minute)));
  const guess = (minute: number, password = 'Wrong#20261') =>
    loginByPassword({ account: MOBILE, password }, at(minute)).catch((error: { code: string; message: string }) => error);

  it('waits longer each time, shuts out the right password meanwhile, and is written down', async () => {
    for (let n = 0; n < 5; n++) await guess(0);
    expect(await guess(0, STRONG)).toMatchObject({ code: refusalCodes.LOGIN_LOCKED, message: '尝试次数过多，请1分钟后再试' });
    expect(await guess(2)).toMatchObject({ code: refusalCodes.LOGIN_FAILED });
    expect(await guess(3)).toMatchObject({ code: refusalCodes.LOGIN_LOCKED, message: '尝试次数过多，请1分钟后再试' });
    expect(await guess(5, STRONG)).toMatchObject({ passwordWeak: false });
    const { rows } = await database().pool.query('select kind, count(*)::int as n from security_event where account_id = $1 group by 1 order by 1', [
      accountId,
    ]);
    expect(rows).toEqual([
      { kind: 'LOCKED', n: 2 },
      { kind: 'LOGIN', n: 1 },
      { kind: 'LOGIN_FAILED', n: 6 },
    ]);
  });

  it('in one parallel burst gets five tries and no more', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(0)));
    const tried = answers.filter((one) => 'code' in one && one.code === refusalCodes.LOGIN_FAILED);
    expect(tried).toHaveLength(5);
  });

  it('by mobile number and by login account counts together', async () => {
    await database().pool.query("update account set login_account = 'linzhiyuan' where id = $1", [accountId]);
    for (let n = 0; n < 5; n++) await login(browser(), 'Wrong#20261', n % 2 ? MOBILE : 'linzhiyuan');
    expect((await login(browser(), STRONG)).code).toBe(refusalCodes.LOGIN_LOCKED);
  });

  it('at a colleague’s account locks nobody out: neither from elsewhere, nor behind the same address on a device of their own', async () => {
    const own = browser();
    expect((await login(own)).code).toBe('0');
    for (let n = 0; n < 6; n++) await login(browser(), 'Wrong#20261');
    expect((await login(browser())).code).toBe(refusalCodes.LOGIN_LOCKED);
    expect((await login(own)).code).toBe('0');
    expect(await loginByPassword({ account: MOBILE, password: STRONG }, requestAt(new Date(), { address: '10.9.9.9' }))).toMatchObject({ passwordWeak: false });
  });

  it('on the own device is limited all the same', async () => {
    const own = browser();
    await login(own);
    for (let n = 0; n < 5; n++) expect((await login(own, 'Wrong#20261')).code).toBe(refusalCodes.LOGIN_FAILED);
    expect((await login(own)).code).toBe(refusalCodes.LOGIN_LOCKED);
  });

  it('from many addresses is stopped, while the owner’s device and a code still get in', async () => {
    const own = browser();
    await login(own);
    const from = (n: number, password: string) =>
      loginByPassword({ account: MOBILE, password }, requestAt(new Date(), { address: `10.8.${n}.1` })).catch(
        (error: { code: string; message: string }) => error,
      );
    for (let n = 0; n < 30; n++) expect(await from(n, 'Wrong#20261')).toMatchObject({ code: refusalCodes.LOGIN_FAILED });
    expect(await from(31, STRONG)).toMatchObject({ code: refusalCodes.LOGIN_LOCKED, message: expect.stringContaining('改用短信验证码') });
    expect((await login(own)).code).toBe('0');
    const elsewhere = browser();
    await elsewhere.post('/partner/sms/login', { mobile: MOBILE });
    expect((await elsewhere.post('/partner/user/smsLogin', { mobile: MOBILE, code: await codeSentTo(MOBILE) })).code).toBe('0');
    expect(await from(32, STRONG)).toMatchObject({ code: refusalCodes.LOGIN_LOCKED });
  });

  it('from one address at many accounts is stopped, and people who get it right are not counted', async () => {
    for (let n = 0; n < 60; n++) expect((await login()).code).toBe('0');
    for (let n = 0; n < 50; n++) await login(browser(), 'Wrong#20261', `1390000${String(n).padStart(4, '0')}`);
    expect((await login(browser(), 'Wrong#20261', '13900008888')).code).toBe(refusalCodes.LOGIN_LOCKED);
  }, 60_000);
});

describe('a code', () => {
  const enter = (code: string) => browser().post('/partner/user/smsLogin', { mobile: MOBILE, code });

  it('works once, and not for another purpose', async () => {
    await browser().post('/partner/sms/login', { mobile: MOBILE });
    const code = await codeSentTo(MOBILE);
    expect((await browser().post('/user/reset/confirmCode', { mobile: MOBILE, code })).code).toBe(refusalCodes.SMS_CODE);
    expect((await enter(code)).code).toBe('0');
    expect((await enter(code)).code).toBe(refusalCodes.SMS_CODE);
  });

  it('runs out, dies after five wrong tries, and gives way to the next', async () => {
    await browser().post('/partner/sms/login', { mobile: MOBILE });
    const first = await codeSentTo(MOBILE);
    await letMinutePass();
    await browser().post('/partner/sms/login', { mobile: MOBILE });
    const second = await codeSentTo(MOBILE);
    if (first !== second) expect((await enter(first)).code).toBe(refusalCodes.SMS_CODE);
    await database().pool.query('delete from login_attempt');
    const wrong = second === '000000' ? '111111' : '000000';
    for (let n = 0; n < 4; n++) await enter(wrong);
    await database().pool.query('delete from login_attempt');
    if (first !== second) expect((await enter(second)).code).toBe(refusalCodes.SMS_CODE);
    await letMinutePass();
    await browser().post('/partner/sms/login', { mobile: MOBILE });
    await database().pool.query("update proof_code set expires_at = now() - interval '1 second'");
    expect((await enter(await codeSentTo(MOBILE))).code).toBe(refusalCodes.SMS_CODE);
  });

  it('is sent once a minute, says how long to wait, and is kept as a keyed hash', async () => {
    await browser().post('/partner/sms/login', { mobile: MOBILE });
    expect((await browser().post('/partner/sms/login', { mobile: MOBILE })).message).toMatch(/请\d+秒后再试/);
    const { rows } = await database().pool.query('select code_hash from proof_code');
    expect(rows[0].code_hash).not.toContain(await codeSentTo(MOBILE));
  });

  it('is never part of an answer, except at the demo machine itself', async () => {
    expect((await browser().post('/partner/sms/login', { mobile: MOBILE })).data).toEqual({ waitSeconds: 60 });
  });
});

describe('a weak password', () => {
  const weaken = async () => database().pool.query('update account set password_hash = $1', [await hashPassword('demo2026')]);

  it('opens the door with a tip before the fixed day, and not from it on', async () => {
    await weaken();
    const now = (text: string) => requestAt(new Date(text));
    expect(await loginByPassword({ account: MOBILE, password: 'demo2026' }, now('2026-12-31T15:59:59Z'))).toMatchObject({ passwordWeak: true });
    await expect(loginByPassword({ account: MOBILE, password: 'demo2026' }, now('2026-12-31T16:00:00Z'))).rejects.toThrow(/2027年1月1日完成安全升级.*致电/);
    await expect(loginByPassword({ account: MOBILE, password: 'wrong' }, now('2026-12-31T16:00:00Z'))).rejects.toThrow('账号或密码不正确');
  });
});

describe('devices', () => {
  it('met for the first time are marked and told, the first of all and known ones are not', async () => {
    const office = browser();
    await login(office);
    await login(office);
    await login(browser('Mozilla/5.0 (iPhone) Version/18 Safari/605'));
    const { data } = await office.post('/partner/user/security/log', { kind: 'LOGIN' });
    expect(data.pagedRecords.map((one: { newDevice: boolean; device: string }) => [one.newDevice, one.device])).toEqual([
      [true, 'Safari · iPhone'],
      [false, 'Chrome · Windows'],
      [false, 'Chrome · Windows'],
    ]);
    const { rows } = await database().pool.query("select payload->>'title' as title from outbox where payload->>'kind' = 'account.login'");
    expect(rows).toEqual([{ title: '您的账号在新设备上登录' }]);
  });

  it('networks are the part of an address that stays', () => {
    expect([networkOf('10.1.2.3'), networkOf('::ffff:10.1.9.9'), networkOf('2408:8207:1::1'), networkOf('')]).toEqual(['10.1', '10.1', '2408:8207', '']);
  });
});
