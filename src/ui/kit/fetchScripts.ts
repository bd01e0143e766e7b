/** The addresses of the scripts a page's islands are made of. */
export const scriptsOf = (page: Document): readonly string[] => page.body.dataset['scripts']?.split(' ') ?? [];

/** Fetches the scripts of a page's islands side by side, which a browser would find one import after another; each once in a document. */
export function fetchScripts(page: Document): void {
  const present = new Set([...document.head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.getAttribute('href')));
  for (const address of scriptsOf(page)) {
    if (present.has(address)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = address;
    document.head.append(link);
  }
}
