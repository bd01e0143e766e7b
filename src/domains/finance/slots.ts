import type { SlotTab } from '~/ui/detail/slots';

/** A customer's account, as tabs other domains add to its page see it. */
export interface AccountSubject {
  id: string;
  customerId: string;
  customerName: string;
}
export type AccountTab = SlotTab<AccountSubject>;
