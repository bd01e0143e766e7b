import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { nextVersion } from '~/server/versioned.server';
import type { StrategyInput } from './priceStrategy.schema';
import { saveStrategy } from './strategySave.server';

export interface StrategyUndo {
  created: { id: string; no: string }[];
  changed: { id: string; no: string; seq: number; version: number }[];
}

/** Writes the strategies of a file in its order: those with an id are changed, the others are new. */
export async function importStrategies(
  tx: Tx,
  me: Me,
  { strategies }: { strategies: readonly StrategyInput[] },
  now: Date,
): Promise<{ created: number; updated: number; undo: StrategyUndo }> {
  const undo: StrategyUndo = { created: [], changed: [] };
  for (const input of strategies) {
    const saved = await saveStrategy(tx, me, input, now, '导入');
    if (input.id === '') undo.created.push(saved);
    else undo.changed.push({ ...saved, seq: await seqBefore(tx, me, saved.id), version: nextVersion(input) });
  }
  return { created: undo.created.length, updated: undo.changed.length, undo };
}

/** The version that held before the one just written. */
async function seqBefore(tx: Tx, me: Me, id: string): Promise<number> {
  const { last } = await tx
    .selectFrom('price_strategy_version')
    .select((of) => of.fn.max('seq').as('last'))
    .where('tenant_id', '=', me.tenantId)
    .where('strategy_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(last) - 1;
}
