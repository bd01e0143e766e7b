import { createHash, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Identity, Me } from '~/portal/me';
import { homeOf } from '~/portal/menu';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Request } from '~/server/serve.server';
import { closeSession, loadMe, moveSession, openSession } from '~/server/session.server';
import { sendSms } from '~/server/sms.server';
import { Refusal, refuse, SESSION_INVALID } from '~/shared/refusal';
import { countFailure, refuseWhenBlocked, succeeded } from './throttle.server';

const CODE_LIFE_MS = 5 * 60_000;
const CODE_WAIT_SECONDS = 60;
const CODE_TRIES = 5;
/** OWASP's argon2id floor: 19 MiB, 2 passes. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const WRONG = '账号或密码不正确';

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON);

/** Verified against when the account does not exist, so both answers take the same time. */
let decoy: Promise<string> | undefined;

export interface Entered {
  me: Me;
  home: string;
  passwordWeak: boolean;
}

export async function loginByPassword(input: { account: string; password: string }, request: Request): Promise<Entered> {
  const keys = [`account:${input.account}`, `address:${request.address}`];
  await refuseWhenBlocked(keys, request.now);
  const account = await database().inSystem((tx) =>
    tx
      .selectFrom('account')
      .select(['id', 'password_hash', 'password_strong', 'status', 'user_type'])
      .where((eb) => eb.or([eb('login_account', '=', input.account), eb('mobile', '=', input.account)]))
      .executeTakeFirst(),
  );
  decoy ??= hashPassword('nobody has this password');
  const right = await verify(account?.password_hash ?? (await decoy), input.password);
  if (!account || !right || account.status !== 'ACTIVE') {
    await countFailure(keys, request.now);
    refuse('LOGIN_FAILED', WRONG);
  }
  await succeeded(keys);
  return enter(account.id, account.user_type, !account.password_strong, request);
}

/** Answers the same whether the mobile number has an account or not. */
export async function sendCode(mobile: string, purpose: string, request: Request): Promise<{ waitSeconds: number }> {
  const keys = [`sms:${mobile}`, `sms-address:${request.address}`];
  await refuseWhenBlocked(keys, request.now);
  await database().inSystem(async (tx) => {
    const last = await tx
      .selectFrom('sms_code')
      .select('created_at')
      .where('mobile', '=', mobile)
      .where('purpose', '=', purpose)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const waited = last ? (request.now.getTime() - last.created_at.getTime()) / 1000 : CODE_WAIT_SECONDS;
    if (waited < CODE_WAIT_SECONDS) refuse('SMS_CODE', `验证码已发送，请${Math.ceil(CODE_WAIT_SECONDS - waited)}秒后再试`);
    const known = await tx.selectFrom('account').select('id').where('mobile', '=', mobile).where('status', '=', 'ACTIVE').executeTakeFirst();
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
    await tx
      .insertInto('sms_code')
      .values({
        id: newId(),
        mobile,
        purpose,
        code_hash: codeHash(mobile, code),
        created_at: request.now,
        expires_at: new Date(request.now.getTime() + CODE_LIFE_MS),
      })
      .execute();
    if (known) await sendSms(tx, mobile, `您的登录验证码为${code}，5分钟内有效，请勿告知他人。`);
  });
  await countFailure([`sms-address:${request.address}`], request.now);
  return { waitSeconds: CODE_WAIT_SECONDS };
}

export async function loginByCode(input: { mobile: string; code: string }, request: Request): Promise<Entered> {
  const keys = [`account:${input.mobile}`, `address:${request.address}`];
  await refuseWhenBlocked(keys, request.now);
  const account = await database().inSystem(async (tx) =>
    (await useCode(tx, input.mobile, 'LOGIN', input.code, request.now)) ? findByMobile(tx, input.mobile) : undefined,
  );
  if (!account) {
    await countFailure(keys, request.now);
    refuse('SMS_CODE', '验证码不正确或已失效，请重新获取');
  }
  await succeeded(keys);
  return enter(account.id, account.user_type, false, request);
}

const findByMobile = (tx: Tx, mobile: string) =>
  tx.selectFrom('account').select(['id', 'user_type']).where('mobile', '=', mobile).where('status', '=', 'ACTIVE').executeTakeFirst();
const codeHash = (mobile: string, code: string): string => createHash('sha256').update(`${mobile}:${code}`).digest('hex');

/** Takes the newest unexpired code; a code works once, and dies after five wrong tries. */
async function useCode(tx: Tx, mobile: string, purpose: string, code: string, now: Date): Promise<boolean> {
  const latest = await tx
    .selectFrom('sms_code')
    .selectAll()
    .where('mobile', '=', mobile)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!latest || latest.used_at || latest.expires_at <= now || latest.attempts >= CODE_TRIES) return false;
  const right = latest.code_hash === codeHash(mobile, code);
  await tx
    .updateTable('sms_code')
    .set(right ? { used_at: now } : { attempts: sql<number>`attempts + 1` })
    .where('id', '=', latest.id)
    .execute();
  return right;
}

async function enter(accountId: string, userType: number, passwordWeak: boolean, request: Request): Promise<Entered> {
  const token = newToken();
  const identity: Identity = userType === 2 ? '2' : '1';
  const me = await database().inSystem(async (tx) => {
    const person = (await loadMe(tx, accountId, null, identity)) ?? (userType === 3 ? await loadMe(tx, accountId, null, '2') : null);
    if (!person) refuse('ACCOUNT_RULE', '该账号尚未关联任何企业，请联系厂家管理员');
    if (request.sessionHash) await closeSession(tx, request.sessionHash);
    await openSession(tx, {
      hash: hashToken(token),
      accountId,
      tenantId: person.tenantId,
      identity: person.identity,
      address: request.address,
      agent: request.agent,
      now: request.now,
    });
    return person;
  });
  request.newSession = { token };
  return { me, home: homeOf(me), passwordWeak };
}

export async function logout(request: Request): Promise<Record<string, never>> {
  if (request.sessionHash) await database().inSystem((tx) => closeSession(tx, request.sessionHash as string));
  request.newSession = { token: null };
  return {};
}

export async function switchTenant(me: Me, tenantId: bigint, request: Request): Promise<Entered> {
  const choices = me.customerId === null ? me.tenants : me.customerTenants;
  if (!choices.some((choice) => choice.tenantId === tenantId)) refuse('ACCOUNT_RULE', '您不属于该厂家，无法切换');
  return move(me, tenantId, me.identity, request);
}

/** Type 3 only: '1' own factory, '2' customer side (first of its factories), '3' the chooser, which changes nothing yet. */
export async function switchIdentity(me: Me, identity: Identity, request: Request): Promise<Entered> {
  if (me.userType !== 3) refuse('ACCOUNT_RULE', '当前账号不支持切换身份');
  const choices = identity === '2' ? me.customerTenants : me.tenants;
  const first = choices[0];
  if (!first) refuse('ACCOUNT_RULE', identity === '2' ? '当前账号未关联任何厂家的经销商身份' : '当前账号没有厂家身份');
  return move(me, first.tenantId, identity, request);
}

async function move(me: Me, tenantId: bigint, identity: Identity, request: Request): Promise<Entered> {
  if (!request.sessionHash) throw new Refusal(SESSION_INVALID, '登录已失效，请重新登录');
  const token = newToken();
  const moved = await database().inSystem(async (tx) => {
    const next = await loadMe(tx, me.accountId, tenantId, identity);
    if (!next || next.tenantId !== tenantId) refuse('ACCOUNT_RULE', '该身份已失效，请刷新后重试');
    await moveSession(tx, request.sessionHash as string, { hash: hashToken(token), tenantId, identity });
    return next;
  });
  request.newSession = { token };
  return { me: moved, home: homeOf(moved), passwordWeak: false };
}
