import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { storableText } from './sheet/storableText.mjs';

const MOST_LEVELS = 40;

/**
 * Text as it may be kept, everywhere in what somebody sent. Gives the same value when it was so already. Refuses what is nested deeper
 * than any form.
 */
export function storable<T>(value: T, level = 0): T {
  if (typeof value === 'string') return storableText(value) as T;
  if (value instanceof File) {
    const name = storableText(value.name);
    return (name === value.name ? value : new File([value], name, { type: value.type })) as T;
  }
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

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
