import { exportAction } from '~/domains/batch/pickers/exportAction';
import { STOCK_COST_VIEW } from '~/portal/permissions';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { useCan } from '~/shell/session';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { stockLedger } from '../calls';
import { SignedQty } from '../pickers/SignedQty';
import { findWarehouses } from '../pickers/whenUsed';
import { bizTypes } from '../stock';
import type { StockMovement } from '../stock.schema';
import { DocLink, docHref } from './stockCells';

const filters: Filter[] = [
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'dates', key: 'at', label: '时间', startKey: 'atStart', endKey: 'atEnd' },
  {
    kind: 'select',
    key: 'direction',
    label: '方向',
    options: [
      { value: 'IN', label: '入' },
      { value: 'OUT', label: '出' },
      { value: 'HOLD', label: '仅占用变动' },
    ],
  },
  { kind: 'select', key: 'bizType', label: '业务类型', options: optionsOf(bizTypes) },
  { kind: 'text', key: 'bizNo', label: '单号' },
];

const columns: Column<StockMovement>[] = [
  { key: 'at', title: '时间', kind: 'time', fixed: true, sortable: true },
  { key: 'warehouseName', title: '仓库' },
  { key: 'skuCode', title: 'SKU编码', brief: true },
  { key: 'name', title: '商品', brief: true },
  { key: 'typeName', title: '类型', brief: true },
  { key: 'bizNo', title: '单号', cell: (row) => <DocLink movement={row} /> },
  { key: 'before', title: '变动前', off: true, kind: 'qty' },
  { key: 'change', title: '变动', brief: true, align: 'right', cell: (row) => <SignedQty value={row.change} /> },
  { key: 'after', title: '变动后', kind: 'qty' },
  { key: 'unitName', title: '单位' },
  { key: 'reservedChange', title: '占用变动', off: true, align: 'right', cell: (row) => <SignedQty value={row.reservedChange} /> },
  { key: 'afterReserved', title: '变动后占用', kind: 'qty', off: true },
  { key: 'actor', title: '操作人' },
];

export default function OutAndInList({ first, query }: { first: AnswerOf<typeof stockLedger>; query: Record<string, string> }) {
  const seesCost = useCan(STOCK_COST_VIEW);
  return (
    <ListPage<StockMovement>
      title="出入库流水"
      source={{ id: 'warehouse/outAndInList', first, query, load: (q) => call(stockLedger, q as never) }}
      filters={filters}
      buttons={(list) => [exportAction('stock-ledger', list)]}
      rowActions={(row) => [docHref(row) !== '' && { label: '查看单据', href: docHref(row) }]}
      columns={seesCost ? [...columns, { key: 'cost', title: '成本单价(元)', kind: 'price', off: true }] : columns}
    />
  );
}
