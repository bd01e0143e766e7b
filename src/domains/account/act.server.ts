import type { Me } from '~/portal/me';
import { database } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { refuse } from '~/shared/refusal';
import { passkeyOwner } from './passkey.server';
import { isPassword } from './password.server';
import { type CodeSent, provesTarget, sendCode, WRONG_CODE } from './proofCode.server';
import { consumeAttempt, succeeded } from './throttle.server';
import { triesAt } from './tries.server';

export interface ActProof {
  code: string;
  password: string;
  passkey: { ticket: string; response?: unknown } | null;
}

export const sendActCode = (me: Me, request: Request): Promise<CodeSent> => sendCode(me.mobile, 'SIGN', request, async () => true);

/**
 * For one act that binds, such as signing: the password and a code sent for it, or a passkey asked for now. That one logged in lately does not count.
 * Outside any transaction: a wrong try is kept whatever follows.
 */
export async function proveForAct(me: Me, given: ActProof, request: Request): Promise<'PASSKEY' | 'SMS_PASSWORD'> {
  if (given.passkey) {
    const owner = await passkeyOwner({ ticket: given.passkey.ticket, response: given.passkey.response }, request);
    if (owner !== me.accountId) refuse('LOGIN_FAILED', '该通行密钥不属于当前登录的账号');
    return 'PASSKEY';
  }
  const wrong = (field: 'code' | 'password', words: string): never =>
    refuse(field === 'code' ? 'SMS_CODE' : 'LOGIN_FAILED', words, { fields: { [field]: words } });
  if (!given.code) wrong('code', '请输入短信验证码');
  if (!given.password) wrong('password', '请输入登录密码');
  const keys = await triesAt({ id: me.accountId }, request);
  await consumeAttempt(keys, request.now);
  const account = await database().inSystem((tx) => tx.selectFrom('account').select('password_hash').where('id', '=', me.accountId).executeTakeFirst());
  if (!(await isPassword(account?.password_hash, given.password))) wrong('password', '登录密码不正确');
  if (!(await provesTarget(me.mobile, 'SIGN', given.code, request.now))) wrong('code', WRONG_CODE);
  await succeeded(keys);
  return 'SMS_PASSWORD';
}

/** What one can prove oneself with. */
export async function actWays(me: Me): Promise<{ mobile: string; passkeys: number }> {
  const { n } = await database().inSystem((tx) =>
    tx
      .selectFrom('passkey')
      .select((of) => of.fn.countAll<bigint>().as('n'))
      .where('account_id', '=', me.accountId)
      .executeTakeFirstOrThrow(),
  );
  return { mobile: me.mobile, passkeys: Number(n) };
}
