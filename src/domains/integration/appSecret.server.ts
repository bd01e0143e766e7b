import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { hashToken, newToken } from '~/server/context.server';
import { database, type Tx } from '~/server/db.server';
import { secretUse } from '~/server/programs/programMe.server';
import { forgetRows, keep } from '~/server/retention.server';
import { seal } from '~/server/secrets.server';
import { updateKnown } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { TOKEN_SECONDS } from './app';
import { lockApp } from './app.server';
import * as subjects from './subjects';

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The columns of a secret just shown to somebody. */
export const storedSecret = (me: Me, secret: string, now: Date) => ({
  secret: seal(secretUse(me.tenantId), secret),
  secret_tail: secret.slice(-4),
  secret_to: me.accountId,
  secret_to_name: actorName(me),
  secret_at: now,
});

export const shownOnce = (app: { id: string; appKey: string }, secret: string, oldUntil: Date | null) => ({ ...app, secret, oldUntil });

/** A new secret; the one before opens `keepHours` longer, and tokens end with it where it ends at once. */
export async function rotateSecret(tx: Tx, me: Me, input: { id: string; version: number; keepHours: number }, now: Date) {
  const app = await lockApp(tx, me, input, true);
  const secret = newSecret();
  const oldUntil = input.keepHours ? new Date(now.getTime() + input.keepHours * 3_600_000) : null;
  const old = { old_secret: oldUntil ? app.secret : null, old_until: oldUntil };
  await updateKnown(tx, me, 'open_app', app, { ...storedSecret(me, secret, now), ...old, updated_by: actorName(me), updated_at: sql`now()` });
  if (!oldUntil) await tx.deleteFrom('open_token').where('tenant_id', '=', me.tenantId).where('app_id', '=', app.id).execute();
  await audit(tx, me, {
    action: '更换应用密钥',
    subject: subjects.openApp,
    id: app.id,
    no: app.name,
    before: { 密钥: `****${app.secret_tail}` },
    after: { 密钥: `****${secret.slice(-4)}`, 旧密钥: input.keepHours ? `保留${input.keepHours}小时` : '立即失效' },
  });
  return shownOnce({ id: app.id, appKey: app.app_key }, secret, oldUntil);
}

/** A short-lived token for a program that signed for it. */
export async function giveToken(me: Me | null, now: Date) {
  const app = me?.app ?? refuse('APP_SIGNATURE', '该接口由第三方应用签名后调用，请按接口文档加上签名请求头');
  const token = newToken();
  await database().inSystem((tx) =>
    tx
      .insertInto('open_token')
      .values({
        tenant_id: (me as Me).tenantId,
        hash: hashToken(token),
        app_id: app.id,
        created_at: now,
        expires_at: new Date(now.getTime() + TOKEN_SECONDS * 1000),
      })
      .execute(),
  );
  return { accessToken: token, tokenType: 'Bearer' as const, expiresIn: TOKEN_SECONDS };
}

/** A day is much longer than a time stamp is taken, so no nonce is good a second time. */
keep({
  key: 'open_nonce',
  title: '第三方应用请求的随机串',
  why: '拒绝重复发送的请求',
  days: 1,
  forget: (tx, before, most) => forgetRows(tx, 'open_nonce', sql<boolean>`at < ${before}`, most),
});
keep({
  key: 'open_token',
  title: '第三方应用已过期的访问令牌',
  why: '到期即失效，供核对',
  days: 1,
  forget: (tx, before, most) => forgetRows(tx, 'open_token', sql<boolean>`expires_at < ${before}`, most),
});
keep({
  key: 'open_usage_minute',
  title: '第三方应用每分钟的调用次数',
  why: '限制每分钟的调用、说明最近一次调用',
  days: 2,
  forget: (tx, before, most) => forgetRows(tx, 'open_usage', sql<boolean>`span = 'M' and starts < ${before}`, most),
});
keep({
  key: 'open_usage',
  title: '第三方应用每天的调用次数',
  why: '限制每天的调用、查看用量',
  days: 90,
  forget: (tx, before, most) => forgetRows(tx, 'open_usage', sql<boolean>`span = 'D' and starts < ${before}`, most),
});
