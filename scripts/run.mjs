import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// Vite would make it development, also for the servers that benches start.
process.env.NODE_ENV ??= 'production';

// node scripts/run.mjs scripts/seed.ts …: the portal finds the parts of its domains by `import.meta.glob`, which only Vite knows.
const [script = ''] = process.argv.splice(1, 2, resolve(process.argv[2] ?? '')).slice(1);
await runnerImport(resolve(script), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': fileURLToPath(new URL('../src', import.meta.url)) } },
});
