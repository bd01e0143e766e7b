import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealerOr, read } from '~/shared/endpoint';
import { BizDate, Id, PositiveQty, Price } from '~/shared/fields';

const Layer = z.enum(['PROJECT', 'CUSTOMER', 'STRATEGY', 'ACTIVITY', 'LIST']);

export const priceResolve = read(
  '/saas-ofc/org/price/resolve',
  dealerOr(codes.PRICE_MANAGE, codes.ORDER_MANAGE, codes.ORDER_ADD, codes.ORDER_EDIT, codes.ORDER_AUDIT, codes.ORDER_CHANGE, codes.PRODUCT_MANAGE),
  z.object({
    /** Members name the customer; a dealer always asks for itself, today. */
    customerId: z.union([Id, z.literal('')]).default(''),
    on: BizDate.optional(),
    lines: z.array(z.object({ skuId: Id, unitId: Id, qty: PositiveQty })).min(1).max(200, '一次最多取200行价格'),
  }),
  z.object({
    lines: z.array(
      z.object({
        price: Price.nullable(),
        source: Layer.nullable(),
        sourceId: z.string().nullable(),
        listPrice: Price.nullable(),
        minPrice: Price.nullable(),
        belowFloor: z.boolean(),
        trace: z.array(z.object({ layer: Layer, id: z.string().nullable(), price: Price, hit: z.boolean(), reason: z.string() })),
      }),
    ),
  }),
  { title: '取价（含取价过程）' },
);
