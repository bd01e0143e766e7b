import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a program signs of its request. Times are Unix seconds. */
export interface Signed {
  method: string;
  /** As in the address, with /web. */
  path: string;
  /** Without the question mark, as in the address. */
  query: string;
  body: Uint8Array;
  timestamp: string;
  nonce: string;
}

/** How far the program's clock may be from the server's, either way. */
export const SKEW_SECONDS = 300;

export const digestOf = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

/** RFC 3986: every byte but letters, digits and -._~ is written %XX. */
const written = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The parameters, decoded and written again, in the order of their bytes. */
export const sortedQuery = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${written(name)}=${written(value)}`)
    .sort(byBytes)
    .join('&');

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The six lines that are signed. */
export const textToSign = ({ method, path, query, body, timestamp, nonce }: Signed): string =>
  [method.toUpperCase(), path, sortedQuery(query), digestOf(body), timestamp, nonce].join('\n');

/** HMAC-SHA256 under the secret's text, in lower-case hex. */
export const signatureOf = (secret: string, text: string): string => createHmac('sha256', secret).update(text, 'utf8').digest('hex');

/** Compares digests of both, so neither length nor content shows in the time it takes. */
export function sameSignature(one: string, other: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
