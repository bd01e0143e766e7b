import type { Compilable } from 'kysely';
import { whoseRows } from './db/transaction.server';

const REMEMBER_MS = 30_000;
const MOST = 2_000;
const known = new Map<string, number>();

/**
 * Lists found to be longer than the count's cap a moment ago. Counting is the dearest part of a long list, and it says "10000+" all
 * the same a few seconds later; shorter lists are always counted. By statement, its values and whose rows it may see.
 */
export const longLists = {
  has(counting: Compilable): boolean {
    const key = keyOf(counting);
    return key !== null && (known.get(key) ?? 0) > Date.now();
  },
  add(counting: Compilable): void {
    const key = keyOf(counting);
    if (key === null) return;
    if (known.size >= MOST) known.clear();
    known.set(key, Date.now() + REMEMBER_MS);
  },
};

function keyOf(counting: Compilable): string | null {
  const whose = whoseRows();
  if (whose === null) return null;
  const { sql, parameters } = counting.compile();
  return `${whose} ${sql} ${parameters.map(String).join(' ')}`;
}
