import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { arriving } from '~/ui/arriving';

const script = readFileSync('public/arrival.js', 'utf8');
const SLOW = '页面加载超时，部分功能暂时无法使用，请检查网络后刷新页面';
const FAILED = '页面资源加载失败，部分功能暂时无法使用，请刷新页面';

interface Node {
  id?: string;
  text: string;
  children: Node[];
  onclick?: () => void;
  parentNode?: Node | { hasAttribute(name: string): boolean };
}
const node = (text = ''): Node & Record<string, unknown> => {
  const made: Node & Record<string, unknown> = { text, children: [], setAttribute: () => undefined };
  const add = (child: Node) => {
    child.parentNode = made;
    made.children.unshift(child);
  };
  made['insertBefore'] = add;
  made['appendChild'] = add;
  made['removeChild'] = (child: Node) => {
    made.children = made.children.filter((one) => one !== child);
  };
  return made;
};

/** As much of a page as /arrival.js asks for: islands that load when seen, and the note. */
function pageWith({ hydrated = true, islands = 0, ready = true, failed = false }: { hydrated?: boolean; islands?: number; ready?: boolean; failed?: boolean }) {
  const window = new EventTarget();
  const document = new EventTarget() as EventTarget & Record<string, unknown>;
  const body = node();
  const waiting = Array.from({ length: islands }, () => ({ ssr: true, hasAttribute: (name: string) => name === 'ssr' }));
  const held = waiting.map((island) => Object.assign(node(), { parentNode: { hasAttribute: () => island.ssr } }));
  let see: (entries: { target: Node; isIntersecting: boolean }[]) => void = () => undefined;
  Object.assign(document, {
    body,
    documentElement: { hasAttribute: () => failed },
    createElement: () => node(),
    createTextNode: (text: string) => node(text),
    getElementById: (id: string) => body.children.find((one) => one.id === id) ?? null,
    querySelector: (what: string) => (what.startsWith('astro-island[ssr]') && !hydrated ? {} : null),
    querySelectorAll: () => held,
  });
  const IntersectionObserver = class {
    constructor(then: typeof see) {
      see = then;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  runInNewContext(script, {
    window: { IntersectionObserver },
    IntersectionObserver,
    document,
    addEventListener: window.addEventListener.bind(window),
    setTimeout,
    clearTimeout,
  });
  vi.stubGlobal('dispatchEvent', (event: Event) => window.dispatchEvent(event));
  const parsed = () => document.dispatchEvent(new Event('DOMContentLoaded'));
  if (ready) parsed();
  const note = () => body.children.find((one) => one.id === 'arrival-note');
  const wordsOf = (one: Node): string[] => [one.text, ...[...one.children].reverse().flatMap(wordsOf)].filter(Boolean);
  return {
    parsed,
    says: () => (note() ? wordsOf(note() as Node) : []),
    close: () => note()?.children[0]?.onclick?.(),
    comesIntoView: (at: number) => see([{ target: held[at] as Node, isIntersecting: true }]),
    hydrates: (at: number) => Object.assign(waiting[at] as object, { ssr: false }),
    isFollowed: () => window.dispatchEvent(new Event('portal:page')),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

describe('a script that does not come', () => {
  test('of the page: said after two minutes, with a way to refresh', async () => {
    const page = pageWith({ hydrated: false });
    await minutes(1.9);
    expect(page.says()).toEqual([]);
    await minutes(0.2);
    expect(page.says()).toEqual([SLOW, '刷新页面', '关闭']);
    page.close();
    expect(page.says()).toEqual([]);
  });

  test('of a page without islands, whose parsing waits for it: said after two minutes, and not of one that came', async () => {
    const page = pageWith({ ready: false });
    await minutes(1.9);
    expect(page.says()).toEqual([]);
    await minutes(0.2);
    expect(page.says()).toEqual([SLOW, '刷新页面', '关闭']);
    const whole = pageWith({ ready: false });
    await minutes(1);
    whole.parsed();
    await minutes(2);
    expect(whole.says()).toEqual([]);
  });

  test('of a page, because it failed before anybody listened: said at once, and still when the page is parsed', async () => {
    const page = pageWith({ ready: false, failed: true });
    page.parsed();
    expect(page.says()).toEqual([FAILED, '刷新页面', '关闭']);
    page.isFollowed();
    expect(page.says()).toEqual([]);
  });

  test('of an island that loads when it is seen: two minutes after that', async () => {
    const page = pageWith({ islands: 2 });
    await minutes(5);
    expect(page.says()).toEqual([]);
    page.comesIntoView(0);
    page.comesIntoView(1);
    page.hydrates(0);
    await minutes(1.9);
    expect(page.says()).toEqual([]);
    await minutes(0.2);
    expect(page.says()).toEqual([SLOW, '刷新页面', '关闭']);
  });

  test('of an island that came: nothing', async () => {
    const page = pageWith({ islands: 1 });
    page.comesIntoView(0);
    page.hydrates(0);
    await minutes(3);
    expect(page.says()).toEqual([]);
  });

  test('of a part that was opened: said after two minutes, on the page it was opened on', async () => {
    const page = pageWith({});
    void arriving(new Promise(() => undefined));
    await minutes(1);
    page.isFollowed();
    await minutes(2);
    expect(page.says()).toEqual([]);
    void arriving(new Promise(() => undefined));
    await minutes(2.1);
    expect(page.says()).toEqual([SLOW, '刷新页面', '关闭']);
  });
});

describe('a part that was opened', () => {
  test('and failed: said at once, and whoever waits for it hears of it too', async () => {
    const page = pageWith({});
    await expect(arriving(Promise.reject(new Error('no chunk')))).rejects.toThrow('no chunk');
    await minutes(0);
    expect(page.says()).toEqual([FAILED, '刷新页面', '关闭']);
  });

  test('and came: nothing', async () => {
    const page = pageWith({});
    expect(await arriving(Promise.resolve('part'))).toBe('part');
    await minutes(3);
    expect(page.says()).toEqual([]);
  });
});
