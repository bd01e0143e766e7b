import type { InputOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import * as calls from '../calls';
import type { OrderWire } from '../form/orderForm';
import type { Buyer, DealerOrderDetail, Done, OrderDetail, Quote, RecentDeal } from '../views/orderView.schema';
import { dealerPerspective, factoryPerspective, type Perspective } from './perspective';

/** The two sides of the one order engine, as screens use them. */
export interface PerspectiveCalls extends Perspective {
  quote(input: InputOf<typeof calls.orderQuote>): Promise<Quote[]>;
  detail(id: string): Promise<OrderDetail | DealerOrderDetail>;
  buyer(customerId: string): Promise<Buyer>;
  recentDeals(input: { customerId: string; skuId: string; exceptOrderId: string }): Promise<RecentDeal[]>;
  save(input: OrderWire, key: string): Promise<Done>;
  place(input: OrderWire, key: string): Promise<Done>;
}

export const factoryCalls: PerspectiveCalls = {
  ...factoryPerspective,
  quote: async (input) => (await call(calls.orderQuote, input)).lines,
  detail: (id) => call(calls.orderDetail, { id }),
  buyer: (customerId) => call(calls.orderBuyer, { customerId }),
  recentDeals: async (input) => (await call(calls.orderRecentDeals, input)).deals,
  save: (input, key) => call(calls.orderSave, input, { key }),
  place: (input, key) => call(calls.orderPlace, input, { key }),
};

export const dealerCalls: PerspectiveCalls = {
  ...dealerPerspective,
  quote: async (input) => (await call(calls.myOrderQuote, input)).lines,
  detail: (id) => call(calls.myOrderDetail, { id }),
  buyer: () => call(calls.myBuyer, {}),
  recentDeals: async ({ skuId, exceptOrderId }) => (await call(calls.myRecentDeals, { skuId, exceptOrderId })).deals,
  save: (input, key) => call(calls.myOrderSave, input, { key }),
  place: (input, key) => call(calls.myOrderPlace, input, { key }),
};
