import type { MiddlewareHandler } from 'hono';
import { config } from './config.server';

/** Styles may be inline (menus position themselves); scripts never, except those Astro itself wrote and hashed. */
const STYLE = "style-src 'self' 'unsafe-inline'";

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Frame-Options', 'DENY');
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()');
  if (config().PUBLIC_ORIGIN?.startsWith('https:')) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  const policy = headers.get('Content-Security-Policy');
  if (policy && !policy.includes('sandbox'))
    headers.set('Content-Security-Policy', policy.replace(/style-src [^;]*/, STYLE).replace("connect-src 'self'", `connect-src 'self'${bucketOrigin()}`));
};

/** Direct uploads go from the browser to the bucket. */
function bucketOrigin(): string {
  const { S3_BUCKET, S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_REGION, S3_PATH_STYLE } = config();
  if (!S3_BUCKET) return '';
  const { protocol, host } = new URL(S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`);
  return ` ${protocol}//${S3_PATH_STYLE ? '' : `${S3_BUCKET}.`}${host}`;
}
