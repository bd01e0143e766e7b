import type { Me } from '~/portal/me';
import { hashToken, newToken } from '~/server/context.server';
import { orRefuse } from '~/server/db/errors.server';
import { database, type Tx } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { changeSession, endSessionsOf, forgetSessions } from '~/server/session.server';
import { maskMobile } from '~/shared/mask';
import { refuse } from '~/shared/refusal';
import { deviceName } from './device';
import { hashPassword, isPassword } from './password.server';
import { requireProof } from './proof.server';
import { type CodeSent, provesTarget, sendCode, WRONG_CODE } from './proofCode.server';
import { refuseShort, refuseWeak, setPassword } from './reset.server';
import { scanWays } from './scan/scan.server';
import { recordEvent } from './securityLog.server';
import { consumeAttempt, succeeded } from './throttle.server';
import { triesAt } from './tries.server';

/** Everything the security page shows but the log. */
export async function securityOf(me: Me, request: Request) {
  return database().inSystem(async (tx) => {
    const account = await tx.selectFrom('account').selectAll().where('id', '=', me.accountId).executeTakeFirstOrThrow();
    const totp = await tx.selectFrom('account_totp').select('confirmed_at').where('account_id', '=', me.accountId).executeTakeFirst();
    const spare = await tx.selectFrom('recovery_code').select('code_hash').where('account_id', '=', me.accountId).where('used_at', 'is', null).execute();
    const bound = await tx.selectFrom('account_binding').select(['provider', 'nickname', 'bound_at']).where('account_id', '=', me.accountId).execute();
    const passkeys = await tx
      .selectFrom('passkey')
      .select(['id', 'name', 'created_at', 'used_at'])
      .where('account_id', '=', me.accountId)
      .orderBy('created_at')
      .execute();
    return {
      loginAccount: account.login_account,
      mobile: maskMobile(account.mobile),
      email: account.email ?? '',
      passwordStrong: account.password_strong,
      passwordChangedAt: account.password_changed_at,
      totpSince: totp?.confirmed_at ?? null,
      recoveryCodesLeft: spare.length,
      passkeys: passkeys.map((one) => ({ id: one.id, name: one.name, createdAt: one.created_at, usedAt: one.used_at })),
      scans: scanWays().map((way) => {
        const own = bound.find((one) => one.provider === way.key);
        return { ...way, bound: Boolean(own), nickname: own?.nickname ?? '', boundAt: own?.bound_at ?? null };
      }),
      sessions: await sessionsOf(tx, me, request),
    };
  });
}

async function sessionsOf(tx: Tx, me: Me, request: Request) {
  const rows = await tx
    .selectFrom('session')
    .leftJoin('tenant', 'tenant.id', 'session.tenant_id')
    .select([
      'session.id',
      'session.token_hash',
      'session.agent',
      'session.address',
      'session.way',
      'session.created_at',
      'session.used_at',
      'tenant.name as tenantName',
    ])
    .where('session.account_id', '=', me.accountId)
    .where('session.expires_at', '>', request.now)
    .orderBy('session.used_at', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: row.token_hash === request.sessionHash,
    device: deviceName(row.agent),
    address: row.address,
    way: row.way,
    place: row.tenantName ?? '',
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
}

/** Ends one session of the account, or all but the current one; another person's id ends nothing. */
export async function endSessions(me: Me, input: { id: string }, request: Request): Promise<{ ended: number }> {
  const ended = await database().inSystem(async (tx) => {
    const agents = await endSessionsOf(tx, me.accountId, { kept: request.sessionHash, id: input.id });
    for (const agent of agents) await recordEvent(tx, me.accountId, 'REMOTE_LOGOUT', request, deviceName(agent));
    return agents.length;
  });
  forgetSessions();
  return { ended };
}

/** The session goes on under a new token, every other one ends. */
export async function changePassword(me: Me, input: { oldPassword: string; newPassword: string }, request: Request): Promise<Record<string, never>> {
  refuseWeak(input.newPassword, me.mobile, 'newPassword');
  const keys = await triesAt({ id: me.accountId }, request);
  await consumeAttempt(keys, request.now);
  const account = await database().inSystem((tx) => tx.selectFrom('account').select('password_hash').where('id', '=', me.accountId).executeTakeFirstOrThrow());
  if (!(await isPassword(account.password_hash, input.oldPassword))) refuse('LOGIN_FAILED', '原密码不正确', { fields: { oldPassword: '原密码不正确' } });
  if (input.oldPassword === input.newPassword) refuse('WEAK_PASSWORD', '新密码不能与原密码相同', { fields: { newPassword: '新密码不能与原密码相同' } });
  await succeeded(keys);
  const hash = await hashPassword(input.newPassword);
  await database().inSystem(async (tx) => {
    await refuseShort(tx, me.accountId, input.newPassword, 'newPassword');
    await setPassword(tx, me.accountId, hash, request);
    await renewSession(tx, me, request);
    await recordEvent(tx, me.accountId, 'PASSWORD_CHANGED', request, '其他设备已下线');
  });
  forgetSessions();
  return {};
}

async function renewSession(tx: Tx, me: Me, request: Request): Promise<void> {
  const token = newToken();
  await endSessionsOf(tx, me.accountId, { kept: request.sessionHash });
  await changeSession(tx, request.sessionHash ?? '', { token_hash: hashToken(token) });
  request.newSession = { token };
}

/** To the new number, so whoever changes it holds that telephone; the same answer when the number is taken, but nothing is sent. */
export const sendAccountCode = (mobile: string, request: Request): Promise<CodeSent> =>
  sendCode(mobile, 'CHANGE_ACCOUNT', request, async (tx) => !(await isTaken(tx, mobile)));

const isTaken = async (tx: Tx, mobile: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('account')
      .select('id')
      .where((or) => or.or([or('mobile', '=', mobile), or('login_account', '=', mobile)]))
      .executeTakeFirst(),
  );

/** The login account is a mobile number, and the one codes go to from now on. */
export async function changeLoginAccount(me: Me, input: { newLoginAccount: string; code: string }, request: Request): Promise<Record<string, never>> {
  const { newLoginAccount } = input;
  await database().inSystem((tx) => requireProof(tx, request));
  if (newLoginAccount === me.mobile && newLoginAccount === me.loginAccount)
    refuse('ACCOUNT_RULE', '新账号与当前账号相同', { fields: { newLoginAccount: '新账号与当前账号相同' } });
  if (!(await provesTarget(newLoginAccount, 'CHANGE_ACCOUNT', input.code, request.now))) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  await database().inSystem(async (tx) => {
    if (newLoginAccount !== me.mobile && (await isTaken(tx, newLoginAccount))) refuseTaken();
    const write = tx
      .updateTable('account')
      .set({ login_account: newLoginAccount, mobile: newLoginAccount, updated_at: request.now })
      .where('id', '=', me.accountId);
    await orRefuse(write.execute(), { taken: refuseTaken });
    await recordEvent(tx, me.accountId, 'ACCOUNT_CHANGED', request, `${maskMobile(me.loginAccount)} → ${maskMobile(newLoginAccount)}`);
  });
  forgetSessions();
  return {};
}

function refuseTaken(): never {
  return refuse('ACCOUNT_RULE', '该手机号已是其他账号，不能使用', { fields: { newLoginAccount: '该手机号已是其他账号，不能使用' } });
}

export async function sendMailCode(email: string, request: Request): Promise<CodeSent> {
  await database().inSystem((tx) => requireProof(tx, request));
  return sendCode(email.toLowerCase(), 'MAIL', request, async () => true);
}

export async function bindMail(me: Me, input: { email: string; code: string }, request: Request): Promise<Record<string, never>> {
  const email = input.email.toLowerCase();
  await database().inSystem((tx) => requireProof(tx, request));
  if (!(await provesTarget(email, 'MAIL', input.code, request.now))) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  await setMail(me, email, 'BOUND', `邮箱 ${email}`, request);
  return {};
}

export async function unbindMail(me: Me, request: Request): Promise<Record<string, never>> {
  await database().inSystem((tx) => requireProof(tx, request));
  await setMail(me, null, 'UNBOUND', '邮箱', request);
  return {};
}

async function setMail(me: Me, email: string | null, kind: string, detail: string, request: Request): Promise<void> {
  await database().inSystem(async (tx) => {
    await tx.updateTable('account').set({ email, updated_at: request.now }).where('id', '=', me.accountId).execute();
    await recordEvent(tx, me.accountId, kind, request, detail);
  });
}
