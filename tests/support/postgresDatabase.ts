import { afterAll, inject } from 'vitest';
import { type DatabaseConfig, type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { createDatabase, dropDatabase } from './postgres';

let count = 0;

/** A fresh migrated PostgreSQL database, also answered by `database()`; dropped after the test file. */
export async function postgresDatabase(config: Partial<DatabaseConfig> = {}): Promise<Opened & { url: string }> {
  const url = await postgresUrl();
  const opened = await openDatabase({ dataDir: '.', ...config, url });
  useDatabase(opened);
  afterAll(() => opened.close());
  return { ...opened, url };
}

/** The URL of a new database: a copy of the migrated template, or an empty one. */
export async function postgresUrl({ empty = false } = {}): Promise<string> {
  const name = `portal_test_${process.pid}_${count++}`;
  const url = await createDatabase(inject('postgresUrl'), name, empty ? undefined : inject('postgresTemplate'));
  afterAll(() => dropDatabase(inject('postgresUrl'), name));
  return url;
}
