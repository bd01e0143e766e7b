import type { Endpoint } from '~/shared/endpoint';
import { config } from './config.server';

export const UNTRUSTED = { code: '100000005', message: '请求来源不受信任，请在本站页面上操作' };

/** Where people reach the product: the base of every link that leaves it. What a request claims as its host has no say. */
export const publicOrigin = (): string => new URL(config().PUBLIC_ORIGIN ?? `http://localhost:${config().PORT}`).origin;

/** Whether a request may make the call: what only reads is open to any page, since no other site can see the answer. */
export function mayCall(http: Request, { method, options }: Pick<Endpoint, 'method' | 'options'>): boolean {
  if (method === 'POST') return fromOwnPage(http);
  return options.reads === true || fetchedByOwnPage(http);
}

/** Only the product's own pages, or programs that send no Origin, may change anything. */
export function fromOwnPage(http: Request): boolean {
  const origin = http.headers.get('origin');
  return origin === null ? http.headers.get('sec-fetch-site') !== 'cross-site' : isOwn(http, origin);
}

/**
 * A GET carries no Origin, and a link or picture on any page makes one with the person's cookie. Browsers say where it comes from;
 * over plain HTTP, and old ones, by the Referer alone.
 */
function fetchedByOwnPage(http: Request): boolean {
  const site = http.headers.get('sec-fetch-site');
  return site === null ? isOwn(http, http.headers.get('referer') ?? '') : site === 'same-origin';
}

function isOwn(http: Request, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, host } = new URL(address);
  const expected = config().PUBLIC_ORIGIN;
  return expected ? origin === new URL(expected).origin : host === http.headers.get('host');
}
