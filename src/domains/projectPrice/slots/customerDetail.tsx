import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { PRICE_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { Sheets } from '../screens/Sheets';

export const tabs: readonly SlotTab<CustomerDetail>[] = [
  { value: 'projectPrice', label: '工程价', at: 35, code: PRICE_MANAGE, Content: ({ subject }) => <Sheets query={{ customerId: subject.id }} /> },
];
