import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { FUND_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const CustomerStatements = late(() => import('./CustomerStatements'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [{ value: 'statement', label: '对账', at: 60, code: FUND_MANAGE, Content: CustomerStatements }];
