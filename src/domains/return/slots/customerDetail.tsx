import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { REVERSE_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const CustomerReturns = late(() => import('./CustomerReturns'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [{ value: 'return', label: '退货', at: 60, code: REVERSE_MANAGE, Content: CustomerReturns }];
