import { sql } from 'kysely';
import type { Opened } from '~/server/db.server';
import { addChore } from '~/server/jobs.server';
import { forgetRows, keep } from '~/server/retention.server';
import { IMPORT_ROWS_DAYS } from './importJob';
import { expireImports, forgetImportedRows } from './importJob.server';

const MANY_ROWS = 500;
const TIDY_SECONDS = 300;
let tidiedUntil: Date | undefined;

/** The embedded engine has no autovacuum: after a large import its planner would work with the counts from before. */
export async function tidyAfterImports(opened: Opened, now: Date): Promise<void> {
  if (opened.kind !== 'embedded') return;
  const since = tidiedUntil ?? new Date(now.getTime() - TIDY_SECONDS * 1000);
  const { rows } = await opened.inSystem((tx) =>
    tx
      .selectFrom('import_job')
      .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('ok'), eb.lit(0)), 'integer').as('rows'))
      .where('committed_at', '>', since)
      .where('committed_at', '<=', now)
      .executeTakeFirstOrThrow(),
  );
  if (rows >= MANY_ROWS) await opened.vacuumAnalyze();
  tidiedUntil = now;
}

addChore({
  name: 'expire-imports',
  title: '未确认的导入过期',
  everySeconds: 3600,
  run: (opened, now) => opened.inSystem((tx) => expireImports(tx, now)),
});
keep({ key: 'import_rows', title: '导入文件的逐行内容', why: '核对导入的每一行，期内可撤销', days: IMPORT_ROWS_DAYS, forget: forgetImportedRows });
keep({
  key: 'import_job',
  title: '导入任务',
  why: '查看谁导入过什么、多少行',
  days: 730,
  forget: (tx, before, most) => forgetRows(tx, 'import_job', sql<boolean>`created_at < ${before} and status <> 'PARSED'`, most),
});
addChore({ name: 'tidy-after-imports', title: '大批导入后整理数据库', everySeconds: TIDY_SECONDS, run: tidyAfterImports });
