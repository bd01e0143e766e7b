import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { href } from '~/portal/href';
import { STOCK_AUDIT, STOCK_COST_VIEW, STOCK_IN } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { displayUnits } from '~/shared/money';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { Link } from '~/ui/kit/Link';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { StatusTag } from '~/ui/values/StatusTag';
import { stockInList } from '../calls';
import { findWarehouses } from '../pickers/whenUsed';
import type { StockInListed } from '../stockDoc';
import { stockDocStates, stockInKinds } from '../stockDocState';
import { auditDialog, deleteDialog, reverseDialog, submitDialog } from './stockInActions';

/** Fetched when first opened: the print kit stays out of the list. */
const InPrint = late(() => import('./InPrint'));
const MOST_PRINTED = 50;
const base = '/portal/supplyChain/factory/warehouse';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '入库单号' },
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'select', key: 'kind', label: '入库类型', options: optionsOf(stockInKinds) },
  { kind: 'dates', key: 'bizDate', label: '业务日期', unit: 'day', startKey: 'bizDateStart', endKey: 'bizDateEnd' },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'text', key: 'sourceNo', label: '来源单号' },
  { kind: 'text', key: 'creator', label: '制单人' },
];
const columns = (seesCost: boolean): Column<StockInListed>[] => [
  { key: 'no', title: '入库单号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${base}/inDetail`, { id: row.id })}>{row.no}</Link> },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={stockDocStates} /> },
  { key: 'warehouseName', title: '仓库' },
  { key: 'kind', title: '类型', cell: (row) => stockInKinds[row.kind] },
  { key: 'totalQty', title: '数量', hint: '按基本单位', align: 'right', wrap: true, width: 130, cell: (row) => displayUnits(row.quantities) },
  ...(seesCost ? [{ key: 'totalCost', title: '金额(元)', kind: 'money' } as Column<StockInListed>] : []),
  { key: 'counterparty', title: '往来方', off: true },
  { key: 'sourceNo', title: '来源单号', off: true },
  { key: 'bizDate', title: '业务日期', kind: 'date', sortable: true },
  { key: 'creator', title: '制单人' },
  { key: 'auditor', title: '审核人', off: true },
  { key: 'createdAt', title: '制单时间', off: true, kind: 'minute', sortable: true },
];

export default function InList({ first, query }: { first: AnswerOf<typeof stockInList>; query: Record<string, string> }) {
  const canIn = useCan(STOCK_IN);
  const canAudit = useCan(STOCK_AUDIT);
  const seesCost = useCan(STOCK_COST_VIEW);
  const [printing, setPrinting] = useState<readonly string[]>();
  return (
    <>
      <ListPage<StockInListed>
        title="入库单"
        source={{ id: 'warehouse/inList', first, query, load: (q) => call(stockInList, q as never) }}
        filters={filters}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(stockDocStates)] }}
        columns={columns(seesCost)}
        buttons={(list) => [
          canIn && { label: '新建入库单', tone: 'primary', href: `${base}/inAdd` },
          canIn && { label: '导入', href: `${base}/inList/upload` },
          exportAction('stock-in-doc', list),
        ]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${base}/inDetail`, { id: row.id }) },
          row.status === 'DRAFT' && canIn && { label: '编辑', href: href(`${base}/inAdd`, { id: row.id }) },
          row.status === 'DRAFT' && canIn && { label: '提交', onPress: async () => (await submitDialog(row)) && list.reload() },
          row.status === 'PENDING_AUDIT' && canAudit && { label: '审核', onPress: async () => (await auditDialog([row])) && list.reload() },
          row.status === 'DONE' && canAudit && !row.mine && { label: '冲销', onPress: async () => (await reverseDialog(row)) && list.reload() },
          { label: '打印', onPress: () => setPrinting([row.id]) },
          row.status === 'DRAFT' && canIn && { label: '删除', onPress: async () => (await deleteDialog(row)) && list.reload() },
        ]}
        batch={(picked, list) => [
          canAudit && {
            label: '批量审核',
            disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'PENDING_AUDIT'),
            reason: '只能选择待审核的入库单',
            onPress: async () => {
              if (!(await auditDialog(picked.rows))) return;
              picked.clear();
              list.reload();
            },
          },
          {
            label: '批量打印',
            ...(picked.keys.length > MOST_PRINTED ? { disabled: true, reason: `一次最多打印${MOST_PRINTED}张` } : {}),
            onPress: () => setPrinting(picked.keys),
          },
        ]}
      />
      {printing && <InPrint ids={printing} onClose={() => setPrinting(undefined)} />}
    </>
  );
}
