import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { CONTRACT_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const AboutContracts = late(() => import('../screens/AboutContracts'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [
  {
    value: 'contract',
    label: '合同',
    at: 80,
    code: CONTRACT_MANAGE,
    Content: ({ subject }) => <AboutContracts query={{ customerId: subject.id }} factory from={{ kind: 'OTHER', customerId: subject.id }} />,
  },
];
