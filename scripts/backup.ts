import { parseArgs } from 'node:util';
import { config } from '~/server/config.server';
import { backUp, forgetOld } from './backups';

/** `npm run backup -- FOLDER [--keep 14]`: one backup below FOLDER, with the settings the product has. See deploy/README.md. */
const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const [into] = positionals;
const keep = values.keep === undefined ? undefined : Number(values.keep);
try {
  if (!into || positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)))
    throw new Error('用法：npm run backup -- 备份目录 [--keep 保留份数]');
  const settings = config();
  console.log(`已备份到 ${await backUp(settings, into)}`);
  if (keep) for (const name of forgetOld(into, keep)) console.log(`已删除旧备份 ${name}`);
  console.log(`备份里没有数据密钥：请另行保管 ${settings.DATA_KEY ? '环境变量 DATA_KEY' : `${settings.DATA_DIR}/data.key`}，没有它敏感数据无法恢复`);
  if (settings.S3_BUCKET) console.log(`文件在存储桶 ${settings.S3_BUCKET} 里，不在备份中：请为存储桶开启版本或异地复制`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
