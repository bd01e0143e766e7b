import type { SlotTab } from '~/ui/detail/slots';
import type { AccountDetail, OrderDetail } from './credit.schema';

/** `slots/creditAccount.tsx` of other domains: tabs of a limit's page. */
export type CreditAccountTab = SlotTab<AccountDetail>;
/** `slots/creditOrder.tsx`: tabs of a credit order's page, such as its plan. */
export type CreditOrderTab = SlotTab<OrderDetail>;
