import type { OrderDetailSlot } from '~/domains/order/slots';
import { late } from '~/ui/kit/late';

export const Section: OrderDetailSlot['Section'] = late(() => import('./OrderReturns'));
