import type { MeView } from '~/portal/me.schema';
import { closePaths } from '~/ui/kit/closed';
import { confirm } from '~/ui/kit/confirm';
import { fetchScripts } from '~/ui/kit/fetchScripts';
import { pageComes, wouldLose } from '~/ui/kit/page';
import { toast } from '~/ui/kit/toast';
import { $me } from './session';

const STYLES_MS = 3000;

export interface NextPage {
  url: string;
  next: Document;
  me: MeView | null;
}

export async function mayLeave(): Promise<boolean> {
  if (!wouldLose()) return true;
  return (await confirm({ title: '离开此页面？', body: '填写的内容还没有提交，离开后可能丢失。', ok: '离开', cancel: '留在此页' })) !== false;
}

let coming: AbortController | undefined;

/**
 * The page at an address, ready to be shown. `null`: it is not one of this frame (a login, another person, a new release, a file) and must be loaded as a
 * document. 'elsewhere': the person went on to another page meanwhile. 'unreachable': nothing answers.
 */
export async function pageAt(to: URL, signal?: AbortSignal): Promise<NextPage | null | 'elsewhere' | 'unreachable'> {
  coming?.abort();
  coming = new AbortController();
  const mine = coming.signal;
  const either = signal ? AbortSignal.any([mine, signal]) : mine;
  const root = document.documentElement;
  root.dataset['going'] = '';
  try {
    const response = await fetch(to, { headers: { Accept: 'text/html' }, signal: either });
    if (!response.headers.get('content-type')?.startsWith('text/html')) return null;
    const next = new DOMParser().parseFromString(await response.text(), 'text/html');
    const me = personOf(next);
    if (!belongs(next, me)) return null;
    await stylesOf(next);
    if (either.aborted) return 'elsewhere';
    const url = new URL(response.url);
    url.hash = to.hash;
    return { url: url.href, next, me };
  } catch {
    if (either.aborted) return 'elsewhere';
    return (await answers()) ? null : 'unreachable';
  } finally {
    if (!mine.aborted) delete root.dataset['going'];
  }
}

/** What could not be fetched may be a page that leads out of the portal, which a document may follow. */
const answers = (): Promise<boolean> =>
  fetch('/healthz').then(
    () => true,
    () => false,
  );

/** The page that is there says more than the browser's own about a lost network, and keeps what is typed. */
export const tellUnreachable = (): void => toast('网络连接失败，请检查网络后重试', 'error');

function personOf(page: Document): MeView | null {
  const text = page.getElementById('portal-me')?.textContent;
  return text ? (JSON.parse(text) as MeView) : null;
}

const frameIsland = (page: Document): string | null | undefined => page.querySelector('.top-bar astro-island')?.getAttribute('component-url');
const whoIs = (me: MeView): string => [me.accountId, me.tenantId, me.customerId, me.identity, me.preview?.roleId, me.preview?.visit].join();

/**
 * The same frame of the same release, for the person and company it was drawn for: `$me` may know already of a move to another one, whose page must
 * come with a frame of its own.
 */
function belongs(next: Document, me: MeView | null): boolean {
  const before = personOf(document);
  return Boolean(next.getElementById('main') && me && before && whoIs(me) === whoIs(before) && frameIsland(next) === frameIsland(document));
}

const headOf = (page: Document, what: string): HTMLElement[] => [...page.head.querySelectorAll<HTMLElement>(what)];
const STYLES = 'link[rel="stylesheet"], style';

/** The next page's styles stand before it is shown, and its scripts are on their way. */
async function stylesOf(next: Document): Promise<void> {
  fetchScripts(next);
  const present = new Set(headOf(document, STYLES).map((one) => one.outerHTML));
  const missing = headOf(next, STYLES).filter((one) => !present.has(one.outerHTML));
  const waiting = missing.flatMap((one) => {
    const added = document.importNode(one, true);
    document.head.append(added);
    if (!added.matches('link[rel="stylesheet"]')) return [];
    return [
      new Promise((done) => {
        added.addEventListener('load', done);
        added.addEventListener('error', done);
        setTimeout(done, STYLES_MS);
      }),
    ];
  });
  await Promise.all(waiting);
}

/** Exchanges the page area. `scroll` puts the page where it was; a new one begins at the top. */
export function show({ url, next, me }: NextPage, scroll?: () => void): void {
  document.title = next.title;
  for (const name of ['density', 'pageSize']) takeOver(name, document.documentElement, next.documentElement);
  takeOver('scripts', document.body, next.body);
  if (me && JSON.stringify(me) !== JSON.stringify($me.get())) $me.set(me);
  closePaths(me?.closed ?? []);
  const wanted = new Set(headOf(next, STYLES).map((one) => one.outerHTML));
  const scripts = newScripts(next);
  // A parser without scripts takes their contents for elements.
  for (const one of next.querySelectorAll('noscript')) one.textContent = one.innerHTML;
  const main = exchange(next);
  for (const one of headOf(document, STYLES)) if (!wanted.has(one.outerHTML)) one.remove();
  // Astro's islands let go of what they drew when this is said and they stand nowhere.
  document.dispatchEvent(new Event('astro:after-swap'));
  pageComes();
  for (const { src, type, text } of scripts) run(src, type, text);
  if (scroll) scroll();
  else if (new URL(url).hash) document.getElementById(decodeURIComponent(new URL(url).hash.slice(1)))?.scrollIntoView();
  else scrollTo({ top: 0, left: 0, behavior: 'instant' });
  // After layers of the page left have given the focus back.
  setTimeout(() => arrive(main));
}

function takeOver(name: string, to: HTMLElement, from: HTMLElement): void {
  const value = from.dataset[name];
  if (value === undefined) delete to.dataset[name];
  else to.dataset[name] = value;
}

function exchange(next: Document): HTMLElement {
  const main = document.getElementById('main') as HTMLElement;
  const frame = main.parentElement as HTMLElement;
  const nextMain = next.getElementById('main') as HTMLElement;
  frame.className = nextMain.parentElement?.className ?? '';
  for (const what of ['.rail', '.side-menu']) exchangeMenu(frame, what, next.querySelector<HTMLElement>(what), main);
  const [tops, nextTops] = [document, next].map((page) => page.querySelector<HTMLElement>('.top-menus'));
  if (tops && nextTops) tops.replaceChildren(...nextTops.childNodes);
  const phone = document.getElementById('phone-menu');
  if (phone?.matches(':popover-open')) phone.hidePopover();
  phone?.replaceChildren(...(next.getElementById('phone-menu')?.childNodes ?? []));
  main.replaceChildren(...nextMain.childNodes);
  return main;
}

/** A menu of the same entries stays, with its open groups and its place, and marks the new page. */
function exchangeMenu(frame: HTMLElement, what: string, next: HTMLElement | null, main: HTMLElement): void {
  const menu = frame.querySelector<HTMLElement>(`:scope > ${what}`);
  if (menu && next && entriesOf(menu) === entriesOf(next)) {
    const links = [...next.querySelectorAll('a')];
    for (const [at, link] of [...menu.querySelectorAll('a')].entries()) {
      const current = links[at]?.getAttribute('aria-current');
      if (current) link.setAttribute('aria-current', current);
      else link.removeAttribute('aria-current');
      const group = link.closest('details');
      if (current && group) group.open = true;
    }
    return;
  }
  menu?.remove();
  if (!next) return;
  frame.insertBefore(next, what === '.rail' ? frame.firstChild : main);
  if (what === '.side-menu') dispatchEvent(new Event('portal:menu'));
}

const entriesOf = (menu: HTMLElement): string => [menu.textContent, ...[...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))].join('\n');

const ran = new Set<string>();

/** What the next page brings and this document has not run yet; all inline scripts are known to the policy of every page. */
function newScripts(next: Document): HTMLScriptElement[] {
  if (ran.size === 0) for (const { src, text } of document.scripts) ran.add(src || text);
  return [...next.scripts].filter(({ src, text, type }) => {
    if (ran.has(src || text) || (type && type !== 'module')) return false;
    ran.add(src || text);
    return true;
  });
}

function run(src: string, type = '', text = ''): void {
  const script = document.createElement('script');
  if (type) script.type = type;
  if (src) script.src = src;
  else script.text = text;
  script.addEventListener('load', () => script.remove());
  document.head.append(script);
  if (!src) script.remove();
}

/** Those who look hear what page it is, and go on from its beginning. */
function arrive(main: HTMLElement): void {
  const within = document.activeElement instanceof HTMLElement && main.contains(document.activeElement);
  // A form may begin elsewhere on phones, where this field is not shown.
  const begin = main.querySelector<HTMLElement>('[autofocus]');
  const target = (begin?.checkVisibility() ? begin : null) ?? main.querySelector<HTMLElement>('h1') ?? main;
  if (!within) {
    if (!target.matches('a, button, input, select, textarea, [tabindex]')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  const voice = document.getElementById('page-voice');
  if (voice) voice.textContent = document.title;
}
