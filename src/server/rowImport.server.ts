import type { Me } from '~/portal/me';
import { columnOf, type DocumentFields } from '~/shared/documentFields';
import { trimQty } from '~/shared/money';
import type { Tx } from './db.server';
import { type ImportDefinition, type ImportRow, sameValues } from './import.server';
import { type ImportedDocument, type ImportUndo, importedRows, type KnownRow, type Written } from './importedRows.server';
import type { Columns } from './sheet/columns';

type Values = object & { code: string; name: string };
interface RowImport<C extends Columns, Plan, Known extends KnownRow, V extends Values, Also> extends ImportedDocument {
  fields: DocumentFields;
  /** The document a row updates; none: it makes one. */
  known(plan: Plan, row: ImportRow<C>): Known | undefined;
  /** What is written of a row: over what is stored, or of a new one, which may be without a code yet. */
  values(me: Me, plan: Plan, row: ImportRow<C>, known: Known | undefined): V;
  nextCode(tx: Tx, me: Me): Promise<string>;
  /** Columns that say nothing of whether something changed. */
  except?: readonly string[];
  /** What a row brings besides the document itself; its answer is kept for the undo of an update, and goes with a new document by itself. */
  also?: {
    brings(row: ImportRow<C>, known: Known | undefined): boolean;
    write(tx: Tx, me: Me, row: ImportRow<C>, done: Written, values: V): Promise<Also>;
  };
  /** Makes what an undo puts back of an update; default: all that was written. */
  restore?(tx: Tx, me: Me, one: ImportUndo<Also>['updated'][number], rows: ReturnType<typeof importedRows>): Promise<void>;
}

/** `effect`, `apply` and `undo` of an import whose every row is a document of its own, found again by its code. */
export function rowImport<C extends Columns, Plan, Known extends KnownRow, V extends Values, Also extends object = object>(
  doc: RowImport<C, Plan, Known, V, Also>,
): Pick<ImportDefinition<C, Plan>, 'effect' | 'apply' | 'undo'> {
  const rows = importedRows(doc);
  const quantities: string[] = Object.entries(doc.fields).flatMap(([key, { kind }]) => (kind === 'qty' ? [columnOf(key)] : []));
  /** 12.5000 of the database is 12.5 of a sheet. */
  const plain = (values: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [column, value && quantities.includes(column) ? trimQty(value) : value]));
  const was = (known: Known, values: object) => ({
    ...(Object.fromEntries(Object.keys(values).map((column) => [column, known[column as keyof Known]])) as Pick<Known, 'code' | 'name'>),
    id: known.id,
    version: known.version,
  });

  return {
    effect(plan, row, me) {
      const known = doc.known(plan, row);
      if (!known) return 'NEW';
      const after = doc.values(me, plan, row, known);
      return !doc.also?.brings(row, known) && sameValues(plain(after), plain(known), doc.except) ? 'SAME' : 'CHANGED';
    },
    async apply(tx, me, plan, batch) {
      const undo: ImportUndo<Also | object> = { created: [], updated: [] };
      for (const row of batch.rows) {
        const known = doc.known(plan, row);
        const values = doc.values(me, plan, row, known);
        const also = async (done: Written) => (doc.also?.brings(row, known) ? await doc.also.write(tx, me, row, done, values) : {});
        if (known) {
          const done = await rows.update(tx, me, was(known, values), values);
          undo.updated.push({ ...done, ...(await also(done)) });
        } else {
          const done = await rows.insert(tx, me, { ...values, code: values.code || (await doc.nextCode(tx, me)) });
          await also(done);
          undo.created.push(done);
        }
      }
      return { created: undo.created.length, updated: undo.updated.length, undo };
    },
    async undo(tx, me, undo: ImportUndo<Also>) {
      for (const one of undo.updated) await (doc.restore ? doc.restore(tx, me, one, rows) : rows.restore(tx, me, one));
      for (const one of undo.created) await rows.remove(tx, me, one);
    },
  };
}
