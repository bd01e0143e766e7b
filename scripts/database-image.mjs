import { writeFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';

/** An empty database with all migrations as dist/database.tar.zst: a first start takes it instead of making one. */
process.env.NODE_ENV ??= 'production';
await import('../dist/server/entry.mjs');
writeFileSync('dist/database.tar.zst', zstdCompressSync(await globalThis.portalServer.emptyDatabaseImage()));
process.exit(0);
