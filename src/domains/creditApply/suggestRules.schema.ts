import { z } from 'zod';
import { Id, Yuan } from '~/shared/fields.schema';

const whole = (least: number, most: number) => z.number('请输入整数').int('请输入整数').min(least, `最少${least}`).max(most, `最多${most}`);
const Limit = Yuan.refine((fen) => fen >= 0n, '不能为负数');

/** How limits are suggested; whatever was never set has these defaults. */
export const SuggestRulesSchema = z.object({
  levels: z
    .array(
      z
        .object({ levelId: Id, base: Limit, most: Limit.nullable() })
        .refine(({ base, most }) => most === null || most >= base, { path: ['most'], message: '上限不能小于默认额度' }),
    )
    .max(50)
    .refine((all) => new Set(all.map(({ levelId }) => levelId)).size === all.length, '同一客户等级只能设置一次')
    .default([]),
  months: whole(1, 12).default(2),
  lowPct: whole(10, 100).default(60),
  bonusPct: whole(0, 100).default(20),
  loyalDays: whole(0, 3650).default(365),
  latePct: whole(0, 100).default(10),
  stopDays: whole(0, 365).default(30),
});
export type SuggestRulesSchema = z.output<typeof SuggestRulesSchema>;
