import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import type { Versioned } from './assess';
import type { Strategy } from './strategy';
import { StrategySchema } from './strategy.schema';

export const specOf = (stored: unknown): Strategy => StrategySchema.parse(stored);

/** Published versions never change: read once a process. */
const MOST_KEPT = 500;
const known = new Map<string, Versioned>();
function remember(row: { strategyId: string; versionId: string; name: string; spec: unknown }): Versioned {
  const found = known.get(row.versionId);
  if (found) return { ...found, name: row.name };
  const read = { strategyId: row.strategyId, versionId: row.versionId, name: row.name, strategy: specOf(row.spec) };
  if (known.size >= MOST_KEPT) known.delete(known.keys().next().value as string);
  known.set(row.versionId, read);
  return read;
}

const versions = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('urge_version as v')
    .innerJoin('urge_strategy as s', (on) => on.onRef('s.tenant_id', '=', 'v.tenant_id').onRef('s.id', '=', 'v.strategy_id'))
    .select(['s.id as strategyId', 'v.id as versionId', 's.name', 'v.spec'])
    .where('v.tenant_id', '=', me.tenantId);

/** Strategies in force, as they are asked. */
export async function enabledStrategies(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Versioned[]> {
  const rows = await versions(tx, me)
    .where('s.status', '=', 'ENABLED')
    .whereRef('v.id', '=', sql.ref('s.version_id'))
    .orderBy('s.priority')
    .orderBy('s.created_at')
    .orderBy('s.id')
    .execute();
  return rows.map(remember);
}

/** Versions that cases still run by. */
export async function versionsById(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<Map<string, Versioned>> {
  const wanted = [...new Set(ids)];
  if (wanted.every((id) => known.has(id))) return new Map(wanted.map((id) => [id, known.get(id) as Versioned]));
  const rows = await versions(tx, me).where('v.id', '=', anyOf(wanted)).where('v.status', '<>', 'DRAFT').execute();
  return new Map(rows.map((row) => [row.versionId, remember(row)]));
}
