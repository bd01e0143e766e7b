import { BAD_INPUT, Refusal } from '~/shared/refusal';

const MOST_LEVELS = 40;

/** Signs that turn the order of what follows around: a name or sum with them reads as another one. */
const TURNS = /\p{Bidi_Control}/gu;

/**
 * Text as the database and people's eyes take it, everywhere in what somebody sent: no NUL, nothing that turns, no half of a surrogate pair.
 * Gives the same value when there was none. Refuses what is nested deeper than any form.
 */
export function storable<T>(value: T, level = 0): T {
  if (typeof value === 'string') return (isStorable(value) ? value : value.replaceAll('\u0000', '').replace(TURNS, '').toWellFormed()) as T;
  if (value instanceof File) return (isStorable(value.name) ? value : new File([value], storable(value.name), { type: value.type })) as T;
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  refuseDeep(level);
  if (Array.isArray(value)) {
    const items = value.map((one) => storable(one, level + 1));
    return items.every((one, at) => one === value[at]) ? value : (items as T);
  }
  const entries = Object.entries(value);
  const stored = entries.map(([key, one]) => [storable(key), storable(one, level + 1)] as const);
  return stored.every(([key, one], at) => key === entries[at]?.[0] && one === entries[at]?.[1]) ? value : (Object.fromEntries(stored) as T);
}

export function refuseDeep(level: number): void {
  if (level > MOST_LEVELS) throw new Refusal(BAD_INPUT, `提交内容的层级超过${MOST_LEVELS}层`, { reason: 'BAD_INPUT' });
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000') && text.search(TURNS) < 0;

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
