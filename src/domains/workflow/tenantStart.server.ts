import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { ensureProcesses } from './flowProcess.server';

export async function startTenant(tx: Tx, me: Me, now: Date): Promise<void> {
  await ensureProcesses(tx, me, now);
}
