import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { log } from '~/server/log.server';
import { fingerprint, seal, unseal } from '~/server/secrets.server';

type Place = Pick<Me, 'tenantId'>;
const useOf = ({ tenantId }: Place): string => `customer.id_card/${tenantId}`;

export const idCardHash = (me: Place, idCard: string): string => fingerprint(useOf(me), idCard.toUpperCase());
/** The two columns that keep an identity card number; '' or null keeps none. */
export const idCardColumns = (me: Place, idCard: string | null) => ({
  id_card: idCard ? seal(useOf(me), idCard) : null,
  id_card_hash: idCard ? idCardHash(me, idCard) : null,
});
/** The number behind the stored column, '' for none. */
export const openIdCard = (me: Place, stored: string | null): string => (stored ? unseal(useOf(me), stored) : '');

const BATCH = 500;

/**
 * Seals the numbers of rows from before there was a key; runs at start. Should two customers of a tenant hold the same number,
 * the older keeps the hash, so the number is refused when the younger is saved again.
 */
export async function sealOldIdCards(opened: Opened): Promise<void> {
  for (let done = BATCH; done === BATCH; ) done = await opened.inSystem(sealSome);
}

async function sealSome(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('customer')
    .select(['tenant_id', 'id', 'code', 'id_card'])
    .where('id_card', 'is not', null)
    .where('id_card', 'not like', 'v1.%')
    .orderBy('tenant_id')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .execute();
  for (const row of rows) {
    const { id_card, id_card_hash } = idCardColumns({ tenantId: row.tenant_id }, row.id_card);
    const taken = await tx
      .selectFrom('customer')
      .select('code')
      .where('tenant_id', '=', row.tenant_id)
      .where('id_card_hash', '=', id_card_hash)
      .executeTakeFirst();
    if (taken) log.warn({ tenant: row.tenant_id.toString(), customers: [taken.code, row.code] }, 'two customers hold the same identity card number');
    await tx
      .updateTable('customer')
      .set({ id_card, id_card_hash: taken ? null : id_card_hash })
      .where('tenant_id', '=', row.tenant_id)
      .where('id', '=', row.id)
      .where(sql<boolean>`id_card = ${row.id_card}`)
      .execute();
  }
  return rows.length;
}
