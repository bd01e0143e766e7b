import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { defineDocument } from '~/server/document.server';
import { saidYuan } from '~/shared/said';
import { type ApplyKind, applyFlow, applyKinds, type Standing } from './apply';
import * as subjects from './subjects';

export const applies = defineDocument({
  table: 'credit_apply',
  noun: '授信申请',
  title: (doc) => `${applyKinds[doc.kind as ApplyKind]}申请${doc.no}`,
  states: applyFlow,
});
export type Apply = Awaited<ReturnType<typeof applies.lock>>;

/** The account an application is about, as it stands; null when there is none yet. */
export async function standingOf(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  of: { customerId: string; creditTypeId: string },
): Promise<(Standing & { id: string; limit: bigint | null }) | null> {
  const row = await tx
    .selectFrom('credit_account')
    .select([
      'id',
      'no',
      'status',
      'base_limit',
      'limit_amount',
      sql<string>`valid_from::text`.as('validFrom'),
      sql<string | null>`valid_to::text`.as('validTo'),
    ])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', of.customerId)
    .where('credit_type_id', '=', of.creditTypeId)
    .executeTakeFirst();
  return row
    ? { id: row.id, no: row.no, status: row.status, base: row.base_limit, limit: row.limit_amount, validFrom: row.validFrom, validTo: row.validTo }
    : null;
}

export const log = (tx: Tx, me: Me, doc: { id: string; no: string }, action: string, note: string) =>
  audit(tx, me, { action, subject: subjects.creditApply, id: doc.id, no: doc.no, after: { note } });

/** What comes into force: what was granted, else what was asked for. Null: unlimited, or no amount at all. */
export const grantedOf = (doc: Pick<Apply, 'requested' | 'granted'>): bigint | null => doc.granted ?? doc.requested;

/** What is asked for, in a few words, with what is granted of it: 调增至500,000.00元（核定300,000.00元）. */
export function askedWords(doc: Pick<Apply, 'kind' | 'requested' | 'granted' | 'valid_to'>): string {
  const asked = doc.requested === null ? '不限额' : `${saidYuan(doc.requested)}元`;
  const amount = doc.granted === null ? asked : `${asked}（核定${saidYuan(doc.granted)}元）`;
  switch (doc.kind as ApplyKind) {
    case 'NEW':
      return `授信额度${amount}`;
    case 'INCREASE':
      return `额度调增至${amount}`;
    case 'DECREASE':
      return `额度调减至${amount}`;
    case 'TEMP':
      return `临时额度${amount}，至${doc.valid_to ?? ''}`;
    case 'RENEW':
      return `续期至${doc.valid_to ?? '长期'}`;
    case 'EXPIRE':
      return '额度失效';
    case 'UNFREEZE':
      return '解冻';
  }
}
