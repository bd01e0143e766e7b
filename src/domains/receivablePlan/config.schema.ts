import { z } from 'zod';
import { DEFAULT_BUCKETS } from '~/domains/receivable/ageing';
import { clockPattern } from '~/shared/clock';
import { BizDate, Instant, Yuan } from '~/shared/fields.schema';
import { keysOf } from '~/shared/keysOf';
import { dayShifts } from '~/shared/workingTime';

const Clock = z.string().regex(clockPattern, '时间格式应为HH:mm');
const Days = z.number().int().min(1, '天数应在1到3650之间').max(3650, '天数应在1到3650之间');

/** Settings of the steward. Whatever was never set has its default, so that a new setting holds for old tenants. */
export const ArConfig = z
  .object({
    /** Where the columns of ages end: 30, 60, 90 … days overdue. */
    buckets: z
      .array(Days)
      .min(1, '请至少设置一个账龄段')
      .max(7, '账龄段最多7个')
      .default([...DEFAULT_BUCKETS]),
    /** 抹零: at most so much a receivable. */
    roundingLimit: Yuan.refine((fen) => fen >= 0n && fen <= 100_000n, '抹零上限应在0到1000元之间').prefault('10.00'),
    /** 银行手续费: at most so much a receivable. */
    feeLimit: Yuan.refine((fen) => fen >= 0n && fen <= 100_000n, '手续费上限应在0到1000元之间').prefault('50.00'),
    /** A plan's item is warned of so many days ahead. */
    remindDays: z.number().int().min(0, '提前提醒天数应在0到90之间').max(90, '提前提醒天数应在0到90之间').default(7),
    defaultDueDays: z.number().int().min(0, '默认账期应在0到3650之间').max(3650, '默认账期应在0到3650之间').default(30),
    retentionDays: z.number().int().min(0, '质保期应在0到3650之间').max(3650, '质保期应在0到3650之间').default(365),
    /** Where a due day goes that an event makes and that is no working day. */
    dueShift: z.enum(keysOf(dayShifts)).default('NONE'),
    /** Days the company itself is closed, or works against the calendar. */
    holidays: z
      .array(z.object({ day: BizDate, works: z.boolean(), name: z.string().trim().max(20, '名称长度不能超过20个字').default('') }))
      .max(120, '最多设置120天')
      .default([]),
    /** When messages may go out. */
    sendFrom: Clock.default('09:00'),
    sendTo: Clock.default('18:00'),
    workdaysOnly: z.boolean().default(true),
    dailyCap: z.number().int().min(1, '每日上限应在1到100之间').max(100, '每日上限应在1到100之间').default(3),
    minContactDays: z.number().int().min(0, '最短间隔应在0到90之间').max(90, '最短间隔应在0到90之间').default(2),
    /** This month's receipts are measured against it; 0: none. */
    monthTarget: Yuan.refine((fen) => fen >= 0n, '目标不能为负数').prefault('0.00'),
    /** Bank lines this sure are taken in together. */
    sureScore: z.number().int().min(60, '匹配把握应在60到100之间').max(100, '匹配把握应在60到100之间').default(90),
  })
  .refine((config) => config.sendFrom < config.sendTo, { path: ['sendTo'], message: '发送结束时间应晚于开始时间' })
  .refine((config) => new Set(config.holidays.map((one) => one.day)).size === config.holidays.length, { path: ['holidays'], message: '同一天不能设置两次' })
  .refine((config) => new Set(config.buckets).size === config.buckets.length, { path: ['buckets'], message: '账龄段不能重复' });
export type ArConfig = z.output<typeof ArConfig>;

export const ArConfigRead = z.object({
  config: ArConfig,
  version: z.number(),
  /** How the documents of this app are numbered, and the next number of the day. */
  numbers: z.array(z.object({ name: z.string(), prefix: z.string(), next: z.string() })),
  history: z.array(z.object({ version: z.number(), actor: z.string(), createdAt: Instant, note: z.string() })),
});
export const ArConfigInput = z.object({ config: ArConfig, version: z.number().int().min(0).max(1_000_000) });
