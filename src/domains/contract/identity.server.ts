import { type Insertable, sql } from 'kysely';
import { type ProviderCertificate, providerRoots } from '~/domains/seal/provider.server';
import { defineTrust } from '~/domains/seal/trust.server';
import type { Me } from '~/portal/me';
import type { DB, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { factsOf, issueCertificate, type KeyedCertificate, makeAuthority } from '~/server/pdf/certificates.server';
import { seal, unseal } from '~/server/secrets.server';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
const COMPANY_DAYS = 730;
/** A clock a little behind reads them as valid all the same. */
const BACK_MS = 60_000;

export interface Whom {
  kind: 'AUTHORITY' | 'OURS' | 'THEIRS';
  customerId: string | null;
  name: string;
}
export interface Identity extends KeyedCertificate {
  id: string;
  serial: string;
  name: string;
}

/**
 * The certificate a company signs with, made when it signs for the first time and anew when the last has run out or the company was renamed. They
 * come from the installation's own authority: both parties agree to rely on it; a licensed one takes its place through the same function.
 */
export async function identityOf(tx: Tx, me: Pick<Me, 'tenantId' | 'tenantName'>, whom: Whom, now: Date): Promise<{ own: Identity; root: Identity }> {
  const root = await kept(tx, me, { kind: 'AUTHORITY', customerId: null, name: `${me.tenantName}合同签署根证书` }, now, (name, from, until) =>
    makeAuthority({ name, organisation: me.tenantName }, from, until),
  );
  const own = await kept(tx, me, whom, now, (name, from, until) => issueCertificate(root, { name }, from, until));
  return { own, root };
}

type Make = (name: string, from: Date, until: Date) => Promise<KeyedCertificate>;

async function kept(tx: Tx, me: Pick<Me, 'tenantId'>, whom: Whom, now: Date, make: Make): Promise<Identity> {
  const { kind, customerId, name } = whom;
  const use = `ct_identity/${me.tenantId}`;
  const row = await tx
    .selectFrom('ct_identity')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('customer_id', 'is not distinct from', customerId)
    .where('revoked_at', 'is', null)
    .where('provider_ref', '=', '')
    .orderBy('valid_to', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row && row.valid_to > now && row.valid_from <= now && (kind === 'AUTHORITY' || row.name === name))
    return {
      id: row.id,
      serial: row.serial,
      name: row.name,
      certificate: new Uint8Array(row.certificate),
      key: Buffer.from(unseal(use, row.key_sealed), 'base64'),
    };
  const from = new Date(now.getTime() - BACK_MS);
  const until = new Date(now.getTime() + (kind === 'AUTHORITY' ? AUTHORITY_DAYS : COMPANY_DAYS) * DAY_MS);
  const made = await make(name, from, until);
  const { serial } = factsOf(made.certificate);
  const id = await put(tx, me, whom, {
    serial,
    certificate: Buffer.from(made.certificate),
    key_sealed: seal(use, Buffer.from(made.key).toString('base64')),
    valid_from: from,
    valid_to: until,
  });
  return { id, serial, name, ...made };
}

/** A certificate that the provider keeps, still good, of the company under its name of today; how many there were is told for the number of the next request. */
export async function providedIdentity(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  { kind, customerId, name }: Whom,
  now: Date,
): Promise<{ found: (ProviderCertificate & { id: string; serial: string }) | null; before: number }> {
  const rows = await tx
    .selectFrom('ct_identity')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('customer_id', 'is not distinct from', customerId)
    .where('provider_ref', '<>', '')
    .orderBy('valid_to', 'desc')
    .execute();
  const row = rows.find((one) => one.revoked_at === null && one.valid_from <= now && one.valid_to > now && one.name === name);
  const found = row && {
    id: row.id,
    serial: row.serial,
    ref: row.provider_ref,
    certificate: new Uint8Array(row.certificate),
    chain: row.chain.map((one) => new Uint8Array(one)),
  };
  return { found: found ?? null, before: rows.length };
}

export async function keepProvided(tx: Tx, me: Pick<Me, 'tenantId'>, whom: Whom, given: ProviderCertificate) {
  const { serial, notBefore, notAfter } = factsOf(given.certificate);
  const id = await put(tx, me, whom, {
    serial,
    certificate: Buffer.from(given.certificate),
    chain: given.chain.map((one) => Buffer.from(one)),
    key_sealed: '',
    provider_ref: given.ref,
    valid_from: notBefore,
    valid_to: notAfter,
  });
  return { id, serial };
}

type Certified = Omit<Insertable<DB['ct_identity']>, 'tenant_id' | 'id' | 'kind' | 'customer_id' | 'name'>;

async function put(tx: Tx, me: Pick<Me, 'tenantId'>, { kind, customerId, name }: Whom, certified: Certified): Promise<string> {
  const id = newId();
  await tx
    .insertInto('ct_identity')
    .values({ tenant_id: me.tenantId, id, kind, customer_id: customerId, name, ...certified })
    .execute();
  return id;
}

/** What this factory's files are verified against, whoever of the company or its customers asks. */
export async function trustOf(tx: Tx) {
  const { rows } = await sql<{ kind: string; serial: string; certificate: Buffer; revoked_at: Date | null }>`select * from ct_trust()`.execute(tx);
  return {
    roots: [...rows.filter((one) => one.kind === 'AUTHORITY').map((one) => new Uint8Array(one.certificate)), ...providerRoots()],
    revokedAt: async (serial: string) => rows.find((one) => one.serial === serial)?.revoked_at ?? null,
  };
}

/** Anybody may verify a file of any company here: its authority, and what was revoked. */
defineTrust(async (tx) => {
  const rows = await tx
    .selectFrom('ct_identity')
    .select(['kind', 'serial', 'certificate', 'revoked_at'])
    .where((of) => of.or([of('kind', '=', 'AUTHORITY'), of('revoked_at', 'is not', null)]))
    .execute();
  return {
    roots: [...rows.filter((one) => one.kind === 'AUTHORITY').map((one) => new Uint8Array(one.certificate)), ...providerRoots()],
    revoked: rows.flatMap(({ serial, revoked_at }) => (revoked_at ? [{ serial, at: revoked_at }] : [])),
  };
});
