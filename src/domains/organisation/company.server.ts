import type { Insertable, Updateable } from 'kysely';
import type { DB, Tx } from '~/server/db.server';

/** A company that joins the platform. Fails with 23505 for one that is there already. */
export async function addCompany(tx: Tx, company: Insertable<DB['tenant']>): Promise<void> {
  await tx.insertInto('tenant').values(company).execute();
}

/** What the platform has made sure of about a company: its credit code, the company above it. */
export async function changeCompany(tx: Tx, tenantId: bigint, set: Pick<Updateable<DB['tenant']>, 'uscc' | 'parent_id'>): Promise<void> {
  await tx.updateTable('tenant').set(set).where('id', '=', tenantId).execute();
}
