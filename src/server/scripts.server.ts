import { readFileSync } from 'node:fs';

let known: Record<string, readonly string[]> | undefined;

/** Addresses of the scripts a page's islands need, as the build wrote them down; none while developing. `route` is the page's, in any case of letters. */
export function scriptsOf(route: string): readonly string[] {
  known ??= read();
  return known[route.toLowerCase()] ?? [];
}

function read(): Record<string, readonly string[]> {
  if (import.meta.env.DEV) return {};
  const base = import.meta.env.ASSETS_PREFIX ?? '';
  const files = JSON.parse(readFileSync('dist/scripts.json', 'utf8')) as Record<string, string[]>;
  return Object.fromEntries(Object.entries(files).map(([route, names]) => [route, names.map((name) => `${base}/${name}`)]));
}
