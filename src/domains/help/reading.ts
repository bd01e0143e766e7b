const MARKED = 'portal:help-word';

/** Lights the question being read in the list of this page's questions, until the page is left. */
export function followScroll(signal: AbortSignal): void {
  const links = new Map([...document.querySelectorAll<HTMLAnchorElement>('[data-toc] a')].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  if (!links.size) return;
  const seen = new Set<string>();
  const light = () => {
    const first = [...links.keys()].find((id) => seen.has(id));
    if (first === undefined) return;
    for (const [id, link] of links) {
      if (id !== first) link.removeAttribute('aria-current');
      else link.setAttribute('aria-current', 'true');
    }
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target.id) : seen.delete(target.id);
      light();
    },
    { rootMargin: '-84px 0px -55% 0px' },
  );
  for (const section of document.querySelectorAll('.question')) watcher.observe(section);
  signal.addEventListener('abort', () => watcher.disconnect());
}

/** Phones set the chapters in rows that scroll: the one being read is brought into sight, the page stays where it is. */
export function showChapter(): void {
  for (const link of document.querySelectorAll<HTMLElement>('nav [aria-current="page"]')) {
    const row = link.closest('ul') ?? link.parentElement;
    if (row && row.scrollWidth > row.clientWidth) row.scrollLeft += link.getBoundingClientRect().left - row.getBoundingClientRect().left - 16;
  }
}

/** The # beside a question puts its address on the clipboard; without a clipboard the address bar still shows it. */
export function copyLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-copy-link]'))
    link.addEventListener('click', () => {
      navigator.clipboard?.writeText(link.href).then(
        () => {
          link.dataset['copied'] = '';
          setTimeout(() => delete link.dataset['copied'], 2000);
        },
        () => undefined,
      );
    });
}

/** Keeps the searched words for the page the person goes to. */
export const carryWord = (word: string): void => sessionStorage.setItem(MARKED, word);

/** Marks the words a search brought here, in the question it led to. */
export async function markWord(): Promise<void> {
  const word = sessionStorage.getItem(MARKED);
  sessionStorage.removeItem(MARKED);
  const section = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (!word || !section?.matches('.question')) return;
  const { marked } = await import('./search');
  const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest('.vote, .anchor') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const nodes: Text[] = [];
  while (texts.nextNode()) nodes.push(texts.currentNode as Text);
  for (const node of nodes) {
    const pieces = marked(node.data, word);
    if (pieces.some(({ hit }) => hit)) node.replaceWith(...pieces.map(asNode));
  }
}

export function asNode({ text, hit }: { text: string; hit: boolean }): Node {
  if (!hit) return document.createTextNode(text);
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}
