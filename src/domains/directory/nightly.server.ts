import { sql } from 'kysely';
import { href } from '~/portal/href';
import { DINGTALK_SYNC } from '~/portal/permissions';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { tell } from '~/server/outbox.server';
import { scopeOf } from '~/server/serve.server';
import { Refusal } from '~/shared/refusal';
import { runnerOf } from './lease.server';
import { startRun } from './run.server';

const ONCE_H = 12;

/** Starts the night's run of every company that wants one, with the rights of whoever configured it; gives how many were started. */
export async function startNightly(opened: Opened, now: Date): Promise<number> {
  const due = await opened.inSystem((tx) =>
    tx
      .selectFrom('dingtalk_config')
      .innerJoin('tenant', 'tenant.id', 'dingtalk_config.tenant_id')
      .select(['tenant_id as tenantId', 'configured_by as startedBy'])
      .where('nightly', '=', true)
      .where('tenant.status', '=', 'ACTIVE')
      .where(
        sql<boolean>`not exists (select from dingtalk_run r where r.tenant_id = dingtalk_config.tenant_id and r.mode = 'NIGHTLY'
          and r.started_at > ${new Date(now.getTime() - ONCE_H * 3_600_000)})`,
      )
      .execute(),
  );
  let started = 0;
  for (const one of due) {
    try {
      const me = await runnerOf(opened, one);
      await opened.inTenant(scopeOf(me), (tx) => startRun(tx, me, 'NIGHTLY', now));
      started += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await noteRefused(opened, one, now, error.message);
    }
  }
  return started;
}

/** A night without a run is a run that failed: it stands in the log and is told. */
async function noteRefused(opened: Opened, { tenantId, startedBy }: { tenantId: bigint; startedBy: string }, now: Date, error: string): Promise<void> {
  await opened.inTenant({ tenantId }, async (tx) => {
    const id = newId();
    await tx
      .insertInto('dingtalk_run')
      .values({ tenant_id: tenantId, id, mode: 'NIGHTLY', state: 'FAILED', started_by: startedBy, started_at: now, ended_at: now, error })
      .execute();
    const link = href('/portal/openPlatform/dingtalk/run', { id });
    await tell(
      tx,
      { tenantId },
      { kind: 'directory.attention', title: '钉钉同步需要处理', body: `同步失败：${error}`, link, to: { side: 'factory', code: DINGTALK_SYNC } },
    );
  });
}
