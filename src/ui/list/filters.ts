import type { Query } from './query';
import type { Filter } from './types';

type Range = Extract<Filter, { kind: 'dates' | 'numbers' }>;
export const rangeKeys = (filter: Range): readonly [string, string] => [filter.startKey ?? `${filter.key}Start`, filter.endKey ?? `${filter.key}End`];

export const queryKeys = (filter: Filter): readonly string[] => (filter.kind === 'dates' || filter.kind === 'numbers' ? rangeKeys(filter) : [filter.key]);

/** A day as the start or the end of a range of instants. */
export const startOf = (day: string, unit: 'time' | 'day' = 'time'): string => (day && unit === 'time' ? `${day.slice(0, 10)} 00:00:00` : day);
export const endOf = (day: string, unit: 'time' | 'day' = 'time'): string => (day && unit === 'time' ? `${day.slice(0, 10)} 23:59:59` : day);

/** Only the filters' own keys of a query. */
export function valuesOf(filters: readonly Filter[], query: Query): Query {
  const keys = filters.flatMap(queryKeys);
  return Object.fromEntries(keys.map((key) => [key, query[key] ?? '']));
}

/** Why these values cannot be searched, or nothing. */
export function rangeProblem(filters: readonly Filter[], values: Query): string | undefined {
  for (const filter of filters) {
    if (filter.kind !== 'dates' && filter.kind !== 'numbers') continue;
    const [startKey, endKey] = rangeKeys(filter);
    const start = values[startKey] ?? '';
    const end = values[endKey] ?? '';
    if (!start || !end) continue;
    const wrong = filter.kind === 'dates' ? start > end : Number(start) > Number(end);
    if (wrong) return `${filter.label}的开始值 ${start.slice(0, 10)} 不能大于结束值 ${end.slice(0, 10)}`;
  }
  return undefined;
}
