import {
  type DeleteResult,
  type Insertable,
  type InsertObject,
  type InsertResult,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
  type UpdateObject,
  type UpdateResult,
} from 'kysely';
import type { Me } from '~/portal/me';
import { notFound, versionConflict } from '~/shared/refusal';
import type { DB, Tx } from './db.server';
import { newId } from './ids.server';

interface Owned {
  tenant_id: bigint;
  id: string;
}
/** Tables of rows that a tenant knows by id. */
export type OwnedTable = { [T in keyof DB]: Selectable<DB[T]> extends Owned ? T : never }[keyof DB];

interface Row extends Owned {
  version: number;
}
/** Tables with a version that every change raises. */
export type RaisedTable = { [T in keyof DB]: Selectable<DB[T]> extends Row ? T : never }[keyof DB];

interface Kept extends Row {
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

/** What a statement over many rows, or one that goes by no version it read, sets `version` to. `column` says which, where there is more than one. */
export const raised = (column = 'version'): RawBuilder<number> => sql<number>`${sql.ref(column)} + 1`;

/** The version a row has once it is written; what is not there yet is made with the first. */
export const nextVersion = (row: { version?: number | undefined } | null | undefined): number => (row?.version ?? 0) + 1;

/** For rows locked in another way than here: refuses what was changed since it was seen. What is not there yet was seen as version 0. */
export function mustBeSeen(row: Pick<Row, 'version'> | undefined, version: number | null | undefined, said?: string): void {
  if ((row?.version ?? 0) !== version) versionConflict(said);
}

/** The row somebody saw, of rows that are locked together. Refuses what is gone and what was changed since. */
export function seenAmong<R extends Pick<Row, 'id' | 'version'>>(rows: readonly R[], noun: string, { id, version }: Seen): R {
  const row = rows.find((one) => one.id === id) ?? notFound(`该${noun}`);
  mustBeSeen(row, version);
  return row;
}

/** For a write that locked nothing and names the version it goes by, or a key nobody has yet: refuses when somebody else was first. */
export function mustHaveWritten(done: UpdateResult | DeleteResult | InsertResult): void {
  const rows = 'numUpdatedRows' in done ? done.numUpdatedRows : 'numDeletedRows' in done ? done.numDeletedRows : done.numInsertedOrUpdatedRows;
  if (!rows) versionConflict();
}

/** A row, locked, if it is there. */
export async function lockIfThere<T extends OwnedTable>(tx: Tx, me: Pick<Me, 'tenantId'>, table: T, id: string): Promise<Selectable<DB[T]> | undefined> {
  const any = table as 'credit_group';
  const row = await tx.selectFrom(any).selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).forUpdate().executeTakeFirst();
  return row as unknown as Selectable<DB[T]> | undefined;
}

/** A row that is there, locked, for tables without a version. Refuses what is gone. */
export const lockOne = async <T extends OwnedTable>(tx: Tx, me: Pick<Me, 'tenantId'>, table: T, noun: string, id: string): Promise<Selectable<DB[T]>> =>
  (await lockIfThere(tx, me, table, id)) ?? notFound(`该${noun}`);

/** A row that is there, locked. Refuses what is gone and what was changed since it was seen; without a version: whatever it is. */
export async function lockKnown<T extends RaisedTable>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  table: T,
  noun: string,
  { id, version }: Seen,
): Promise<Selectable<DB[T]>> {
  const row = await lockOne(tx, me, table, noun, id);
  if (version !== undefined) mustBeSeen(row as unknown as Row, version);
  return row;
}

/** Writes a row that the caller has locked, its version raised; who and when only as far as `set` says. Answers the new version. */
export async function updateKnown<T extends RaisedTable>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  table: T,
  row: Pick<Row, 'id' | 'version'>,
  set: UpdateObject<DB, T>,
): Promise<number> {
  const version = nextVersion(row);
  await tx
    .updateTable(table as 'credit_group')
    .set({ ...(set as UpdateObject<DB, 'credit_group'>), version })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', row.id)
    .execute();
  return version;
}

/** The row a form was opened with, locked; none for a new one. Refuses what is gone and what was changed since. */
export async function lockSeen<T extends RaisedTable>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  table: T,
  noun: string,
  { id, version }: { id?: string | undefined; version?: number | undefined },
): Promise<Selectable<DB[T]> | undefined> {
  if (!id) return undefined;
  const row = await lockKnown(tx, me, table, noun, { id });
  mustBeSeen(row as unknown as Row, version);
  return row;
}

/** Writes the locked row as it was, its version raised, or a new one with `first` beside what is always written. Answers its id. */
export function putSeen<T extends VersionedTable>(
  tx: Tx,
  me: Me,
  table: T,
  before: Pick<Row, 'id' | 'version'> | undefined,
  row: Updateable<DB[T]>,
  now: Date,
  first: Partial<Insertable<DB[T]>> = {},
): Promise<string> {
  const set = { ...(row as Updateable<DB['credit_group']>), updated_by: me.accountId, updated_at: now };
  return putUnsigned(tx, me, table as 'credit_group', before, set, { ...(first as object), created_by: me.accountId, created_at: now });
}

/** As `putSeen`, for tables without its four columns: who and when only as far as `row` and `first` say. */
export async function putUnsigned<T extends RaisedTable>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  table: T,
  before: Pick<Row, 'id' | 'version'> | undefined,
  row: UpdateObject<DB, T>,
  first: Partial<InsertObject<DB, T>> = {},
): Promise<string> {
  const id = before?.id ?? newId();
  if (before) await updateKnown(tx, me, table, before, row);
  else {
    const made = { ...(first as object), ...(row as object), tenant_id: me.tenantId, id };
    await tx
      .insertInto(table as 'credit_group')
      .values(made as InsertObject<DB, 'credit_group'>)
      .execute();
  }
  return id;
}
