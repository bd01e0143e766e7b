import type { ComponentType } from 'react';
import type { DealerOrderDetail, OrderDetail } from './views/orderView.schema';

/** `slots/orderDetail.tsx` of other domains: a section of an order's page, on the factory's side with links to its own pages. */
export interface OrderDetailSlot {
  Section: ComponentType<{ order: OrderDetail | DealerOrderDetail; factory: boolean }>;
}

/** `slots/orderSign.tsx` of another domain: signs in place for what of a dealer's order is on the road. Fetched when pressed. */
export interface OrderSignSlot {
  /** Whether it was signed; null: nothing, or more than one form holds, is to be signed, which the order's page of deliveries shows. */
  signOrder: (orderId: string) => Promise<boolean | null>;
}
