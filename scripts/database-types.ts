import type { Pool } from 'pg';

interface Column {
  relation: string;
  name: string;
  type: string;
  isArray: boolean;
  required: boolean;
  hasDefault: boolean;
  generated: boolean;
  labels: string[] | null;
}

const COLUMNS = `
  select c.relname as relation, a.attname as name,
    coalesce(e.typname, b.typname, t.typname) as type,
    e.oid is not null as "isArray",
    a.attnotnull as required,
    a.atthasdef or a.attidentity = 'd' as "hasDefault",
    a.attgenerated <> '' or a.attidentity = 'a' or c.relkind in ('v', 'm') as generated,
    (select array_agg(enumlabel order by enumsortorder)::text[] from pg_enum where enumtypid = coalesce(e.oid, b.oid, t.oid)) as labels
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type b on b.oid = nullif(t.typbasetype, 0)
  left join pg_type e on e.oid = nullif(t.typelem, 0) and t.typcategory = 'A'
  where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attnum`;

/** Read type, and what an insert or update may give where that is more. Follows the parsers of src/server/db/pool.server.ts. */
const TYPES: Record<string, [read: string, write?: string]> = {
  int2: ['number'],
  int4: ['number'],
  float4: ['number'],
  float8: ['number'],
  int8: ['bigint'],
  numeric: ['string'],
  bool: ['boolean'],
  date: ['string'],
  timestamptz: ['Date', 'Date | string'],
  timestamp: ['Date', 'Date | string'],
  json: ['JsonValue'],
  jsonb: ['JsonValue'],
  bytea: ['Buffer'],
};

/** The Kysely types of a migrated database, as the text of src/server/database.types.ts. */
export async function databaseTypes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS);
  const relations = new Map<string, Column[]>();
  for (const column of rows) relations.set(column.relation, [...(relations.get(column.relation) ?? []), column]);
  return [
    '// Generated from the migrated database by `npm run types:db`; do not edit.',
    "import type { ColumnType, Generated } from 'kysely';",
    '',
    'export type JsonValue = unknown;',
    '',
    ...[...relations].flatMap(([relation, columns]) => [
      `export interface ${typeName(relation)} {`,
      ...columns.map((column) => `  ${column.name}: ${columnType(column)};`),
      '}',
      '',
    ]),
    'export interface DB {',
    ...[...relations.keys()].map((relation) => `  ${relation}: ${typeName(relation)};`),
    '}',
    '',
  ].join('\n');
}

function columnType({ type, isArray, required, hasDefault, generated, labels }: Column): string {
  const [read, write = read] = labels ? [labels.map((label) => `'${label}'`).join(' | ')] : (TYPES[type] ?? ['string']);
  const full = (one: string) => (isArray ? `(${one})[]`.replace(/^\((\w+)\)/, '$1') : one) + (required ? '' : ' | null');
  if (generated) return `ColumnType<${full(read)}, never, never>`;
  const optional = hasDefault && required;
  if (write === read) return optional ? `Generated<${full(read)}>` : full(read);
  const inserted = full(write) + (optional || !required ? ' | undefined' : '');
  return `ColumnType<${full(read)}, ${inserted}, ${full(write)}>`;
}

function typeName(relation: string): string {
  return `${relation.replace(/(^|_)([a-z0-9])/g, (_all, _dash, letter: string) => letter.toUpperCase())}Table`;
}
