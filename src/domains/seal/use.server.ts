import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { nameSeal, roundSeal } from '~/server/pdf/sealArt.server';
import { shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import type { SealArt } from '~/shared/sealArt';
import { type SealKind, sealKinds } from './seal';

/** A registered seal as it stands in files: its picture, else drawn from the name. */
export interface SealLook {
  art: SealArt | { png: Uint8Array };
}
export const artOfSeal = ({ kind, name, number }: { kind: string; name: string; number: string }): SealArt =>
  kind === 'LEGAL' ? nameSeal(name) : roundSeal(name, kind === 'COMPANY' ? '' : sealKinds[kind as SealKind], number);
const lookOf = (seal: { kind: string; name: string; number: string; picture: Buffer | null }): SealLook['art'] =>
  seal.picture ? { png: new Uint8Array(seal.picture) } : artOfSeal(seal);

/** A seal for a page: paths, or a picture as an address of data. */
export const shownSeal = (art: SealLook['art']): { shapes: SealArt['shapes'][number][]; picture: string } =>
  'png' in art ? { shapes: [], picture: `data:image/png;base64,${Buffer.from(art.png).toString('base64')}` } : { shapes: [...art.shapes], picture: '' };

const sealOf = (tx: Tx, me: Pick<Me, 'tenantId'>, kind: SealKind) =>
  tx.selectFrom('ct_seal').selectAll().where('tenant_id', '=', me.tenantId).where('kind', '=', kind).where('enabled', '=', true).executeTakeFirst();

/** The registered seal of a kind as it looks, whoever may set it; null where none is registered. */
export async function lookOfKind(tx: Tx, me: Pick<Me, 'tenantId'>, kind: SealKind): Promise<SealLook['art'] | null> {
  const seal = await sealOf(tx, me, kind);
  return seal ? lookOf(seal) : null;
}

/**
 * The seal of a kind for whoever sets it now; null where none is registered. A registered one asks for a permission that holds on this day and stays
 * held until the end of the transaction, so that one taken back in the middle either comes after the signature or forbids it.
 */
export async function useSeal(tx: Tx, me: Pick<Me, 'tenantId' | 'accountId'>, kind: SealKind, now: Date): Promise<{ id: string; art: SealLook['art'] } | null> {
  const seal = await sealOf(tx, me, kind);
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
  return { id: seal.id, art: lookOf(seal) };
}

/** Who lets the system seal in their name: a contract of this kind and amount, on this day. */
export async function silentHolder(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  { kind, contractKind, amount }: { kind: SealKind; contractKind: string; amount: bigint | null },
  now: Date,
): Promise<{ accountId: string; person: string } | null> {
  const day = shanghaiDate(now);
  const row = await tx
    .selectFrom('ct_seal_auth as a')
    .innerJoin('ct_seal as s', (on) => on.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.seal_id'))
    .innerJoin('member as m', (on) => on.onRef('m.tenant_id', '=', 'a.tenant_id').onRef('m.account_id', '=', 'a.account_id'))
    .select(['a.account_id as accountId', 'a.person'])
    .where('a.tenant_id', '=', me.tenantId)
    .where('s.kind', '=', kind)
    .where('s.enabled', '=', true)
    .where('a.silent', '=', true)
    .where('a.revoked_at', 'is', null)
    .where('m.status', '=', 'ACTIVE')
    .where(sql<boolean>`${day}::date between a.from_day and a.to_day`)
    .where(sql<boolean>`(a.kinds = '{}' or ${contractKind} = any(a.kinds))`)
    .where(sql<boolean>`(a.most is null or ${amount} <= a.most)`)
    .orderBy('a.to_day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
