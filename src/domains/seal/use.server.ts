import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { nameSeal, roundSeal } from '~/server/pdf/sealArt.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import type { SealArt } from '~/shared/sealArt';
import { type SealKind, sealKinds } from './seal';

/** A registered seal as it is drawn. */
export const artOfSeal = ({ kind, name, number }: { kind: string; name: string; number: string }): SealArt =>
  kind === 'LEGAL' ? nameSeal(name) : roundSeal(name, kind === 'COMPANY' ? '' : sealKinds[kind as SealKind], number);

/**
 * The seal of a kind for whoever sets it now; null where none is registered. A registered one asks for a permission that holds on this day and stays
 * held until the end of the transaction, so that one taken back in the middle either comes after the signature or forbids it.
 */
export async function useSeal(tx: Tx, me: Pick<Me, 'tenantId' | 'accountId'>, kind: SealKind, now: Date): Promise<{ id: string; art: SealArt } | null> {
  const seal = await tx
    .selectFrom('ct_seal')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!seal) return null;
  const day = shanghaiDate(now);
  const auth = await tx
    .selectFrom('ct_seal_auth')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('seal_id', '=', seal.id)
    .where('account_id', '=', me.accountId)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`${day}::date between from_day and to_day`)
    .orderBy('to_day', 'desc')
    .limit(1)
    .forShare()
    .executeTakeFirst();
  if (!auth) refuse('SEAL_AUTH', `您没有${sealKinds[kind]}“${seal.name}”在${day}的用印授权，请联系印章管理员授权后再签署`);
  return { id: seal.id, art: artOfSeal(seal) };
}
