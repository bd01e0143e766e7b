import { createHash, randomBytes } from 'node:crypto';
import type { Me } from '~/portal/me';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { config } from './config.server';
import { log } from './log.server';
import type { Request as CallRequest } from './serve.server';
import { findSession } from './session.server';

export const SESSION_COOKIE = 'portal_session';
const DEVICE_COOKIE = 'portal_device';
const DEVICE_SECONDS = 400 * 86_400;
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface Visitor {
  me: Me | null;
  request: CallRequest;
}

/** Who asks and from where, once per HTTP request; pages and calls share it. */
export async function visitorOf(http: Request, peer: string): Promise<Visitor> {
  const token = cookieOf(http, SESSION_COOKIE);
  const sessionHash = token ? hashToken(token) : null;
  const now = new Date();
  const device = cookieOf(http, DEVICE_COOKIE);
  const me = sessionHash ? await findSession(sessionHash, now) : null;
  return { me, request: { ...requestOf(http, peer, now), sessionHash: me ? sessionHash : null, device: device ? hashToken(device) : null } };
}

/** What a request says of itself, whoever makes it. */
export function requestOf(http: Request, peer: string, now: Date): CallRequest {
  return {
    now,
    address: addressOf(http, peer),
    agent: (http.headers.get('user-agent') ?? '').slice(0, 200),
    sessionHash: null,
    origin: config().PUBLIC_ORIGIN ? new URL(config().PUBLIC_ORIGIN as string).origin : new URL(http.url).origin,
    local: isLocal(http, peer),
    lastEventId: http.headers.get('last-event-id'),
    idempotencyKey: idempotencyKeyOf(http),
  };
}

export const IDEMPOTENCY_KEY = /^[!-~]{8,80}$/;

/** A key that cannot be kept is refused: passed over, a request sent again would be carried out again. */
function idempotencyKeyOf(http: Request): string | null {
  const key = http.headers.get('idempotency-key');
  if (!key || IDEMPOTENCY_KEY.test(key)) return key || null;
  throw new Refusal(BAD_INPUT, '请求头 Idempotency-Key 应为8到80位字母、数字或英文标点，不含空格', { reason: 'BAD_INPUT' });
}

export function isLocal(http: Request, peer: string): boolean {
  const direct = !http.headers.has('x-forwarded-for') && !http.headers.has('forwarded') && !http.headers.has('x-real-ip');
  return direct && /^(::1|127\.|::ffff:127\.)/.test(peer) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(http.url).hostname);
}

/** The proxy's word counts only when the operator says there is one. */
function addressOf(http: Request, peer: string): string {
  if (!config().TRUST_PROXY) return peer;
  return http.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || peer;
}

export function cookieOf(http: Request, name: string): string | null {
  for (const part of (http.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return value.join('=') || null;
  }
  return null;
}

/** The Set-Cookie line that lets a device be known again; it opens nothing. */
const deviceCookie = (token: string, secure: boolean): string =>
  `${DEVICE_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DEVICE_SECONDS}${secure ? '; Secure' : ''}`;

/** The Set-Cookie line of a new or ended session. */
export function sessionCookie(token: string | null, secure: boolean): string {
  const life = token ? config().SESSION_MAX_HOURS * 3600 : 0;
  return `${SESSION_COOKIE}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure ? '; Secure' : ''}`;
}

/** The Set-Cookie lines of what a call did to its request's session and device. */
export function cookiesFor({ newSession, newDevice }: CallRequest): string[] {
  const secure = config().PUBLIC_ORIGIN?.startsWith('https:') === true;
  return [...(newSession ? [sessionCookie(newSession.token, secure)] : []), ...(newDevice ? [deviceCookie(newDevice, secure)] : [])];
}

/** Answers the id it is logged under: that of the W3C trace it belongs to, where a proxy or the calling program names one. */
export function logFailure(error: unknown, where: string, traceparent?: string): string {
  const trace = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '')?.[1] ?? randomBytes(6).toString('hex');
  log.error({ trace, where, err: error }, 'call failed');
  return trace;
}
