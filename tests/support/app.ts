import type { Identity, Me } from '~/portal/me';
import { hashToken, SESSION_COOKIE } from '~/server/context.server';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { forgetSessions, loadMe, openSession } from '~/server/session.server';
import { web } from '~/server/web.server';

export const TENANT_A = 501n;
export const TENANT_B = 502n;

/** A person of a test with a session; `cookie` goes into requests, `me` into direct calls of functions. */
export interface Person {
  me: Me;
  cookie: string;
}

export async function makeTenant(id: bigint, name: string): Promise<void> {
  await database().inSystem((tx) =>
    tx
      .insertInto('tenant')
      .values({ id, code: `T${id}`, name, short_name: name, apps: ['order', 'credit', 'receivables'] })
      .execute(),
  );
}

let serial = 0;
async function makeAccount(userType: number, name: string): Promise<string> {
  const id = newId();
  serial += 1;
  const mobile = `137${String(serial).padStart(8, '0')}`;
  await database().inSystem((tx) =>
    tx.insertInto('account').values({ id, login_account: mobile, mobile, name, user_type: userType, password_hash: 'unused' }).execute(),
  );
  return id;
}

/** A member of a factory holding exactly `codes`; `'admin'` holds all. */
export async function makeMember(tenantId: bigint, name: string, codes: readonly string[] | 'admin'): Promise<Person> {
  const accountId = await makeAccount(1, name);
  const memberId = newId();
  await database().inSystem(async (tx) => {
    await tx
      .insertInto('member')
      .values({ tenant_id: tenantId, id: memberId, account_id: accountId, name, is_admin: codes === 'admin' })
      .execute();
    if (codes === 'admin') return;
    const roleId = newId();
    await tx
      .insertInto('role')
      .values({ tenant_id: tenantId, id: roleId, name: `${name}${roleId}`, permissions: [...codes] })
      .execute();
    await tx.insertInto('member_role').values({ tenant_id: tenantId, member_id: memberId, role_id: roleId }).execute();
  });
  return enter(accountId, tenantId, '1');
}

/** Somebody who acts for a new customer of the factory. */
export async function makeDealer(tenantId: bigint, name: string): Promise<Person> {
  const accountId = await makeAccount(2, name);
  await database().inSystem(async (tx) => {
    const customerId = newId();
    await tx
      .insertInto('customer')
      .values({ tenant_id: tenantId, id: customerId, code: `C${customerId.slice(-10)}`, name })
      .execute();
    await tx.insertInto('customer_member').values({ tenant_id: tenantId, id: newId(), customer_id: customerId, account_id: accountId }).execute();
  });
  return enter(accountId, tenantId, '2');
}

async function enter(accountId: string, tenantId: bigint, identity: Identity): Promise<Person> {
  const token = newId();
  const now = new Date();
  const me = await database().inSystem(async (tx) => {
    await openSession(tx, { hash: hashToken(token), accountId, tenantId, identity, address: '', agent: 'test', now });
    return loadMe(tx, accountId, tenantId, identity);
  });
  forgetSessions();
  if (!me) throw new Error('the person has no seat');
  return { me, cookie: `${SESSION_COOKIE}=${token}` };
}

export interface Envelope {
  status: number;
  code: string;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads of an answer is the test's own claim
  data: any;
  headers: Headers;
  text: string;
  bytes: Uint8Array;
}

/** Makes a call over the real pipeline of /web. */
export async function send(
  method: 'GET' | 'POST',
  path: string,
  input: unknown,
  person: Person | null,
  headers: Record<string, string> = {},
): Promise<Envelope> {
  const cookie: Record<string, string> = person ? { cookie: person.cookie } : {};
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const body = method === 'GET' ? {} : input instanceof FormData ? { body: input } : { body: typeof input === 'string' ? input : JSON.stringify(input) };
  const type: Record<string, string> = method === 'POST' && !(input instanceof FormData) ? { 'content-type': 'application/json' } : {};
  const answer = await web.request(`${path}${query}`, { method, headers: { 'sec-fetch-site': 'same-origin', ...type, ...cookie, ...headers }, ...body });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    return { status: answer.status, code: '0', message: '', data: null, headers: answer.headers, text: '', bytes: new Uint8Array() };
  }
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  return { status: answer.status, code: json.code ?? '', message: json.message ?? '', data: json.data, headers: answer.headers, text, bytes };
}

export const post = (path: string, input: unknown, person: Person | null, headers?: Record<string, string>): Promise<Envelope> =>
  send('POST', path, input, person, headers);
