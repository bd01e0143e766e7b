import { beforeAll, expect, test } from 'vitest';
import { preparedCount } from '~/server/db/prepared.server';
import type { Opened } from '~/server/db.server';
import { makingWay, sendMany } from '../../support/manyStatements';
import { postgresDatabase } from '../../support/postgresDatabase';

let opened: Opened;
beforeAll(async () => {
  opened = await postgresDatabase({ poolSize: 1 });
});

makingWay(async () => opened);

test('the server keeps no more statements than are known of', async () => {
  await sendMany(opened.db);
  const client = await opened.pool.connect();
  const { rows } = await client.query("select name from pg_prepared_statements where name like 's\\_%'");
  expect(rows.length).toBe(preparedCount(client));
  client.release();
});
