import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { database } from '~/server/db.server';
import { refusalCodes, SESSION_INVALID } from '~/shared/refusal';
import { type Browser, browser, codeSentTo, letMinutePass, makeLogin, STRONG } from '../../support/account';
import { makeTenant, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

const MOBILE = '13911112222';
const NEW = 'Qingyu%8127';
let me: Browser;

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeLogin(TENANT_A, MOBILE);
  me = await loggedIn();
});

async function loggedIn(password = STRONG, account = MOBILE): Promise<Browser> {
  const at = browser();
  await at.post('/partner/user/login', { account, password });
  return at;
}
const lives = async (at: Browser): Promise<boolean> => (await at.get('/partner/user/info')).code === '0';
const letProofEnd = () => database().pool.query("update session set proved_at = now() - interval '11 minutes'");
const state = async () => (await me.get('/partner/user/security')).data;
const kinds = async () => (await me.post('/partner/user/security/log')).data.pagedRecords.map((one: { kind: string }) => one.kind);

describe('resetting the password', () => {
  const send = () => browser().post('/user/reset/sendUpdatePwdCode', { mobile: MOBILE });

  it('by the code: checked first, used once, every session ends, the old password is worth nothing', async () => {
    await send();
    const code = await codeSentTo(MOBILE);
    for (let n = 0; n < 2; n++) expect((await browser().post('/user/reset/confirmCode', { mobile: MOBILE, code })).code).toBe('0');
    const weak = await browser().post('/user/reset/confirmCodeAndUpdatePwd', { mobile: MOBILE, code, newPassword: 'abc12345' });
    expect(weak.data.fields.newPassword).toContain('密码');
    expect((await browser().post('/user/reset/confirmCodeAndUpdatePwd', { mobile: MOBILE, code, newPassword: NEW })).code).toBe('0');
    expect(await lives(me)).toBe(false);
    expect((await browser().post('/user/reset/confirmCodeAndUpdatePwd', { mobile: MOBILE, code, newPassword: 'Yanhe!90275' })).code).toBe(
      refusalCodes.SMS_CODE,
    );
    expect(await lives(await loggedIn())).toBe(false);
    me = await loggedIn(NEW);
    expect(await kinds()).toContain('PASSWORD_RESET');
  });

  it('also opens an account that guessing had locked', async () => {
    for (let n = 0; n < 6; n++) await browser().post('/partner/user/login', { account: MOBILE, password: 'Wrong#20261' });
    await send();
    await browser().post('/user/reset/confirmCodeAndUpdatePwd', { mobile: MOBILE, code: await codeSentTo(MOBILE), newPassword: NEW });
    expect(await lives(await loggedIn(NEW))).toBe(true);
  });
});

describe('changing the password', () => {
  it('needs the old one, renews this session and ends the others', async () => {
    const other = await loggedIn();
    const wrong = await me.post('/partner/user/changePassword', { oldPassword: 'Wrong#20261', newPassword: NEW });
    expect(wrong.data.fields).toEqual({ oldPassword: '原密码不正确' });
    const before = me.cookies.get('portal_session');
    expect((await me.post('/partner/user/changePassword', { oldPassword: STRONG, newPassword: NEW })).code).toBe('0');
    expect(me.cookies.get('portal_session')).not.toBe(before);
    expect([await lives(me), await lives(other)]).toEqual([true, false]);
    expect((await me.post('/partner/user/changePassword', { oldPassword: NEW, newPassword: NEW })).message).toContain('不能与原密码相同');
    const own = await me.post('/partner/user/changePassword', { oldPassword: NEW, newPassword: 'Zk#13971528463' });
    expect(own.code, own.message).toBe('0');
  });
});

describe('the login account', () => {
  const FRESH = '13722223333';

  it('becomes another mobile number, proved by a code to it', async () => {
    await me.post('/partner/user/changeLoginAccount/sendCode', { newLoginAccount: FRESH });
    const code = await codeSentTo(FRESH);
    expect((await me.post('/partner/user/changeLoginAccount', { newLoginAccount: FRESH, code: '000000' })).data.fields.code).toBeTruthy();
    expect((await me.post('/partner/user/changeLoginAccount', { newLoginAccount: FRESH, code })).code).toBe('0');
    expect((await me.get('/partner/user/info')).data).toMatchObject({ loginAccount: FRESH, mobile: FRESH });
    expect([await lives(await loggedIn(STRONG, MOBILE)), await lives(await loggedIn(STRONG, FRESH))]).toEqual([false, true]);
    expect(await kinds()).toContain('ACCOUNT_CHANGED');
  });

  it.each(['1391111', '23911112222', '139111122223', 'linzhiyuan'])('is never %s', async (newLoginAccount) => {
    expect((await me.post('/partner/user/changeLoginAccount', { newLoginAccount, code: '123456' })).data.fields.newLoginAccount).toBe('请输入11位手机号');
  });

  it('of somebody else gets the same answer and no code', async () => {
    await makeLogin(TENANT_A, FRESH);
    expect((await me.post('/partner/user/changeLoginAccount/sendCode', { newLoginAccount: FRESH })).code).toBe('0');
    expect(await codeSentTo(FRESH)).toBe('');
  });
});

describe('what changes who may get in', () => {
  it('asks for proof again ten minutes after login, by password or code', async () => {
    await letProofEnd();
    const refused = await me.post('/partner/user/totp/start');
    expect([refused.code, refused.data.reason]).toEqual([refusalCodes.PROVE_SELF, 'PROVE_SELF']);
    for (const path of ['/partner/user/mail/unbind', '/partner/user/totp/stop', '/partner/user/passkey/addOptions'])
      expect((await me.post(path)).code).toBe(refusalCodes.PROVE_SELF);
    expect((await me.post('/partner/user/security/prove', { password: 'Wrong#20261' })).data.fields).toEqual({ password: '密码不正确' });
    expect((await me.post('/partner/user/totp/start')).code).toBe(refusalCodes.PROVE_SELF);
    expect((await me.post('/partner/user/security/prove', { password: STRONG })).code).toBe('0');
    expect((await me.post('/partner/user/totp/start')).code).toBe('0');
    await letProofEnd();
    await me.post('/partner/user/security/sendCode');
    expect((await me.post('/partner/user/security/prove', { code: await codeSentTo(MOBILE) })).code).toBe('0');
    expect((await me.post('/partner/user/totp/start')).code).toBe('0');
  });
});

describe('sessions', () => {
  it('are listed with their devices and ended one by one or all but this', async () => {
    const phone = browser('Mozilla/5.0 (iPhone) Version/18 Safari/605');
    await phone.post('/partner/user/login', { account: MOBILE, password: STRONG });
    const third = await loggedIn();
    const { sessions } = await state();
    expect(sessions.map((one: { current: boolean }) => one.current).filter(Boolean)).toHaveLength(1);
    const target = sessions.find((one: { device: string }) => one.device === 'Safari · iPhone');
    expect(JSON.stringify(sessions)).not.toContain(me.cookies.get('portal_session'));
    expect((await me.post('/partner/user/security/endSessions', { id: target.id })).data).toEqual({ ended: 1 });
    expect([await lives(phone), await lives(third), await lives(me)]).toEqual([false, true, true]);
    expect((await me.post('/partner/user/security/endSessions')).data).toEqual({ ended: 1 });
    expect([await lives(third), await lives(me)]).toEqual([false, true]);
    expect((await kinds()).filter((one: string) => one === 'REMOTE_LOGOUT')).toHaveLength(2);
  });

  it('of other people cannot be ended or seen', async () => {
    await makeLogin(TENANT_A, '13733334444');
    const other = await loggedIn(STRONG, '13733334444');
    const { id } = (await other.get('/partner/user/security')).data.sessions[0];
    expect((await me.post('/partner/user/security/endSessions', { id })).data).toEqual({ ended: 0 });
    expect(await lives(other)).toBe(true);
    const own = (await me.post('/partner/user/security/log')).data.pagedRecords;
    expect(
      (await other.post('/partner/user/security/log')).data.pagedRecords.some((one: { id: string }) => own.some((mine: { id: string }) => mine.id === one.id)),
    ).toBe(false);
  });
});

describe('mail', () => {
  it('is bound by a code to it and unbound', async () => {
    expect((await me.post('/partner/user/mail/sendCode', { email: 'Lin@Example.com' })).code).toBe('0');
    expect((await me.post('/partner/user/mail/bind', { email: 'lin@example.com', code: '000000' })).code).toBe(refusalCodes.SMS_CODE);
    expect((await me.post('/partner/user/mail/bind', { email: 'lin@example.com', code: await codeSentTo('lin@example.com') })).code).toBe('0');
    expect((await state()).email).toBe('lin@example.com');
    await me.post('/partner/user/mail/unbind');
    expect((await state()).email).toBe('');
    expect((await me.post('/partner/user/updateProfile', { name: '林知远', email: 'unproved@example.com' })).code).toBe('0');
    expect((await state()).email).toBe('');
  });
});

describe('the second factor', () => {
  const codeOf = (secret: string, at = Date.now()) =>
    new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at });
  const on = async () => {
    const { secret, qrSvg } = (await me.post('/partner/user/totp/start')).data;
    expect(qrSvg).toContain('<svg');
    const { recoveryCodes } = (await me.post('/partner/user/totp/confirm', { code: codeOf(secret) })).data;
    return { secret, recoveryCodes } as { secret: string; recoveryCodes: string[] };
  };
  const first = async () => browser().post('/partner/user/login', { account: MOBILE, password: STRONG });
  const second = (ticket: string, code: string, at = browser()) => at.post('/partner/user/loginSecond', { ticket, code });

  it('is sealed at rest and asked for at every login; a code is taken once', async () => {
    const { secret } = await on();
    const { rows } = await database().pool.query('select secret from account_totp');
    expect(rows[0].secret).not.toContain(secret);
    const stopped = await first();
    expect([stopped.code, stopped.data.reason]).toEqual([refusalCodes.SECOND_FACTOR, 'SECOND_FACTOR']);
    expect(stopped.headers.getSetCookie().join()).not.toContain('portal_session');
    const { ticket } = stopped.data;
    expect((await second(ticket, codeOf(secret))).code, 'the code that confirmed it').toBe(refusalCodes.SMS_CODE);
    expect((await second(ticket, codeOf(secret, Date.now() + 30_000))).code).toBe('0');
    expect((await second(ticket, codeOf(secret, Date.now() + 30_000))).code, 'the ticket again').toBe(refusalCodes.LOGIN_FAILED);
    const again = (await first()).data.ticket;
    expect((await second(again, codeOf(secret, Date.now() + 30_000))).code, 'the code again').toBe(refusalCodes.SMS_CODE);
    await letMinutePass();
    await browser().post('/partner/sms/login', { mobile: MOBILE });
    expect((await browser().post('/partner/user/smsLogin', { mobile: MOBILE, code: await codeSentTo(MOBILE) })).code).toBe(refusalCodes.SECOND_FACTOR);
  });

  it('takes each recovery code once, dies after five wrong codes, and runs out', async () => {
    const { recoveryCodes } = await on();
    expect(recoveryCodes).toHaveLength(10);
    const spare = recoveryCodes[0] as string;
    expect((await second((await first()).data.ticket, spare.toUpperCase())).code).toBe('0');
    expect((await second((await first()).data.ticket, spare)).code).toBe(refusalCodes.SMS_CODE);
    expect((await state()).recoveryCodesLeft).toBe(9);
    await database().pool.query('delete from login_attempt');
    const { ticket } = (await first()).data;
    for (let n = 0; n < 5; n++) await second(ticket, '000000');
    await database().pool.query('delete from login_attempt');
    expect((await second(ticket, recoveryCodes[1] as string)).code).toBe(refusalCodes.LOGIN_FAILED);
    const late = (await first()).data.ticket;
    await database().pool.query("update account_ticket set expires_at = now() - interval '1 second'");
    expect((await second(late, recoveryCodes[1] as string)).code).toBe(refusalCodes.LOGIN_FAILED);
    const fresh = (await me.post('/partner/user/totp/recoveryCodes')).data.recoveryCodes;
    expect((await second((await first()).data.ticket, recoveryCodes[1] as string)).code).toBe(refusalCodes.SMS_CODE);
    expect((await second((await first()).data.ticket, fresh[0])).code).toBe('0');
  });

  it('is off again after it was stopped, and not on before it was confirmed', async () => {
    await me.post('/partner/user/totp/start');
    expect((await first()).code).toBe('0');
    await on();
    expect((await me.post('/partner/user/totp/start')).message).toContain('已开启');
    await me.post('/partner/user/totp/stop');
    expect((await first()).code).toBe('0');
  });
});

it('a disabled account loses its session and every way in', async () => {
  await database().pool.query("update account set status = 'DISABLED'");
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect((await me.get('/partner/user/info')).code).toBe(SESSION_INVALID);
  expect((await browser().post('/partner/user/login', { account: MOBILE, password: STRONG })).code).toBe(refusalCodes.LOGIN_FAILED);
  await browser().post('/user/reset/sendUpdatePwdCode', { mobile: MOBILE });
  expect(await codeSentTo(MOBILE)).toBe('');
});
