import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { BILLING_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const CustomerBillings = late(() => import('./CustomerBillings'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [{ value: 'billing', label: '发票', at: 60, code: BILLING_MANAGE, Content: CustomerBillings }];
