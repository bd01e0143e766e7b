import { z } from 'zod';
import {
  type DocumentField,
  type DocumentFields,
  type Filters,
  type GivenOf,
  mapped,
  rangeOf,
  type ShownOf,
  type StoredOf,
  type TypedOf,
} from './documentFields';
import { ChoiceOf, EnteredDate, FilterChoice, FilterDay, FilterId, IdOf, OptionalId, OptionalText, Qty, Text, Yuan } from './fields.schema';

type Typed<F> = z.ZodType<GivenOf<F>, TypedOf<F>>;
/** Only what is required and has no preset must be sent. */
type Asked<F> = F extends { absent: string } ? z.ZodDefault<Typed<F>> : F extends { required: true } ? Typed<F> : z.ZodDefault<Typed<F>>;
type Input<F extends DocumentFields> = { -readonly [K in keyof F]: Asked<F[K]> };
type Answer<F extends DocumentFields> = { -readonly [K in keyof F]: z.ZodType<F[K] extends { kind: 'choice' } ? string : StoredOf<F[K]>, ShownOf<F[K]>> };

type Own<F extends DocumentFields> = { readonly [K in keyof F]?: z.ZodType };

/** What forms and calls check, to be spread into `z.object({ … })`; `own` has the schemas of fields with rules of their own, which keep their label. */
export function inputOf<F extends DocumentFields>(fields: F): Input<F>;
export function inputOf<F extends DocumentFields, O extends Own<F>>(fields: F, own: O): Omit<Input<F>, keyof O> & O;
export function inputOf<F extends DocumentFields>(fields: F, own: Own<F> = {}): unknown {
  return mapped(fields, (field, key) => labelled(own[key] ?? schemaOf(field), field.label));
}
/** What answers carry, likewise. */
export const answerOf = <F extends DocumentFields>(fields: F): Answer<F> => mapped(fields, answered) as unknown as Answer<F>;

type FilterSchemas<A> = { -readonly [K in keyof A]: z.ZodDefault<z.ZodType<A[K], A[K]>> };
/** What a list is filtered by, of these fields: words that are in a text, a choice, what a ref names, the days between two. */
export function filterOf<F extends DocumentFields, const K extends keyof F & string>(fields: F, keys: readonly K[]): FilterSchemas<Filters<F, K>> {
  const schemas = keys.flatMap((key): [string, z.ZodType][] => {
    const field: DocumentField = fields[key] as F[K];
    const { from, to } = rangeOf(key);
    const named = (name: string, schema: z.ZodType, ending = ''): [string, z.ZodType] => [name, labelled(schema, field.label + ending)];
    switch (field.kind) {
      case 'date':
        return [named(from, FilterDay, '起'), named(to, FilterDay, '止')];
      case 'choice':
        return [named(key, FilterChoice(field.names))];
      case 'ref':
        return [named(key, FilterId)];
      case 'text':
        return [named(key, z.string().trim().max(field.max).default(''))];
      default:
        throw new Error(`no filter by ${key} yet`);
    }
  });
  return Object.fromEntries(schemas) as FilterSchemas<Filters<F, K>>;
}

const labels = new WeakMap<z.ZodType, string>();
/** What the document's table calls the field this schema was made for: refusals name it so. */
export const labelOf = (schema: z.ZodType): string | undefined => labels.get(schema);
/** A copy, since one schema serves many fields. */
function labelled(schema: z.ZodType, label: string): z.ZodType {
  const copy = schema.clone();
  labels.set(copy, label);
  return copy;
}

function schemaOf(field: DocumentField): z.ZodType {
  const { label, required, absent = '' } = field;
  const maybe = <S extends z.ZodType>(schema: S) => (required ? schema : z.union([z.literal(''), schema]).default(''));
  switch (field.kind) {
    case 'text':
      return required ? Text(field.max, label) : OptionalText(field.max, label);
    case 'code':
      return z
        .string()
        .trim()
        .regex(new RegExp(`^[A-Za-z0-9_.-]{0,${field.max}}$`), `${label}只能是1到${field.max}位字母、数字或 - _ .`)
        .default('');
    case 'choice':
      return absent ? ChoiceOf(field.names, label).default(absent) : ChoiceOf(field.names, label);
    case 'qty':
      return maybe(Qty.refine((qty) => !qty.startsWith('-'), `${label}不能为负数`));
    case 'yuan':
      return maybe(Yuan.refine((fen) => fen >= 0n, `${label}不能为负数`));
    case 'date':
      return maybe(EnteredDate);
    case 'ref':
      return required ? IdOf(label) : OptionalId;
    case 'int':
      return z
        .string()
        .regex(/^\d{1,9}$/, `${label}应为0到${field.most}的整数`)
        .refine((digits) => Number(digits) <= field.most, `${label}应为0到${field.most}的整数`)
        .default(absent);
    case 'flag':
      return z.boolean().default(absent === 'true');
  }
}

function answered({ kind, required }: DocumentField): z.ZodType {
  const schema = {
    text: z.string(),
    code: z.string(),
    choice: z.string(),
    ref: z.string(),
    date: z.string(),
    qty: Qty,
    yuan: Yuan,
    int: z.number(),
    flag: z.boolean(),
  }[kind];
  return required || !['ref', 'date', 'qty', 'yuan'].includes(kind) ? schema : schema.nullable();
}
