import type { Me } from '~/portal/me';
import { fieldOfLabel } from '~/server/hiddenWords.server';
import { type AnyImport, type ImportRow, type RowEffect, rowEffects } from '~/server/import.server';
import type { Columns, Sheet } from '~/server/sheet/columns';
import { shownCell } from '~/server/sheet/rows';
import { SAMPLE_SHOWN } from './importJob';
import type { Checked } from './validateRows.server';

export interface PreviewRows {
  header: string[];
  /** Columns of the file the import knows nothing of. */
  ignored: string[];
  /** Rows without errors by what becomes of them. */
  effects: Record<RowEffect, number>;
  /** The first rows of each kind, in the file's order; `effect` null: the row has errors. */
  sample: { rowNumber: number; effect: RowEffect | null; cells: string[] }[];
}

/** The rows as they were read, and what importing each would do. */
export function previewRows(me: Me, definition: AnyImport, sheet: Pick<Sheet, 'header' | 'rows'>, checked: Checked): PreviewRows {
  const known = Object.entries(definition.columns).filter(([, column]) => sheet.header.includes(column.title));
  const titles = new Set(known.map(([, column]) => column.title));
  const header = sheet.header.filter((title) => titles.has(title));
  const keys = new Map(known.map(([key, column]) => [column.title, key]));
  const typed = new Map(sheet.rows.map((row) => [row.rowNumber, row.cells]));
  const good = new Set(checked.good);
  const effects = Object.fromEntries(rowEffects.map((effect) => [effect, 0])) as Record<RowEffect, number>;
  const shown = new Map<RowEffect | null, number>();
  const sample: PreviewRows['sample'] = [];
  for (const row of checked.rows) {
    const effect = good.has(row) ? effectOf(me, definition, checked.plan, row) : null;
    if (effect) effects[effect]++;
    const before = shown.get(effect) ?? 0;
    shown.set(effect, before + 1);
    if (before >= SAMPLE_SHOWN) continue;
    const cells = header.map((title) => {
      const key = keys.get(title) as string;
      const meant = checked.meant.get(row)?.get(key);
      return meant ?? shownCell(definition.columns[key] as Columns[string], row.value[key], typed.get(row.rowNumber)?.[title] ?? '');
    });
    sample.push({ rowNumber: row.rowNumber, effect, cells });
  }
  return { header, ignored: sheet.header.filter((title) => title !== '' && !titles.has(title)), effects, sample };
}

/** That a row changes nothing would tell what a hidden field holds: then every known row counts as changed. */
function effectOf(me: Me, definition: AnyImport, plan: unknown, row: ImportRow<Columns>): RowEffect {
  const effect = definition.effect(plan, row, me);
  if (effect !== 'SAME' || !me.hidden?.length) return effect;
  const guessed = Object.entries(definition.columns).some(([key, { title }]) => row.value[key] !== null && me.hidden?.includes(fieldOfLabel(title)));
  return guessed ? 'CHANGED' : 'SAME';
}
