import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { saveLevel } from './level.server';

const levels = [
  ['A', 'A级·核心'],
  ['B', 'B级·重点'],
  ['C', 'C级·普通'],
] as const;

export async function startTenant(tx: Tx, me: Me): Promise<void> {
  for (const [at, [code, name]] of levels.entries()) await saveLevel(tx, me, { id: '', code, name, sort: String(at + 1) });
}
