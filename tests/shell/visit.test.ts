import { beforeEach, expect, test, vi } from 'vitest';

const asked: string[] = [];
let portal: 'answers' | 'away';
const listen = () => undefined;
vi.stubGlobal('addEventListener', listen);
vi.stubGlobal('document', { documentElement: { dataset: {} }, getElementById: () => null, addEventListener: listen });
vi.stubGlobal('fetch', async (to: URL | string) => {
  asked.push(String(to));
  if (String(to) !== '/healthz' || portal === 'away') throw new TypeError('Failed to fetch');
  return new Response('ok');
});
const { pageAt } = await import('~/shell/visit');
const to = new URL('http://portal.test/portal/message/list');

beforeEach(() => {
  asked.length = 0;
});

test('a page that cannot be fetched while the portal answers is left to the browser', async () => {
  portal = 'answers';
  expect(await pageAt(to)).toBeNull();
  expect(asked).toEqual([to.href, '/healthz']);
});

test('with nothing answering, the page that is there stays', async () => {
  portal = 'away';
  expect(await pageAt(to)).toBe('unreachable');
});

test('whoever went on meanwhile is told nothing', async () => {
  portal = 'away';
  const leaving = new AbortController();
  leaving.abort();
  expect(await pageAt(to, leaving.signal)).toBe('elsewhere');
  expect(asked).toEqual([to.href]);
});
