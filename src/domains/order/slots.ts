import type { ComponentType } from 'react';
import type { DealerOrderDetail, OrderDetail } from './views/orderView.schema';

/** `slots/orderDetail.tsx` of other domains: a section of an order's page, on the factory's side with links to its own pages. */
export interface OrderDetailSlot {
  Section: ComponentType<{ order: OrderDetail | DealerOrderDetail; factory: boolean }>;
}
