import type { Opened } from '~/server/db.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { autoSign } from './sign.server';

/** Signs what is due in every tenant, a batch a transaction. */
export const signOverdue = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'auto-sign', (tx, clock) => autoSign(tx, clock, now), stop);
