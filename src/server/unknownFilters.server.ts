import type { Endpoint } from '~/shared/endpoint';
import { BAD_INPUT, Refusal } from '~/shared/refusal';
import { rowsOf, shapeOf } from './hiddenQuery.server';

const MOST_NAMED = 5;
const LONGEST_NAME = 40;

/**
 * Refuses a list asked by a filter it does not have: by a misspelt one it would answer every row, which the caller takes for those it asked for.
 * Not for the product's own pages (`LENIENT`), whose addresses carry what is not for the list: a tab, a mark of the link that was followed.
 */
export function refuseUnknownFilters({ input, answer }: Endpoint, given: unknown, http: Request): void {
  if (!rowsOf(answer) || typeof given !== 'object' || given === null || Array.isArray(given) || isLenient(http)) return;
  const known = shapeOf(input) ?? {};
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(known, key));
  if (!unknown.length) return;
  const named = unknown.slice(0, MOST_NAMED).map((key) => key.slice(0, LONGEST_NAME));
  const more = unknown.length > MOST_NAMED ? `等${unknown.length}项` : '';
  throw new Refusal(BAD_INPUT, `不认识的筛选条件：${named.map((key) => `“${key}”`).join('、')}${more}`, {
    reason: 'BAD_INPUT',
    fields: Object.fromEntries(named.map((key) => [key, '不认识的筛选条件'])),
  });
}

const isLenient = (http: Request): boolean => /(^|[,;\s])handling=lenient($|[,;\s])/i.test(http.headers.get('prefer') ?? '');
