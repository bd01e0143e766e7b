import { useState } from 'react';
import { Button } from '../kit/Button';
import { Checkbox } from '../kit/Checks';
import { isCompact, prefer } from './preference';
import type { Column } from './types';
import type { ColumnChoice } from './useColumns';

interface Props {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'always' | 'fixed'>[];
  choice: Pick<ColumnChoice<never>, 'shows' | 'flip' | 'reset'>;
}

/** Which columns a list shows, and how closely all lists set their rows. */
export default function ColumnPanel({ columns, choice }: Props) {
  const [compact, setCompact] = useState(isCompact);
  return (
    <>
      <Checkbox
        checked={compact}
        onChange={(on) => {
          setCompact(on);
          prefer({ compact: on });
        }}
        className="rounded px-2 py-1 hover:bg-hover max-sm:hidden"
      >
        紧凑显示（所有列表）
      </Checkbox>
      <div className="mt-1 flex items-center justify-between gap-6 border-t border-line px-2 pt-1 pb-1 text-sm text-ink-2 max-sm:border-0">
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
    </>
  );
}
