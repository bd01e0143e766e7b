import { Columns3 } from 'lucide-react';
import { Button, IconButton } from '../kit/Button';
import { Checkbox } from '../kit/Checks';
import { Popover } from '../kit/Popover';
import type { Column } from './types';
import type { ColumnChoice } from './useColumns';

export function ColumnChooser<Row>({ columns, choice }: { columns: readonly Column<Row>[]; choice: ColumnChoice<Row> }) {
  return (
    <Popover label="列设置" align="end" className="p-2" trigger={<IconButton label="列设置" icon={<Columns3 aria-hidden />} />}>
      <div className="flex items-center justify-between gap-6 px-2 pb-1 text-sm text-ink-2">
        显示的列
        <Button tone="link" size="sm" onClick={choice.reset}>
          恢复默认
        </Button>
      </div>
      <div className="flex max-h-80 min-w-44 flex-col overflow-auto">
        {columns.map((column) => (
          <Checkbox
            key={column.key}
            checked={choice.shows(column.key)}
            disabled={column.always ?? column.fixed ?? false}
            onChange={() => choice.flip(column.key)}
            className="rounded px-2 py-1 hover:bg-hover"
          >
            {column.title}
          </Checkbox>
        ))}
      </div>
    </Popover>
  );
}
