import { expect, it } from 'vitest';
import { postgresDatabase } from '../support/postgresDatabase';

it('is that of PostgreSQL too, in statements and in the defaults of columns', async () => {
  const { pool } = await postgresDatabase();
  const { rows } = await pool.query(
    "insert into tenant (id, code, name, short_name, apps) values (1, 'T', '时钟', '时钟', '{}') returning created_at, now() as stated",
  );
  for (const at of [rows[0].created_at, rows[0].stated]) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
});
