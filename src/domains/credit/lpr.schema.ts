import { z } from 'zod';
import { BizDate } from '~/shared/fields.schema';
import { defaultGuard } from './lpr';

const words = (title: string) => z.string().trim().min(1, `请填写${title}`).max(100, `${title}最多100个字`);

export const LprGuardShown = z.object({
  rates: z.array(z.object({ from: BizDate, ppm: z.number() })),
  times: z.number(),
  above: z.string(),
  below: z.string(),
});
/** As it lies in the settings, and as the form gives it. */
export const LprGuardSchema = z.object({
  rates: z
    .array(z.object({ from: BizDate, ppm: z.number('利率不正确').int('利率最多4位小数').min(1, '利率须大于0').max(1_000_000, '利率不能超过100%') }))
    .min(1, '请至少填写一期LPR')
    .max(200, '最多200期LPR')
    .refine((all) => new Set(all.map(({ from }) => from)).size === all.length, '同一天只能有一期LPR')
    .default([...defaultGuard.rates]),
  times: z.number('请输入1到24的数').min(1, '倍数须在1至24之间').max(24, '倍数须在1至24之间').default(defaultGuard.times),
  above: words('超过上限时的提示').default(defaultGuard.above),
  below: words('低于LPR时的提示').default(defaultGuard.below),
});
