import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { productName } from '~/portal/brand';
import type { Me } from '~/portal/me';
import { database, type Tx } from '~/server/db.server';
import { fingerprint, seal, unseal } from '~/server/secrets.server';
import type { Request } from '~/server/serve.server';
import { refuse } from '~/shared/refusal';
import { requireProof } from './proof.server';
import { recordEvent } from './securityLog.server';

const PERIOD_S = 30;
const RECOVERY_CODES = 10;
/** No letters or digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const useOf = (accountId: string): string => `account_totp.secret/${accountId}`;
const recoveryHash = (accountId: string, code: string): string => fingerprint(`recovery_code/${accountId}`, code.toLowerCase().replace(/[^a-z0-9]/g, ''));

export const hasTotp = async (tx: Tx, accountId: string): Promise<boolean> =>
  Boolean(
    await tx.selectFrom('account_totp').select('account_id').where('account_id', '=', accountId).where('confirmed_at', 'is not', null).executeTakeFirst(),
  );

const totpOf = (account: string, secret: Secret): TOTP =>
  new TOTP({ issuer: productName, label: account, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

/** A new secret to scan; it counts once `confirmTotp` has proved that the app took it. */
export async function startTotp(me: Me, request: Request): Promise<{ qrSvg: string; secret: string }> {
  const secret = new Secret({ size: 20 });
  await database().inSystem(async (tx) => {
    await requireProof(tx, request);
    if (await hasTotp(tx, me.accountId)) refuse('ACCOUNT_RULE', '动态验证码已开启，如需更换请先关闭');
    await tx
      .insertInto('account_totp')
      .values({ account_id: me.accountId, secret: seal(useOf(me.accountId), secret.base32) })
      .onConflict((on) => on.column('account_id').doUpdateSet({ secret: seal(useOf(me.accountId), secret.base32), last_step: 0n }))
      .execute();
  });
  return { qrSvg: renderSVG(totpOf(me.loginAccount, secret).toString(), { border: 2 }), secret: secret.base32 };
}

export async function confirmTotp(me: Me, input: { code: string }, request: Request): Promise<{ recoveryCodes: string[] }> {
  return database().inSystem(async (tx) => {
    await requireProof(tx, request);
    const row = await tx.selectFrom('account_totp').selectAll().where('account_id', '=', me.accountId).forUpdate().executeTakeFirst();
    if (!row) refuse('ACCOUNT_RULE', '请先扫描二维码');
    if (row.confirmed_at) refuse('ACCOUNT_RULE', '动态验证码已开启');
    const step = stepOf(me.accountId, row, input.code, request.now);
    if (step === null) refuse('SMS_CODE', '动态验证码不正确，请检查手机时间是否准确');
    await tx.updateTable('account_totp').set({ confirmed_at: request.now, last_step: step }).where('account_id', '=', me.accountId).execute();
    await recordEvent(tx, me.accountId, 'TOTP_ON', request);
    return { recoveryCodes: await renewCodes(tx, me.accountId) };
  });
}

export async function stopTotp(me: Me, request: Request): Promise<Record<string, never>> {
  await database().inSystem(async (tx) => {
    await requireProof(tx, request);
    await tx.deleteFrom('recovery_code').where('account_id', '=', me.accountId).execute();
    const gone = await tx.deleteFrom('account_totp').where('account_id', '=', me.accountId).executeTakeFirst();
    if (gone.numDeletedRows) await recordEvent(tx, me.accountId, 'TOTP_OFF', request);
  });
  return {};
}

export async function renewRecoveryCodes(me: Me, request: Request): Promise<{ recoveryCodes: string[] }> {
  return database().inSystem(async (tx) => {
    await requireProof(tx, request);
    if (!(await hasTotp(tx, me.accountId))) refuse('ACCOUNT_RULE', '尚未开启动态验证码');
    await recordEvent(tx, me.accountId, 'RECOVERY_RENEWED', request);
    return { recoveryCodes: await renewCodes(tx, me.accountId) };
  });
}

async function renewCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''));
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: recoveryHash(accountId, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Takes the app's six digits, each time step once, or a recovery code, once. */
export async function takesSecondCode(accountId: string, code: string, request: Request): Promise<boolean> {
  return database().inSystem(async (tx) => {
    const row = await tx
      .selectFrom('account_totp')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    const digits = code.replace(/\s/g, '');
    if (/^\d{6}$/.test(digits)) {
      const step = stepOf(accountId, row, digits, request.now);
      if (step === null) return false;
      await tx.updateTable('account_totp').set({ last_step: step }).where('account_id', '=', accountId).execute();
      return true;
    }
    const used = await tx
      .updateTable('recovery_code')
      .set({ used_at: request.now })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', recoveryHash(accountId, code))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows === 0n) return false;
    await recordEvent(tx, accountId, 'RECOVERY_USED', request);
    return true;
  });
}

/** The time step the code belongs to, one step of clock drift either way; null when wrong or not newer than the last one taken. */
function stepOf(accountId: string, row: { secret: string; last_step: bigint }, code: string, now: Date): bigint | null {
  const totp = totpOf('', Secret.fromBase32(unseal(useOf(accountId), row.secret)));
  const drift = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (drift === null) return null;
  const step = BigInt(Math.floor(now.getTime() / 1000 / PERIOD_S) + drift);
  return step > row.last_step ? step : null;
}
