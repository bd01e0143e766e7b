import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { NameOf } from '~/portal/event';
import { href } from '~/portal/href';
import { actorName, type Me } from '~/portal/me';
import { CONTRACT_MANAGE } from '~/portal/permissions';
import { audit, canonical } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { bytesOf, findTenantFile, keepFile, recordFile } from '~/server/files.server';
import { tell } from '~/server/outbox.server';
import { businessOf, type Signed } from './business.server';
import { contractFlow } from './contract';
import type * as events from './events';
import type { Filling } from './fill';
import * as subjects from './subjects';

export const docs = defineDocument({ table: 'ct_contract', noun: '合同', title: (doc) => `合同${doc.no}`, states: contractFlow });
export type Contract = Awaited<ReturnType<typeof docs.lock>>;
export interface Ref {
  id: string;
  version: number;
}
export interface Saved extends Ref {
  no: string;
}
export const savedOf = (doc: Contract, version = doc.version): Saved => ({ id: doc.id, no: doc.no, version });

/** What the text of a contract was filled with. */
export interface ContractData extends Filling {
  own: { label: string; value: string }[];
}
export const dataOf = (doc: Pick<Contract, 'data'>): ContractData => ({ values: {}, tables: {}, own: [], ...(doc.data as unknown as Partial<ContractData>) });

/** Where a person was when they did something about a contract. */
export interface Visit {
  address: string;
  agent: string;
  now: Date;
}
export const nowhere = (now: Date): Visit => ({ address: '', agent: '', now });

interface Happening {
  action: string;
  note?: string;
  sha256?: string;
}
/** What a hash of the chain stands for. */
export const eventHash = (event: {
  contract_id: string;
  seq: number;
  at: Date;
  action: string;
  actor: string;
  account_id: string | null;
  address: string;
  agent: string;
  note: string;
  sha256: string;
  prev_hash: string;
}): string =>
  createHash('sha256')
    .update(
      canonical([
        event.contract_id,
        event.seq,
        event.at.toISOString(),
        event.action,
        event.actor,
        event.account_id,
        event.address,
        event.agent,
        event.note,
        event.sha256,
        event.prev_hash,
      ]),
    )
    .digest('hex');

/** Writes what happened into the contract's own chain and the log. The caller has locked the contract, so the chain does not fork. */
export async function record(tx: Tx, me: Me, doc: Contract, { action, note = '', sha256 = '' }: Happening, visit: Visit): Promise<void> {
  const last = await tx
    .selectFrom('ct_event')
    .select(['seq', 'hash'])
    .where('tenant_id', '=', me.tenantId)
    .where('contract_id', '=', doc.id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const event = {
    contract_id: doc.id,
    seq: (last?.seq ?? 0) + 1,
    at: visit.now,
    action,
    actor: me.customerId === null ? actorName(me) : `${actorName(me)}（${me.customerName}）`,
    account_id: me.accountId || null,
    address: visit.address,
    agent: visit.agent.slice(0, 300),
    note,
    sha256,
    prev_hash: last?.hash ?? '',
  };
  await tx
    .insertInto('ct_event')
    .values({ tenant_id: me.tenantId, customer_id: doc.customer_id, ...event, hash: eventHash(event) })
    .execute();
  await audit(tx, me, { action, subject: subjects.contract, id: doc.id, no: doc.no, after: { note } });
}

export const signersOf = (tx: Tx, me: Pick<Me, 'tenantId'>, contractId: string) =>
  tx.selectFrom('ct_signer').selectAll().where('tenant_id', '=', me.tenantId).where('contract_id', '=', contractId).orderBy('seq').execute();
export type SignerRow = Awaited<ReturnType<typeof signersOf>>[number];

/** A revision of the file, kept beside all earlier ones. Answers what the contract carries of it. */
export async function addRevision(tx: Tx, me: Me, doc: Contract, bytes: Uint8Array, signerId: string | null, now: Date) {
  const kept = await keepFile(me, { name: `${doc.no}.pdf`, bytes, biz: 'CONTRACT' });
  const stored = await recordFile(tx, me, kept);
  const no = doc.revision_no + 1;
  await tx
    .insertInto('ct_revision')
    .values({
      tenant_id: me.tenantId,
      contract_id: doc.id,
      customer_id: doc.customer_id,
      no,
      signer_id: signerId,
      file_key: stored.key,
      sha256: kept.sha256,
      size: stored.size,
      at: now,
    })
    .execute();
  return { revision_no: no, file_key: stored.key, sha256: kept.sha256 };
}

/** The bytes of a stored revision, and whether they still are what was stored. */
export async function revisionBytes(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  contractId: string,
  no: number,
): Promise<{ bytes: Uint8Array; sha256: string; intact: boolean } | null> {
  const row = await tx
    .selectFrom('ct_revision')
    .select(['file_key', 'sha256'])
    .where('tenant_id', '=', me.tenantId)
    .where('contract_id', '=', contractId)
    .where('no', '=', no)
    .executeTakeFirst();
  if (!row) return null;
  const bytes = await bytesOf(await findTenantFile(tx, me.tenantId, row.file_key));
  return { bytes, sha256: row.sha256, intact: createHash('sha256').update(bytes).digest('hex') === row.sha256 };
}

export const signedOf = (doc: Contract, address: string): Signed | null =>
  doc.biz_id === null
    ? null
    : {
        id: doc.id,
        no: doc.no,
        title: doc.title,
        kind: doc.kind,
        customerId: doc.customer_id,
        bizId: doc.biz_id,
        address,
        amount: doc.amount,
        own: Object.fromEntries(dataOf(doc).own.map((one) => [one.label, one.value])),
      };
export const businessOfDoc = (doc: Contract) => (doc.biz_id === null ? undefined : businessOf(doc.kind, doc.biz_type));

const OFFICE = '/portal/supplyChain/factory/smartContract/detail';
const THEIRS = '/portal/supplyChain/dealer/smartContract/detail';

export const tellOffice = (tx: Tx, me: Me, doc: Contract, kind: NameOf<typeof events.contract>, title: string, body: string): Promise<void> =>
  tell(tx, me, {
    kind: `contract.${kind}`,
    title,
    body,
    link: href(OFFICE, { id: doc.id }),
    to: { side: 'factory', code: CONTRACT_MANAGE, about: { customerIds: [doc.customer_id] } },
  });
export const tellSigners = (tx: Tx, me: Me, doc: Contract, kind: NameOf<typeof events.contract>, title: string, body: string): Promise<void> =>
  tell(tx, me, { kind: `contract.${kind}`, title, body, link: href(THEIRS, { id: doc.id }), to: { side: 'dealer', customerId: doc.customer_id } });

/** Both sides' names on the papers. */
export async function partiesOf(tx: Tx, me: Me, customerId: string) {
  const { rows } = await sql<{
    our_name: string;
    our_uscc: string;
    name: string;
    uscc: string;
    address: string;
    contact: string;
    mobile: string;
  }>`select t.name as our_name, coalesce(t.uscc, '') as our_uscc, c.name, coalesce(c.uscc, '') as uscc, coalesce(c.address, '') as address,
      coalesce(c.contact_name, '') as contact, coalesce(c.contact_mobile, '') as mobile
    from customer c join tenant t on t.id = c.tenant_id where c.tenant_id = ${me.tenantId} and c.id = ${customerId}`.execute(tx);
  return rows[0];
}
