import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What a phone leaves of the browser's interfaces when its stream has died: the stream opens and then says nothing more. */
const streams: FakeStream[] = [];
class FakeStream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    streams.push(this);
  }
  close() {
    this.readyState = FakeStream.CLOSED;
  }
  tell(count: number) {
    this.dispatchEvent(Object.assign(new Event('unread'), { data: JSON.stringify({ count, arrived: null }) }));
  }
}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible', getElementById: () => null });
const browser = Object.assign(new EventTarget(), {
  EventSource: FakeStream,
  BroadcastChannel: class extends EventTarget {
    postMessage() {}
    close() {}
  },
});
let unread = 0;
let asked: string[] = [];
let stop = () => {};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  streams.length = 0;
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', page);
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('BroadcastChannel', browser.BroadcastChannel);
  vi.stubGlobal('navigator', { locks: { request: (_: string, __: object, work: () => Promise<void>) => work() } });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) vi.stubGlobal(name, browser[name].bind(browser));
  vi.doMock('ofetch', () => ({
    ofetch: {
      create: () => async (path: string) => {
        asked.push(path);
        return { code: '0', data: { count: unread } };
      },
    },
  }));
  const { followMessages } = await import('~/shell/told');
  stop = followMessages();
  streams[0]?.onopen?.();
  streams[0]?.tell(3);
  await vi.advanceTimersByTimeAsync(500);
  asked = [];
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('ofetch');
});

const badge = async () => (await import('~/shell/session')).$unread.get();
const COUNT = '/message/inner/message/unreadCount';
async function act() {
  const { call } = await import('~/shell/call');
  const { messageRead } = await import('~/domains/message/calls');
  await call(messageRead, { id: '0198d2a0-0000-7000-8000-000000000001' });
  asked = [];
}

test('after an action the badge is right although the stream stays silent', async () => {
  unread = 2;
  await act();
  expect(await badge()).toBe(3);
  await vi.advanceTimersByTimeAsync(1600);
  expect([await badge(), asked]).toEqual([2, [COUNT]]);
});

test('while the stream speaks nobody asks', async () => {
  unread = 2;
  await act();
  streams[0]?.tell(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect([await badge(), asked]).toEqual([2, []]);
});

test('a page that comes back into sight asks, one that reads alone does not', async () => {
  unread = 7;
  const { call } = await import('~/shell/call');
  const { messageList } = await import('~/domains/message/calls');
  await call(messageList, {});
  asked = [];
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect([await badge(), asked]).toEqual([7, [COUNT]]);
});
