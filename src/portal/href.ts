import type { PortalPath } from './screens';

/** The address of a page with its query; empty values are dropped. */
export function href(path: PortalPath, query: Record<string, string | number | null | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}
