import { z } from 'zod';
import { ChoiceOf, Id, Instant, OptionalId, OptionalText, RowVersion, Text, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { reminderWords, unknownWord } from './case';
import { assignees, bases, channels, endActions, entryModes, type Strategy, stops, strategyStates, versionStates } from './strategy';

const days = (noun: string, min = 0, max = 365) =>
  z.number(`${noun}应为整数`).int(`${noun}应为整数`).min(min, `${noun}不能小于${min}`).max(max, `${noun}不能大于${max}`);
export const Wording = z
  .string()
  .trim()
  .max(2000, '内容最多2000个字')
  .refine((body) => unknownWord(body) === undefined, {
    error: (issue) => `“{${unknownWord(String(issue.input))}}”无法识别，可用的有${reminderWords.map((word) => `{${word}}`).join('')}`,
  });
const Amount = Yuan.refine((fen) => fen >= 0n, '金额不能为负数');

export const StepSchema = z.object({
  offset: days('天数', -180, 730),
  basis: ChoiceOf(bases, '起算日'),
  channel: ChoiceOf(channels, '方式'),
  auto: z.boolean(),
  title: OptionalText(60, '标题'),
  body: Wording,
  assignee: ChoiceOf(assignees, '办理人'),
  escalateHours: days('超时小时', 0, 720),
  repeatEvery: days('重复间隔'),
  repeatMax: days('重复次数', 0, 50),
});
export const StrategySchema = z.object({
  match: z.object({
    levelIds: z.array(Id).max(50, '客户等级最多50个'),
    regions: z.array(z.string().trim().max(20)).max(100, '地区最多100个'),
    tags: z.array(z.string().trim().max(12, '标签最多12个字')).max(50, '标签最多50个').default([]),
    minOverdue: Amount.nullable(),
    maxOverdue: Amount.nullable(),
    minDays: days('逾期天数', 0, 3650).nullable(),
    maxDays: days('逾期天数', 0, 3650).nullable(),
  }),
  entry: ChoiceOf(entryModes, '进入方式'),
  gapDays: days('联系间隔', 0, 90),
  dailyCap: days('每日上限', 0, 100000),
  windowFrom: days('窗口开始', 0, 1439),
  windowUntil: days('窗口结束', 1, 1440),
  workdaysOnly: z.boolean(),
  minAmount: Amount,
  stopOn: z.array(z.enum(keysOf(stops))).max(3),
  promiseGrace: days('承诺宽限', 0, 30),
  endAction: ChoiceOf(endActions, '结束动作'),
  endAfter: days('结束动作的天数'),
  steps: z.array(StepSchema).max(30, '步骤最多30个'),
}) satisfies z.ZodType<Strategy, unknown>;

export const StrategyForm = z.object({
  id: OptionalId,
  version: RowVersion.or(z.literal(0)).default(0),
  name: Text(30, '策略名称'),
  priority: days('优先级', 1, 999),
  spec: StrategySchema,
  notes: OptionalText(200, '修改说明'),
});
export type StrategyForm = z.output<typeof StrategyForm>;
export const Saved = z.object({ id: Id, version: z.number() });
export const VersionShown = z.object({
  id: Id,
  ver: z.number(),
  status: z.enum(keysOf(versionStates)),
  notes: z.string(),
  actor: z.string(),
  createdAt: Instant,
  publishedAt: Instant.nullable(),
  spec: StrategySchema,
});
export const StrategyShown = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(keysOf(strategyStates)),
  priority: z.number(),
  version: z.number(),
  cases: z.number(),
  published: VersionShown.nullable(),
  draft: VersionShown.nullable(),
  versions: z.array(VersionShown.omit({ spec: true })),
});
export type StrategyShown = z.input<typeof StrategyShown>;
export const StrategyHome = z.object({
  strategies: z.array(StrategyShown),
  levels: z.array(z.object({ id: Id, name: z.string() })),
  /** Borne by customers now. */
  tags: z.array(z.string()),
  words: z.array(z.string()),
});
export const StrategyStep = z.object({ id: Id, version: RowVersion });

export const ReplayInput = z.object({ strategyId: Id, months: days('月数', 1, 12).default(12) });
export const ReplayConflict = z.object({ kind: z.string(), count: z.number(), words: z.string(), examples: z.array(z.string()) });
export const ReplayResult = z.object({
  id: Id,
  status: z.enum(['RUNNING', 'DONE', 'FAILED']),
  startOn: z.string(),
  endOn: z.string(),
  /** Customers to go through, and how many are. */
  customers: z.number(),
  done: z.number(),
  sent: z.number(),
  reached: z.number(),
  steps: z.array(z.object({ step: z.number(), channel: z.enum(keysOf(channels)), count: z.number(), customers: z.number() })),
  months: z.array(z.object({ month: z.string(), count: z.number() })),
  conflicts: z.array(ReplayConflict),
  sample: z.array(z.object({ customerName: z.string(), day: z.string(), step: z.number(), channel: z.enum(keysOf(channels)), open: Yuan })),
});
