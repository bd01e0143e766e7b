import { ChevronRight, GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { cx } from '~/ui/kit/cx';
import { Tag } from '~/ui/kit/Tag';
import type { Department } from '../department.schema';
import { branchOf, inTreeOrder } from '../departmentTree';

export interface Place {
  parentId: string | null;
  beforeId: string | null;
}

interface Props {
  departments: readonly Department[];
  chosen: string;
  edits: boolean;
  onChoose: (id: string) => void;
  onMove: (department: Department, to: Place) => void;
}

/** Dragged onto a row's upper edge a department stands before it, elsewhere below it. Keys: ↑ ↓ choose, ← → fold, Alt+↑ ↓ change the order. */
export function DepartmentTree({ departments, chosen, edits, onChoose, onMove }: Props) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<Department | null>(null);
  const [over, setOver] = useState<{ id: string; before: boolean } | null>(null);
  const rows = inTreeOrder(departments, folded);
  const fold = (id: string, shut: boolean) =>
    setFolded((now) => {
      const next = new Set(now);
      if (shut) next.add(id);
      else next.delete(id);
      return next;
    });
  const dragOver = (event: DragEvent<HTMLElement>, row: Department) => {
    if (!dragged || branchOf(departments, dragged.id).has(row.id)) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    setOver({ id: row.id, before: event.clientY - box.top < box.height / 3 });
  };
  const drop = (row: Department) => {
    if (dragged && over) onMove(dragged, over.before ? { parentId: row.parentId, beforeId: row.id } : { parentId: row.id, beforeId: null });
    setDragged(null);
    setOver(null);
  };
  const press = (event: KeyboardEvent, row: Department) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && event.altKey && edits) {
      event.preventDefault();
      const to = beside(departments, row, step);
      if (to) onMove(row, to);
    } else if (step) {
      event.preventDefault();
      const next = rows[rows.findIndex((one) => one.id === row.id) + step];
      if (next) onChoose(next.id);
      if (next) document.getElementById(`department-${next.id}`)?.focus();
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') fold(row.id, event.key === 'ArrowLeft');
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(row.id);
    }
  };
  return (
    <div role="tree" aria-label="部门" className="flex flex-col py-1.5">
      {rows.map((row) => {
        const branch = departments.some((one) => one.parentId === row.id);
        const on = row.id === chosen;
        return (
          <div
            key={row.id}
            id={`department-${row.id}`}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-selected={on}
            {...(branch ? { 'aria-expanded': !folded.has(row.id) } : {})}
            tabIndex={on || (chosen === '' && row === rows[0]) ? 0 : -1}
            draggable={edits}
            onDragStart={() => setDragged(row)}
            onDragEnd={() => setOver(null)}
            onDragOver={(event) => dragOver(event, row)}
            onDrop={() => drop(row)}
            onClick={() => onChoose(row.id)}
            onKeyDown={(event) => press(event, row)}
            style={{ paddingLeft: row.depth * 20 + 8 }}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-1 border-y-2 border-transparent pr-3 hover:bg-hover',
              on && 'bg-brand-soft font-medium text-brand',
              dragged?.id === row.id && 'opacity-50',
              over?.id === row.id && (over.before ? 'border-t-brand' : 'bg-brand-soft'),
            )}
          >
            {edits && <GripVertical aria-hidden size={14} className="shrink-0 cursor-grab text-ink-3" />}
            {branch ? (
              <ChevronRight
                aria-hidden
                size={16}
                className={cx('shrink-0 transition-transform', !folded.has(row.id) && 'rotate-90')}
                onClick={(event) => {
                  event.stopPropagation();
                  fold(row.id, !folded.has(row.id));
                }}
              />
            ) : (
              <span className="w-4 shrink-0" />
            )}
            <span className="min-w-0 flex-1 truncate">{row.name}</span>
            {row.status === 'DISABLED' && <Tag>已停用</Tag>}
            <span className="figures text-sm text-ink-3">{row.people}</span>
          </div>
        );
      })}
    </div>
  );
}

/** One place up or down among its siblings. */
export function beside(all: readonly Department[], row: Department, step: number): Place | null {
  const siblings = all.filter((one) => one.parentId === row.parentId);
  const to = siblings.findIndex((one) => one.id === row.id) + step;
  if (to < 0 || to >= siblings.length) return null;
  return { parentId: row.parentId, beforeId: siblings[step > 0 ? to + 1 : to]?.id ?? null };
}
