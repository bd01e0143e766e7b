import { writtenPerson } from './person';

/** The record a page's path ends with; closed paths say `{id}` in its place. */
const RECORD = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Paths the person at this page may not open, as the server wrote them into the page. */
let closed: readonly string[] | undefined;

function closedPaths(): readonly string[] {
  if (typeof document === 'undefined') return (globalThis as { portalMe?: () => { closed?: readonly string[] } | null }).portalMe?.()?.closed ?? [];
  closed ??= writtenPerson().closed ?? [];
  return closed;
}

/** Takes the place of what the page said, when the person's permissions have changed since. Browser only. */
export function closePaths(paths: readonly string[]): void {
  closed = paths;
}

/** Whether following the address leads anywhere: buttons to closed pages are left out, links to them are plain text. */
export function mayFollow(address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  const closed = closedPaths();
  return !closed.includes(path) && !closed.includes(path.replace(RECORD, '/{id}'));
}
