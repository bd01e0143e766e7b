import { BlockList, isIP } from 'node:net';
import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { shanghaiDate, shanghaiTime, startOfDay } from '~/shared/dates';
import { Refusal, refuse } from '~/shared/refusal';
import { noteCall } from '../apiLog.server';
import { hashToken } from '../context.server';
import { database, type Tx } from '../db.server';
import { unseal } from '../secrets.server';
import { type Program, programBy, secretUse } from './programMe.server';
import { SKEW_SECONDS, sameSignature, signatureOf, textToSign } from './signature';

/** A request as far as its program is judged by it. */
export interface Asked {
  http: Request;
  body: Uint8Array;
  address: string;
  now: Date;
  /** The call, for the log. */
  call: { method: string; path: string };
}

const BEARER = /^Bearer ([\w-]{20,100})$/i;
export const isProgram = (http: Request): boolean => http.headers.has('x-app-key') || BEARER.test(http.headers.get('authorization') ?? '');

/** The app behind a signed or token request. Throws a Refusal that says what to mend; the app's log has it too, where one was named. */
export async function authenticate(asked: Asked): Promise<Me> {
  const started = performance.now();
  const signed = asked.http.headers.has('x-app-key');
  const headers = signed ? headersOf(asked.http) : null;
  const program = await database().inSystem((tx) => programBy(tx, headers ?? { token: tokenOf(asked.http), now: asked.now }), { readOnly: true });
  let proven = !signed;
  try {
    if (headers) mustBeSigned(program, headers, asked);
    proven = true;
    if (!program) return refuse('APP_TOKEN', '访问令牌无效或已过期，请重新获取');
    mustBeOpen(program, asked);
    await count(program, headers?.nonce ?? null, asked.now);
    return program.me;
  } catch (error) {
    if (error instanceof Refusal && program && (proven || mayNoteUnproven(asked.now)))
      noteCall(program.me, { ...asked.call, code: error.code, ms: performance.now() - started, address: asked.address });
    throw error;
  }
}

/** Whoever knows an app's key can be refused without end: so many a minute are written down. */
const MOST_UNPROVEN = 300;
const unproven = { minute: 0, noted: 0 };
function mayNoteUnproven(now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000);
  if (unproven.minute !== minute) Object.assign(unproven, { minute, noted: 0 });
  return unproven.noted++ < MOST_UNPROVEN;
}

const tokenOf = (http: Request): string => hashToken(BEARER.exec(http.headers.get('authorization') ?? '')?.[1] ?? '');

interface SignedHeaders {
  key: string;
  timestamp: string;
  nonce: string;
  signature: string;
}
function headersOf(http: Request): SignedHeaders {
  const header = (name: string): string => http.headers.get(name)?.trim() ?? '';
  const [timestamp, nonce, signature] = [header('x-timestamp'), header('x-nonce'), header('x-signature')];
  if (!/^\d{10}$/.test(timestamp)) refuse('APP_SIGNATURE', '请求头 X-Timestamp 应为10位的Unix时间（秒）');
  if (!/^[\w-]{16,64}$/.test(nonce)) refuse('APP_SIGNATURE', '请求头 X-Nonce 应为16到64位字母、数字、- 或 _，且每次请求不同');
  if (!/^[0-9a-f]{64}$/.test(signature)) refuse('APP_SIGNATURE', '请求头 X-Signature 应为64位小写十六进制的HMAC-SHA256签名');
  return { key: header('x-app-key').slice(0, 60), timestamp, nonce, signature };
}

function mustBeSigned(program: Program | null, { timestamp, nonce, signature }: SignedHeaders, { http, body, now }: Asked): void {
  const off = Math.round(Number(timestamp) - now.getTime() / 1000);
  if (Math.abs(off) > SKEW_SECONDS) refuseClock(off, now);
  const { pathname, search } = new URL(http.url);
  const text = textToSign({ method: http.method, path: pathname, query: search.slice(1), body, timestamp, nonce });
  const right = secretsOf(program, now).map((secret) => sameSignature(signatureOf(secret, text), signature));
  if (!program || !right.some(Boolean)) refuse('APP_SIGNATURE', '应用不存在或签名不正确，请核对 X-App-Key、密钥与待签名内容（可用开放平台的签名校验器核对）');
}

/** Always at least one, so that an unknown key costs what a known one does. */
function secretsOf(program: Program | null, now: Date): string[] {
  if (!program) return ['unknown'];
  const { tenantId, secret, oldSecret, oldUntil } = program;
  const held = oldSecret && oldUntil && oldUntil > now ? [secret, oldSecret] : [secret];
  return held.map((one) => unseal(secretUse(tenantId), one));
}

function refuseClock(off: number, now: Date): never {
  refuse(
    'APP_CLOCK',
    `请求时间比服务器${off > 0 ? '快' : '慢'}${Math.abs(off)}秒，相差不能超过${SKEW_SECONDS}秒；服务器时间为${shanghaiTime(now)}，请校准时钟`,
    {
      serverTime: Math.floor(now.getTime() / 1000),
      offBy: off,
    },
  );
}

function mustBeOpen({ status, expiresOn, addresses, name }: Program, { address, now }: Asked): void {
  if (status === 'REVOKED') refuse('APP_STATE', `应用“${name}”已注销`);
  if (status !== 'ENABLED') refuse('APP_STATE', `应用“${name}”已停用，请联系企业管理员`);
  if (expiresOn && shanghaiDate(now) > expiresOn) refuse('APP_STATE', `应用“${name}”的有效期到${expiresOn}为止，已过期，请联系企业管理员`);
  if (addresses.length && !isAllowed(address, addresses)) refuse('APP_ADDRESS', `来源IP ${address || '未知'} 不在应用“${name}”的IP白名单内`);
}

/** Addresses and networks (`203.0.113.0/24`); an IPv4 that came as IPv6 is that IPv4. */
export function isAllowed(address: string, allowed: readonly string[]): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIP(plain)) return false;
  const list = new BlockList();
  for (const one of allowed) {
    const [net = '', bits] = one.split('/');
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(net, family);
    else list.addSubnet(net, Number(bits), family);
  }
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Uses up the nonce and one call of the minute and the day; committed whatever the call itself comes to. */
async function count(program: Program, nonce: string | null, now: Date): Promise<void> {
  const { fresh, minute, day } = await database().inSystem(async (tx) => {
    const fresh = nonce === null || (await useNonce(tx, program, nonce, now));
    return fresh ? { fresh, ...(await countCall(tx, program, now)) } : { fresh, minute: 0, day: 0 };
  });
  if (!fresh) refuse('APP_REPLAY', '该请求已处理过：X-Nonce 重复，请为每次请求生成新的随机串并重新签名');
  if (minute > program.perMinute)
    refuse('APP_QUOTA', `超过应用“${program.name}”每分钟${program.perMinute}次的调用上限，请${60 - now.getUTCSeconds()}秒后再试`, {
      retryAfter: 60 - now.getUTCSeconds(),
    });
  if (day > program.perDay) refuse('APP_QUOTA', `超过应用“${program.name}”每天${program.perDay}次的调用上限，明天0点恢复`);
}

async function useNonce(tx: Tx, { tenantId, id }: Program, nonce: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('open_nonce')
    .values({ tenant_id: tenantId, app_id: id, nonce, at: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Calls so far in this minute and, unless the minute refuses it, on this day. */
async function countCall(tx: Tx, { tenantId, id, perMinute }: Program, now: Date): Promise<{ minute: number; day: number }> {
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const { rows } = await sql<{ minute: number; day: number | null }>`
    with m as (
      insert into open_usage as u (tenant_id, app_id, span, starts, calls) values (${tenantId}, ${id}, 'M', ${minute}, 1)
      on conflict (tenant_id, app_id, span, starts) do update set calls = u.calls + 1 returning calls),
    d as (
      insert into open_usage as u (tenant_id, app_id, span, starts, calls) select ${tenantId}::bigint, ${id}::uuid, 'D', ${startOfDay(shanghaiDate(now))}::timestamptz, 1 from m where m.calls <= ${perMinute}::int
      on conflict (tenant_id, app_id, span, starts) do update set calls = u.calls + 1 returning calls)
    select (select calls from m) as minute, (select calls from d) as day`.execute(tx);
  return { minute: rows[0]?.minute ?? 0, day: rows[0]?.day ?? 0 };
}
