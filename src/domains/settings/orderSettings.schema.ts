import { z } from 'zod';
import { Yuan } from '~/shared/fields.schema';

/** How a factory runs its orders; whatever was never set has these defaults. */
export const OrderSettings = z.object({
  auditMode: z.enum(['MANUAL', 'AUTO']).default('MANUAL'),
  /** When stock is taken aside for an order. */
  reserveAt: z.enum(['SUBMIT', 'AUDIT']).default('AUDIT'),
  /** Orders pass with less stock than they need; the rest is owed. */
  allowShort: z.boolean().default(false),
  /** Offline orders wait for the money before they are shipped. */
  payFirst: z.boolean().default(false),
  autoSignDays: z.number('请输入整数').int('请输入整数').min(1, '最少1天').max(90, '最多90天').default(7),
  /** Dealers may ask goods back for so many days after they signed for them; 0: without end. */
  returnDays: z.number('请输入整数').int('请输入整数').min(0, '最少0天').max(365, '最多365天').default(0),
  waybillRequired: z.boolean().default(false),
  twoPersonAudit: z.boolean().default(false),
  dealerSeesStock: z.enum(['NO', 'HINT', 'QTY']).default('HINT'),
  /** Differences up to this may be written off when money is matched. */
  tailLimit: Yuan.default(100n),
  /** Drafts of last month's statements are made by themselves, from this day of the month on. */
  statementAuto: z.boolean().default(true),
  statementDay: z.number('请输入整数').int('请输入整数').min(1, '最早1日').max(28, '最晚28日').default(3),
});
export type OrderSettings = z.output<typeof OrderSettings>;
