import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { preparedCount } from '~/server/db/prepared.server';
import { testDatabase } from '../../support/database';
import { makingWay, sendMany } from '../../support/manyStatements';

const PREPARED = "select name, statement from pg_prepared_statements where name like 's\\_%'";

test('each statement is prepared under the hash of its text and reused', async () => {
  const { db, pool } = await testDatabase();
  const find = (id: bigint) => db.selectFrom('tenant').select('name').where('id', '=', id).execute();
  await find(1n);
  const before = (await pool.query(PREPARED)).rows.length;
  await find(2n);
  const { rows } = await pool.query(PREPARED);
  expect(rows.length).toBe(before);
  expect(rows.map(({ statement }) => statement)).toContain('select "name" from "tenant" where "id" = $1');
});

test('the statements kept on a connection are bounded, in and out of transactions', async () => {
  const { db, pool, inSystem } = await testDatabase();
  await sendMany(db);
  await inSystem((tx) => sendMany(tx, 1000, 1020));
  const { rows } = await pool.query(PREPARED);
  expect(rows.length).toBeLessThanOrEqual(400);
  const client = await pool.connect();
  expect(preparedCount(client)).toBe(rows.length);
  client.release();
  expect((await sql<{ n: number }>`select ${sql.lit(0)}::int as n`.execute(db)).rows).toEqual([{ n: 0 }]);
});

makingWay(testDatabase);

test('very long texts are sent unprepared', async () => {
  const { db, pool } = await testDatabase();
  const { rows } = await sql<{ n: number }>`select ${sql.join(
    Array.from({ length: 3000 }, (_, i) => i),
    sql`::int + `,
  )}::int as n`.execute(db);
  expect(rows).toEqual([{ n: (2999 * 3000) / 2 }]);
  expect((await pool.query(`${PREPARED} and length(statement) > 8000`)).rows).toEqual([]);
});

test('a statement planned before a table changed is planned again', async () => {
  const { db, pool, inSystem } = await testDatabase();
  await pool.query('create table shifting (a int); insert into shifting values (1)');
  const read = () => inSystem((tx) => sql`select * from shifting`.execute(tx));
  await read();
  await pool.query('alter table shifting add column b int default 2');
  expect((await read()).rows).toEqual([{ a: 1, b: 2 }]);
  await pool.query('drop table shifting');
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
});
