import type { Compilable } from 'kysely';
import { recalled, remember } from './recent.server';

const REMEMBER_MS = 30_000;

/**
 * Lists found to be longer than the count's cap a moment ago. Counting is the dearest part of a long list, and it says "10000+" all
 * the same a few seconds later; shorter lists are always counted. By statement, its values and whose rows it may see.
 */
export const longLists = {
  has: (counting: Compilable): boolean => recalled<true>(keyOf(counting)) ?? false,
  add: (counting: Compilable): void => remember(keyOf(counting), true, REMEMBER_MS),
};

function keyOf(counting: Compilable): string {
  const { sql, parameters } = counting.compile();
  return `${sql} ${parameters.map(String).join(' ')}`;
}
