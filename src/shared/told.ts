import { HIDDEN } from './mask';

/**
 * Values inside sentences. A sentence is made once and read by people who may know different things, so an amount in it carries the field it
 * belongs to between two marks; whatever leaves the server is told by `told`, which takes the marks away and, for whom the field is hidden, the value.
 */
export type SaidField = 'amount' | 'cost';
const OPEN: Readonly<Record<SaidField, string>> = { amount: '\u2063', cost: '\u2062' };
const CLOSE = '\u2064';
/** A sentence that was cut short hides what follows its last mark. */
const spans = /([\u2062\u2063])([^\u2062-\u2064]*)(?:\u2064|$)/g;

export const said = (field: SaidField, words: string): string => `${OPEN[field]}${words}${CLOSE}`;

/** A text, or an answer with texts in it, for somebody from whom these fields are hidden; without any, in plain words. */
export function told<T>(value: T, hidden: readonly string[] = []): T {
  if (typeof value === 'string') return toldText(value, hidden) as T;
  if (Array.isArray(value)) return toldArray(value, hidden) as T;
  return isPlain(value) ? toldObject(value, hidden) : value;
}

function toldText(text: string, hidden: readonly string[]): string {
  if (!text.includes(OPEN.amount) && !text.includes(OPEN.cost)) return text;
  return text.replace(spans, (_, mark: string, words: string) => (hidden.includes(mark === OPEN.cost ? 'cost' : 'amount') ? HIDDEN : words));
}

function toldArray(values: readonly unknown[], hidden: readonly string[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [at, inner] of values.entries()) {
    const is = told(inner, hidden);
    if (is === inner) continue;
    copy ??= [...values];
    copy[at] = is;
  }
  return copy ?? values;
}

function toldObject<T extends object>(value: T, hidden: readonly string[]): T {
  let copy: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const is = told(inner, hidden);
    if (is === inner) continue;
    copy ??= { ...value } as Record<string, unknown>;
    copy[key] = is;
  }
  return (copy ?? value) as T;
}

const isPlain = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
