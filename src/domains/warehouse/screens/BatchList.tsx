import { useState } from 'react';
import { exportAction } from '~/domains/batch/pickers/exportAction';
import type { AnswerOf } from '~/shared/endpoint';
import { call } from '~/shell/call';
import { late } from '~/ui/kit/late';
import { optionsOf } from '~/ui/kit/options';
import { ListPage } from '~/ui/list/ListPage';
import type { Filter } from '~/ui/list/types';
import { batchLooks } from '../batch';
import type { BatchRow } from '../batch.schema';
import { stockBatches } from '../calls';
import { findWarehouses } from '../pickers/whenUsed';
import { batchColumns } from './batchColumns';

const BatchLedgerDrawer = late(async () => ({ default: (await import('./BatchDrawer')).BatchLedgerDrawer }));
const filters: Filter[] = [
  { kind: 'pick', key: 'warehouseId', label: '仓库', load: findWarehouses },
  { kind: 'text', key: 'word', label: '商品', placeholder: '名称、编码、条码、拼音首字母' },
  { kind: 'text', key: 'batchNo', label: '批次' },
  { kind: 'select', key: 'look', label: '效期', options: optionsOf(batchLooks) },
];

/** 批次库存 of every warehouse, the first to expire first. */
export default function BatchList({ first, query }: { first: AnswerOf<typeof stockBatches>; query: Record<string, string> }) {
  const [batch, setBatch] = useState<BatchRow | null>(null);
  const [batchColumn, ...rest] = batchColumns(setBatch);
  return (
    <>
      <ListPage<BatchRow>
        title="批次库存"
        source={{ id: 'warehouse/batchList', first, query, load: (q) => call(stockBatches, q as never) }}
        filters={filters}
        columns={[
          { key: 'skuCode', title: 'SKU编码', fixed: true, sortable: true },
          { key: 'name', title: '商品', width: 180, cell: (row) => [row.name, row.saleText].filter(Boolean).join(' / ') },
          { key: 'warehouseName', title: '仓库' },
          ...(batchColumn ? [{ ...batchColumn, fixed: false }] : []),
          ...rest,
        ]}
        buttons={(list) => [exportAction('stockBatch', list)]}
      />
      {batch && <BatchLedgerDrawer batch={batch} onClose={() => setBatch(null)} />}
    </>
  );
}
