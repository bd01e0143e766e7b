import { z } from 'zod';
import { Yuan } from '~/shared/fields.schema';

/** How a factory runs its customers' accounts; whatever was never set has these defaults. */
export const FundConfig = z.object({
  /** Accounts without a reminder of their own are low below this; null: none. */
  lowBalance: Yuan.refine((fen) => fen >= 0n, '不能为负数')
    .nullable()
    .default(null),
  /** The most of an order's goods that expense may pay, in whole percent. */
  expenseCeiling: z.number('请输入整数').int('请输入整数').min(0, '最少0%').max(100, '最多100%').default(100),
  /** How long expense is good that comes back after its lot expired. */
  graceDays: z.number('请输入整数').int('请输入整数').min(1, '最少1天').max(365, '最多365天').default(30),
  /** Customers' balances may be paid out. */
  withdrawal: z.boolean().default(true),
  /** When the money an order holds leaves the account. */
  captureAt: z.enum(['SHIP', 'AUDIT']).default('SHIP'),
});
export type FundConfig = z.output<typeof FundConfig>;
