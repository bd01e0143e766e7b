import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { saveUnit } from './unit.server';

const units = [
  ['个', 0],
  ['件', 0],
  ['箱', 0],
  ['桶', 0],
  ['卷', 0],
  ['千克', 3],
  ['吨', 3],
  ['平方米', 2],
] as const;

export async function startTenant(tx: Tx, me: Me): Promise<void> {
  for (const [name, decimals] of units) await saveUnit(tx, me, { id: '', name, decimals });
}
