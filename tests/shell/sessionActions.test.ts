import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Moving to another session leaves the document: what it holds is asked about first, and only the other tabs hear of it. */

const asked: string[] = [];
const answers: unknown[] = [];
vi.mock('~/shell/transport', () => ({
  portal: (path: string) => {
    asked.push(path);
    return Promise.resolve(answers.shift());
  },
}));
vi.mock('~/shell/found', () => ({ forgetChoices: () => undefined }));
let leaves: unknown;
const confirm = vi.fn(() => Promise.resolve(leaves));
vi.mock('~/ui/kit/confirm', () => ({ confirm }));

const { logOut, moveToIdentity } = await import('~/shell/sessionActions');
const { onSessionChanged } = await import('~/shell/sessionChannel');

/** Browsers ask those first that listen early; Node's does not. */
class Window extends EventTarget {
  readonly early = new Set<(event: Event) => void>();
  override addEventListener(type: string, listener: (event: Event) => void, capture?: boolean): void {
    if (capture) this.early.add(listener);
    else super.addEventListener(type, listener);
  }
  override removeEventListener(type: string, listener: (event: Event) => void, capture?: boolean): void {
    if (capture) this.early.delete(listener);
    else super.removeEventListener(type, listener);
  }
  override dispatchEvent(event: Event): boolean {
    let stopped = false;
    event.stopImmediatePropagation = () => {
      stopped = true;
    };
    for (const listener of this.early) listener(event);
    return stopped || super.dispatchEvent(event);
  }
}
const passed = () => new Promise((done) => setTimeout(done, 30));

let window: Window;
const wouldAsk = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const gone: { to: string; asks: boolean }[] = [];
const otherTab = new BroadcastChannel('portal:session');
const heard = { here: 0, there: 0 };
otherTab.onmessage = () => {
  heard.there += 1;
};

beforeEach(async () => {
  await passed();
  window = new Window();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) vi.stubGlobal(name, window[name].bind(window));
  vi.stubGlobal('location', { pathname: '/portal/customer/create', search: '', assign: (to: string) => gone.push({ to, asks: wouldAsk() }) });
  gone.length = 0;
  asked.length = 0;
  Object.assign(heard, { here: 0, there: 0 });
  confirm.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const formWithSomethingTyped = (): (() => void) => {
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
};
test('whoever stays with a form they have not sent stays logged in', async () => {
  const done = formWithSomethingTyped();
  leaves = false;
  await logOut();
  expect([asked, gone]).toEqual([[], []]);
  done();
});

test('whoever agrees to leave it is asked once', async () => {
  const done = formWithSomethingTyped();
  leaves = true;
  answers.push({ code: '0', data: {} });
  await logOut();
  expect(asked).toEqual(['/partner/user/logout']);
  expect(gone).toEqual([{ to: '/portal/login', asks: false }]);
  expect(confirm).toHaveBeenCalledTimes(1);
  done();
});

test('the other tabs hear of another session, the page that moves does not', async () => {
  const stop = onSessionChanged(() => {
    heard.here += 1;
  });
  answers.push({ code: '0', data: {} });
  await logOut();
  await passed();
  expect(heard).toEqual({ here: 0, there: 1 });
  otherTab.postMessage('changed');
  await passed();
  expect(heard.here).toBe(1);
  stop();
});

test('the chooser of identities is a page like others: nobody is told to refresh', async () => {
  await moveToIdentity('3');
  await passed();
  expect(heard).toEqual({ here: 0, there: 0 });
  expect(gone.map(({ to }) => to)).toEqual(['/portal/supplyChain/identify']);
  otherTab.close();
});
