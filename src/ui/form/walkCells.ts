import type { KeyboardEvent } from 'react';
import type { Spot } from './grid';

export function spotOf(target: EventTarget): Spot | undefined {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('td[data-row]') : null;
  return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : undefined;
}

export function focusCell(table: HTMLElement, { row, column }: Spot): boolean {
  const input = table.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"] :is(input:not([type=hidden]), select, button, textarea)`);
  input?.focus();
  if (input instanceof HTMLInputElement && input.type === 'text') input.select();
  return Boolean(input);
}

/** Arrows and Enter between cells; `addRow` when Enter leaves the last row. */
export function walkCells(event: KeyboardEvent<HTMLElement>, rowCount: number, addRow: () => void): void {
  const spot = spotOf(event.target);
  const input = event.target;
  if (!spot || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  const table = event.currentTarget;
  const typed = input instanceof HTMLInputElement && (input.type === 'text' || input.type === 'search');
  const go = (to: Spot) => {
    if (focusCell(table, to)) event.preventDefault();
  };
  if (event.key === 'Enter' && (input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) {
    event.preventDefault();
    if (spot.row < rowCount - 1) go({ ...spot, row: spot.row + 1 });
    else {
      addRow();
      setTimeout(() => focusCell(table, { ...spot, row: spot.row + 1 }), 0);
    }
  } else if (typed && event.key === 'ArrowDown') go({ ...spot, row: spot.row + 1 });
  else if (typed && event.key === 'ArrowUp') go({ ...spot, row: spot.row - 1 });
  else if (typed && event.key === 'ArrowLeft' && input.selectionStart === 0 && input.selectionEnd === 0) go({ ...spot, column: spot.column - 1 });
  else if (typed && event.key === 'ArrowRight' && input.selectionStart === input.value.length) go({ ...spot, column: spot.column + 1 });
}
