import type { CustomerDetail } from '~/domains/customer/customer.schema';
import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { fieldColumns } from '~/ui/list/fieldColumn';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { projectList } from '../calls';
import { projectFields, projectStates } from '../project';
import type { ProjectRow } from '../project.schema';

const column = fieldColumns<ProjectRow>(projectFields);

export default function CustomerProjects({ subject: { id: customerId } }: { subject: CustomerDetail }) {
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
