import { type Selectable, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Subject } from '~/portal/subject';
import { refuse } from '~/shared/refusal';
import { audit } from './audit.server';
import { orRefuse } from './db/errors.server';
import type { DB, Tx } from './db.server';
import { newId } from './ids.server';
import { nextVersion, raised, type VersionedTable } from './versioned.server';

/** A row an import knows; everything but `id` and `version` is put back by its undo. */
export interface KnownRow {
  id: string;
  version: number;
  code: string;
  name: string;
}
type Values = object & { code: string; name: string };
type Was = Record<string, unknown> & { name: string };
export interface Written {
  id: string;
  version: number;
}
/** Travels as JSON: amounts come back as text, which the database takes. */
export interface ImportUndo<Extra = unknown> {
  created: Written[];
  updated: (Written & { was: Was } & Extra)[];
}

type CodedTable = { [T in VersionedTable]: Selectable<DB[T]> extends { code: string; name: string; updated_at: Date } ? T : never }[VersionedTable];
export interface ImportedDocument {
  /** Its table has `code`, `name`, `version` and who changed it when. */
  subject: Subject & { table: CodedTable };
  /** What keeps an imported one from being taken back: 订单或价格. */
  users: string;
}

const toJson = (values: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)));

/** Writes a document's imported rows, each with its log entry, and puts them back. */
export function importedRows({ subject, users }: ImportedDocument) {
  const { table, name: noun } = subject;
  // The table is one of several alike; what is written is checked where it is made.
  const rows = table as 'project';
  const logged = (tx: Tx, me: Me, action: string, id: string, code: string) => audit(tx, me, { action, subject, id, no: code });

  async function insert(tx: Tx, me: Me, values: Values): Promise<Written> {
    const id = newId();
    await tx
      .insertInto(rows)
      .values({ tenant_id: me.tenantId, id, ...values, created_by: me.accountId, updated_by: me.accountId } as never)
      .execute();
    await logged(tx, me, '导入新建', id, values.code);
    return { id, version: 1 };
  }

  async function write(tx: Tx, me: Me, { id, version }: Written, values: object & { name: string }, action: string): Promise<void> {
    const done = await tx
      .updateTable(rows)
      .set({ ...values, version: raised(), updated_by: me.accountId, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('code')
      .executeTakeFirst();
    if (!done) return refuse('IMPORT_STATE', `${noun}“${values.name}”在导入后已被修改，不能继续`);
    await logged(tx, me, action, id, done.code);
  }

  async function update(tx: Tx, me: Me, { id, version, ...was }: KnownRow, values: object & { name: string }) {
    await write(tx, me, { id, version }, values, '导入更新');
    return { id, version: nextVersion({ version }), was: toJson(was) as Was };
  }

  async function remove(tx: Tx, me: Me, { id, version }: Written): Promise<void> {
    const row = tx.deleteFrom(rows).where('tenant_id', '=', me.tenantId).where('id', '=', id).where('version', '=', version).returning('code');
    const gone = await orRefuse(row.executeTakeFirst(), { linked: () => refuse('IMPORT_STATE', `导入的${noun}已有${users}，不能撤回`) });
    if (!gone) return refuse('IMPORT_STATE', `导入的${noun}已被修改，不能撤回`);
    await logged(tx, me, '撤回导入', id, gone.code);
  }

  const restore = (tx: Tx, me: Me, one: Written & { was: Was }) => write(tx, me, one, one.was, '撤回导入');
  return { insert, update, restore, remove };
}
