import { useState } from 'react';
import { call } from '~/shell/call';
import { Drawer } from '~/ui/kit/Dialog';
import { ListPage } from '~/ui/list/ListPage';
import { formatQty } from '~/ui/values/format';
import { batchName } from '../batch';
import type { BatchMovement, BatchRow } from '../batch.schema';
import { stockBatches, stockBatchLedger } from '../calls';
import { SignedQty } from '../pickers/SignedQty';
import type { StockRow } from '../stock.schema';
import { batchColumns } from './batchColumns';
import { DocLink } from './stockCells';

/** 批次: what there is of each in one warehouse; each figure opens what made it. */
export function BatchDrawer({ row, onClose }: { row: StockRow | null; onClose: () => void }) {
  const [batch, setBatch] = useState<BatchRow | null>(null);
  return (
    <>
      <Drawer open={row !== null} onClose={onClose} title={row ? `批次库存：${row.skuCode} ${row.name}` : '批次库存'} note={row?.warehouseName} width="lg">
        {row && (
          <ListPage<BatchRow>
            title="批次"
            source={{
              id: 'warehouse/batchDrawer',
              local: true,
              load: (q) => call(stockBatches, { ...q, warehouseId: row.warehouseId, skuId: row.skuId } as never),
            }}
            filters={[]}
            columns={batchColumns(setBatch)}
          />
        )}
      </Drawer>
      {batch && <BatchLedgerDrawer batch={batch} onClose={() => setBatch(null)} />}
    </>
  );
}

export function BatchLedgerDrawer({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  return (
    <Drawer
      open
      onClose={onClose}
      title={`批次流水：${batch.skuCode} ${batchName(batch.batchNo)}`}
      note={`${batch.warehouseName}，在库${formatQty(batch.onHand)}${batch.unitName}`}
      width="lg"
    >
      <ListPage<BatchMovement>
        title="批次流水"
        source={{
          id: 'warehouse/batchLedger',
          local: true,
          load: (q) => call(stockBatchLedger, { ...q, warehouseId: batch.warehouseId, batchId: batch.batchId } as never),
        }}
        filters={[]}
        columns={[
          { key: 'at', title: '时间', kind: 'time' },
          { key: 'typeName', title: '类型' },
          { key: 'bizNo', title: '单号', cell: (movement) => <DocLink movement={movement} /> },
          { key: 'change', title: '在库变动', align: 'right', cell: (movement) => <SignedQty value={movement.change} /> },
          { key: 'transitChange', title: '在途变动', align: 'right', cell: (movement) => <SignedQty value={movement.transitChange} /> },
          { key: 'after', title: '变动后在库', kind: 'qty' },
          { key: 'actor', title: '操作人' },
        ]}
      />
    </Drawer>
  );
}
