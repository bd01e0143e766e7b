import { z } from 'zod';
import { Pending } from '~/domains/price/change/priceChange.schema';
import * as codes from '~/portal/permissions';
import { dealerOr, get, may, post, read } from '~/shared/endpoint';
import { Id, OptionalId } from '~/shared/fields.schema';
import { PriceBackInput } from './form/orderInput.schema';
import { EntrySheet, PriceBack } from './views/orderView.schema';

/** Calls only dialogs make, apart from those every list of orders loads. */

const ORG = '/saas-ofc/org/order';
const One = z.object({ id: Id });

const enterers = dealerOr(codes.ORDER_ADD, codes.ORDER_EDIT, codes.ORDER_CHANGE);
export const entrySheetRead = read(`${ORG}/entrySheet/read`, enterers, z.object({ file: z.file('请选择文件') }), EntrySheet, {
  title: '读取表格中的编码与数量（快速下单）',
  body: 'form',
});
export const entrySheetGoods = get(`${ORG}/entrySheet/goods`, enterers, z.object({ customerId: OptionalId }), z.any(), {
  title: '下载可订商品的订货单',
});

const prices = may(codes.PRICE_CUSTOMER);
export const orderPriceBack = read(`${ORG}/priceBack`, prices, One, PriceBack, { title: '订单手工价与现行客户价' });
export const orderWritePrices = post(`${ORG}/priceBack/write`, prices, PriceBackInput, z.object({ written: z.number(), change: Pending }), {
  title: '手工价写入客户价（反写价格）',
});
