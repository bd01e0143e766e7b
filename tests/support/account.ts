import { hashPassword } from '~/domains/account/password.server';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Request } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import { type Envelope, send } from './app';

export const STRONG = 'Fangshui#2026';

/** A browser: keeps cookies between its calls, as one does. */
export interface Browser {
  cookies: Map<string, string>;
  post(path: string, input?: unknown): Promise<Envelope>;
  get(path: string, input?: Record<string, string>): Promise<Envelope>;
}

export function browser(agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'): Browser {
  const cookies = new Map<string, string>();
  const ask = async (method: 'GET' | 'POST', path: string, input: unknown) => {
    const answer = await send(method, path, input, null, { cookie: [...cookies].map((pair) => pair.join('=')).join('; '), 'user-agent': agent });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return answer;
  };
  return { cookies, post: (path, input = {}) => ask('POST', path, input), get: (path, input = {}) => ask('GET', path, input) };
}

export function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.append(name, value);
  return data;
}

/** An administrator of a tenant who logs in with a password. */
export async function makeLogin(tenantId: bigint, mobile: string, password = STRONG): Promise<string> {
  const id = newId();
  const password_hash = await hashPassword(password);
  await database().inSystem(async (tx) => {
    await tx.insertInto('account').values({ id, login_account: mobile, mobile, name: '林知远', user_type: 1, password_hash }).execute();
    await tx.insertInto('member').values({ tenant_id: tenantId, id: newId(), account_id: id, name: '林知远', is_admin: true }).execute();
  });
  forgetSessions();
  return id;
}

/** The code in the newest letter to a mobile number or mail address; '' when none was sent. */
export async function codeSentTo(address: string): Promise<string> {
  const message = await database().inSystem((tx) =>
    tx.selectFrom('outgoing').select('body').where('address', '=', address).orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirst(),
  );
  return /\d{6}/.exec(message?.body ?? '')?.[0] ?? '';
}

/** Codes may be asked for once a minute: a test that needs a second one lets the minute pass. */
export const letMinutePass = (): Promise<unknown> =>
  database().pool.query("update proof_code set created_at = created_at - interval '61 seconds'; delete from login_attempt");

export const requestAt = (now: Date, more: Partial<Request> = {}): Request => ({
  now,
  address: '10.1.2.3',
  agent: 'test',
  sessionHash: null,
  idempotencyKey: null,
  ...more,
});
