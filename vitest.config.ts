import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { setClock } from './tests/clock/clock.mjs';

await setClock();

const resolve = { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } };

const setupFiles = ['tests/support/hooks.ts', 'tests/support/properties.ts', 'tests/support/net.ts'];
/**
 * Most files of a process share its modules and its database (`isolate: false`): loading the server for each took half of the time. Apart are those
 * that put others in the places of modules, or kinds of their own into registries, and would do so for whoever comes next.
 */
const ALTERS = /\bvi\.(mock|doMock|spyOn|stub|useFake)|^ *(define[A-Z]\w+|subscribe|addChore)\(|support\/(slips|flows|desk)'/m;
const own = globSync('tests/**/*.test.{ts,tsx}').filter((path) => /^tests.(scripts|clock)\b/.test(path) || ALTERS.test(readFileSync(path, 'utf8')));

export default defineConfig({
  resolve,
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        resolve,
        test: {
          name: 'apart',
          include: own,
          exclude: ['tests/**/*.pg.test.ts'],
          setupFiles,
          globalSetup: ['tests/support/embeddedSetup.ts'],
        },
      },
      {
        resolve,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.pg.test.ts', ...own],
          isolate: false,
          setupFiles,
          globalSetup: ['tests/support/embeddedSetup.ts'],
        },
      },
      {
        resolve,
        test: {
          name: 'postgres',
          include: ['tests/**/*.pg.test.ts'],
          testTimeout: 60_000,
          setupFiles,
          globalSetup: ['tests/support/postgresSetup.ts'],
        },
      },
    ],
  },
});
