import { sql } from 'kysely';
import type { SealKind } from '~/domains/seal/seal';
import { silentHolder } from '~/domains/seal/use.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { log } from '~/server/log.server';
import { eachTenant } from '~/server/tenantChore.server';
import { Refusal } from '~/shared/refusal';
import { signNow } from './sign.server';
import { docs } from './store.server';

const PAUSE_MS = 3_600_000;
const BATCH = 20;

/** 静默签署: where the turn is ours and somebody lent their seal for that, the system seals in their name. Answers how many it signed. */
export function sealSilently(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  return eachTenant(
    opened,
    'silent-sealing',
    async (clock) => {
      let signed = 0;
      for (const one of await opened.inTenant({ tenantId: clock.tenantId }, (tx) => dueOf(tx, clock.tenantId, now)))
        if (!stop?.aborted && (await signOne(opened, clock, one, now))) signed += 1;
      return signed;
    },
    stop,
  );
}

interface Due {
  id: string;
  contract_id: string;
}
async function dueOf(tx: Tx, tenantId: bigint, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`select s.id, s.contract_id from ct_signer s
    where s.tenant_id = ${tenantId} and s.status = 'TURN' and s.side = 'OURS' and (s.sealing_next is null or s.sealing_next <= ${now})
      and exists (select from ct_seal k join ct_seal_auth a on a.tenant_id = k.tenant_id and a.seal_id = k.id
        where k.tenant_id = s.tenant_id and k.kind = s.seal_kind and k.enabled and a.silent and a.revoked_at is null)
    order by s.id limit ${BATCH}`.execute(tx);
  return rows;
}

async function signOne(opened: Opened, clock: Me, { id, contract_id }: Due, now: Date): Promise<boolean> {
  try {
    return await opened.inTenant({ tenantId: clock.tenantId }, async (tx) => {
      const doc = await docs.lock(tx, clock, { id: contract_id });
      const signer = await tx
        .selectFrom('ct_signer')
        .select(['seal_kind', 'status'])
        .where('tenant_id', '=', clock.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (signer?.status !== 'TURN') return false;
      const holder = await silentHolder(tx, clock, { kind: signer.seal_kind as SealKind, contractKind: doc.kind, amount: doc.amount }, now);
      if (!holder) return putOff(tx, clock.tenantId, id, '', now);
      const me = { ...clock, accountId: holder.accountId, name: holder.person };
      await signNow(tx, me, { id: doc.id, version: doc.version, signerId: id }, 'SILENT', { address: '', agent: '', now });
      return true;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error, signer: id }, 'silent signature failed');
    const why = error instanceof Refusal ? error.message : '自动盖章时系统出错，稍后重试';
    return opened.inTenant({ tenantId: clock.tenantId }, (tx) => putOff(tx, clock.tenantId, id, why, now));
  }
}

/** Looked at again in an hour; whoever may sign can do so meanwhile. */
async function putOff(tx: Tx, tenantId: bigint, id: string, why: string, now: Date): Promise<false> {
  await tx
    .updateTable('ct_signer')
    .set({ sealing_next: new Date(now.getTime() + PAUSE_MS), sealing_error: why.slice(0, 300) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('status', '=', 'TURN')
    .execute();
  return false;
}
