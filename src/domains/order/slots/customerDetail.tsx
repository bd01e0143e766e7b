import type { CustomerDetail } from '~/domains/customer/customer.schema';
import type { SlotTab } from '~/ui/detail/slots';
import { LastOrders } from '../pickers/LastOrders';

export const tabs: readonly SlotTab<CustomerDetail>[] = [
  {
    value: 'order',
    label: '订单',
    at: 20,
    shows: (customer) => customer.orders !== null,
    Content: ({ subject }) => <LastOrders orders={subject.orders ?? []} query={{ customerId: subject.id }} />,
  },
];
