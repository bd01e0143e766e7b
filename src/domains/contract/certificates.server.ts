import { type SqlBool, sql } from 'kysely';
import { providerConfigured } from '~/domains/seal/provider.server';
import { actorName, type Me } from '~/portal/me';
import { CONTRACT_SEAL } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { pageFrom } from '~/server/list.server';
import { tell } from '~/server/outbox.server';
import { factsOf } from '~/server/pdf/certificates.server';
import { lockOne } from '~/server/versioned.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { type CertificateKind, certificateKinds, certificateState, SOON_DAYS } from './certificate';
import type { CertificateQuery } from './certificate.schema';
import * as subjects from './subjects';

const DAY_MS = 86_400_000;
const PAGE = '/portal/supplyChain/factory/smartContract/certificate';

const standing = {
  ACTIVE: (soon: Date, _now: Date) => sql<SqlBool>`revoked_at is null and valid_to > ${soon}`,
  SOON: (soon: Date, now: Date) => sql<SqlBool>`revoked_at is null and valid_to > ${now} and valid_to <= ${soon}`,
  ENDED: (_soon: Date, now: Date) => sql<SqlBool>`revoked_at is null and valid_to <= ${now}`,
  REVOKED: (_soon: Date, _now: Date) => sql<SqlBool>`revoked_at is not null`,
};

/** 数字证书: what contracts were signed with and are signed with. */
export async function listCertificates(tx: Tx, me: Me, query: CertificateQuery, now: Date) {
  let rows = tx
    .selectFrom('ct_identity')
    .select([
      'id',
      'kind',
      'name',
      'customer_id',
      'serial',
      'certificate',
      'provider_ref',
      'valid_from',
      'valid_to',
      'revoked_at',
      'revoked_by',
      'revoke_reason',
    ])
    .select(
      sql<number>`(select count(*)::int from (select from ct_signer s where s.tenant_id = ct_identity.tenant_id and s.cert_id = ct_identity.id limit 1000) one)`.as(
        'uses',
      ),
    )
    .where('tenant_id', '=', me.tenantId);
  if (query.kind) rows = rows.where('kind', '=', query.kind as CertificateKind);
  if (query.customerId) rows = rows.where('customer_id', '=', query.customerId);
  if (query.serial) rows = rows.where('serial', '=', query.serial.toUpperCase());
  if (query.state) rows = rows.where(standing[query.state as 'ACTIVE'](new Date(now.getTime() + SOON_DAYS * DAY_MS), now));
  const page = await pageFrom(tx, rows, query, {
    sort: { validTo: 'valid_to', createdAt: 'created_at' },
    initial: [['created_at', 'desc']],
    tiebreak: 'id',
    neverNull: ['valid_to'],
  });
  return {
    ...page,
    pagedRecords: page.pagedRecords.map((row) => ({
      id: row.id,
      kind: row.kind as CertificateKind,
      name: row.name,
      customerId: row.customer_id,
      serial: row.serial,
      issuer: factsOf(row.certificate).issuer,
      provided: row.provider_ref !== '',
      validFrom: row.valid_from,
      validTo: row.valid_to,
      state: certificateState({ validTo: row.valid_to, revokedAt: row.revoked_at }, now),
      revokedAt: row.revoked_at,
      revokedBy: row.revoked_by,
      revokeReason: row.revoke_reason,
      uses: row.uses,
    })),
  };
}

/** 吊销: from now on no signature with it counts; what was signed before stays valid. A new one is made at the next signature. */
export async function revokeCertificate(tx: Tx, me: Me, { id, reason }: { id: string; reason: string }, now: Date): Promise<{ id: string }> {
  const row = await lockOne(tx, me, 'ct_identity', '证书', id);
  if (row.revoked_at) refuse('BAD_STATE', `证书${row.serial}已由${row.revoked_by}于${shanghaiDate(row.revoked_at)}吊销`);
  if (row.kind === 'AUTHORITY') refuse('BAD_STATE', `“${row.name}”是根证书，吊销后所有合同都无法验证，不能吊销`);
  await tx
    .updateTable('ct_identity')
    .set({ revoked_at: now, revoked_by: actorName(me), revoke_reason: reason })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .execute();
  await audit(tx, me, {
    action: '吊销数字证书',
    subject: subjects.certificate,
    id,
    no: row.serial,
    before: { 证书主体: row.name, 类型: certificateKinds[row.kind as CertificateKind] },
    after: { 吊销原因: reason },
  });
  return { id };
}

/** Certificates in use that end soon, told once to who keeps the seals. Answers how many. */
export async function tellEnding(tx: Tx, clock: Me, now: Date): Promise<number> {
  const soon = await tx
    .updateTable('ct_identity')
    .set({ expiry_told: true })
    .where('tenant_id', '=', clock.tenantId)
    .where('expiry_told', '=', false)
    .where('revoked_at', 'is', null)
    .where('valid_to', '>', now)
    .where('valid_to', '<=', new Date(now.getTime() + SOON_DAYS * DAY_MS))
    .returning(['id', 'name', 'serial', 'valid_to', 'kind'])
    .execute();
  for (const one of soon)
    await tell(tx, clock, {
      kind: 'contract.certificate',
      title: `${certificateKinds[one.kind as CertificateKind]}“${one.name}”即将到期`,
      body: `证书${one.serial}于${shanghaiDate(one.valid_to)}到期，${providerConfigured() ? '到期后由证书服务商换发' : '到期后首次签署时自动换发'}；已签署的合同不受影响`,
      link: PAGE,
      to: { side: 'factory', code: CONTRACT_SEAL },
    });
  return soon.length;
}
