import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/server/db.server';
import { createDatabase, dropDatabase, startPostgres } from './postgres';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A migrated database no test connects to. */
    postgresTemplate: string;
  }
}

/** One server and one migrated template a run; each test file copies the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const template = `portal_template_${process.pid}`;
  const url = await createDatabase(server.url, template);
  await (await openDatabase({ url, dataDir: '.' })).close();
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template);
  return async () => {
    await dropDatabase(server.url, template);
    await server.stop();
  };
}
