import { href } from '~/portal/href';
import { call } from '~/shell/call';
import { Field } from '~/ui/form/Field';
import { FormDialog } from '~/ui/form/FormDialog';
import { Drawer } from '~/ui/kit/Dialog';
import { NumberInput } from '~/ui/kit/Input';
import { Link } from '~/ui/kit/Link';
import { optionsOf } from '~/ui/kit/options';
import { toast } from '~/ui/kit/toast';
import { ListPage } from '~/ui/list/ListPage';
import { formatQty } from '~/ui/values/format';
import { Qty } from '~/ui/values/Qty';
import { stockAllocations, stockLedger, stockList, stockSafety, stockShortages } from '../calls';
import { SignedQty } from '../pickers/SignedQty';
import { bizTypes } from '../stock';
import type { Allocated, Shortage, StockMovement, StockRow } from '../stock.schema';
import { DocLink } from './stockCells';

interface Props {
  row: StockRow | null;
  onClose: () => void;
}
const orderLink = (one: { orderId: string; orderNo: string }) => (
  <Link href={href('/portal/supplyChain/factory/order/detail', { id: one.orderId })}>{one.orderNo || '（未编号）'}</Link>
);
const titleOf = (row: StockRow | null, what: string): string => (row ? `${what}：${row.skuCode} ${row.name}` : what);

/** 流水: what made the figures of one balance, the newest first. */
export function LedgerDrawer({ row, onClose }: Props) {
  return (
    <Drawer open={row !== null} onClose={onClose} title={titleOf(row, '库存流水')} note={row?.warehouseName} width="xl">
      {row && (
        <ListPage<StockMovement>
          title="流水"
          source={{
            id: 'warehouse/ledgerDrawer',
            local: true,
            load: (q) => call(stockLedger, { ...q, warehouseId: row.warehouseId, skuId: row.skuId } as never),
          }}
          filters={[
            { kind: 'select', key: 'bizType', label: '类型', options: optionsOf(bizTypes) },
            { kind: 'dates', key: 'at', label: '时间', startKey: 'atStart', endKey: 'atEnd' },
          ]}
          columns={[
            { key: 'at', title: '时间', kind: 'time' },
            { key: 'typeName', title: '类型' },
            { key: 'bizNo', title: '单号', cell: (movement) => <DocLink movement={movement} /> },
            { key: 'change', title: '变动', align: 'right', cell: (movement) => <SignedQty value={movement.change} /> },
            { key: 'after', title: '变动后在库', kind: 'qty' },
            { key: 'reservedChange', title: '占用变动', align: 'right', cell: (movement) => <SignedQty value={movement.reservedChange} /> },
            { key: 'afterReserved', title: '变动后占用', kind: 'qty' },
            { key: 'actor', title: '操作人' },
          ]}
        />
      )}
    </Drawer>
  );
}

/** 占用明细: the orders that hold the reserved quantity. */
export function AllocationsDrawer({ row, onClose }: Props) {
  return (
    <Drawer
      open={row !== null}
      onClose={onClose}
      title={titleOf(row, '占用明细')}
      note={row ? `${row.warehouseName}，占用${formatQty(row.reserved)}${row.unitName}` : undefined}
      width="lg"
    >
      {row && (
        <ListPage<Allocated>
          title="占用"
          source={{
            id: 'warehouse/promises',
            local: true,
            load: (q) => call(stockAllocations, { ...q, warehouseId: row.warehouseId, skuId: row.skuId } as never),
          }}
          filters={[]}
          columns={[
            { key: 'orderNo', title: '订单编号', cell: orderLink },
            { key: 'customerName', title: '客户' },
            { key: 'lineNo', title: '行号', align: 'right' },
            { key: 'qty', title: '累计占用', kind: 'qty' },
            { key: 'consumed', title: '已出库', kind: 'qty' },
            { key: 'open', title: '当前占用', align: 'right', cell: (one) => <Qty value={one.open} unit={row.unitName} /> },
            { key: 'createdAt', title: '占用时间', kind: 'minute' },
          ]}
        />
      )}
    </Drawer>
  );
}

/** 欠货明细: the approved orders still waiting for the goods, first served first. */
export function ShortagesDrawer({ row, onClose }: Props) {
  return (
    <Drawer
      open={row !== null}
      onClose={onClose}
      title={titleOf(row, '欠货明细')}
      note={row ? `${row.warehouseName}，欠货${formatQty(row.short)}${row.unitName}；到货后按审核先后自动占用` : undefined}
      width="lg"
    >
      {row && (
        <ListPage<Shortage>
          title="欠货"
          source={{
            id: 'warehouse/shortages',
            local: true,
            load: (q) => call(stockShortages, { ...q, warehouseId: row.warehouseId, skuId: row.skuId } as never),
          }}
          filters={[]}
          columns={[
            { key: 'orderNo', title: '订单编号', cell: orderLink },
            { key: 'customerName', title: '客户' },
            { key: 'lineNo', title: '行号', align: 'right' },
            { key: 'reserved', title: '已占用', kind: 'qty' },
            { key: 'short', title: '欠货', align: 'right', cell: (one) => <Qty value={one.short} unit={row.unitName} /> },
            { key: 'expectDate', title: '期望到货', kind: 'date', sortable: true },
            { key: 'approvedAt', title: '审核时间', kind: 'minute', sortable: true },
          ]}
        />
      )}
    </Drawer>
  );
}

/** 分布: the same SKU in every warehouse. */
export function SpreadDrawer({ row, onClose }: Props) {
  return (
    <Drawer open={row !== null} onClose={onClose} title={titleOf(row, '各仓分布')} width="lg">
      {row && (
        <ListPage<StockRow>
          title="库存"
          source={{ id: 'warehouse/spread', local: true, load: (q) => call(stockList, { ...q, skuId: row.skuId } as never) }}
          filters={[]}
          columns={[
            { key: 'warehouseName', title: '仓库' },
            { key: 'onHand', title: '在库', kind: 'qty' },
            { key: 'reserved', title: '占用', kind: 'qty' },
            { key: 'frozen', title: '冻结', kind: 'qty' },
            { key: 'inTransit', title: '在途', kind: 'qty' },
            { key: 'available', title: '可用', align: 'right', cell: (one) => <Qty value={one.available} unit={one.unitName} /> },
          ]}
        />
      )}
    </Drawer>
  );
}

/** 库存预警设置 of one or several SKUs. */
export function SafetyDialog({ rows, onClose, onSaved }: { rows: readonly StockRow[]; onClose: () => void; onSaved: () => void }) {
  const [one] = rows;
  const same = rows.length === 1 ? one : undefined;
  const skuIds = [...new Set(rows.map((row) => row.skuId))];
  return (
    <FormDialog
      open={rows.length > 0}
      onClose={onClose}
      title={same ? `库存预警：${same.skuCode}` : `库存预警：${skuIds.length}个SKU`}
      defaults={{ low: same?.safetyLow ?? '', high: same?.safetyHigh ?? '' }}
      submit={async ({ low, high }) => {
        const { count } = await call(stockSafety, { skuIds, low, high });
        toast(`已设置${count}个SKU的库存预警`, 'ok');
        onSaved();
      }}
    >
      <Field name="low" label="库存下限" hint="可用库存低于下限时预警；留空不预警">
        <NumberInput decimals={4} unit={same?.unitName} />
      </Field>
      <Field name="high" label="库存上限" hint="可用库存超过上限时预警；留空不预警">
        <NumberInput decimals={4} unit={same?.unitName} />
      </Field>
    </FormDialog>
  );
}
