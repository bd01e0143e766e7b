import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { Drawer } from '~/ui/kit/Dialog';
import { ListPage } from '~/ui/list/ListPage';
import type { Column, Filter } from '~/ui/list/types';
import { Money } from '~/ui/values/Money';
import { stockValueRows, stockValues } from '../calls';
import { SignedQty } from '../pickers/SignedQty';
import { findWarehouses } from '../pickers/whenUsed';
import type { ValueDay, ValueRow } from '../stockValue.schema';
import { DocLink } from './stockCells';

const filters: Filter[] = [
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'dates', key: 'day', label: '日期', startKey: 'dayStart', endKey: 'dayEnd' },
];

/** A figure that opens the movements of its day. */
const figure = (key: 'came' | 'went' | 'closing', open: (row: ValueDay) => void) => (row: ValueDay) => (
  <button type="button" title="当日变动明细" className="cursor-pointer text-brand underline-offset-4 hover:underline" onClick={() => open(row)}>
    <Money value={row[key]} />
  </button>
);

const columnsOf = (open: (row: ValueDay) => void): Column<ValueDay>[] => [
  { key: 'day', title: '日期', kind: 'date', fixed: true, sortable: true },
  { key: 'warehouseName', title: '仓库' },
  { key: 'opening', title: '期初金额(元)', kind: 'money' },
  { key: 'came', title: '增加(元)', brief: true, align: 'right', hint: '点数字查看当日变动', cell: figure('came', open) },
  { key: 'went', title: '减少(元)', brief: true, align: 'right', cell: figure('went', open) },
  { key: 'closing', title: '期末金额(元)', brief: true, align: 'right', sortable: true, cell: figure('closing', open) },
];

export default function ValueList({ first, query }: { first: AnswerOf<typeof stockValues>; query: Record<string, string> }) {
  const [day, setDay] = useState<ValueDay | null>(null);
  return (
    <>
      <ListPage<ValueDay>
        title="库存金额日报"
        source={{ id: 'warehouse/valueList', first, query, load: (q) => call(stockValues, q as never) }}
        filters={filters}
        columns={columnsOf(setDay)}
        buttons={(list) => [exportAction('stockValue', list)]}
      />
      <Drawer open={day !== null} onClose={() => setDay(null)} title={`${day?.day ?? ''} 库存金额变动`} note={day?.warehouseName} width="xl">
        {day && (
          <ListPage<ValueRow>
            title="变动"
            source={{
              id: 'warehouse/valueRows',
              local: true,
              load: (q) => call(stockValueRows, { ...q, warehouseId: day.warehouseId, day: day.day } as never),
            }}
            filters={[]}
            columns={rowColumns}
          />
        )}
      </Drawer>
    </>
  );
}

const rowColumns: Column<ValueRow>[] = [
  { key: 'at', title: '时间', kind: 'time' },
  { key: 'typeName', title: '类型' },
  { key: 'bizNo', title: '单号', cell: (row) => <DocLink movement={row} /> },
  { key: 'skuCode', title: 'SKU编码' },
  { key: 'name', title: '商品' },
  { key: 'change', title: '在库变动', align: 'right', cell: (row) => <SignedQty value={row.change} /> },
  { key: 'unitName', title: '单位' },
  { key: 'afterCost', title: '变动后成本价(元)', kind: 'price' },
  { key: 'value', title: '金额变动(元)', kind: 'money' },
];
