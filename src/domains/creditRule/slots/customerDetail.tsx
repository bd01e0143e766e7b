import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { CREDIT_QUOTA } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const Checks = late(() => import('../screens/Checks'));

/** When credit was refused to a customer, warned of or let through, on its page. */
export const tabs: readonly SlotTab<CustomerDetail>[] = [
  { value: 'creditChecks', label: '授信检查', at: 75, code: CREDIT_QUOTA, Content: ({ subject }) => <Checks of={{ customerId: subject.id }} /> },
];
