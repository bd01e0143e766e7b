import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { setClock } from './tests/clock/clock.mjs';

await setClock();

const resolve = { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } };

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
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.pg.test.ts'],
          setupFiles: ['tests/support/properties.ts', 'tests/support/net.ts'],
          globalSetup: ['tests/support/embeddedSetup.ts'],
        },
      },
      {
        resolve,
        test: {
          name: 'postgres',
          include: ['tests/**/*.pg.test.ts'],
          testTimeout: 60_000,
          setupFiles: ['tests/support/properties.ts', 'tests/support/net.ts'],
          globalSetup: ['tests/support/postgresSetup.ts'],
        },
      },
    ],
  },
});
