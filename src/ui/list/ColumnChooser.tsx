import { Columns3 } from 'lucide-react';
import { IconButton } from '../kit/Button';
import { late } from '../kit/late';
import { Popover } from '../kit/Popover';
import type { Column } from './types';
import type { ColumnChoice } from './useColumns';

/** Fetched when the panel is first opened. */
const ColumnPanel = late(() => import('./ColumnPanel'));

export function ColumnChooser<Row>({ columns, choice }: { columns: readonly Column<Row>[]; choice: ColumnChoice<Row> }) {
  return (
    <Popover label="列设置" align="end" className="p-2" trigger={<IconButton label="列设置" icon={<Columns3 aria-hidden />} />}>
      <ColumnPanel columns={columns} choice={choice} />
    </Popover>
  );
}
