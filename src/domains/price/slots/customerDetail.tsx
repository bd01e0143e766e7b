import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { PRICE_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const CustomerPrices = late(() => import('./CustomerPrices'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [{ value: 'price', label: '客户价', at: 30, code: PRICE_MANAGE, Content: CustomerPrices }];
