import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Me } from '~/portal/me';
import { notFound, versionConflict } from '~/shared/refusal';
import type { DB, Tx } from './db.server';
import { newId } from './ids.server';

interface Kept {
  tenant_id: bigint;
  id: string;
  version: number;
  created_by: string | null;
  updated_by: string | null;
}
/** Tables of what people set up: a version that every change raises, and who made and who last changed it. */
export type VersionedTable = { [T in keyof DB]: Selectable<DB[T]> extends Kept ? T : never }[keyof DB];

interface Seen {
  /** '' makes a new one. */
  id: string;
  version?: number | undefined;
}

/** The row a form was opened with, locked; none for a new one. Refuses what is gone and what was changed since. */
export async function lockSeen<T extends VersionedTable>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  table: T,
  noun: string,
  { id, version }: Seen,
): Promise<Selectable<DB[T]> | undefined> {
  if (id === '') return undefined;
  const any = table as 'credit_group';
  const row = await tx.selectFrom(any).selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) notFound(`该${noun}`);
  if (row.version !== version) versionConflict();
  return row as unknown as Selectable<DB[T]>;
}

/** Writes the row that `lockSeen` answered, its version raised, or a new one with `first` beside what is always written. Answers its id. */
export async function putSeen<T extends VersionedTable>(
  tx: Tx,
  me: Me,
  table: T,
  before: Selectable<DB[T]> | undefined,
  row: Updateable<DB[T]>,
  now: Date,
  first: Partial<Insertable<DB[T]>> = {},
): Promise<string> {
  const any = table as 'credit_group';
  const set = { ...(row as Updateable<DB['credit_group']>), updated_by: me.accountId, updated_at: now };
  const known = before as Kept | undefined;
  const id = known?.id ?? newId();
  if (known)
    await tx
      .updateTable(any)
      .set({ ...set, version: known.version + 1 })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .execute();
  else {
    const made = { tenant_id: me.tenantId, id, created_by: me.accountId, created_at: now };
    await tx
      .insertInto(any)
      .values({ ...(first as object), ...set, ...made } as Insertable<DB['credit_group']>)
      .execute();
  }
  return id;
}
