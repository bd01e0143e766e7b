import { supportPhone } from '~/portal/brand';
import type { Me } from '~/portal/me';
import { config } from '~/server/config.server';
import { database, type Tx } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { closeSession } from '~/server/session.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { isStrongPassword } from './account';
import { type Entered, enter, recordFailure, WRONG_ACCOUNT } from './entrance.server';
import { isPassword } from './password.server';
import { type CodeSent, provesTarget, sendCode, WRONG_CODE } from './proofCode.server';
import { askSecondFactor } from './secondFactor.server';
import { recordEvent } from './securityLog.server';
import { consumeAttempt, succeeded } from './throttle.server';
import { triesAt } from './tries.server';

interface Account {
  id: string;
  mobile: string;
  password_hash: string;
  password_strong: boolean;
  status: string;
}

const columns = ['id', 'mobile', 'password_hash', 'password_strong', 'status'] as const;
const byAccount = (tx: Tx, account: string): Promise<Account | undefined> =>
  tx
    .selectFrom('account')
    .select(columns)
    .where((eb) => eb.or([eb('login_account', '=', account), eb('mobile', '=', account)]))
    .executeTakeFirst();

/** A weak password still opens the door until the fixed day, with the tip to change it; from then on it does not. */
export async function loginByPassword(input: { account: string; password: string; scanTicket?: string | undefined }, request: Request): Promise<Entered> {
  const account = await database().inSystem((tx) => byAccount(tx, input.account));
  const keys = await triesAt({ id: account?.id, typed: input.account }, request);
  const { lastAttempt } = await consumeAttempt(keys, request.now);
  const right = await isPassword(account?.password_hash, input.password);
  if (!account || !right || account.status !== 'ACTIVE') {
    if (account) await recordFailure(account.id, lastAttempt, request);
    refuse('LOGIN_FAILED', WRONG_ACCOUNT);
  }
  await succeeded(keys);
  const strong = isStrongPassword(input.password, account.mobile);
  if (strong !== account.password_strong)
    await database().inSystem((tx) => tx.updateTable('account').set({ password_strong: strong }).where('id', '=', account.id).execute());
  if (!strong) refuseWeakPassword(request.now);
  await askSecondFactor(account.id, { way: 'PASSWORD', passwordWeak: !strong, scanTicket: input.scanTicket }, request);
  return enter(account.id, { way: 'PASSWORD', passwordWeak: !strong, scanTicket: input.scanTicket }, request);
}

function refuseWeakPassword(now: Date): void {
  const from = config().PASSWORD_UPGRADE_DATE;
  if (shanghaiDate(now) < from) return;
  const [year, month, day] = from.split('-').map(Number);
  refuse(
    'WEAK_PASSWORD',
    `为保障账号安全，系统已于${year}年${month}月${day}日完成安全升级，您当前的密码强度过低，暂不能登录，请先修改密码。如需帮助，请联系在线客服或致电${supportPhone}。`,
  );
}

/** Answers the same whether the mobile number has an account or not. */
export const sendLoginCode = (mobile: string, request: Request): Promise<CodeSent> =>
  sendCode(mobile, 'LOGIN', request, async (tx) => Boolean(await activeMobile(tx, mobile)));

export const activeMobile = (tx: Tx, mobile: string) =>
  tx.selectFrom('account').select(['id', 'mobile', 'login_account']).where('mobile', '=', mobile).where('status', '=', 'ACTIVE').executeTakeFirst();

export async function loginByCode(input: { mobile: string; code: string; scanTicket?: string | undefined }, request: Request): Promise<Entered> {
  const account = await database().inSystem((tx) => byAccount(tx, input.mobile));
  const keys = await triesAt({ kind: 'sms', id: account?.id, typed: input.mobile }, request);
  const { lastAttempt } = await consumeAttempt(keys, request.now);
  const right = await provesTarget(input.mobile, 'LOGIN', input.code, request.now);
  if (!right || !account || account.mobile !== input.mobile || account.status !== 'ACTIVE') {
    if (account) await recordFailure(account.id, lastAttempt, request);
    refuse('SMS_CODE', WRONG_CODE);
  }
  await succeeded(keys);
  await askSecondFactor(account.id, { way: 'SMS', passwordWeak: false, scanTicket: input.scanTicket }, request);
  return enter(account.id, { way: 'SMS', passwordWeak: false, scanTicket: input.scanTicket }, request);
}

export async function logout(me: Me | null, request: Request): Promise<Record<string, never>> {
  if (request.sessionHash)
    await database().inSystem(async (tx) => {
      await closeSession(tx, request.sessionHash as string);
      if (me) await recordEvent(tx, me.accountId, 'LOGOUT', request);
    });
  request.newSession = { token: null };
  return {};
}
