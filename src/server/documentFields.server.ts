import { type SqlBool, sql } from 'kysely';
import {
  type ColumnOf,
  choiceName,
  columnOf,
  type DocumentField,
  type DocumentFields,
  type Filters,
  type Given,
  mapped,
  rangeOf,
  type StoredOf,
  type StoredRow,
  titleOf,
} from '~/shared/documentFields';
import { trimQty } from '~/shared/money';
import { saidYuan } from '~/shared/said';
import type { ExportColumn } from './export.server';
import { containing } from './list.server';
import type { Column, Field } from './sheet/columns';
import { choice, code, date, decimal, integer, text, yesNo, yuan } from './sheet/fields';

/** What to select, each column under its key: `project.expected_qty as expectedQty`. */
export const selected = <const T extends string, F extends DocumentFields>(table: T, fields: F) =>
  Object.keys(fields).map((key) => `${table}.${columnOf(key)} as ${key}`) as { [K in keyof F & string]: `${T}.${ColumnOf<K>} as ${K}` }[keyof F & string][];
/** The table's columns. */
export const columnsOf = <F extends DocumentFields>(fields: F) => Object.keys(fields).map(columnOf) as ColumnOf<keyof F>[];

/** The row a call's input makes. */
export const storedOf = <F extends DocumentFields>(fields: F, given: Given<F>): StoredRow<F> => stored(fields, (key) => given[key]);

/** The row a line of a sheet makes over the one there is: an empty cell keeps what is stored. Refs are the document's own to find. */
export const overStored = <F extends DocumentFields>(
  fields: F,
  cells: { [K in keyof F]?: unknown },
  known: { [K in ColumnOf<keyof F>]?: unknown } | undefined,
): StoredRow<F> => stored(fields, (key) => cells[key] ?? known?.[columnOf(key)]);

function stored<F extends DocumentFields>(fields: F, read: (key: keyof F & string) => unknown): StoredRow<F> {
  const entries = Object.entries(fields).map(([key, field]) => [columnOf(key), storedValue(field, read(key))]);
  return Object.fromEntries(entries) as StoredRow<F>;
}

function storedValue({ kind, absent = '' }: DocumentField, value: unknown): unknown {
  const is = value === undefined || value === null || value === '' ? absent : value;
  if (kind === 'int') return Number(is);
  if (kind === 'flag') return is === true || is === 'true';
  return is === '' && kind !== 'text' && kind !== 'code' ? null : is;
}

/** What the log keeps of a row, by the names people read; `names` of what refs stand for. */
export function wordsOf<F extends DocumentFields>(
  fields: F,
  row: { [K in ColumnOf<keyof F>]: unknown },
  names: { [K in keyof F]?: string | null } = {},
): Record<string, string> {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [titleOf(field), names[key] ?? wordOf(field, values[columnOf(key)])]));
}

function wordOf(field: DocumentField, value: unknown): string {
  if (value === null || value === undefined || field.kind === 'ref') return '';
  if (field.kind === 'choice') return choiceName(field.names, value);
  if (field.kind === 'yuan') return saidYuan(value as bigint);
  if (field.kind === 'qty') return trimQty(value as string);
  return field.kind === 'flag' ? (value ? '是' : '否') : String(value);
}

type Kept<F> = { [K in keyof F]: F[K] extends { kind: 'ref' } ? never : K }[keyof F];
type CellOf<F> = NonNullable<StoredOf<F>>;
type More = Pick<Column, 'aliases' | 'note' | 'sample'>;
/** Import columns of the fields in their order, without refs: how a sheet names a customer is the document's to say. */
export function sheetColumns<F extends DocumentFields>(fields: F, more: { [K in keyof F]?: More } = {}) {
  const entries = Object.entries(fields).flatMap(([key, field]): [string, Column][] => {
    const cell = cellOf(field);
    return cell ? [[key, { title: titleOf(field), field: cell, required: field.required === true && field.absent === undefined, ...more[key] }]] : [];
  });
  return Object.fromEntries(entries) as { [K in Kept<F> & string]: Column<CellOf<F[K]>> };
}

const flipped = (names: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(names).map(([key, name]) => [name, key]));
function cellOf(field: DocumentField): Field<unknown> | null {
  switch (field.kind) {
    case 'text':
      return text(field.max) as Field<unknown>;
    case 'code':
      return plainCode(field.max) as Field<unknown>;
    case 'choice':
      return choice(flipped(field.names)) as Field<unknown>;
    case 'qty':
      return decimal({ digits: 4, whole: 14 }) as Field<unknown>;
    case 'yuan':
      return yuan() as Field<unknown>;
    case 'date':
      return date as Field<unknown>;
    case 'int':
      return integer(0, field.most) as Field<unknown>;
    case 'flag':
      return yesNo as Field<unknown>;
    case 'ref':
      return null;
  }
}

/** As the form takes it: letters, digits and - _ . */
const plainCode =
  (max: number): Field<string> =>
  (cell) => {
    const parsed = code(max)(cell);
    return 'error' in parsed || /^[A-Za-z0-9_.-]+$/.test(parsed.value) ? parsed : { error: '只能是字母、数字或 - _ .' };
  };

const exportKinds = { qty: 'qty', yuan: 'yuan', date: 'date', int: 'number' } as const;
/** Export columns by key, to be put in the file's order. */
export function exportColumns<F extends DocumentFields>(fields: F) {
  return mapped(fields, (field, key): ExportColumn<Record<string, unknown>> => {
    const kind = exportKinds[field.kind as keyof typeof exportKinds];
    const column = { key, title: titleOf(field), ...(kind ? { kind } : {}) };
    if (field.kind === 'choice') return { ...column, value: (row) => choiceName(field.names, row[key]) };
    return field.kind === 'flag' ? { ...column, value: (row) => (row[key] ? '是' : '否') } : column;
  });
}

type FilterName = string | readonly [string, Readonly<Record<string, string>>];
/** What an export calls the conditions on these fields, and their values. */
export function filterNames<F extends DocumentFields, K extends keyof F & string>(fields: F, keys: readonly K[]) {
  const names = keys.flatMap((key): [string, FilterName][] => {
    const field = fields[key] as DocumentField;
    const { from, to } = rangeOf(key);
    if (field.kind === 'date') return [from, to].map((end, at) => [end, field.label + (at ? '止' : '起')]);
    return [[key, field.kind === 'choice' ? [field.label, field.names] : field.label]];
  });
  return Object.fromEntries(names) as Record<keyof Filters<F, K>, FilterName>;
}

/** The rows that `filterOf` asks for. */
export function filteredBy<Q extends { where: (condition: never) => unknown }, F extends DocumentFields, K extends keyof F & string>(
  rows: Q,
  table: string,
  fields: F,
  keys: readonly K[],
  query: Filters<F, K>,
): Q {
  const asked = query as Record<string, string>;
  const conditions = keys.flatMap((key) => {
    const { kind } = fields[key] as DocumentField;
    const column = sql.ref(`${table}.${columnOf(key)}`);
    const { from, to } = rangeOf(key);
    const [value = '', start = '', end = ''] = [asked[key], asked[from], asked[to]];
    if (kind === 'date') return [...(start ? [sql<SqlBool>`${column} >= ${start}`] : []), ...(end ? [sql<SqlBool>`${column} <= ${end}`] : [])];
    if (value === '') return [];
    if (kind === 'ref') return [sql<SqlBool>`${column}::text = ${value}`];
    return [kind === 'choice' ? sql<SqlBool>`${column} = ${value}` : sql<SqlBool>`${column} ilike ${containing(value)}`];
  });
  return conditions.reduce((some, condition) => some.where(condition as never) as Q, rows);
}
