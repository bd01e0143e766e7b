import { z } from 'zod';
import { FilterChoice, Id, Instant, OptionalText, RowVersion } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { PageQuery, tells } from '~/shared/page.schema';
import { strategyChangeKinds, strategyChangeStates } from './strategyChange';

/** What a write of strategies answers besides: the change that waits for approval; null when it holds already. */
export const PendingStrategy = z.object({ id: Id, no: z.string() }).nullable();
export type PendingStrategy = z.output<typeof PendingStrategy>;

export const StrategyChangeQuery = tells(
  PageQuery.extend({
    no: z.string().trim().max(40).default(''),
    keyword: z.string().trim().max(60).default(''),
    kind: FilterChoice(strategyChangeKinds),
    status: FilterChoice(strategyChangeStates),
  }),
  { no: [], keyword: [] },
);
export type StrategyChangeQuery = z.output<typeof StrategyChangeQuery>;

export const StrategyChangeRow = z.object({
  id: Id,
  no: z.string(),
  kind: z.enum(keysOf(strategyChangeKinds)),
  status: z.enum(keysOf(strategyChangeStates)),
  names: z.string(),
  lineCount: z.number(),
  creator: z.string(),
  createdAt: Instant,
  decider: z.string(),
  decidedAt: Instant.nullable(),
  version: z.number(),
});
export type StrategyChangeRow = z.input<typeof StrategyChangeRow>;

const Change = z.object({ label: z.string(), before: z.string(), after: z.string() });
export const StrategyChangeDetail = StrategyChangeRow.extend({
  opinion: z.string(),
  mine: z.boolean(),
  mayDecide: z.boolean(),
  strategies: z.array(z.object({ strategyId: z.string(), no: z.string(), name: z.string(), action: z.string(), changes: z.array(Change) })),
});
export type StrategyChangeDetail = z.input<typeof StrategyChangeDetail>;

export const StrategyChangeRef = z.object({ id: Id, version: RowVersion });
export const StrategyChangeDecision = StrategyChangeRef.extend({ pass: z.boolean(), opinion: OptionalText(200, '意见') });

/** One version of a strategy, with what it changed of the one before. */
export const StrategyVersion = z.object({
  seq: z.number(),
  action: z.string(),
  actor: z.string(),
  createdAt: Instant,
  changes: z.array(Change),
  /** All of it, as it read then. */
  words: z.array(z.object({ label: z.string(), text: z.string() })),
});
export type StrategyVersion = z.input<typeof StrategyVersion>;
export const RestoreInput = z.object({ id: Id, version: RowVersion, seq: z.number().int().min(1) });
export type RestoreInput = z.output<typeof RestoreInput>;
