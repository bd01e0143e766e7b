import type { CustomerDetail } from '~/domains/customer/customer';
import { href } from '~/portal/href';
import { PROJECT_MANAGE } from '~/portal/permissions';
import { call } from '~/shell/call';
import type { SlotTab } from '~/ui/detail/slots';
import { Link } from '~/ui/kit/Link';
import { fieldColumns } from '~/ui/list/fieldColumn';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { projectList } from '../calls';
import { projectFields, projectStates } from '../project';
import type { ProjectRow } from '../project.schema';

const column = fieldColumns<ProjectRow>(projectFields);

export const tabs: readonly SlotTab<CustomerDetail>[] = [
  { value: 'project', label: '项目', at: 10, code: PROJECT_MANAGE, Content: ({ subject }) => <CustomerProjects customerId={subject.id} /> },
];

function CustomerProjects({ customerId }: { customerId: string }) {
  return (
    <ListPage<ProjectRow>
      title="工程项目"
      source={{ id: 'project/customer', local: true, query: {}, load: (query) => call(projectList, { ...query, customerId }) }}
      columns={[
        column('code', { fixed: true, cell: (row) => <Link href={href('/portal/project/detail', { id: row.id })}>{row.code}</Link> }),
        column('name', { width: 200 }),
        column('stage'),
        column('expectedAmount'),
        { key: 'orderAmount', title: '已下单(元)', kind: 'money' },
        column('endDate'),
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={projectStates} /> },
      ]}
      buttons={[{ label: '新建项目', href: href('/portal/project/create', { customerId }) }]}
    />
  );
}
