import { sql } from 'kysely';
import { database, type Tx } from '~/server/db.server';
import type { Request } from '~/server/serve.server';
import { endSessionsOf, forgetSessions } from '~/server/session.server';
import { refuse } from '~/shared/refusal';
import { passwordProblems } from './account';
import { activeMobile } from './login.server';
import { hashPassword } from './password.server';
import { type CodeSent, provesTarget, sendCode, WRONG_CODE } from './proofCode.server';
import { recordEvent } from './securityLog.server';
import { consumeAttempt, succeeded } from './throttle.server';
import { forgetGuesses, triesAt } from './tries.server';

/** Answers the same whether the mobile number has an account or not. */
export const sendResetCode = (mobile: string, request: Request): Promise<CodeSent> =>
  sendCode(mobile, 'RESET', request, async (tx) => Boolean(await activeMobile(tx, mobile)));

/** The first step: is the code right. It stays good for the second. */
export async function confirmResetCode(input: { mobile: string; code: string }, request: Request): Promise<Record<string, never>> {
  const known = await database().inSystem((tx) => activeMobile(tx, input.mobile));
  const keys = await triesAt({ kind: 'reset', id: known?.id, typed: input.mobile }, request);
  await consumeAttempt(keys, request.now);
  const right = await provesTarget(input.mobile, 'RESET', input.code, request.now, { keep: true });
  if (!known || !right) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  await succeeded(keys);
  return {};
}

/** Sets the new password and ends every session of the account. */
export async function resetPassword(input: { mobile: string; code: string; newPassword: string }, request: Request): Promise<Record<string, never>> {
  refuseWeak(input.newPassword, input.mobile, 'newPassword');
  const known = await database().inSystem((tx) => activeMobile(tx, input.mobile));
  const keys = await triesAt({ kind: 'reset', id: known?.id, typed: input.mobile }, request);
  await consumeAttempt(keys, request.now);
  const right = await provesTarget(input.mobile, 'RESET', input.code, request.now);
  if (!known || !right) refuse('SMS_CODE', WRONG_CODE, { fields: { code: WRONG_CODE } });
  await succeeded(keys);
  const hash = await hashPassword(input.newPassword);
  await database().inSystem(async (tx) => {
    await refuseShort(tx, known.id, input.newPassword, 'newPassword');
    await setPassword(tx, known.id, hash, request);
    await endSessionsOf(tx, known.id);
    await recordEvent(tx, known.id, 'PASSWORD_RESET', request, '短信验证码，全部设备已下线');
  });
  await forgetGuesses(known.id);
  forgetSessions();
  return {};
}

export function refuseWeak(password: string, account: string, field: string): void {
  const problems = passwordProblems(password, account);
  if (problems.length) refuse('WEAK_PASSWORD', `密码强度不足：${problems.join('；')}`, { fields: { [field]: `密码${problems[0]}` } });
}

/** A factory may ask its members for longer passwords than the product does. */
export async function refuseShort(tx: Tx, accountId: string, password: string, field: string): Promise<void> {
  const { rows } = await sql<{ least: number | null }>`
    select max((s.value ->> 'passwordLength')::int) as least from tenant_setting s
    join member m on m.tenant_id = s.tenant_id and m.account_id = ${accountId} and m.status = 'ACTIVE' where s.key = 'setBase'`.execute(tx);
  const least = rows[0]?.least ?? 0;
  if (password.length < least) refuse('WEAK_PASSWORD', `您所在的企业要求密码至少${least}位`, { fields: { [field]: `密码至少${least}位` } });
}

export async function setPassword(tx: Tx, accountId: string, hash: string, request: Request): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_hash: hash, password_strong: true, password_set: true, password_changed_at: request.now, updated_at: request.now })
    .where('id', '=', accountId)
    .execute();
}
