import { type Selectable, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { DB, Tx } from './db.server';

interface Coded {
  tenant_id: bigint;
  id: string;
  code: string;
}
type CodedTable = { [T in keyof DB]: Selectable<DB[T]> extends Coded ? T : never }[keyof DB];
type Found<T extends CodedTable, K extends keyof Selectable<DB[T]>> = Pick<Selectable<DB[T]>, K | Extract<'id' | 'code', keyof Selectable<DB[T]>>>;

/** What the rows of a sheet name by code, each with its id, its code and these columns; empty cells name nothing. */
export async function byCode<T extends CodedTable, K extends keyof Selectable<DB[T]> & string = never>(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  table: T,
  codes: readonly (string | null)[],
  columns: readonly K[] = [],
): Promise<Map<string, Found<T, K>>> {
  const named = [...new Set(codes.filter(Boolean))] as string[];
  if (named.length === 0) return new Map();
  const rows = await tx
    .selectFrom(table as 'project')
    .select(['id', 'code', ...(columns as readonly 'name'[])])
    .where('tenant_id', '=', me.tenantId)
    .where('code', '=', sql<string>`any(${named}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code, row as unknown as Found<T, K>]));
}
