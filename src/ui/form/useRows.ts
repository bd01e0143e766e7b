import { useFieldArray, useFormContext } from 'react-hook-form';
import { normaliseNumber } from '../kit/number';
import { sentenceOf } from '../kit/sentence';
import { toast } from '../kit/toast';
import { isBlankRow, parseGrid, type Spot, spread } from './grid';
import type { FormTableProps, TableHandle } from './tableTypes';

type Loose = Record<string, unknown>;

/** The rows of an editable table and everything that changes them. */
export function useRows<Row extends object>({ name, columns, newRow, paste, min = 0, max = 200 }: FormTableProps<Row>) {
  const { control, getValues, setValue } = useFormContext();
  // Rows have ids of their own, so the library's key must not be called id.
  const array = useFieldArray({ control, name, keyName: '_key' });
  const rows = (): Row[] => (getValues(name) as Row[] | undefined) ?? [];
  const fits = (count: number): boolean => {
    if (count <= max) return true;
    toast(`明细最多 ${max} 行，当前 ${count} 行`, 'warn');
    return false;
  };
  const set = (index: number, patch: Partial<Row>) => {
    for (const [key, value] of Object.entries(patch))
      setValue(`${name}.${index}.${key}`, value, { shouldDirty: true, shouldValidate: control._formState.isSubmitted });
  };
  const add = () => fits(array.fields.length + 1) && array.append(newRow(), { shouldFocus: false });
  const append = (more: readonly Partial<Row>[]) => {
    const blank = newRow();
    const kept = rows().filter((row) => !isBlankRow(row, blank));
    if (fits(kept.length + more.length)) array.replace([...kept, ...more.map((row) => ({ ...newRow(), ...row }))] as Loose[]);
  };
  const handle: TableHandle<Row> = {
    rows,
    append,
    set,
    remove: (index) => {
      if (array.fields.length <= min) toast(`明细至少保留 ${min} 行`, 'warn');
      else array.remove(index);
    },
    replace: (all) => fits(all.length) && array.replace(all as unknown as Loose[]),
  };
  const editable = columns.filter((column) => !column.cell).map((column) => column.key);
  const fill = (text: string, from: Spot): boolean => {
    const grid = parseGrid(text);
    if (grid.length === 0 || (grid.length === 1 && grid[0]?.length === 1)) return false;
    // The screen finds out what the codes of the first column mean; anywhere else cells are taken as they are.
    if (paste && from.column === 0)
      paste(grid).then(
        (made) => (made ? append(made) : overwrite(grid, from)),
        (error: unknown) => toast(sentenceOf(error), 'error'),
      );
    else overwrite(grid, from);
    return true;
  };
  const overwrite = (grid: string[][], from: Spot): void => {
    const patches = spread(grid, from, editable);
    const count = Math.max(array.fields.length, from.row + grid.length);
    if (!fits(count)) return;
    const next = Array.from({ length: count }, (_, index) => rows()[index] ?? newRow()) as Loose[];
    for (const { row, patch } of patches)
      next[row] = { ...next[row], ...Object.fromEntries(Object.entries(patch).map(([key, value]) => [key, tidy(key, value)])) };
    array.replace(next);
  };
  const tidy = (key: string, value: string): string => {
    const kind = columns.find((column) => column.key === key)?.kind;
    return kind === 'qty' || kind === 'price' || kind === 'money' ? (normaliseNumber(value) ?? value) : value;
  };
  return { array, handle, add, fill, editable };
}
