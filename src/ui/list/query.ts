/** The state of a list as its URL carries it: pageNo, pageSize, ascs, descs and the filters. */
export type Query = Record<string, string>;

export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 20, 50, 100] as const;
const PAGING = new Set(['pageNo', 'pageSize', 'ascs', 'descs']);

/** A query from a URL: empty values are dropped, repeated keys (a form sent without script) are joined by comma. */
export function queryOf(params: URLSearchParams): Query {
  const query: Query = {};
  for (const key of new Set(params.keys())) {
    const value = params
      .getAll(key)
      .map((part) => part.trim())
      .filter(Boolean)
      .join(',');
    if (value) query[key] = value;
  }
  return query;
}

/** Only what differs from the defaults, so that addresses stay short. */
export function withoutEmpties(query: Query): Query {
  const kept = Object.entries(query).filter(
    ([key, value]) =>
      value !== '' && value !== undefined && !(key === 'pageNo' && value === '1') && !(key === 'pageSize' && value === String(DEFAULT_PAGE_SIZE)),
  );
  return Object.fromEntries(kept);
}

/** An empty value removes the key. Anything but a page turn starts at page 1. */
export function patched(query: Query, patch: Query): Query {
  const start: Query = 'pageNo' in patch ? {} : { pageNo: '1' };
  return withoutEmpties({ ...query, ...start, ...patch });
}

/** New filters replace the old ones and start at page 1; page size, sorting and `kept` keys (the tab) stay. */
export function searched(query: Query, values: Query, kept: readonly string[] = []): Query {
  const stays = Object.entries(query).filter(([key]) => (PAGING.has(key) && key !== 'pageNo') || kept.includes(key));
  const trimmed = Object.entries(values).map(([key, value]) => [key, value.trim()] as const);
  return withoutEmpties({ ...Object.fromEntries(stays), ...Object.fromEntries(trimmed) });
}

export function addressOf(query: Query): string {
  const text = new URLSearchParams(withoutEmpties(query)).toString();
  return text ? `?${text}` : '?';
}

export type SortState = 'ascending' | 'descending' | 'none';
export function sortOf(query: Query, key: string): SortState {
  if ((query['ascs'] ?? '').split(',').includes(key)) return 'ascending';
  return (query['descs'] ?? '').split(',').includes(key) ? 'descending' : 'none';
}
/** One sort key at a time: none, descending, ascending, none. */
export function nextSort(query: Query, key: string): Query {
  const now = sortOf(query, key);
  return { ascs: now === 'descending' ? key : '', descs: now === 'none' ? key : '' };
}

export const pageNoOf = (query: Query): number => positive(query['pageNo'], 1);
export const pageSizeOf = (query: Query): number => positive(query['pageSize'], DEFAULT_PAGE_SIZE);
const positive = (text: string | undefined, otherwise: number): number => (text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise);

/** Page numbers to offer: ends, neighbours, and 0 for a gap. */
export function pageNumbers(current: number, last: number): number[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : [0, page];
  });
}
