import { isLeaving, leaveUnasked, pageLeaves, wouldLose } from '~/ui/kit/page';

/**
 * Pages of the frame follow one another inside the document: the frame, its stream and all loaded code stay, the page area is exchanged.
 * Built on the browser's Navigation API; where it is missing, and for everything that is not a page of the frame, documents load as ever.
 */
const visits = () => import('./visit');
/** Own documents: what people see who are not logged in, and what anyone may read. */
const OUTSIDE = /^\/portal\/(login|register|forgetPassword|help|introduce|legal)(\/|$)/i;

/** Entries of the history that belong to the page shown: its list and its tabs write the address themselves and follow it. */
let own = new Set<string>();
/** Let through once: this goes the way of documents, or was agreed to. */
let through = '';

export const inFrame = ({ origin, pathname }: URL, here: string): boolean => origin === here && /^\/portal\//.test(pathname) && !OUTSIDE.test(pathname);

export function followLinks({ navigation }: Window): void {
  if (!navigation?.currentEntry) return;
  own.add(navigation.currentEntry.key);
  navigation.addEventListener('currententrychange', () => !isLeaving() && navigation.currentEntry && own.add(navigation.currentEntry.key));
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType, cancelable } = event;
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData || navigationType === 'reload') return;
    const to = new URL(destination.url);
    if (navigationType === 'traverse') {
      if (!own.has(destination.key)) goBack(event, navigation);
    } else if (through === to.href) {
      through = '';
    } else if (!destination.sameDocument && cancelable && inFrame(to, location.origin)) {
      event.preventDefault();
      void go(to, navigationType);
    }
  });
  const soon = globalThis.requestIdleCallback ?? setTimeout;
  soon(() => void visits().catch(() => undefined));
}

/** The next page is fetched while the present one is read; the address changes with the page. */
async function go(to: URL, type: 'push' | 'replace'): Promise<void> {
  const load = () => {
    through = to.href;
    if (type === 'replace') location.replace(to);
    else location.assign(to);
  };
  try {
    const { mayLeave, pageAt, show, tellUnreachable } = await visits();
    if (!(await mayLeave())) return;
    const page = await pageAt(to);
    if (page === 'elsewhere') return;
    if (page === 'unreachable') return tellUnreachable();
    if (page === null) {
      leaveUnasked();
      return load();
    }
    // The entry made here is the next page's, not one more of this page.
    pageLeaves();
    if (type === 'replace' || page.url === location.href) history.replaceState(null, '', page.url);
    else history.pushState(null, '', page.url);
    own = new Set([window.navigation.currentEntry?.key ?? '']);
    show(page);
  } catch {
    load();
  }
}

/** Back and forward: the browser changes the address at once, the page follows. */
function goBack(event: NavigateEvent, navigation: Navigation): void {
  const { key } = event.destination;
  const agreed = through === key;
  through = '';
  if (!agreed && event.cancelable && wouldLose()) {
    event.preventDefault();
    void visits().then(async ({ mayLeave }) => {
      if (!(await mayLeave())) return;
      through = key;
      navigation.traverseTo(key);
    });
    return;
  }
  pageLeaves();
  event.intercept({
    focusReset: 'manual',
    scroll: 'manual',
    handler: async () => {
      own = new Set([key]);
      const { pageAt, show } = await visits();
      const page = await pageAt(new URL(event.destination.url), event.signal);
      if (page === 'elsewhere') return;
      if (page === null || page === 'unreachable') {
        leaveUnasked();
        return location.reload();
      }
      if (page.url !== location.href) history.replaceState(null, '', page.url);
      show(page, () => event.scroll());
    },
  });
}
