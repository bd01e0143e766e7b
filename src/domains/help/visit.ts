const HELP = /^\/portal\/help\/[^/]+(\/[^/]+)?\/?$/;
/** A page fetched because somebody pointed at its link is the one they go to, or soon an old one. */
const KEPT_MS = 10_000;
/** What must be alike for one page to take another's place: styles and scripts, which change with a release. */
const SAME = 'link[rel="stylesheet"], script[type="module"]';
/** What names the page to whoever saves or shares it. */
const NAMES = ['link[rel="canonical"]', 'meta[name="description"]'];

let ahead: { href: string; since: number; page: Promise<Document> } | undefined;

const isHelp = ({ origin, pathname }: URL): boolean => origin === location.origin && HELP.test(pathname);

/**
 * Pages of the help follow one another inside the document: their words are exchanged, and `begin` is called for the new ones. Built on the browser's
 * Navigation API; without it, and for all other pages, links are links.
 */
export function followHelp({ navigation }: Window, begin: () => void): void {
  if (!navigation) return;
  for (const type of ['pointerover', 'focusin'] as const) document.addEventListener(type, ({ target }) => fetchAhead(target));
  navigation.addEventListener('navigate', (event) => {
    const to = new URL(event.destination.url);
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData || event.navigationType === 'reload' || !isHelp(to)) return;
    event.intercept({ focusReset: 'manual', handler: () => exchange(to, event.signal, begin) });
  });
}

async function exchange(to: URL, signal: AbortSignal, begin: () => void): Promise<void> {
  const root = document.documentElement;
  root.dataset['going'] = '';
  try {
    const next = await (ahead?.href === addressOf(to) && Date.now() - ahead.since < KEPT_MS ? ahead.page : pageAt(to, signal));
    if (signal.aborted) return;
    const [main, nextMain] = [document.querySelector('main'), next.querySelector('main')];
    if (!main || !nextMain?.querySelector('.help-body') || outside(next) !== outside(document)) return location.reload();
    document.title = next.title;
    for (const name of NAMES) {
      const named = next.head.querySelector(name);
      if (named) document.head.querySelector(name)?.replaceWith(document.importNode(named, true));
    }
    for (const menu of document.querySelectorAll<HTMLElement>(':popover-open')) menu.hidePopover();
    main.replaceChildren(...nextMain.childNodes);
    begin();
    // Those who listen hear what page it is, and go on from its beginning.
    const heading = to.hash ? null : main.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  } catch {
    if (!signal.aborted) location.reload();
  } finally {
    ahead = undefined;
    delete root.dataset['going'];
  }
}

async function pageAt(to: URL, signal?: AbortSignal): Promise<Document> {
  const response = await fetch(addressOf(to), signal ? { signal } : {});
  if (!response.ok) throw new Error(`help page ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

function fetchAhead(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.pathname === location.pathname) return;
  const to = new URL(link.href);
  const href = addressOf(to);
  if (!isHelp(to) || (ahead?.href === href && Date.now() - ahead.since < KEPT_MS)) return;
  const page = pageAt(to);
  // Whoever goes there asks again and is told.
  page.catch(() => {
    if (ahead?.page === page) ahead = undefined;
  });
  ahead = { href, since: Date.now(), page };
}

const addressOf = ({ pathname, search }: URL): string => pathname + search;
const outside = (page: Document): string =>
  [...page.querySelectorAll(SAME)]
    .map((one) => one.getAttribute('href') ?? one.getAttribute('src'))
    .sort()
    .join();
