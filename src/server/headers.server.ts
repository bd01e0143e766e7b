import type { MiddlewareHandler } from 'hono';
import { config } from './config.server';

/** Styles may be inline (menus position themselves); scripts never, except those Astro itself wrote and hashed. */
const CDN = import.meta.env.ASSETS_PREFIX;
const STYLE = `style-src 'self' ${typeof CDN === 'string' ? `${new URL(CDN).origin} ` : ''}'unsafe-inline'`;

/** What every answer carries; `policy` is the page's own content security policy, where it has one. */
export function headersOf(policy?: string | null): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    ...(config().PUBLIC_ORIGIN?.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
    ...(policy && !policy.includes('sandbox') ? { 'Content-Security-Policy': ownPolicy(policy) } : {}),
  };
}

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  // Neither the back button after logging out nor anything on the way may show what was kept of a person's page or answer.
  if (/^(text\/html|application\/json)/.test(headers.get('content-type') ?? '') && !headers.has('cache-control')) headers.set('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headersOf(headers.get('Content-Security-Policy')))) headers.set(name, value);
};

const ownPolicy = (policy: string): string => policy.replace(/style-src [^;]*/, STYLE).replace("connect-src 'self'", `connect-src 'self'${bucketOrigin()}`);

/** Direct uploads go from the browser to the bucket. */
function bucketOrigin(): string {
  const { S3_BUCKET, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_REGION, S3_PATH_STYLE } = config();
  if (!S3_BUCKET) return '';
  const { protocol, host } = new URL(S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`);
  return ` ${protocol}//${S3_PATH_STYLE ? '' : `${S3_BUCKET}.`}${host}`;
}
