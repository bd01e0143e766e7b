import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import { findWarehouses } from '~/domains/warehouse/pickers/whenUsed';
import { href } from '~/portal/href';
import { STOCK_AUDIT, STOCK_COST_VIEW, STOCK_TRANSFER } from '~/portal/permissions';
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
import { transferList } from '../calls';
import { isEditable, transferStates } from '../transfer';
import type { TransferRow } from '../transfer.schema';
import { auditDialog, deleteDialog, submitDialog } from './transferActions';

/** Fetched when first opened: the print kit stays out of the list. */
const TransferPrint = late(() => import('./TransferPrint'));
const MOST_PRINTED = 50;
const base = '/portal/supplyChain/factory/warehouse/transfers';

const filters: Filter[] = [
  { kind: 'text', key: 'no', label: '调拨单号' },
  { kind: 'pick', key: 'fromWarehouseId', label: '调出仓库', load: findWarehouses },
  { kind: 'pick', key: 'toWarehouseId', label: '调入仓库', load: findWarehouses },
  { kind: 'bool', key: 'open', label: '仅看在途' },
  { kind: 'dates', key: 'bizDate', label: '业务日期', unit: 'day', startKey: 'bizDateStart', endKey: 'bizDateEnd' },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'text', key: 'creator', label: '制单人' },
];
const sum = (row: TransferRow, of: 'qty' | 'inQty' | 'lossQty') => displayUnits(row.quantities.map((one) => ({ unitName: one.unitName, qty: one[of] })));

const columns = (seesCost: boolean): Column<TransferRow>[] => [
  { key: 'no', title: '调拨单号', fixed: true, sortable: true, cell: (row) => <Link href={href(`${base}/detail`, { id: row.id })}>{row.no}</Link> },
  { key: 'status', title: '状态', cell: (row) => <StatusTag status={row.status} names={transferStates} /> },
  { key: 'fromName', title: '调出仓库' },
  { key: 'toName', title: '调入仓库' },
  { key: 'quantities', title: '调拨数', hint: '按基本单位', align: 'right', wrap: true, width: 120, cell: (row) => sum(row, 'qty') },
  { key: 'inQty', title: '已收', align: 'right', wrap: true, width: 110, cell: (row) => sum(row, 'inQty') },
  { key: 'lossQty', title: '短少', align: 'right', wrap: true, width: 100, cell: (row) => sum(row, 'lossQty') },
  ...(seesCost ? [{ key: 'totalCost', title: '成本(元)', kind: 'money', off: true } as Column<TransferRow>] : []),
  { key: 'bizDate', title: '业务日期', kind: 'date', sortable: true, off: true },
  { key: 'creator', title: '制单人', off: true },
  { key: 'auditor', title: '审核人', off: true },
  { key: 'auditedAt', title: '调出时间', off: true, kind: 'minute' },
  { key: 'createdAt', title: '制单时间', off: true, kind: 'minute', sortable: true },
];

export default function TransferList({ first, query }: { first: AnswerOf<typeof transferList>; query: Record<string, string> }) {
  const can = { make: useCan(STOCK_TRANSFER), audit: useCan(STOCK_AUDIT) };
  const seesCost = useCan(STOCK_COST_VIEW);
  const [printing, setPrinting] = useState<readonly string[]>();
  return (
    <>
      <ListPage<TransferRow>
        title="调拨单"
        source={{ id: 'warehouse/transfers', first, query, load: (q) => call(transferList, q as never) }}
        filters={filters}
        tabs={{ key: 'status', items: [{ value: '', label: '全部' }, ...optionsOf(transferStates)] }}
        columns={columns(seesCost)}
        buttons={(list) => [can.make && { label: '新建调拨单', tone: 'primary', href: `${base}/create` }, exportAction('stock-transfer', list)]}
        rowActions={(row, list) => [
          { label: '查看', href: href(`${base}/detail`, { id: row.id }) },
          isEditable(row.status) && can.make && { label: '编辑', href: href(`${base}/create`, { id: row.id }) },
          row.status === 'DRAFT' && can.make && { label: '提交', onPress: async () => (await submitDialog(row)) && list.reload() },
          row.status === 'PENDING_AUDIT' && can.audit && { label: '审核并调出', onPress: async () => (await auditDialog([row])) && list.reload() },
          { label: '打印', onPress: () => setPrinting([row.id]) },
          row.status === 'DRAFT' && can.make && { label: '删除', onPress: async () => (await deleteDialog(row)) && list.reload() },
        ]}
        batch={(picked, list) => [
          can.audit && {
            label: '批量审核',
            disabled: !picked.rows.length || picked.rows.some((row) => row.status !== 'PENDING_AUDIT'),
            reason: '只能选择待审核的调拨单',
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
      {printing && <TransferPrint ids={printing} onClose={() => setPrinting(undefined)} />}
    </>
  );
}
