import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { markedFiles } from './public-pages.mjs';

/** Checks the texts, builds the application into dist/ with an empty database to start from, and writes a .br and .gz beside every text file a browser loads. */
const checked = spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/check-content.ts'], { stdio: 'inherit' });
if (checked.status !== 0) process.exit(checked.status ?? 1);
const built = spawnSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const filledLater = new Set(markedFiles('dist/client').map((file) => join('dist/client', file)));
for (const file of filesBelow('dist/client')) {
  if (!/\.(js|css|svg|html|json|txt|xml)$/.test(file) || filledLater.has(file)) continue;
  const bytes = readFileSync(file);
  if (bytes.length < 512) continue;
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
const image = spawnSync(process.execPath, ['scripts/database-image.mjs'], { stdio: 'inherit' });
if (image.status !== 0) process.exit(image.status ?? 1);
writeFileSync('dist/.built', String(Date.now()));

function filesBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}
