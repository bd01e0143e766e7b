import { href } from '~/portal/href';
import { call } from '~/shell/call';
import * as calls from '../calls';
import type { OrderWire } from '../orderForm';
import type { Buyer, Done, Quote } from '../orderView';

/** The two sides of the one order engine, as screens use them. */
export interface Face {
  dealer: boolean;
  base: string;
  quote(input: { customerId: string; warehouseId: string; lines: { skuId: string; unitId: string; qty: string }[] }): Promise<Quote[]>;
  buyer(customerId: string): Promise<Buyer>;
  recentDeals(input: { customerId: string; skuId: string; exceptOrderId: string }): Promise<RecentDeal[]>;
  save(input: OrderWire, key: string): Promise<Done>;
  place(input: OrderWire, key: string): Promise<Done>;
}

export const factoryFace: Face = {
  dealer: false,
  base: '/portal/supplyChain/factory/order',
  quote: async (input) => (await call(calls.orderQuote, input)).lines,
  buyer: (customerId) => call(calls.orderBuyer, { customerId }),
  recentDeals: async (input) => (await call(calls.orderRecentDeals, input)).deals,
  save: (input, key) => call(calls.orderSave, input, { key }),
  place: (input, key) => call(calls.orderPlace, input, { key }),
};

export const dealerFace: Face = {
  dealer: true,
  base: '/portal/supplyChain/dealer/order',
  quote: async (input) => (await call(calls.myOrderQuote, input)).lines,
  buyer: () => call(calls.myBuyer, {}),
  recentDeals: async ({ skuId, exceptOrderId }) => (await call(calls.myRecentDeals, { skuId, exceptOrderId })).deals,
  save: (input, key) => call(calls.myOrderSave, input, { key }),
  place: (input, key) => call(calls.myOrderPlace, input, { key }),
};

export const detailHref = (face: Pick<Face, 'base'>, id: string): string => href(`${face.base}/detail`, { id });
/** Dealers edit their drafts where they place orders. */
export const editHref = (face: Pick<Face, 'base' | 'dealer'>, id: string): string => href(`${face.base}/${face.dealer ? 'create' : 'edit'}`, { id });
