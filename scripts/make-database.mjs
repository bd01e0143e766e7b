import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';

/** The process `first-start.mjs` begins; without its parent nobody waits for what it makes. */
const IMAGE = 'dist/database.tar.zst';

process.on('disconnect', () => process.exit(1));
await import('../dist/server/entry.mjs');
try {
  const image = existsSync(IMAGE) ? zstdDecompressSync(readFileSync(IMAGE)) : undefined;
  await globalThis.portalServer.makeFirst((line) => console.log(line), image);
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
