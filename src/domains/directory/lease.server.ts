import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { claimDue, leaseUntil } from '~/server/jobs/claim.server';
import { loadMe } from '~/server/session.server';
import { refuse } from '~/shared/refusal';
import { refuseUnlessSyncing } from './config.server';
import type { RunMode, RunState } from './directory';

const LEASE_S = 120;

/** A run this process works on; another takes it over when the lease ends without being prolonged. */
export interface Claimed {
  tenantId: bigint;
  id: string;
  mode: RunMode;
  state: RunState;
  startedBy: string;
  attempts: number;
  lease: string;
}

export async function claimRun(opened: Opened, now: Date): Promise<Claimed | null> {
  const lease = newId();
  const [run] = await opened.inSystem((tx) =>
    claimDue(tx, 'dingtalk_run', {
      where: sql`state in ('READING', 'CHECKING', 'APPLYING') and (lease_until is null or lease_until < ${now})`,
      order: sql`started_at`,
      most: 1,
      lease: { lease_id: lease, lease_until: leaseUntil(now, LEASE_S) },
    }),
  );
  if (!run) return null;
  const { tenant_id: tenantId, id, attempts, started_by: startedBy } = run;
  return { tenantId, id, mode: run.mode as RunMode, state: run.state as RunState, startedBy, attempts, lease };
}

/** The run went on in another process meanwhile: this one must not write any more. */
class Lost extends Error {}
export const isLost = (error: unknown): boolean => error instanceof Lost;

/** Locks the run for a step of its work and prolongs the lease; throws when it is no longer this process's. */
export async function holdRun(tx: Tx, run: Claimed, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`update dingtalk_run set lease_until = ${leaseUntil(now, LEASE_S)}
    where tenant_id = ${run.tenantId} and id = ${run.id} and lease_id = ${run.lease} and state in ('READING', 'CHECKING', 'APPLYING')`.execute(tx);
  if (!numAffectedRows) throw new Lost('the run went on elsewhere');
}

/** Whoever started the run, with the rights they have now. */
export async function runnerOf(opened: Opened, run: Pick<Claimed, 'tenantId' | 'startedBy'>): Promise<Me> {
  return opened.inSystem(
    async (tx) => {
      const member = await tx
        .selectFrom('member')
        .innerJoin('account', 'account.id', 'member.account_id')
        .select(['member.name', 'member.account_id', 'account.status'])
        .where('member.tenant_id', '=', run.tenantId)
        .where('member.id', '=', run.startedBy)
        .executeTakeFirstOrThrow();
      const me = member.status === 'ACTIVE' ? await loadMe(tx, member.account_id, run.tenantId, '1') : null;
      if (me?.memberId !== run.startedBy) return refuse('ORGANISATION', `“${member.name}”的账号已停用，请由其他人重新保存钉钉配置`);
      refuseUnlessSyncing({ ...me, name: member.name });
      return { ...me, name: `${member.name}（钉钉同步）` };
    },
    { readOnly: true },
  );
}
