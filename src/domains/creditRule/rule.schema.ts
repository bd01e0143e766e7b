import { z } from 'zod';
import { ConditionSchema } from '~/domains/workflow/process.schema';
import { BizDate, ChoiceOf, EnteredDate, FilterChoice, FilterDay, FilterId, Id, Instant, OptionalId, OptionalText, Text, Yuan } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { checkpoints, reactions, specialStates, verdicts } from './rule';

export const Point = ChoiceOf(checkpoints, '检查点');
const ReactionKey = ChoiceOf(reactions, '处理方式');
const whole = (least: number, most: number, title: string) => {
  const words = `${title}应为${least}到${most}的整数`;
  return z.number(words).int(words).min(least, words).max(most, words);
};
const ids = z.array(Id).max(50, '最多选择50项').default([]);

/** A rule as it is written; saving it makes a version. */
export const RuleInput = z.object({
  name: Text(40, '规则名称'),
  checkpoints: z.array(Point).min(1, '请选择检查点').max(5, '检查点重复'),
  levelIds: ids,
  typeIds: ids,
  customerIds: ids,
  condition: ConditionSchema,
  reaction: ReactionKey,
  priority: whole(1, 999, '优先级'),
  effectiveFrom: EnteredDate,
  releaseDeviationPct: whole(0, 100, '允许偏差'),
  releaseValidDays: whole(1, 365, '有效天数'),
  notes: OptionalText(200, '修改说明'),
});
export type RuleInput = z.output<typeof RuleInput>;
/** `version` 0 makes a new rule. */
export const RuleSave = RuleInput.extend({ id: OptionalId, version: z.number().int().min(0).max(1_000_000) });
export const RuleSwitch = z.object({ id: Id, version: z.number().int().min(1).max(1_000_000), enabled: z.boolean() });

const Named = z.object({ id: z.string(), name: z.string() });
export const RuleRow = RuleInput.omit({ levelIds: true, typeIds: true, customerIds: true, effectiveFrom: true }).extend({
  id: z.string(),
  ver: z.number(),
  levels: z.array(Named),
  types: z.array(Named),
  customers: z.array(Named),
  words: z.string(),
  effectiveFrom: BizDate,
  enabled: z.boolean(),
  /** In force today, still to come, over (a newer one took its place), or switched off. */
  state: z.enum(['NOW', 'COMING', 'OVER', 'OFF']),
  creator: z.string(),
  createdAt: Instant,
});
export const RuleHome = z.object({
  rules: z.array(RuleRow),
  levels: z.array(Named),
  types: z.array(Named),
});

const Leaf = z.object({
  kind: z.literal('is'),
  field: z.string(),
  label: z.string(),
  actual: z.string().nullable(),
  op: z.string(),
  threshold: z.union([z.string(), z.array(z.string())]),
  holds: z.boolean(),
  words: z.string(),
  fix: z.object({ words: z.string(), to: z.string().nullable() }).nullable(),
});
const group = (part: z.ZodType) => z.object({ kind: z.enum(['all', 'any']), holds: z.boolean(), parts: z.array(part) });
/** As deep as conditions are. */
export const ExplainTree = z.union([Leaf, group(z.union([Leaf, group(z.union([Leaf, group(Leaf)]))]))]);
export const Trace = z.object({
  ruleId: z.string(),
  ver: z.number(),
  name: z.string(),
  reaction: ReactionKey,
  priority: z.number(),
  outcome: z.enum(['HIT', 'RELEASED', 'BEHIND', 'MISS']),
  tree: ExplainTree,
  hint: z.string(),
});

export const TraceRow = z.object({
  id: z.string(),
  checkpoint: z.string(),
  amount: Yuan,
  verdict: z.string(),
  rules: z.array(Trace),
  actor: z.string(),
  at: Instant,
});

export const TraceQuery = tells(
  PageQuery.extend({
    customerId: FilterId,
    accountId: FilterId,
    ruleId: FilterId,
    checkpoint: FilterChoice(checkpoints),
    verdict: FilterChoice(verdicts),
    startDate: FilterDay,
    endDate: FilterDay,
  }),
  { startDate: [], endDate: [] },
);
export type TraceQuery = z.output<typeof TraceQuery>;
export const TraceShown = TraceRow.extend({ customerId: z.string(), customerName: z.string(), bizNo: z.string() });

export const CheckInput = z.object({
  checkpoint: Point,
  customerId: z.uuid('请选择客户'),
  accountId: OptionalId,
  amount: Yuan.refine((fen) => fen >= 0n, '金额不能为负数').default(0n),
});
/** The rules in force, and one that is being written in place of its own version. */
export const DryRunInput = CheckInput.extend({ ruleId: OptionalId, draft: RuleInput.nullable().default(null) });
export const CheckAnswer = z.object({
  verdict: ReactionKey,
  words: z.string(),
  /** Null: unlimited, or no account. */
  availableLimit: Yuan.nullable(),
  projectedLimit: Yuan.nullable(),
  rules: z.array(Trace),
});

export const AccountAsk = z.object({ customerId: Id });
export const AccountOptions = z.object({
  accounts: z.array(z.object({ id: z.string(), no: z.string(), typeName: z.string(), status: z.string() })),
});

export const SpecialQuery = tells(
  PageQuery.extend({
    customerId: FilterId,
    status: FilterChoice(specialStates),
    startDate: FilterDay,
    endDate: FilterDay,
  }),
  { startDate: [], endDate: [] },
);
export type SpecialQuery = z.output<typeof SpecialQuery>;
export const SpecialAsk = z.object({
  checkpoint: Point,
  customerId: z.uuid('请选择客户'),
  accountId: z.uuid('请选择授信账户'),
  amount: Yuan.refine((fen) => fen > 0n, '金额必须大于0'),
  reason: Text(200, '特批原因'),
});
export const SpecialRow = z.object({
  id: z.string(),
  no: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  accountNo: z.string(),
  checkpoint: z.string(),
  amount: Yuan,
  reason: z.string(),
  ruleNames: z.string(),
  status: z.string(),
  opinion: z.string(),
  version: z.number(),
  creator: z.string(),
  createdAt: Instant,
  decider: z.string(),
  decidedAt: Instant.nullable(),
  validUntil: BizDate.nullable(),
  usedBy: z.string(),
  mine: z.boolean(),
});
