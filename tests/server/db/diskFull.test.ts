import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openEmbedded } from '~/server/db/embedded.server';
import { isDatabaseUnavailable, translated } from '~/server/db/errors.server';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-full-'));
const mark = join(tmpdir(), `portal-disk-full-${process.pid}`);
const preload = pathToFileURL('tests/support/fullDisk.mjs').href;
afterAll(() => {
  rmSync(mark, { force: true });
  rmSync(dataDir, { recursive: true });
});

test('a full disk refuses writes by name, keeps every acknowledged row, and recovers when there is room again', async () => {
  const { pool, close } = await openEmbedded({ dataDir, preload });
  await pool.query('create table t (i int)');
  let acknowledged = 0;
  const insert = async (i: number) => {
    await pool.query('insert into t values ($1)', [i]);
    acknowledged += 1;
  };
  for (let i = 0; i < 50; i++) await insert(i);
  writeFileSync(mark, '');
  const errors: { code?: string }[] = [];
  for (let i = 100; i < 103; i++) await insert(i).catch((error: unknown) => errors.push(translated(error) as { code?: string }));
  expect(errors.length).toBe(3);
  expect(errors[0]?.code).toBe('DATABASE_DISK_FULL');
  for (const error of errors) expect(isDatabaseUnavailable(error)).toBe(true);
  rmSync(mark);
  await expect
    .poll(
      () =>
        insert(200).then(
          () => 'written',
          () => 'refused',
        ),
      { timeout: 15_000 },
    )
    .toBe('written');
  const { rows } = await pool.query('select count(*)::int as n, count(*) filter (where i between 100 and 199)::int as refused from t');
  expect(rows).toEqual([{ n: acknowledged, refused: 0 }]);
  await close();
}, 60_000);
