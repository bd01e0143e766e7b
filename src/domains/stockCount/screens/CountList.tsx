import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findWarehouses } from '~/domains/warehouse/pickers/whenUsed';
import { href } from '~/portal/href';
import { STOCK_COST_VIEW, STOCK_COUNT } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { StatusTag } from '~/ui/values/StatusTag';
import { countList } from '../calls';
import { countModes, countScopes, countStates } from '../count';
import type { CountRow } from '../count.schema';
import { cancelDialog, startDialog } from './countActions';

const base = '/portal/supplyChain/factory/warehouse/inventory';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '盘点单号' },
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'select', key: 'scope', label: '盘点范围', options: optionsOf(countScopes) },
  { kind: 'text', key: 'creator', label: '制单人' },
];
/** Codes are long and say little in a row: the first stands for all, which the count's own page lists. */
const scopeWords = ({ scope, scopeText }: CountRow): string => {
  const [first = '', ...more] = scopeText.split('、');
  return [countScopes[scope], scope === 'SKU' && more.length > 0 ? `${first}等` : scopeText].filter(Boolean).join('：');
};
const columns = (seesCost: boolean): Column<CountRow>[] => [
  { key: 'no', title: '盘点单号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${base}/detail`, { id: row.id })}>{row.no}</Link> },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={countStates} /> },
  { key: 'warehouseName', title: '仓库' },
  { key: 'scope', title: '范围', wrap: true, cell: (row) => <span title={row.scopeText}>{scopeWords(row)}</span> },
  { key: 'mode', title: '方式', cell: (row) => `${countModes[row.mode]}${row.freezes ? ' · 冻结' : ''}` },
  { key: 'counted', title: '已盘/SKU数', align: 'right', cell: (row) => <span className="figures">{`${row.counted} / ${row.skus}`}</span> },
  {
    key: 'gains',
    title: '盘盈/盘亏',
    align: 'right',
    cell: (row) => (row.status === 'DONE' ? <span className="figures">{`${row.gains} / ${row.losses}`}</span> : '- -'),
  },
  ...(seesCost
    ? [
        {
          key: 'costDiff',
          title: '盈亏金额(元)',
          align: 'right',
          cell: ({ status, costDiff }) => (status === 'DONE' ? <Money value={costDiff} /> : '- -'),
        } as Column<CountRow>,
      ]
    : []),
  { key: 'creator', title: '制单人', off: true },
  { key: 'reviewer', title: '复核人', off: true },
  { key: 'expireAt', title: '截止时间', off: true, kind: 'minute' },
  { key: 'createdAt', title: '制单时间', kind: 'minute', sortable: true },
  { key: 'finishedAt', title: '完成时间', off: true, kind: 'minute' },
];

export default function CountList({ first, query }: { first: AnswerOf<typeof countList>; query: Record<string, string> }) {
  const canCount = useCan(STOCK_COUNT);
  const seesCost = useCan(STOCK_COST_VIEW);
  return (
    <ListPage<CountRow>
      title="盘点单"
      source={{ id: 'warehouse/inventory', first, query, load: (q) => call(countList, q as never) }}
      filters={filters}
      tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(countStates)] }}
      columns={columns(seesCost)}
      buttons={(list) => [canCount && { label: '新建盘点单', tone: 'primary', href: `${base}/create` }, exportAction('stock-count', list)]}
      rowActions={(row, list) => [
        { label: row.status === 'COUNTING' && canCount ? '盘点' : '查看', href: href(`${base}/detail`, { id: row.id }) },
        row.status === 'CREATED' && canCount && { label: '开始盘点', onPress: async () => (await startDialog(row)) && list.reload() },
        ['CREATED', 'COUNTING', 'WAIT_REVIEW'].includes(row.status) &&
          canCount && { label: '作废', onPress: async () => (await cancelDialog(row)) && list.reload() },
      ]}
    />
  );
}
