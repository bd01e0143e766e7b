import type { Me } from '~/portal/me';
import { database, type Tx } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { changeSession } from '~/server/session.server';
import { Refusal, refusalCodes, refuse } from '~/shared/refusal';
import { isPassword } from './password.server';
import { type CodeSent, provesTarget, sendCode, WRONG_CODE } from './proofCode.server';
import { consumeAttempt, succeeded } from './throttle.server';
import { triesAt } from './tries.server';

const LIFE_MS = 10 * 60_000;

/** What changes who may get in needs a person who proved themselves in this session in the last ten minutes; login counts. */
export async function requireProof(tx: Tx, request: Request): Promise<void> {
  const session = await tx
    .selectFrom('session')
    .select('proved_at')
    .where('token_hash', '=', request.sessionHash ?? '')
    .executeTakeFirst();
  if (session && session.proved_at.getTime() > request.now.getTime() - LIFE_MS) return;
  throw new Refusal(refusalCodes.PROVE_SELF, '为保障账号安全，请先验证身份', { reason: 'PROVE_SELF' });
}

export const sendProofCode = (me: Me, request: Request): Promise<CodeSent> => sendCode(me.mobile, 'CONFIRM', request, async () => true);

/** By the password or a code sent to the account's mobile number. */
export async function proveSelf(me: Me, input: { password: string; code: string }, request: Request): Promise<Record<string, never>> {
  const keys = await triesAt({ id: me.accountId }, request);
  await consumeAttempt(keys, request.now);
  if (input.password) {
    const account = await database().inSystem((tx) => tx.selectFrom('account').select('password_hash').where('id', '=', me.accountId).executeTakeFirst());
    if (!(await isPassword(account?.password_hash, input.password))) refuse('LOGIN_FAILED', '密码不正确', { fields: { password: '密码不正确' } });
  } else if (!(await provesTarget(me.mobile, 'CONFIRM', input.code, request.now))) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  await succeeded(keys);
  await database().inSystem((tx) => changeSession(tx, request.sessionHash ?? '', { proved_at: request.now }));
  return {};
}
