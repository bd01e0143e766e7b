import type { ReactElement, ReactNode } from 'react';
import type { Actions, InputProps, Option } from '../kit/types';

export interface CellInput<Row> {
  /** Spread into a kit input. */
  props: InputProps & { id: string };
  row: Row;
  index: number;
  /** Changes several fields of the row at once. */
  set: (patch: Partial<Row>) => void;
}

export interface FormColumn<Row> {
  /** Field of the row. */
  key: string;
  title: string;
  kind?: 'text' | 'qty' | 'price' | 'money' | 'date';
  /** A small set: a select. */
  options?: readonly Option[];
  /** A picker; `labelKey` is the row's field that keeps the chosen label. */
  load?: (word: string) => Promise<readonly Option[]>;
  labelKey?: string;
  /** An input of the screen's own. */
  input?: (cell: CellInput<Row>) => ReactElement;
  /** Computed, not editable. */
  cell?: (row: Row, index: number, set: (patch: Partial<Row>) => void) => ReactNode;
  width?: number;
  /** Takes the whole width of the card a line is on a phone. */
  wide?: boolean;
  required?: boolean;
  readOnly?: (row: Row, index: number) => boolean;
}

export interface TableHandle<Row> {
  rows: () => Row[];
  /** Takes the place of blank rows first. */
  append: (rows: readonly Partial<Row>[]) => void;
  set: (index: number, patch: Partial<Row>) => void;
  remove: (index: number) => void;
  replace: (rows: readonly Row[]) => void;
}

export interface RowTool {
  label: string;
  icon: ReactNode;
  onPress: () => void;
}

export interface FormTableProps<Row> {
  name: string;
  /** What the lines are, for people who cannot see where they stand; 明细 unless a form has several tables. */
  label?: string;
  columns: readonly FormColumn<Row>[];
  newRow: () => Row;
  /** Totals under the columns, by key. */
  footer?: (rows: readonly Row[]) => Readonly<Record<string, ReactNode>>;
  /** Takes cells pasted from a spreadsheet, answers the rows to add. */
  paste?: (cells: string[][]) => Promise<readonly Partial<Row>[] | undefined>;
  actions?: (table: TableHandle<Row>) => Actions;
  /** More icon buttons of a row, beside copy and delete. */
  rowTools?: (index: number, table: TableHandle<Row>) => readonly RowTool[];
  /** Their order says something: a row may be moved up. */
  ordered?: boolean;
  min?: number;
  max?: number;
}
