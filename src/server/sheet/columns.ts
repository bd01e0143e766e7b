/** The answer of a field parser: a value, or the rest of the sentence after 第{r}行“{列}”. */
export type Parsed<T> = { value: T } | { error: string };
export interface Field<T> {
  (cell: string): Parsed<T>;
  /** The value as people read it, where its own text is not that. */
  show?(value: T): string;
  /** How a cell is to be written, for the person who fills it in. */
  form?: string | undefined;
}

/** One column of an import: found in the file by its title (or an alias), never by its position. */
export interface Column<T = unknown> {
  title: string;
  field: Field<T>;
  /** The file must have the column and every row a value. */
  required?: boolean | undefined;
  /** Other titles people use for it. */
  aliases?: readonly string[] | undefined;
  /** One line beside the column, on the screen and on the template's notes sheet; follows the field's own form. */
  note?: string | undefined;
  sample?: string | undefined;
}
// biome-ignore lint/suspicious/noExplicitAny: a record of columns of differing value types
export type Columns = Record<string, Column<any>>;

/** What to know to fill the column in: its form, then its note. */
export const columnHelp = ({ field, note }: Column): string => [field.form, note].filter(Boolean).join('，');

/** A row as read: every value is null when its cell is empty or wrong, so one pass can report every error of the row. */
export type RowOf<C extends Columns> = { [K in keyof C]: (C[K] extends Column<infer T> ? T : never) | null };

export interface SheetRow {
  /** As the spreadsheet program numbers it. */
  rowNumber: number;
  cells: Record<string, string>;
}
export interface Sheet {
  /** Expected columns by their own title, others as the file has them. */
  header: string[];
  headerRow: number;
  rows: SheetRow[];
}
export interface RowError {
  rowNumber: number;
  column: string;
  value: string;
  /** A whole sentence naming row and column. */
  message: string;
}
