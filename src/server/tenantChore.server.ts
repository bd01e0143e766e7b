import { setTimeout as pause } from 'node:timers/promises';
import type { Me } from '~/portal/me';
import { Refusal, refusalCodes } from '~/shared/refusal';
import type { Opened, Tx } from './db.server';
import { log } from './log.server';

/** The clock as an actor: documents name it 系统. */
export const clockOf = (tenant: { id: bigint; name: string }): Me => ({
  accountId: '00000000-0000-0000-0000-000000000000',
  name: '系统',
  mobile: '',
  loginAccount: '',
  userType: 1,
  identity: '1',
  tenantId: tenant.id,
  tenantName: tenant.name,
  trusteeship: false,
  memberId: null,
  isAdmin: false,
  customerId: null,
  customerName: '',
  customerType: 0,
  permissions: new Set(),
  apps: [],
  tenants: [],
  customerTenants: [],
});

/**
 * Gives every active tenant its turn with `work` and answers what they did together. One tenant's failure does not hold up the others;
 * it is thrown when all have had their turn, so that the run counts as failed. Tenants whose turn has not come when `stop` is set wait for the next run.
 */
export async function eachTenant(opened: Opened, chore: string, work: (clock: Me) => Promise<number>, stop?: AbortSignal): Promise<number> {
  const tenants = await opened.inSystem((tx) => tx.selectFrom('tenant').select(['id', 'name']).where('status', '=', 'ACTIVE').execute());
  let done = 0;
  const failures: string[] = [];
  for (const tenant of tenants) {
    if (stop?.aborted) break;
    try {
      done += await work(clockOf(tenant));
    } catch (error) {
      log.error({ err: error, chore, tenant: tenant.id.toString() }, 'chore failed in a tenant');
      failures.push(`${tenant.name}：${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (failures.length) throw new Error(failures.join('；'));
  return done;
}

/** For so long (ms) a batch that met a locked row is tried again; many chores have their next run only the day after. */
const BUSY_PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
async function patiently<R>(batch: () => Promise<R>, stop: AbortSignal | undefined): Promise<R> {
  for (const ms of BUSY_PAUSES) {
    try {
      return await batch();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === refusalCodes.ROW_BUSY)) throw error;
      await pause(ms, undefined, stop ? { signal: stop } : {}).catch(() => {});
      if (stop?.aborted) throw error;
    }
  }
  return batch();
}

/**
 * Runs `batch` in every active tenant, a transaction each, again while it answers more than 0 (how many it did). Ends after the transaction it is at when
 * `stop` is set. A batch that met a row somebody else had locked is tried again.
 */
export const inEveryTenant = (opened: Opened, chore: string, batch: (tx: Tx, clock: Me) => Promise<number>, stop?: AbortSignal): Promise<number> =>
  eachTenant(
    opened,
    chore,
    async (clock) => {
      let done = 0;
      for (let some = -1; some !== 0 && !stop?.aborted; done += some) {
        some = await patiently(() => opened.inTenant({ tenantId: clock.tenantId }, (tx) => batch(tx, clock)), stop);
      }
      return done;
    },
    stop,
  );
