import { parseArgs } from 'node:util';
import { config } from '~/server/config.server';
import { checked, restore } from './backups';

/** `npm run restore -- BACKUP [--check]`: into an empty database and folder; `--check` only proves the backup is whole. See deploy/README.md. */
const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const [backup] = positionals;
try {
  if (!backup || positionals.length > 1) throw new Error('用法：npm run restore -- 备份目录 [--check]');
  const { madeAt, engine } = values.check ? await checked(backup) : await restore(config(), backup);
  console.log(`${values.check ? '备份完整' : '已恢复'}：${madeAt} 的${engine === 'embedded' ? '内置数据库' : ' PostgreSQL '}备份`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
