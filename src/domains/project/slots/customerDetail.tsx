import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { PROJECT_MANAGE } from '~/portal/permissions';
import type { SlotTab } from '~/ui/detail/slots';
import { late } from '~/ui/kit/late';

const CustomerProjects = late(() => import('./CustomerProjects'));

export const tabs: readonly SlotTab<CustomerDetail>[] = [{ value: 'project', label: '项目', at: 10, code: PROJECT_MANAGE, Content: CustomerProjects }];
