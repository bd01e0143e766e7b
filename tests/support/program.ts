import { web } from '~/server/web.server';
import type { Envelope, Person } from './app';
import { post } from './app';
import { signedHeaders } from './signing';

export interface App {
  id: string;
  appKey: string;
  secret: string;
}

const granted = {
  remark: '',
  kind: 'LIVE',
  ipAllow: [],
  expiresOn: '',
  perMinute: 600,
  perDay: 100_000,
  dataScope: 'ALL',
  regions: [],
  warehouses: [],
  hiddenFields: [],
};

/** An app made over the portal's own call. */
export async function makeApp(admin: Person, name: string, more: Record<string, unknown>): Promise<App> {
  const { code, message, data } = await post('/saas-boss/app/create', { ...granted, name, ...more }, admin);
  if (code !== '0') throw new Error(message);
  return data;
}

export async function ask(method: string, path: string, headers: Record<string, string>, body?: string, peer = '203.0.113.8'): Promise<Envelope> {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const answer = await web.request(request, undefined, { peer });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  return { status: answer.status, code: json.code ?? '', message: json.message ?? '', data: json.data, headers: answer.headers, text, bytes };
}

/** A signed call with everything right. */
export async function asApp(
  app: Pick<App, 'appKey' | 'secret'>,
  method: string,
  path: string,
  input: unknown = {},
  more: Record<string, string> = {},
): Promise<Envelope> {
  const query = method === 'GET' ? queryOf(input as Record<string, string>) : '';
  const body = method === 'GET' ? undefined : JSON.stringify(input);
  const headers = signedHeaders(app, { method, path: new URL(path, 'http://localhost').pathname, query, body: body ?? '' });
  return ask(method, query ? `${path}?${query}` : path, { ...headers, ...more }, body);
}

const written = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const queryOf = (input: Record<string, string>): string =>
  Object.entries(input)
    .map(([name, value]) => `${written(name)}=${written(value)}`)
    .sort()
    .join('&');
