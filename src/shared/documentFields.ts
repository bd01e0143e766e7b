/**
 * A document's plain fields, each said once, in a table its noun exports. Form, call, answer, database row, log, import, export, list and
 * detail derive from it. Without zod, so screens may import it; `fieldSchemas.ts` makes the schemas, `server/documentFields.server.ts` the rest.
 * Keys are those of the wire; the column of `expectedQty` is `expected_qty`.
 */
interface Common {
  label: string;
  required?: boolean;
  /** What a new form begins with; default: `absent`. */
  blank?: string;
  /** What a call or an import means that leaves it out; default: nothing. */
  absent?: string;
}
/** `code` is text of letters, digits and - _ . that is left empty to be numbered. */
interface TextField extends Common {
  kind: 'text' | 'code';
  max: number;
}
export interface ChoiceField extends Common {
  kind: 'choice';
  names: Readonly<Record<string, string>>;
}
/** `qty`: decimal string, 4 decimals; `yuan`: 元 on the wire, bigint 分 in code; `date`: yyyy-MM-dd; `ref`: id of another document. */
interface PlainField extends Common {
  kind: 'qty' | 'yuan' | 'date' | 'ref';
}
/** 0 to `most`, digits in forms, a number in code. */
interface IntField extends Common {
  kind: 'int';
  most: number;
}
interface FlagField extends Common {
  kind: 'flag';
}
export type DocumentField = TextField | ChoiceField | PlainField | IntField | FlagField;
export type DocumentFields = Readonly<Record<string, DocumentField>>;
export const documentFields = <const F extends DocumentFields>(fields: F): F => fields;

/** As columns, logs and templates call it: amounts with their unit. */
export const titleOf = ({ label, kind }: Pick<DocumentField, 'label' | 'kind'>): string => (kind === 'yuan' ? `${label}(元)` : label);
/** A choice in words; '' for none. */
export const choiceName = (names: Readonly<Record<string, string>>, value: unknown): string => names[String(value ?? '')] ?? '';

type Nullable<F, T> = F extends { required: true } ? T : T | null;
/** The value in code: what the database holds, with null for nothing. */
export type StoredOf<F> = F extends { kind: 'choice'; names: infer N }
  ? keyof N & string
  : F extends { kind: 'text' | 'code' }
    ? string
    : F extends { kind: 'yuan' }
      ? Nullable<F, bigint>
      : F extends { kind: 'int' }
        ? number
        : F extends { kind: 'flag' }
          ? boolean
          : Nullable<F, string>;
/** The value as a call's function takes it, with '' for nothing. */
export type GivenOf<F> = F extends { kind: 'choice'; names: infer N }
  ? keyof N & string
  : F extends { kind: 'yuan' }
    ? bigint | (F extends { required: true } ? never : '')
    : F extends { kind: 'flag' }
      ? boolean
      : string;
/** The value in a form. */
export type TypedOf<F> = F extends { kind: 'flag' } ? boolean : F extends { kind: 'choice'; names: infer N } ? keyof N & string : string;
/** The value in an answer. */
export type ShownOf<F> = F extends { kind: 'qty' | 'yuan' | 'date' | 'ref' }
  ? Nullable<F, string>
  : F extends { kind: 'int' }
    ? number
    : F extends { kind: 'flag' }
      ? boolean
      : string;

type Snake<K extends string> = K extends `${infer Head}${infer Rest}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Rest>}`
    : `_${Lowercase<Head>}${Snake<Rest>}`
  : '';
export type ColumnOf<K> = K extends string ? Snake<K> : never;
export const columnOf = <K extends string>(key: K) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<K>;
/** The row the table's fields make in the database. */
export type StoredRow<F extends DocumentFields> = { -readonly [K in keyof F as ColumnOf<K>]: StoredOf<F[K]> };
export type Given<F extends DocumentFields> = { -readonly [K in keyof F]: GivenOf<F[K]> };
export type Typed<F extends DocumentFields> = { -readonly [K in keyof F]: TypedOf<F[K]> };
export type Shown<F extends DocumentFields> = { -readonly [K in keyof F]: ShownOf<F[K]> };

type RangeOf<K extends string> = K extends `${infer Range}${'Date' | 'On' | 'At'}` ? Range : K;
type FilterKey<F extends DocumentFields, K extends keyof F & string> = F[K] extends { kind: 'date' } ? `${RangeOf<K>}${'Start' | 'End'}` : K;
/** What a list is asked by, for the fields it may be filtered by. */
export type Filters<F extends DocumentFields, K extends keyof F & string> = {
  [P in K as FilterKey<F, P>]: F[P] extends { kind: 'choice'; names: infer N } ? '' | (keyof N & string) : string;
};
/** Both ends of a filter by days: `endDate` is filtered by `endStart` and `endEnd`. */
export const rangeOf = (key: string): { range: string; from: string; to: string } => {
  const range = key.replace(/(Date|On|At)$/, '');
  return { range, from: `${range}Start`, to: `${range}End` };
};

/** A new form. */
export const blankOf = <F extends DocumentFields>(fields: F): Typed<F> =>
  mapped(fields, (field) => (field.kind === 'flag' ? field.blank === 'true' : (field.blank ?? field.absent ?? ''))) as Typed<F>;
/** The form of a document there is. */
export const formOf = <F extends DocumentFields>(fields: F, shown: Shown<F>): Typed<F> =>
  mapped(fields, (field, key) => (field.kind === 'flag' ? shown[key] : String(shown[key] ?? ''))) as Typed<F>;

export function mapped<F extends DocumentFields, T>(fields: F, make: (field: DocumentField, key: keyof F & string) => T): { [K in keyof F]: T } {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, make(field, key)])) as { [K in keyof F]: T };
}
