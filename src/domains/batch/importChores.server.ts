import type { Opened } from '~/server/db.server';
import { addChore } from '~/server/jobs.server';
import { forgetOldImports } from './importJob.server';

const MANY_ROWS = 500;
let tidiedUntil = new Date();

/** The embedded engine has no autovacuum: after a large import its planner would work with the counts from before. */
export async function tidyAfterImports(opened: Opened, now: Date): Promise<void> {
  if (opened.kind !== 'embedded') return;
  const since = tidiedUntil;
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

addChore({ name: 'forget-old-imports', everySeconds: 3600, run: (opened, now) => opened.inSystem((tx) => forgetOldImports(tx, now)) });
addChore({ name: 'tidy-after-imports', everySeconds: 300, run: tidyAfterImports });
