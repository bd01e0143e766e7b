import type { Column } from '~/ui/list/types';
import { formatQty } from '~/ui/values/format';
import { StatusTag } from '~/ui/values/StatusTag';
import { batchLooks, batchName, batchTones } from '../batch';
import type { BatchRow } from '../batch.schema';

export const batchColumns = (open: (row: BatchRow) => void): Column<BatchRow>[] => [
  { key: 'batchNo', title: '批次', fixed: true, cell: (row) => batchName(row.batchNo) },
  { key: 'expiresOn', title: '到期日', kind: 'date', sortable: true },
  { key: 'look', title: '效期', brief: true, cell: (row) => (row.expiresOn ? <StatusTag status={row.look} names={batchLooks} tones={batchTones} /> : '- -') },
  {
    key: 'onHand',
    title: '在库',
    brief: true,
    align: 'right',
    sortable: true,
    hint: '点数字查看批次流水',
    cell: (row) => (
      <button type="button" title="批次流水" className="figures cursor-pointer text-brand underline-offset-4 hover:underline" onClick={() => open(row)}>
        {formatQty(row.onHand)}
      </button>
    ),
  },
  { key: 'inTransit', title: '在途', kind: 'qty' },
  { key: 'unitName', title: '单位' },
];
