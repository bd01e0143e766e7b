import './node-version.mjs';
import './fixed-thresholds.mjs';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Builds when there is no build or a source is newer than it, then serves. */
const sources = ['src', 'public', 'content', 'migrations', 'astro.config.mjs', 'tailwind.config.ts', 'package-lock.json'];
const built = statSync('dist/.built', { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (sources.some((source) => newest(source) > built)) {
  console.log('正在构建，首次约需一分钟……');
  const build = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (build.status !== 0) {
    console.error('构建失败，请运行 npm run build 查看原因');
    process.exit(1);
  }
}
followParent();
await import('./serve.mjs');

/** A signal to npm ends the shell between npm and this process and does not come through; with the shell gone, the server stops as if told. */
function followParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref();
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
