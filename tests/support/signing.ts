import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What an outside program does, written by the document alone. */
export interface Signing {
  method?: string;
  path: string;
  query?: string;
  body?: string;
  timestamp?: number;
  nonce?: string;
}
export function signedHeaders(
  app: { appKey: string; secret: string },
  { method = 'POST', path, query = '', body = '', timestamp, nonce }: Signing,
): Record<string, string> {
  const time = String(timestamp ?? Math.floor(Date.now() / 1000));
  const once = nonce ?? randomBytes(16).toString('hex');
  const digest = createHash('sha256').update(body).digest('hex');
  const text = [method, path, query, digest, time, once].join('\n');
  return { 'x-app-key': app.appKey, 'x-timestamp': time, 'x-nonce': once, 'x-signature': createHmac('sha256', app.secret).update(text).digest('hex') };
}
