import { z } from 'zod';
import { keysOf } from '~/shared/keysOf';
import { dayShifts } from '~/shared/workingTime';
import { allocationWays, bucketKeys, buckets, dayCounts, graceModes, repayWays } from './terms';

const whole = (least: number, most: number, words: string) => z.number({ error: words }).int(words).min(least, words).max(most, words);

/** The agreement as forms give it and as it lies in the database. */
export const TermsInput = z.object({
  way: z.enum(keysOf(repayWays)),
  days: whole(0, 730, '账期天数须为0至730的整数'),
  billDay: whole(1, 31, '账单日须为1至31的整数'),
  instalments: whole(1, 60, '分期数须为1至60的整数'),
  shift: z.enum(keysOf(dayShifts)),
  graceDays: whole(0, 90, '宽限天数须为0至90的整数'),
  graceMode: z.enum(keysOf(graceModes)),
  penaltyPpm: whole(0, 10_000, '违约金日率须在0%至1%之间'),
  interestPpm: whole(0, 10_000, '利息日率须在0%至1%之间'),
  dayCount: z.enum(keysOf(dayCounts)),
  allocation: z
    .array(z.enum(keysOf(buckets)))
    .refine((all) => all.length === bucketKeys.length && new Set(all).size === all.length, '还款抵扣顺序须包含费用、违约金、利息、本金各一次'),
  allocationWay: z.enum(keysOf(allocationWays)),
});
