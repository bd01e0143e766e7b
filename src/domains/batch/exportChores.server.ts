import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { config } from '~/server/config.server';
import type { Opened } from '~/server/db.server';
import { fileStore } from '~/server/files.server';
import { addChore } from '~/server/jobs.server';
import { forgetRows, keep } from '~/server/retention.server';
import { LANES } from './exportJob.server';
import { runExports } from './runExports.server';

const DAY_MS = 86_400_000;

/** Files past their day go, and with them whatever an ended process left behind. */
export async function expireExports(opened: Opened, now: Date): Promise<number> {
  const expired = await opened.inSystem(async (tx) => {
    const due = await tx
      .selectFrom('export_job')
      .select(['tenant_id', 'id', 'file_key'])
      .where('status', '=', 'DONE')
      .where('expires_at', '<=', now)
      .limit(500)
      .execute();
    for (const one of due)
      await tx.updateTable('export_job').set({ status: 'EXPIRED', file_key: null }).where('tenant_id', '=', one.tenant_id).where('id', '=', one.id).execute();
    return due;
  });
  for (const { file_key } of expired) if (file_key) await fileStore().delete(file_key);
  await dropLeftovers(opened, now);
  return expired.length;
}

async function dropLeftovers(opened: Opened, now: Date): Promise<void> {
  const old = (changed: Date) => changed.getTime() < now.getTime() - DAY_MS;
  for await (const { key, changedAt } of fileStore().list('exports')) {
    if (!old(changedAt)) continue;
    const kept = await opened.inSystem((tx) => tx.selectFrom('export_job').select('id').where('file_key', '=', key).executeTakeFirst());
    if (!kept) await fileStore().delete(key);
  }
  const folder = join(config().DATA_DIR, 'tmp');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const facts = name.startsWith('export-') ? await stat(path).catch(() => null) : null;
    if (facts && old(facts.mtime)) await rm(path, { force: true });
  }
}

addChore({ name: LANES[0], title: '写导出文件（小）', everySeconds: 2, run: (opened, _, stop) => runExports(opened, 'small', stop) });
addChore({ name: LANES[1], title: '写导出文件（大）', everySeconds: 2, run: (opened, _, stop) => runExports(opened, 'large', stop) });
addChore({ name: 'expire-exports', title: '删除到期的导出文件', everySeconds: 1800, run: expireExports });
keep({
  key: 'export_job',
  title: '导出任务（文件已删除的）',
  why: '查看谁导出过什么',
  days: 400,
  forget: (tx, before, most) =>
    forgetRows(tx, 'export_job', sql<boolean>`created_at < ${before} and status in ('EXPIRED', 'FAILED', 'REFUSED', 'CANCELLED')`, most),
});
