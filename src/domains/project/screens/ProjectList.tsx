import { exportAction } from '~/domains/batch/pickers/exportAction';
import { CustomerLink } from '~/domains/customer/pickers/CustomerLink';
import { findCustomers, findSales } from '~/domains/customer/pickers/whenUsed';
import { placeText } from '~/domains/region/pickers/placeText';
import { loadRegions } from '~/domains/region/pickers/whenUsed';
import { href } from '~/portal/href';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { deleteAsked } from '~/ui/kit/asked';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { fieldColumns } from '~/ui/list/fieldColumn';
import { fieldFilters } from '~/ui/list/fieldFilter';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { formatQty } from '~/ui/values/format';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import * as calls from '../calls';
import { isEditable, projectFields, projectStates } from '../project';
import type { ProjectRow } from '../project.schema';
import { moveProject, transitionsOf } from './transitions';

const BASE = '/portal/project';

const column = fieldColumns<ProjectRow>(projectFields);
const filter = fieldFilters(projectFields);
const columns: Column<ProjectRow>[] = [
  column('code', {
    fixed: true,
    sortable: true,
    always: true,
    width: 120,
    cell: (row) => <Link href={href(`${BASE}/detail`, { id: row.id })}>{row.code}</Link>,
  }),
  column('name', { sortable: true, width: 220 }),
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={projectStates} /> },
  {
    key: 'customerName',
    title: '客户',
    sortable: true,
    width: 200,
    cell: (row) => <CustomerLink of={row} />,
  },
  column('developer', { off: true }),
  column('kind', { off: true }),
  column('stage'),
  {
    key: 'place',
    title: '所在地区',
    off: true,
    width: 160,
    cell: (row) => placeText(row) || '- -',
  },
  column('expectedQty', { off: true, cell: (row) => (row.expectedQty ? `${formatQty(row.expectedQty)} ${row.expectedUnit}` : '- -') }),
  column('expectedAmount', { sortable: true }),
  { key: 'orderCount', title: '订单数', off: true, align: 'right' },
  {
    key: 'orderAmount',
    title: '已下单(元)',
    kind: 'money',
    cell: (row) => (
      <Link href={href('/portal/supplyChain/factory/order/list', { projectId: row.id })}>
        <Money value={row.orderAmount} />
      </Link>
    ),
  },
  column('startDate', { off: true }),
  column('endDate', { off: true, sortable: true }),
  { key: 'salesName', title: '业务员' },
  { key: 'createdAt', title: '登记时间', kind: 'minute', sortable: true, off: true },
];

export default function ProjectList({ first, query }: { first: AnswerOf<typeof calls.projectList>; query: Record<string, string> }) {
  const filters: Filter[] = [
    { kind: 'text', key: 'keyword', label: '项目', placeholder: '名称、编号或拼音' },
    filter('customerId', { kind: 'pick', load: findCustomers, shown: query['customerId'] ? first.pagedRecords[0]?.customerName : undefined }),
    filter('stage'),
    filter('developer'),
    filter('kind'),
    filter('salesMemberId', { kind: 'pick', load: findSales }),
    { kind: 'region', key: 'region', label: '所在地区', load: loadRegions },
    filter('endDate'),
  ];
  return (
    <ListPage<ProjectRow>
      title="工程项目"
      source={{ id: 'project/list', first, query, load: (wanted) => call(calls.projectList, wanted) }}
      filters={filters}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(projectStates)] }}
      columns={columns}
      buttons={(list) => [
        { label: '新建项目', href: `${BASE}/create`, tone: 'primary' },
        { label: '导入', href: `${BASE}/import` },
        exportAction('project', list),
      ]}
      rowActions={(row, list) => [
        { label: '查看', href: href(`${BASE}/detail`, { id: row.id }) },
        isEditable(row.status) && { label: '编辑', href: href(`${BASE}/edit`, { id: row.id }) },
        ...transitionsOf(row).map((transition) => ({ label: transition.label, onPress: async () => (await moveProject(row, transition)) && list.reload() })),
        row.orderCount === 0 && { label: '删除', tone: 'danger' as const, onPress: async () => (await remove(row)) && list.reload() },
      ]}
    />
  );
}

const remove = ({ id, name, version }: ProjectRow): Promise<boolean> =>
  deleteAsked({ what: `项目“${name}”`, body: '只有没有订单和价格的项目可以删除。', remove: () => call(calls.projectDelete, { id, version }) });
