import { appendFile, readFile } from 'node:fs/promises';
import { readMigrations } from '~/server/migrate.server';

/** Every migration that ever landed, `checksum  name` as sha256sum writes it. Lines are only added: databases that ran a file refuse another text of it. */
const LIST = 'migrations/checksums.txt';
const RULE = 'a landed migration is never edited, renamed or removed: restore it and write the change into a new file';

/** What is wrong with the folder by its list; a file not listed yet is. */
export async function checksumFaults(): Promise<string[]> {
  const listed = await readList();
  const files = new Map((await readMigrations('migrations')).map(({ name, checksum }) => [name, checksum]));
  return [
    ...[...listed].filter(([name]) => !files.has(name)).map(([name]) => `${name} is gone: ${RULE}`),
    ...[...files].filter(([name, sum]) => (listed.get(name) ?? sum) !== sum).map(([name]) => `${name} was changed: ${RULE}`),
    ...[...files].filter(([name]) => !listed.has(name)).map(([name]) => `${name} is not in ${LIST}: run npm run types:db`),
  ];
}

/** Adds the files that are new; throws for one that changed or is gone. A file not landed yet may still change: take its line out first. */
export async function appendChecksums(): Promise<void> {
  const listed = await readList();
  const fresh = (await readMigrations('migrations')).filter(({ name }) => !listed.has(name));
  if (fresh.length > 0) await appendFile(LIST, fresh.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(''));
  const faults = await checksumFaults();
  if (faults.length > 0)
    throw new Error(`${faults.join('\n')}\n(Of a migration that is on no main branch yet, delete its line in ${LIST} and run this again.)`);
}

async function readList(): Promise<Map<string, string>> {
  const text = await readFile(LIST, 'utf8');
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}
