import { useEffect, useState } from 'react';
import { call } from '~/shell/call';
import { DetailSection } from '~/ui/detail/DetailSection';
import { DetailTable } from '~/ui/detail/DetailTable';
import { batchName } from '../batch';
import type { BatchMovement } from '../batch.schema';
import { stockBatchLedger } from '../calls';
import { SignedQty } from './SignedQty';

const MOST = 100;

/** 批次记录: the batches a document moved; nothing where none of its goods is kept by batch. */
export function MovedBatches({ id }: { id: string }) {
  const [rows, setRows] = useState<readonly BatchMovement[]>([]);
  useEffect(() => {
    call(stockBatchLedger, { bizId: id, pageSize: MOST } as never).then(
      (page) => setRows(page.pagedRecords),
      () => undefined,
    );
  }, [id]);
  if (!rows.length) return null;
  return (
    <DetailSection title="批次记录" note={rows.length === MOST ? `最近${MOST}条` : undefined} flush>
      <DetailTable<BatchMovement>
        caption="批次记录"
        rows={rows}
        columns={[
          { key: 'at', title: '时间', kind: 'time' },
          { key: 'warehouseName', title: '仓库' },
          { key: 'typeName', title: '类型' },
          { key: 'skuCode', title: 'SKU编码' },
          { key: 'batchNo', title: '批次', cell: (row) => batchName(row.batchNo) },
          { key: 'expiresOn', title: '到期日', kind: 'date' },
          { key: 'change', title: '在库变动', align: 'right', cell: (row) => <SignedQty value={row.change} /> },
          { key: 'transitChange', title: '在途变动', align: 'right', cell: (row) => <SignedQty value={row.transitChange} /> },
          { key: 'after', title: '变动后在库', kind: 'qty' },
        ]}
      />
    </DetailSection>
  );
}
