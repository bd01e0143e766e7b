import type { Pool, PoolClient } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { flushed } from '~/server/db/flush.server';

let flushes: { end: () => void; fail: (error: Error) => void }[] = [];
const client = {
  query: () => new Promise<void>((end, fail) => flushes.push({ end, fail })),
} as unknown as PoolClient;
beforeEach(() => {
  flushes = [];
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('those who commit while a flush runs wait for one more, together', async () => {
  const pool = {} as Pool;
  const answered: string[] = [];
  const wait = (who: string) => flushed(pool, client).then(() => answered.push(who));
  const all = [wait('first'), wait('second'), wait('third')];
  await settled();
  expect(flushes).toHaveLength(1);
  flushes[0]?.end();
  await settled();
  expect(answered).toEqual(['first']);
  expect(flushes).toHaveLength(2);
  all.push(wait('fourth'));
  flushes[1]?.end();
  await settled();
  expect(answered).toEqual(['first', 'second', 'third']);
  flushes[2]?.end();
  await Promise.all(all);
  expect([answered.at(-1), flushes.length]).toEqual(['fourth', 3]);
});

test('a flush that fails fails for those who waited for it, and the next is tried', async () => {
  const pool = {} as Pool;
  const first = flushed(pool, client);
  const next = flushed(pool, client);
  flushes[0]?.fail(Object.assign(new Error('terminating connection'), { code: '57P01' }));
  await expect(first).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  await settled();
  flushes[1]?.end();
  await expect(next).resolves.toBeUndefined();
  const later = flushed(pool, client);
  flushes[2]?.end();
  await later;
});
