import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { beforeCommit } from '~/server/db/transaction.server';
import type { Db, Opened } from '~/server/db.server';

/** Statements of their own text, one after the other: by default more than a connection keeps. */
export async function sendMany(on: Db, from = 0, to = 450): Promise<void> {
  for (let i = from; i < to; i++) await sql`select ${sql.lit(i)}::int as n`.execute(on);
}

/** What holds on either engine when a new statement takes the place of an old one; of one connection. */
export function makingWay(open: () => Promise<Opened>): void {
  test('a statement makes way for one that travels with the commit', async () => {
    const { db, inSystem } = await open();
    await sendMany(db);
    await inSystem(async (tx) => beforeCommit(tx.insertInto('tenant').values({ id: 1n, code: 'T1', name: '厂1', short_name: '厂1' })));
    expect(await db.selectFrom('tenant').select('name').execute()).toEqual([{ name: '厂1' }]);
  });

  test('a statement that made way in a failed transaction is prepared anew', async () => {
    const { db, inSystem } = await open();
    await sendMany(db);
    const failed = inSystem(async (tx) => {
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
      for (let i = 1000; i < 1020; i++) await sendMany(tx, i, i + 1).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow('rolled back');
    await sendMany(db, 50, 75);
  });

  test('statements sent together make way for each other', async () => {
    const { db, inSystem } = await open();
    await sendMany(db);
    const sent = await inSystem((tx) => Promise.all(Array.from({ length: 450 }, (_, i) => sql<{ n: number }>`select ${sql.lit(i)}::int as n`.execute(tx))));
    expect(sent.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 450 }, (_, i) => i));
  });
}
