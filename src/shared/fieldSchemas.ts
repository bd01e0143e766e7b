import { z } from 'zod';
import { type DocumentField, type DocumentFields, type GivenOf, mapped, type ShownOf, type StoredOf, type TypedOf } from './documentFields';
import { ChoiceOf, EnteredDate, IdOf, OptionalId, OptionalText, Qty, Text, Yuan } from './fields.schema';

type Typed<F> = z.ZodType<GivenOf<F>, TypedOf<F>>;
/** Only what is required and has no preset must be sent. */
type Asked<F> = F extends { absent: string } ? z.ZodDefault<Typed<F>> : F extends { required: true } ? Typed<F> : z.ZodDefault<Typed<F>>;
type Input<F extends DocumentFields> = { -readonly [K in keyof F]: Asked<F[K]> };
type Answer<F extends DocumentFields> = { -readonly [K in keyof F]: z.ZodType<F[K] extends { kind: 'choice' } ? string : StoredOf<F[K]>, ShownOf<F[K]>> };

/** What forms and calls check, to be spread into `z.object({ … })`; a rule of a document's own is written after it. */
export const inputOf = <F extends DocumentFields>(fields: F): Input<F> => mapped(fields, schemaOf) as unknown as Input<F>;
/** What answers carry, likewise. */
export const answerOf = <F extends DocumentFields>(fields: F): Answer<F> => mapped(fields, answered) as unknown as Answer<F>;

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
