import { z } from 'zod';
import { defaultPolicy, type PriceLayer } from './pricePolicy';

export const Layer = z.enum(['PROJECT', 'CUSTOMER', 'STRATEGY', 'ACTIVITY', 'LIST']);

/** As stored under `price.policy`; whatever was never set has the defaults. */
export const StoredPolicy = z.object({
  order: z
    .array(Layer)
    .min(1, '请至少启用一层')
    .refine((order) => new Set(order).size === order.length, '取价顺序不能重复')
    .refine((order) => !order.slice(0, -1).includes('LIST'), '标准价只能排在最后')
    .default([...defaultPolicy.order] as PriceLayer[]),
  activityMode: z.enum(['SEQUENCE', 'LOWEST']).default(defaultPolicy.activityMode),
  manualPrice: z.enum(['OFF', 'NEED_REASON', 'NEED_AUDIT']).default(defaultPolicy.manualPrice),
  floorMode: z.enum(['BLOCK', 'WARN', 'OFF']).default(defaultPolicy.floorMode),
  customerPrice: z.enum(['DIRECT', 'APPROVE']).default(defaultPolicy.customerPrice),
  strategy: z.enum(['DIRECT', 'APPROVE']).default(defaultPolicy.strategy),
  allowZero: z.boolean().default(defaultPolicy.allowZero),
});
