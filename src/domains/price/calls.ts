import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealerOr, may, post, read } from '~/shared/endpoint';
import { BizDate, Id, OptionalId, PositiveQty, Price } from '~/shared/fields.schema';
import { pageOf } from '~/shared/page.schema';
import { Pending } from './change/priceChange.schema';
import {
  AdjustedRow,
  Adjustment,
  CopyInput,
  CopyResult,
  CustomerPriceDetail,
  CustomerPriceInput,
  CustomerPriceQuery,
  CustomerPriceRow,
  PickedPrices,
} from './customerPrice.schema';
import { Layer } from './pricePolicy.schema';

export const priceResolve = read(
  '/saas-ofc/org/price/resolve',
  dealerOr(codes.PRICE_MANAGE, codes.ORDER_MANAGE, codes.ORDER_ADD, codes.ORDER_EDIT, codes.ORDER_AUDIT, codes.ORDER_CHANGE, codes.PRODUCT_MANAGE),
  z.object({
    /** Members name the customer; a dealer always asks for itself, today. */
    customerId: OptionalId,
    projectId: OptionalId,
    on: BizDate.optional(),
    lines: z
      .array(z.object({ skuId: Id, unitId: Id, qty: PositiveQty }))
      .min(1)
      .max(200, '一次最多取200行价格'),
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
        trace: z.array(z.object({ layer: Layer, id: z.string().nullable(), price: Price, hit: z.boolean(), reason: z.string(), name: z.string().optional() })),
      }),
    ),
  }),
  { title: '取价（含取价过程）' },
);

const prices = '/saas-ofc/org/price/customer';
const Count = z.object({ count: z.number(), change: Pending });
export const customerPriceList = read(`${prices}/page`, may(codes.PRICE_MANAGE, codes.PRODUCT_MANAGE), CustomerPriceQuery, pageOf(CustomerPriceRow), {
  title: '客户价列表',
});
export const customerPriceDetail = read(`${prices}/detail`, may(codes.PRICE_MANAGE, codes.PRICE_CUSTOMER), z.object({ id: Id }), CustomerPriceDetail, {
  title: '客户价详情',
});
export const customerPriceSave = post(`${prices}/save`, may(codes.PRICE_CUSTOMER), CustomerPriceInput, z.object({ ids: z.array(Id), change: Pending }), {
  title: '新建或编辑客户价',
});
export const customerPricePreview = read(`${prices}/adjustPreview`, may(codes.PRICE_CUSTOMER), Adjustment, z.object({ rows: z.array(AdjustedRow) }), {
  title: '批量调价预览',
});
export const customerPriceAdjust = post(`${prices}/adjust`, may(codes.PRICE_CUSTOMER), Adjustment, Count, { title: '批量调价' });
export const customerPriceDisable = post(`${prices}/disable`, may(codes.PRICE_CUSTOMER), PickedPrices, Count, { title: '批量停用客户价' });
export const customerPriceCopy = post(`${prices}/copy`, may(codes.PRICE_CUSTOMER), CopyInput, CopyResult, { title: '复制客户价到其他客户' });
