import type { ProjectDetail } from '~/domains/project/project.schema';
import type { SlotTab } from '~/ui/detail/slots';
import { LastOrders } from '../pickers/LastOrders';

export const tabs: readonly SlotTab<ProjectDetail>[] = [
  {
    value: 'order',
    label: '订单',
    at: 10,
    shows: (project) => project.orders !== null,
    count: (project) => project.orderCount,
    Content: ({ subject }) => <LastOrders orders={subject.orders ?? []} query={{ projectId: subject.id }} />,
  },
];
