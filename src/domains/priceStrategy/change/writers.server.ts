import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { importStrategies } from '../importedStrategies.server';
import { moveStrategy, restoreStrategy, saveStrategy, switchStrategies } from '../strategySave.server';
import type { StrategyChangeKind } from './strategyChange';

/** One way to write strategies. What is asked of it is kept as JSON and asked again when the change passes. */
export interface Writer<Asked, Done> {
  kind: StrategyChangeKind;
  write(tx: Tx, me: Me, asked: Asked, now: Date): Promise<Done>;
}
const writer = <Asked, Done>(kind: StrategyChangeKind, write: Writer<Asked, Done>['write']): Writer<Asked, Done> => ({ kind, write });

export const writers = {
  SAVE: writer('SAVE', (tx, me, asked: Parameters<typeof saveStrategy>[2], now) => saveStrategy(tx, me, asked, now)),
  SWITCH: writer('SWITCH', switchStrategies),
  MOVE: writer('MOVE', moveStrategy),
  RESTORE: writer('RESTORE', restoreStrategy),
  IMPORT: writer('IMPORT', importStrategies),
};
