import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import '~/domains/customer/api.server';
import '~/domains/order/api.server';
import '~/domains/project/api.server';
import '~/domains/identityVerification/api.server';
import '~/domains/warehouse/api.server';
import { fillDemo } from '~/demo/demo.server';
import { type Opened, openDatabase, useDatabase } from '~/server/db.server';
import { createDatabase, startPostgres } from '../tests/support/postgres';
import { RELEASE_KEY, RELEASES } from '../tests/support/release';

/**
 * `npm run release:dump -- NAME`: the demo factories, small, in the database of this very commit, as tests/releases/NAME.sql.br.
 * Plain SQL that both engines read, sealed with a key of its own; every later commit must be able to upgrade it.
 */
const [name] = process.argv.slice(2);
if (!name || !/^[\w.-]+$/.test(name)) {
  console.error('用法：npm run release:dump -- 名称，如 2026-11');
  process.exit(1);
}
const fill = async (empty: Opened): Promise<void> => {
  useDatabase(empty);
  await fillDemo(empty, console.log, { few: true });
};
process.env['DATA_KEY'] = RELEASE_KEY;
const server = await startPostgres();
try {
  const url = await createDatabase(server.url, 'release');
  const opened = await openDatabase({ url, dataDir: 'data', fill });
  await opened.close();
  const sql = execFileSync('pg_dump', ['--no-owner', '--inserts', '--rows-per-insert=500', url], { maxBuffer: 1 << 28 });
  const packed = brotliCompressSync(sql, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  mkdirSync(RELEASES, { recursive: true });
  writeFileSync(`${RELEASES}/${name}.sql.br`, packed);
  console.log(`${RELEASES}/${name}.sql.br：${Math.ceil(packed.length / 1024)} kB`);
} finally {
  await server.stop();
}
