import { choiceName, type DocumentFields, titleOf } from '~/shared/documentFields';
import type { Column, ColumnKind } from './types';

const kinds: Readonly<Record<string, ColumnKind>> = { yuan: 'money', date: 'date', qty: 'qty' };

/** Columns of a list for the fields of a document's table: `column('stage', { off: true })`. */
export const fieldColumns =
  <Row extends object, F extends DocumentFields = DocumentFields>(fields: F) =>
  (key: keyof F & keyof Row & string, more: Partial<Column<Row>> = {}): Column<Row> => {
    const field = fields[key] as F[string];
    const kind = kinds[field.kind];
    const cell = field.kind === 'choice' ? { cell: (row: Row) => choiceName(field.names, row[key]) } : {};
    return { key, title: titleOf(field), ...(kind ? { kind } : {}), ...cell, ...more };
  };
