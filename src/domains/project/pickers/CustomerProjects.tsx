import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import { StatusTag } from '~/ui/values/StatusTag';
import { projectList } from '../calls';
import type { ProjectRow } from '../project';
import { projectStages, projectStates } from '../projectState';

/** The projects of one customer, for its page. */
export function CustomerProjects({ customerId }: { customerId: string }) {
  return (
    <ListPage<ProjectRow>
      title="工程项目"
      source={{ id: 'project/customer', local: true, query: {}, load: (query) => call(projectList, { ...query, customerId }) }}
      columns={[
        { key: 'code', title: '项目编号', fixed: true, cell: (row) => <Link href={href('/portal/project/detail', { id: row.id })}>{row.code}</Link> },
        { key: 'name', title: '项目名称', width: 200 },
        { key: 'stage', title: '阶段', cell: (row) => projectStages[row.stage as keyof typeof projectStages] },
        { key: 'expectedAmount', title: '预计金额(元)', kind: 'money' },
        { key: 'orderAmount', title: '已下单(元)', kind: 'money' },
        { key: 'endDate', title: '计划完工', kind: 'date' },
        { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={projectStates} /> },
      ]}
      buttons={[{ label: '新建项目', href: href('/portal/project/create', { customerId }) }]}
    />
  );
}
