/** Any origin will do: an address that keeps it names no other site. */
const HERE = 'https://own.invalid';
const LOGIN = /^\/portal\/login\/?$/i;

/**
 * The path of this site that an address from outside names, as a browser reads it (which drops tabs and line breaks and takes
 * backslashes for slashes); '' when it leads elsewhere, or to the login page itself. Every redirect somebody else may have written goes through here.
 */
export function ownPath(address: string | null | undefined): string {
  if (!address?.startsWith('/') || !URL.canParse(address, HERE)) return '';
  const { origin, pathname, search, hash } = new URL(address, HERE);
  // `/.//elsewhere` keeps the origin, and yet its path alone is the address of another site.
  if (origin !== HERE || pathname.startsWith('//') || LOGIN.test(pathname)) return '';
  return pathname + search + hash;
}
