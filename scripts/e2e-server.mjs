import { rmSync } from 'node:fs';

/** The built product on a fresh embedded database, filled with the demo tenants. */
process.env.DATA_DIR = 'data/e2e';
rmSync('data/e2e', { recursive: true, force: true });
await import('./serve.mjs');
