import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
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
  const { rows } = await opened.inSystem((tx) =>
    sql<Omit<Claimed, 'lease'>>`
      update dingtalk_run r set lease_id = ${lease}, lease_until = ${new Date(now.getTime() + LEASE_S * 1000)}, attempts = r.attempts + 1
      from (select tenant_id, id from dingtalk_run where state in ('READING', 'CHECKING', 'APPLYING') and (lease_until is null or lease_until < ${now})
        order by started_at limit 1 for update skip locked) due
      where r.tenant_id = due.tenant_id and r.id = due.id
      returning r.tenant_id as "tenantId", r.id, r.mode, r.state, r.started_by as "startedBy", r.attempts`.execute(tx),
  );
  const [found] = rows;
  return found ? { ...found, lease } : null;
}

/** The run went on in another process meanwhile: this one must not write any more. */
class Lost extends Error {}
export const isLost = (error: unknown): boolean => error instanceof Lost;

/** Locks the run for a step of its work and prolongs the lease; throws when it is no longer this process's. */
export async function holdRun(tx: Tx, run: Claimed, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`update dingtalk_run set lease_until = ${new Date(now.getTime() + LEASE_S * 1000)}
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
