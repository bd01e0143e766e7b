import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { AnyImport, ImportMode, ImportRow, Mean, Report } from '~/server/import.server';
import type { Columns, RowError, Sheet } from '~/server/sheet/columns';
import { parseRow, rowError } from '~/server/sheet/rows';

export interface Checked {
  errors: RowError[];
  rows: ImportRow<Columns>[];
  good: ImportRow<Columns>[];
  plan: unknown;
  meant: ReadonlyMap<ImportRow<Columns>, ReadonlyMap<string, string>>;
}

/** Every error of every row: first cell by cell, then what the domain knows (codes that do not exist, overlaps, repeats). */
export async function checkRows(tx: Tx, me: Me, definition: AnyImport, sheet: Pick<Sheet, 'header' | 'rows'>, mode: ImportMode, now: Date): Promise<Checked> {
  const errors: RowError[] = [];
  const rows = sheet.rows.map((row) => parseRow(definition.columns, row, errors));
  const cells = new Map(sheet.rows.map((row) => [row.rowNumber, row.cells]));
  const report: Report<Columns> = (row, key, text) => {
    const title = key === null ? '' : (definition.columns[key]?.title ?? '');
    errors.push(rowError(row.rowNumber, title, cells.get(row.rowNumber)?.[title] ?? '', text));
  };
  const meant = new Map<ImportRow<Columns>, Map<string, string>>();
  const mean: Mean<Columns> = (row, key, text) => {
    meant.set(row, (meant.get(row) ?? new Map<string, string>()).set(key, text));
  };
  const has = (key: string) => sheet.header.includes(definition.columns[key]?.title ?? '');
  const plan = await definition.validate(tx, me, { rows, mode, has, report, mean, now });
  const failed = new Set(errors.map((error) => error.rowNumber));
  errors.sort((a, b) => a.rowNumber - b.rowNumber);
  return { errors, rows, meant, good: rows.filter((row) => !failed.has(row.rowNumber)), plan };
}

/** Leaves bad rows out until the rest stands by itself (a row may depend on one that was left out); the plan is about exactly `good`. */
export async function checkGoodRows(
  tx: Tx,
  me: Me,
  definition: AnyImport,
  sheet: Pick<Sheet, 'header' | 'rows'>,
  mode: ImportMode,
  now: Date,
): Promise<Checked> {
  const errors: RowError[] = [];
  let rows = sheet.rows;
  for (;;) {
    const checked = await checkRows(tx, me, definition, { header: sheet.header, rows }, mode, now);
    errors.push(...checked.errors);
    if (checked.errors.length === 0) return { ...checked, errors };
    const kept = new Set(checked.good.map((row) => row.rowNumber));
    rows = rows.filter((row) => kept.has(row.rowNumber));
  }
}
