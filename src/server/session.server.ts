import { sql } from 'kysely';
import type { Identity, Me, UserType } from '~/portal/me';
import { asVisitor, VISIT } from '~/portal/visit';
import { preferencesOf } from '~/shared/preferences.schema';
import { asRole, authorityOf } from './authority.server';
import { config } from './config.server';
import { onCommit } from './db/transaction.server';
import { database, type Tx } from './db.server';

interface Cached {
  me: Me | null;
  until: number;
}

/**
 * Sessions are looked up once in a short while per process: one query less on every call. Whatever changes accounts, roles or
 * sessions calls `forgetSessions`, so on this machine a change counts from the next request on; other machines follow within the time below.
 */
const CACHE_MS = 2_000;
const CACHE_SIZE = 5_000;
const shared = globalThis as { portalSessions?: Map<string, Cached>; portalForgets?: () => void };
shared.portalSessions ??= new Map();
const cache = shared.portalSessions;
let forgotten = 0;

const watchers = globalThis as { portalSessionWatchers?: Map<string, () => void> };
watchers.portalSessionWatchers ??= new Map();

/** Calls `then` whenever accounts, roles or sessions are about to change in this process. */
export const onSessionsForgotten = (name: string, then: () => void): void => void watchers.portalSessionWatchers?.set(name, then);

/** Forgets now and once more when the transaction around it has committed: what was read in between may be of before. */
export function forgetSessions(): void {
  const forget = () => {
    sessionsForgotten();
    shared.portalForgets?.();
  };
  forget();
  onCommit(forget);
}

/** Another process of this machine has changed sessions, accounts or roles. */
export function sessionsForgotten(): void {
  forgotten += 1;
  cache.clear();
  for (const then of watchers.portalSessionWatchers?.values() ?? []) then();
}

/** Used lately enough: the platform's limit, or its tenant's own where that is shorter (`setBase`). */
const inUse = (now: Date) =>
  sql<boolean>`session.used_at > ${now}::timestamptz - make_interval(mins => least(${config().SESSION_IDLE_MINUTES}::int, coalesce(
    (select (s.value ->> 'idleMinutes')::int from tenant_setting s where s.tenant_id = session.tenant_id and s.key = 'setBase'), 1440)))`;

/** Which of these sessions still hold; asking does not keep them alive. */
export async function validSessions(hashes: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await database().inSystem((tx) =>
    tx
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select('session.token_hash')
      .where('session.token_hash', '=', sql<string>`any(${[...hashes]}::text[])`)
      .where('session.expires_at', '>', now)
      .where(inUse(now))
      .where('account.status', '=', 'ACTIVE')
      .execute(),
  );
  return new Set(rows.map((row) => row.token_hash));
}

export async function findSession(hash: string, now: Date): Promise<Me | null> {
  const hit = cache.get(hash);
  if (hit && hit.until > now.getTime()) return hit.me;
  const asOf = forgotten;
  const me = await database().inSystem((tx) => loadSession(tx, hash, now));
  if (asOf !== forgotten) return me;
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(hash, { me, until: now.getTime() + CACHE_MS });
  return me;
}

async function loadSession(tx: Tx, hash: string, now: Date): Promise<Me | null> {
  const session = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['session.account_id', 'session.tenant_id', 'session.identity', 'session.used_at', 'session.preview_role_id', 'session.way'])
    .where('session.token_hash', '=', hash)
    .where('session.expires_at', '>', now)
    .where(inUse(now))
    .where('account.status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!session) return null;
  if (now.getTime() - session.used_at.getTime() > 60_000) await tx.updateTable('session').set({ used_at: now }).where('token_hash', '=', hash).execute();
  const me = await loadMe(tx, session.account_id, session.tenant_id, session.identity as Identity);
  if (session.way === VISIT) return me && config().DEMO ? asVisitor(me) : null;
  return me && session.preview_role_id ? asRole(tx, me, session.preview_role_id) : me;
}

interface Seat {
  tenantId: bigint;
  tenantName: string;
  apps: string[];
  trusteeship: boolean;
}

/** The person in one tenant and identity; null when the account has no active seat that fits any more. */
export async function loadMe(tx: Tx, accountId: string, tenantId: bigint | null, identity: Identity): Promise<Me | null> {
  const account = await tx.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (!account) return null;
  const members = await tx
    .selectFrom('member')
    .innerJoin('tenant', 'tenant.id', 'member.tenant_id')
    .select(['member.id', 'member.is_admin', 'tenant.id as tenantId', 'tenant.name as tenantName', 'tenant.apps', 'tenant.trusteeship'])
    .where('member.account_id', '=', accountId)
    .where('member.status', '=', 'ACTIVE')
    .where('tenant.status', '=', 'ACTIVE')
    .orderBy('tenant.id')
    .execute();
  const seats = await tx
    .selectFrom('customer_member')
    .innerJoin('tenant', 'tenant.id', 'customer_member.tenant_id')
    .innerJoin('customer', (join) =>
      join.onRef('customer.tenant_id', '=', 'customer_member.tenant_id').onRef('customer.id', '=', 'customer_member.customer_id'),
    )
    .select([
      'customer.id',
      'customer.name',
      'customer.customer_type',
      'tenant.id as tenantId',
      'tenant.name as tenantName',
      'tenant.apps',
      'tenant.trusteeship',
    ])
    .where('customer_member.account_id', '=', accountId)
    .where('customer_member.status', '=', 'ACTIVE')
    .where('tenant.status', '=', 'ACTIVE')
    .orderBy('tenant.id')
    .execute();
  const asCustomer = account.user_type === 2 || identity === '2';
  const pick = <S extends Seat>(all: S[]): S | undefined => all.find((one) => one.tenantId === tenantId) ?? all[0];
  const seat = asCustomer ? pick(seats) : undefined;
  const member = asCustomer ? undefined : pick(members);
  const place: Seat | undefined = seat ?? member;
  if (!place) return null;
  return {
    accountId,
    name: account.name,
    mobile: account.mobile,
    loginAccount: account.login_account,
    userType: account.user_type as UserType,
    identity: account.user_type === 2 ? '2' : account.user_type === 1 ? '1' : identity,
    tenantId: place.tenantId,
    tenantName: place.tenantName,
    trusteeship: place.trusteeship,
    memberId: member?.id ?? null,
    isAdmin: member?.is_admin ?? false,
    customerId: seat?.id ?? null,
    customerName: seat?.name ?? '',
    customerType: seat?.customer_type ?? 2,
    ...(member ? await authorityOf(tx, member.tenantId, member.id, member.is_admin) : { permissions: new Set<string>() }),
    preferences: preferencesOf(account.preferences),
    apps: place.apps,
    tenants: members.map(({ tenantId: id, tenantName }) => ({ tenantId: id, tenantName })),
    customerTenants: seats.map(({ tenantId: id, tenantName }) => ({ tenantId: id, tenantName })),
  };
}

export async function openSession(
  tx: Tx,
  session: {
    hash: string;
    accountId: string;
    tenantId: bigint;
    identity: Identity;
    address: string;
    agent: string;
    now: Date;
    way?: string;
    device?: string | null;
  },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      token_hash: session.hash,
      account_id: session.accountId,
      tenant_id: session.tenantId,
      identity: session.identity,
      address: session.address,
      agent: session.agent,
      way: session.way ?? 'PASSWORD',
      device_hash: session.device ?? null,
      proved_at: session.now,
      created_at: session.now,
      used_at: session.now,
      expires_at: new Date(session.now.getTime() + config().SESSION_MAX_HOURS * 3600_000),
    })
    .execute();
  await tx.updateTable('account').set({ last_login_at: session.now }).where('id', '=', session.accountId).execute();
}

export async function closeSession(tx: Tx, hash: string): Promise<void> {
  await tx.deleteFrom('session').where('token_hash', '=', hash).execute();
  forgetSessions();
}

/** Another tenant or identity is another privilege: the old token ends and a new one begins. False when the old one was gone already. */
export async function moveSession(tx: Tx, hash: string, to: { hash: string; tenantId: bigint; identity: Identity }): Promise<boolean> {
  const moved = await tx
    .updateTable('session')
    .set({ token_hash: to.hash, tenant_id: to.tenantId, identity: to.identity, preview_role_id: null, used_at: sql`now()` })
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  forgetSessions();
  return moved.numUpdatedRows === 1n;
}

/** What a session says of itself from now on; `token_hash` makes it go on under another token. */
export async function changeSession(tx: Tx, hash: string, set: { token_hash?: string; preview_role_id?: string | null; proved_at?: Date }): Promise<void> {
  await tx.updateTable('session').set(set).where('token_hash', '=', hash).execute();
}

/** Ends the account's sessions, or one by its id, but for the one that is kept; answers what they were opened with. Callers forget sessions when it is done. */
export async function endSessionsOf(tx: Tx, accountId: string, { kept = '', id = '' }: { kept?: string | null; id?: string } = {}): Promise<string[]> {
  let gone = tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', kept ?? '');
  if (id) gone = gone.where('id', '=', id);
  return (await gone.returning('agent').execute()).map(({ agent }) => agent);
}

/** Ends every session of those who look around without an account of their own; answers how many. */
export async function endVisits(tx: Tx): Promise<number> {
  return Number((await tx.deleteFrom('session').where('way', '=', VISIT).executeTakeFirst()).numDeletedRows);
}
