import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { config } from '~/server/config.server';
import { database, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { sendMail } from '~/server/mail.server';
import { fingerprint } from '~/server/secrets.server';
import type { Request } from '~/server/serve.server';
import { sendSms } from '~/server/sms.server';
import { refuse } from '~/shared/refusal';
import { consumeAttempt } from './throttle.server';

const LIFE_MINUTES = 5;
const WAIT_SECONDS = 60;
const TRIES = 5;

/** What a code is good for; a code of one purpose proves nothing for another. */
const purposes = {
  LOGIN: '登录',
  REGISTER: '注册',
  JOIN: '加入企业',
  RESET: '重置密码',
  CONFIRM: '身份验证',
  CHANGE_ACCOUNT: '修改登录账号',
  MAIL: '绑定邮箱',
  SIGN: '签署合同',
} as const;
export type CodePurpose = keyof typeof purposes;

export interface CodeSent {
  waitSeconds: number;
  /** On the demo machine itself, with no gateway to send through, the page shows the code. */
  demoCode?: string;
}

export const WRONG_CODE = '验证码不正确或已失效，请重新获取';

/**
 * Sends a code to a mobile number or mail address. `send` false does all but send, so that a number without an account is answered
 * alike and in the same time.
 */
export async function sendCode(target: string, purpose: CodePurpose, request: Request, send: (tx: Tx) => Promise<boolean>): Promise<CodeSent> {
  await refuseTooSoon(target, purpose, request.now);
  await consumeAttempt([`code:${target}`, `code-address:${request.address}`], request.now);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await database().inSystem(async (tx) => {
    await tx
      .insertInto('proof_code')
      .values({
        id: newId(),
        target,
        purpose,
        code_hash: hashOf(target, purpose, code),
        created_at: request.now,
        expires_at: new Date(request.now.getTime() + LIFE_MINUTES * 60_000),
      })
      .execute();
    if (await send(tx)) await deliver(tx, target, purpose, code, request.now);
  });
  return { waitSeconds: WAIT_SECONDS, ...(shownHere(target, request) ? { demoCode: code } : {}) };
}

const shownHere = (target: string, request: Request): boolean =>
  config().DEMO && request.local === true && !config().PUBLIC_ORIGIN && !(target.includes('@') ? config().SMTP_URL : config().SMS_URL);

async function deliver(tx: Tx, target: string, purpose: CodePurpose, code: string, now: Date): Promise<void> {
  const text = `您正在进行${purposes[purpose]}，验证码为${code}，${LIFE_MINUTES}分钟内有效。如非本人操作请忽略，切勿告知他人。`;
  if (target.includes('@'))
    await sendMail(tx, { to: target, subject: `${purposes[purpose]}验证码`, text, secret: true, expiresAt: new Date(now.getTime() + LIFE_MINUTES * 60_000) });
  else await sendSms(tx, target, text, now);
}

async function refuseTooSoon(target: string, purpose: CodePurpose, now: Date): Promise<void> {
  const last = await database().inSystem((tx) => latestOf(tx, target, purpose));
  const waited = last ? (now.getTime() - last.created_at.getTime()) / 1000 : WAIT_SECONDS;
  if (waited < WAIT_SECONDS) refuse('SMS_CODE', `验证码已发送，请${Math.ceil(WAIT_SECONDS - waited)}秒后再试`);
}

const latestOf = (tx: Tx, target: string, purpose: CodePurpose) =>
  tx
    .selectFrom('proof_code')
    .selectAll()
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const hashOf = (target: string, purpose: string, code: string): string => fingerprint(`proof_code/${purpose}/${target}`, code);

/**
 * Whether the code is the newest one sent, unexpired and unused. A right one is used up unless `keep`; after five wrong tries it is dead.
 * Runs in a transaction of its own, so a refusal that follows does not give the try back.
 */
export async function provesTarget(target: string, purpose: CodePurpose, code: string, now: Date, { keep = false } = {}): Promise<boolean> {
  return database().inSystem(async (tx) => {
    const latest = await latestOf(tx, target, purpose);
    if (!latest) return false;
    const tried = await tx
      .updateTable('proof_code')
      .set({ attempts: sql<number>`attempts + 1` })
      .where('id', '=', latest.id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('attempts', '<', TRIES)
      .returning('code_hash')
      .executeTakeFirst();
    const right = tried?.code_hash === hashOf(target, purpose, code);
    if (right && !keep) await tx.updateTable('proof_code').set({ used_at: now }).where('id', '=', latest.id).execute();
    if (right && keep) await tx.updateTable('proof_code').set({ attempts: sql<number>`attempts - 1` }).where('id', '=', latest.id).execute();
    return right;
  });
}
