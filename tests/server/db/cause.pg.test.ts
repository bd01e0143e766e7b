import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Opened } from '~/server/db.server';
import { together } from '~/server/together.server';
import { postgresDatabase } from '../../support/postgresDatabase';

let opened: Opened;
beforeAll(async () => {
  opened = await postgresDatabase();
});

test('statements sent behind one that fails say why it failed, whoever is asked', async () => {
  await opened
    .inSystem(async (tx) => {
      const failing = sql`select 1 / 0`.execute(tx);
      const behind = sql`select 2`.execute(tx);
      const both = await Promise.allSettled([failing, behind]);
      expect(both.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['22012', '22012']);
      // What comes long after knows it as well.
      await expect(sql`select 3`.execute(tx)).rejects.toMatchObject({ code: '22012' });
      throw new Error('over');
    })
    .catch((error: Error) => expect(error.message).toBe('over'));
});

test('an error that a savepoint took back is not the cause of the next', async () => {
  await opened
    .inSystem(async (tx) => {
      await sql`savepoint here`.execute(tx);
      await expect(sql`select 1 / 0`.execute(tx)).rejects.toMatchObject({ code: '22012' });
      await sql`rollback to savepoint here`.execute(tx);
      const failing = sql`select 'x'::int`.execute(tx);
      const behind = sql`select 2`.execute(tx);
      const both = await Promise.allSettled([failing, behind]);
      expect(both.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['22P02', '22P02']);
      throw new Error('over');
    })
    .catch((error: Error) => expect(error.message).toBe('over'));
});

test('of two pieces that fail the first says why, and neither is left unheard', async () => {
  const late = () => new Promise<never>((_, fail) => setTimeout(() => fail(new Error('first')), 5));
  await expect(together(late(), Promise.reject(new Error('second')))).rejects.toThrow('first');
  await expect(together(Promise.resolve(1), Promise.reject(new Error('second')))).rejects.toThrow('second');
  expect(await together(Promise.resolve(1), Promise.resolve('two'))).toEqual([1, 'two']);
});
