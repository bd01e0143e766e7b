import { messageStream, unreadCount } from '~/domains/message/calls';
import { toast } from '~/ui/kit/toast';
import { CHANGED, call, fileHref } from './call';
import { $arrived, $me, $unread } from './session';

/**
 * Keeps the bell right without reloading. One tab of the browser holds the event stream (whoever has the lock) and passes what it
 * hears to the others; when it goes, the next one takes over. Browsers without these, and streams that fail, ask now and then.
 */
const NAME = 'portal:messages';
const POLL_MS = 30_000;
const RETRY_MS = 15_000;
/** A leader answers a new tab in this time, or the tab asks the server. */
const ANSWER_MS = 400;
/** News of an action come in this time, or the tab asks: the stream of a phone may be dead without anybody noticing. */
const SETTLE_MS = 1500;

interface News {
  count: number;
  arrived: { title: string; important: boolean } | null;
}
type Passed = { who: string; ask: true } | { who: string; news: News };

/** Tabs of an earlier session must not mix with those of the present one. */
function sessionName(): string {
  const me = $me.get();
  return me ? `${me.accountId} ${me.tenantId} ${me.customerId ?? ''}` : '';
}

let heard = 0;

export function followMessages(): () => void {
  const polling = pollingOf();
  const stopFollowing = follow(polling);
  const stopDoubting = doubt(polling);
  return () => {
    stopDoubting();
    stopFollowing();
  };
}

/** Asks when the page comes back into sight, its stream perhaps frozen meanwhile, and after a change that nothing was heard about. */
function doubt(polling: Polling): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const back = () => document.visibilityState === 'visible' && polling.ask();
  const changed = () => {
    const before = heard;
    clearTimeout(timer);
    timer = setTimeout(() => heard === before && polling.ask(), SETTLE_MS);
  };
  document.addEventListener('visibilitychange', back);
  addEventListener(CHANGED, changed);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', back);
    removeEventListener(CHANGED, changed);
  };
}

function follow(polling: Polling): () => void {
  const able = 'EventSource' in window && 'BroadcastChannel' in window && 'locks' in navigator;
  if (!able) {
    polling.start();
    return () => polling.stop();
  }
  let stop = share(polling);
  // A page kept for "back" may hold neither connection nor lock.
  const hide = () => stop();
  const show = (event: PageTransitionEvent) => {
    if (event.persisted) stop = share(polling);
  };
  addEventListener('pagehide', hide);
  addEventListener('pageshow', show);
  return () => {
    removeEventListener('pagehide', hide);
    removeEventListener('pageshow', show);
    stop();
  };
}

function share(polling: Polling): () => void {
  const who = sessionName();
  const channel = new BroadcastChannel(NAME);
  const leaving = new AbortController();
  let last: News | null = null;
  let leads = false;
  const hear = (news: News) => {
    last = { ...news, arrived: null };
    take(news);
  };
  channel.onmessage = ({ data }: MessageEvent<Passed>) => {
    if (data.who !== who) return;
    if ('news' in data) hear(data.news);
    else if (leads && last) channel.postMessage({ who, news: last });
  };
  channel.postMessage({ who, ask: true });
  const unanswered = setTimeout(() => {
    if (!last) polling.ask();
  }, ANSWER_MS);
  navigator.locks
    .request(NAME, { signal: leaving.signal }, async () => {
      leads = true;
      await stream(leaving.signal, polling, (news) => {
        hear(news);
        channel.postMessage({ who, news });
      });
    })
    .catch(() => undefined);
  return () => {
    clearTimeout(unanswered);
    leaving.abort();
    polling.stop();
    channel.close();
  };
}

/** Holds the stream until `leaving`; while it is down the tab polls. */
async function stream(leaving: AbortSignal, polling: Polling, hear: (news: News) => void): Promise<void> {
  while (!leaving.aborted) {
    await new Promise<void>((done) => {
      const source = new EventSource(fileHref(messageStream));
      const finish = () => {
        source.close();
        done();
      };
      leaving.addEventListener('abort', finish, { once: true });
      source.onopen = () => polling.stop();
      source.addEventListener('unread', (event) => hear(JSON.parse((event as MessageEvent<string>).data) as News));
      source.addEventListener('end', () => {
        // The session is over: the next call leads to login, or finds the session this browser has by now.
        polling.ask();
        finish();
      });
      source.onerror = () => {
        polling.start();
        if (source.readyState === EventSource.CLOSED) finish();
      };
    });
    if (!leaving.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function take({ count, arrived }: News): void {
  heard++;
  $unread.set(count);
  if (!arrived) return;
  $arrived.set(arrived);
  if (document.visibilityState === 'visible') toast(`新消息：${arrived.title}`, arrived.important ? 'warn' : 'info');
}

interface Polling {
  ask(): void;
  start(): void;
  stop(): void;
}

/** Asks while the page is visible only. */
function pollingOf(): Polling {
  let timer: ReturnType<typeof setInterval> | undefined;
  const ask = () =>
    void call(unreadCount, {}, { stays: true }).then(
      ({ count }) => $unread.set(count),
      () => undefined,
    );
  return {
    ask,
    start() {
      if (timer) return;
      ask();
      timer = setInterval(() => document.visibilityState === 'visible' && ask(), POLL_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
