import { z } from 'zod';
import { BizDate, ChoiceOf, FilterChoice, FilterDay, FilterId, Id, Instant, OptionalId, Text, Yuan } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { riskKinds } from './risk';

const whole = (least: number, most: number) => z.number('请输入整数').int('请输入整数').min(least, `最少${least}`).max(most, `最多${most}`);
export const RiskForm = z
  .object({
    id: OptionalId,
    version: z.number().int().min(0).max(1_000_000).default(0),
    name: Text(40, '名称'),
    kind: ChoiceOf(riskKinds, '动作'),
    overdueDays: whole(0, 3650).default(0),
    overdueAmount: Yuan.refine((fen) => fen >= 0n, '不能为负数').default(0n),
    pct: whole(0, 100).default(0),
    levelIds: z.array(Id).max(50).default([]),
    lifterRoleIds: z.array(Id).max(20).default([]),
    liftsItself: z.boolean().default(true),
    enabled: z.boolean().default(true),
  })
  .refine(({ kind, overdueDays }) => kind === 'CONCENTRATION' || overdueDays > 0, { path: ['overdueDays'], message: '逾期天数至少1天' })
  .refine(({ kind, pct }) => kind !== 'CONCENTRATION' || pct > 0, { path: ['pct'], message: '比例至少1%' });
const Named = z.object({ id: z.string(), name: z.string() });
export const RiskRow = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  kind: z.string(),
  overdueDays: z.number(),
  overdueAmount: Yuan,
  pct: z.number(),
  levelIds: z.array(z.string()),
  lifterRoleIds: z.array(z.string()),
  liftsItself: z.boolean(),
  enabled: z.boolean(),
  /** Still in force on customers. */
  openCount: z.number(),
});
export const RiskHome = z.object({ rules: z.array(RiskRow), levels: z.array(Named), roles: z.array(Named) });

export const ActionQuery = tells(
  PageQuery.extend({
    customerId: FilterId,
    kind: FilterChoice(riskKinds),
    state: z.enum(['', 'OPEN', 'LIFTED']).default(''),
    startDate: FilterDay,
    endDate: FilterDay,
  }),
  { startDate: [], endDate: [] },
);
export type ActionQuery = z.output<typeof ActionQuery>;
export const ActionRow = z.object({
  id: z.string(),
  kind: z.string(),
  ruleName: z.string(),
  customerId: z.string(),
  customerName: z.string(),
  accountNo: z.string(),
  reason: z.string(),
  bizDate: BizDate,
  actor: z.string(),
  begunAt: Instant,
  liftedAt: Instant.nullable(),
  lifter: z.string(),
  liftReason: z.string(),
  mayLift: z.boolean(),
});
export const LiftInput = z.object({ id: Id, reason: Text(200, '解除原因') });
export const WatchInput = z.object({ customerId: z.uuid('请选择客户'), reason: Text(200, '关注原因') });
