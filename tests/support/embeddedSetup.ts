import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/server/db.server';

declare module 'vitest' {
  interface ProvidedContext {
    /** A tar of a migrated in-memory data folder. */
    embeddedTemplate: string;
  }
}

const CACHE = 'node_modules/.cache/portal-tests';

/** Migrates once; every test file then opens its database from the dumped folder. Kept between runs until a migration changes. */
export default async function setup(project: TestProject): Promise<void> {
  const path = join(CACHE, `template-${fingerprint()}.tar`);
  if (!existsSync(path)) await makeTemplate(path);
  project.provide('embeddedTemplate', path);
}

async function makeTemplate(path: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const opened = await openDatabase({ dataDir: CACHE, memory: true });
  const tar = await opened.dump();
  await opened.close();
  for (const old of readdirSync(CACHE)) if (old.endsWith('.tar')) rmSync(join(CACHE, old), { force: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, tar);
  renameSync(draft, path);
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync('node_modules/@electric-sql/pglite/package.json'));
  for (const name of readdirSync('migrations').sort()) hash.update(name).update(readFileSync(join('migrations', name)));
  hash.update(process.env['TEST_CLOCK'] ?? '');
  return hash.digest('hex').slice(0, 16);
}
