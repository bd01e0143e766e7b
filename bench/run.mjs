import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// The portal finds the parts of its domains by `import.meta.glob`, which only Vite knows.
await runnerImport(fileURLToPath(new URL('./run.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': fileURLToPath(new URL('../src', import.meta.url)) } },
});
