import type { Column, Columns, RowError, RowOf, SheetRow } from './columns';

export interface ParsedRow<C extends Columns> {
  rowNumber: number;
  value: RowOf<C>;
  /** Columns whose cell was filled but wrong, or required and empty. */
  bad: ReadonlySet<keyof C>;
}

/** Parses every cell of the row; what is wrong goes to `errors`, one sentence a cell. */
export function parseRow<C extends Columns>(columns: C, row: SheetRow, errors: RowError[]): ParsedRow<C> {
  const bad = new Set<keyof C>();
  const value: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(columns)) {
    const cell = row.cells[column.title] ?? '';
    const parsed = parseCell(column, cell);
    value[key] = 'value' in parsed ? parsed.value : null;
    if (!('error' in parsed)) continue;
    bad.add(key);
    errors.push(rowError(row.rowNumber, column.title, cell, parsed.error));
  }
  return { rowNumber: row.rowNumber, value: value as RowOf<C>, bad };
}

function parseCell(column: Column, cell: string) {
  if (cell === '') return column.required ? { error: '不能为空' } : { value: null };
  return column.field(cell);
}

/** The cell as it was understood; as typed where it is wrong. */
export function shownCell(column: Column, value: unknown, typed: string): string {
  if (value === null || value === undefined) return typed;
  return column.field.show?.(value) ?? String(value);
}

/** `text` is the rest of the sentence; an empty `column` means the whole row. */
export const rowError = (rowNumber: number, column: string, value: string, text: string): RowError => ({
  rowNumber,
  column,
  value: value.slice(0, 100),
  message: `第${rowNumber}行${column ? `“${column}”` : ''}${text}`,
});
