import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import { PRICE_ACTIVITY } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { activityStates, activityTones, buyerScopes, isEditable } from '../activity';
import type { ActivityRow } from '../activity.schema';
import { activityList } from '../calls';
import { closeDialog, deleteDialog } from './activityActions';
import { activityPath } from './activityPath';

const filters: Filter[] = [
  { kind: 'text', key: 'name', label: '活动名称' },
  { kind: 'text', key: 'sku', label: '商品', placeholder: '名称、SKU编码、条码' },
];
const tabs = { key: 'state', items: [{ value: '', label: '全部' }, ...Object.entries(activityStates).map(([value, label]) => ({ value, label }))] };

const columns: Column<ActivityRow>[] = [
  { key: 'name', title: '活动名称', fixed: true, width: 200, cell: (row) => <Link href={href(`${activityPath}/detail`, { id: row.id })}>{row.name}</Link> },
  { key: 'no', title: '活动编号', width: 150 },
  { key: 'state', title: '状态', cell: (row) => <StatusTag status={row.state} names={activityStates} tones={activityTones} /> },
  { key: 'startAt', title: '开始时间', kind: 'minute', sortable: true },
  { key: 'endAt', title: '结束时间', kind: 'minute', sortable: true },
  { key: 'customerScope', title: '适用客户', cell: (row) => buyerScopes[row.customerScope] },
  { key: 'itemCount', title: '商品数', align: 'right' },
  {
    key: 'usedPercent',
    title: '已用限量',
    align: 'right',
    hint: '用得最多的商品',
    cell: (row) => (row.usedPercent === null ? '不限量' : `${row.usedPercent}%`),
  },
  { key: 'creator', title: '创建人', off: true },
  { key: 'createdAt', title: '创建时间', kind: 'minute', sortable: true, off: true },
];

export default function ActivityList({ first, query }: { first: AnswerOf<typeof activityList>; query: Record<string, string> }) {
  const keeps = useCan(PRICE_ACTIVITY);
  return (
    <ListPage<ActivityRow>
      title="限时折扣"
      source={{ id: 'activity/list', first, query, load: (q) => call(activityList, q as never) }}
      filters={filters}
      columns={columns}
      tabs={tabs}
      buttons={(list) => [keeps && { label: '新建活动', tone: 'primary', href: `${activityPath}/create` }, exportAction('activity', list)]}
      rowActions={(row, list) => [
        keeps && isEditable(row.state) && { label: '编辑', href: href(`${activityPath}/edit`, { id: row.id }) },
        keeps && { label: '复制', href: href(`${activityPath}/create`, { from: row.id }) },
        keeps && row.state === 'RUNNING' && { label: '关闭', tone: 'danger', onPress: async () => (await closeDialog(row)) && list.reload() },
        keeps && isEditable(row.state) && { label: '删除', tone: 'danger', onPress: async () => (await deleteDialog(row)) && list.reload() },
      ]}
    />
  );
}
