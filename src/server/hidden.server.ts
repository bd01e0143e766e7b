import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Endpoint } from '~/shared/endpoint';
import { Price, Yuan } from '~/shared/fields.schema';
import { HIDDEN } from '~/shared/mask';
import type { Refusal } from '~/shared/refusal';
import { told } from '~/shared/told';
import { fieldOfLabel, wordsWithout } from './hiddenWords.server';

/** Keys under which answers carry numbers to call, and numbers of identity papers. */
const mobileKeys = new Set(['mobile', 'contactMobile', 'phone', 'receiverPhone', 'contactPhone', 'tel', 'driverPhone']);
const idCardKeys = new Set(['idCard', 'idCardNo', 'legalIdCard']);

export interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  options?: readonly z.ZodType[];
  transform?: unknown;
  out?: z.ZodType;
  in?: z.ZodType;
}
export const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;
/** A refined codec is another object with the same transform. */
const moneyTransforms = new Set([defOf(Yuan).transform, defOf(Price).transform]);

/** A column of an export the person gets without. */
export function isHiddenColumn(me: Pick<Me, 'hidden'>, { key, kind = '' }: { key: string; kind?: string | undefined }): boolean {
  const field = kind === 'yuan' || kind === 'price' ? moneyField(key) : namedField(key);
  return field !== '' && me.hidden?.includes(field) === true;
}

/** The answer without what the person's roles keep from them: amounts and prices are known by their type in the schema, the rest by name. One's own profile is one's own. */
export function withoutHidden(me: Me, { path, answer }: Pick<Endpoint, 'path' | 'answer'>, wire: unknown): unknown {
  const own = path.startsWith('/partner/user/');
  if (!me.hidden?.length || own) return told(wire);
  return walk(answer, told(wire, me.hidden), '', new Set(me.hidden));
}

function walk(schema: z.ZodType, wire: unknown, key: string, hidden: ReadonlySet<string>): unknown {
  if (wire === null || wire === undefined || wire === '') return wire;
  const def = defOf(schema);
  if (def.innerType) return walk(def.innerType, wire, key, hidden);
  if (def.options) return def.options.reduce<unknown>((value, option) => walk(option, value, key, hidden), wire);
  if (typeof wire !== 'object') {
    if (hidden.has(fieldOf(def, key))) return HIDDEN;
    return typeof wire === 'string' ? wordsWithout([...hidden], wire) : wire;
  }
  if (def.type === 'pipe') return walk((def.in ?? def.out) as z.ZodType, wire, key, hidden);
  if (Array.isArray(wire)) return def.element ? wire.map((item) => walk(def.element as z.ZodType, item, key, hidden)) : wire;
  if (def.shape)
    return namedPair(
      mapped(wire, (value, name) => (def.shape?.[name] ? walk(def.shape[name], value, name, hidden) : value)),
      hidden,
    );
  if (def.valueType) return mapped(wire, (value) => (key === 'totals' && hidden.has('amount') ? HIDDEN : walk(def.valueType as z.ZodType, value, key, hidden)));
  return wire;
}

/** Under these keys stand forms of the value that the Chinese name beside them names; `fix` holds what it would have to be. */
const named = new Set(['before', 'after', 'balance', 'proof', 'actual', 'threshold', 'fix', 'to']);

/** Forms of one value beside its Chinese name, as differences and conditions show them: {label: 单价, before: 12.00, after: 11.00}. */
function namedPair(wire: Record<string, unknown>, hidden: ReadonlySet<string>): Record<string, unknown> {
  const label = [wire['label'], wire['field'], wire['what']].find((name) => typeof name === 'string');
  return label !== undefined && hidden.has(fieldOfLabel(label as string)) ? namedValues(wire) : wire;
}

const namedValues = (wire: object): Record<string, unknown> => mapped(wire, (value, name) => (named.has(name) ? veiled(value) : value));

function veiled(value: unknown): unknown {
  if (typeof value === 'string') return value && HIDDEN;
  if (Array.isArray(value)) return value.map(veiled);
  return typeof value === 'object' && value !== null ? namedValues(value) : value;
}

/** A refusal's words for this person. */
export const refusalWithout = (me: Pick<Me, 'hidden'> | null | undefined, { message, data, said }: Refusal): Pick<Refusal, 'message' | 'data'> => {
  const hidden = me?.hidden ?? [];
  return hidden.length ? (textsWithout(hidden, said) as typeof said) : { message, data };
};

/** Every text of what a refusal brings, wherever it stands in it. */
function textsWithout(hidden: readonly string[], value: unknown): unknown {
  if (typeof value === 'string') return wordsWithout(hidden, value);
  if (Array.isArray(value)) return value.map((one) => textsWithout(hidden, one));
  return typeof value === 'object' && value !== null ? mapped(value, (inner) => textsWithout(hidden, inner)) : value;
}

export function fieldOf(def: Def, key: string): string {
  return def.type === 'pipe' && moneyTransforms.has(def.transform) ? moneyField(key) : namedField(key);
}

const moneyField = (key: string): string => (/cost/i.test(key) ? 'cost' : 'amount');
const namedField = (key: string): string => (mobileKeys.has(key) ? 'mobile' : idCardKeys.has(key) ? 'idCard' : '');

const mapped = (wire: object, each: (value: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, each(value, name)]));
