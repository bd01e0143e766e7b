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
vi.mock('~/ui/kit/toast', () => ({ toast: () => undefined }));
vi.mock('~/shell/found', () => ({ forgetChoices: () => undefined }));
let leaves: unknown;
const confirm = vi.fn(() => Promise.resolve(leaves));
vi.mock('~/ui/kit/confirm', () => ({ confirm }));

const { logOut, moveToIdentity } = await import('~/shell/sessionActions');
const { onSessionChanged } = await import('~/shell/sessionChannel');
const { asksToLeave, pageComes } = await import('~/ui/kit/page');

const passed = () => new Promise((done) => setTimeout(done, 30));

let window: EventTarget;
const wouldAsk = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const gone: { to: string; asks: boolean }[] = [];
const otherTab = new BroadcastChannel('portal:session');
const heard = { here: 0, there: 0 };
otherTab.onmessage = () => {
  heard.there += 1;
};

beforeEach(async () => {
  await passed();
  window = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) vi.stubGlobal(name, window[name].bind(window));
  vi.stubGlobal('location', { pathname: '/portal/customer/create', search: '', assign: (to: string) => gone.push({ to, asks: wouldAsk() }) });
  pageComes();
  gone.length = 0;
  asked.length = 0;
  Object.assign(heard, { here: 0, there: 0 });
  confirm.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('whoever stays with a form they have not sent stays logged in', async () => {
  const done = asksToLeave(() => true);
  leaves = false;
  await logOut();
  expect([confirm.mock.calls.length, asked, gone]).toEqual([1, [], []]);
  done();
});

test('whoever agrees to leave it is asked once', async () => {
  const done = asksToLeave(() => true);
  leaves = true;
  answers.push({ code: '0', data: {} });
  await logOut();
  expect(asked).toEqual(['/partner/user/logout']);
  expect(gone).toEqual([{ to: '/portal/login', asks: false }]);
  expect(confirm).toHaveBeenCalledTimes(1);
  done();
});

test('a logout that is refused leaves the form as well kept as before', async () => {
  const done = asksToLeave(() => true);
  leaves = true;
  answers.push({ code: '999999', message: '系统繁忙' });
  await logOut();
  expect([gone, wouldAsk()]).toEqual([[], true]);
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
