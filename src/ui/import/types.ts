/** MERGE updates what exists and adds the rest; REPLACE goes by the file alone; INSERT refuses what exists. */
export type ImportMode = 'MERGE' | 'REPLACE' | 'INSERT';
/** ALL commits only when no row is wrong; VALID commits the right rows and leaves the wrong ones out. */
export type CommitHow = 'ALL' | 'VALID';

export interface ImportColumn {
  title: string;
  required?: boolean;
  note?: string;
}

export interface ImportError {
  /** Row number as the spreadsheet shows it; 0 for the file as a whole. */
  row: number;
  column: string;
  value: string;
  message: string;
}

/** PASSED: the row is meant to bring nothing, as a bank's line of a payment out. */
export type RowEffect = 'NEW' | 'CHANGED' | 'SAME' | 'PASSED';
export interface PreviewRow {
  rowNumber: number;
  /** None: the row has errors, or nobody can tell. */
  effect: RowEffect | null;
  cells: readonly string[];
}

export interface ImportPreview {
  jobId: string;
  totalRows: number;
  validRows: number;
  invalidRows: number;
  /** What committing would do with the rows, where the server can tell. */
  effects?: Readonly<Record<RowEffect, number>> | undefined;
  /** Rows as they were understood, cells in the order of `header`. */
  header?: readonly string[] | undefined;
  rows?: readonly PreviewRow[] | undefined;
  /** Columns of the file that are not imported. */
  ignored?: readonly string[] | undefined;
  /** May be cut; `errorCount` counts them all. */
  errors: readonly ImportError[];
  errorCount?: number | undefined;
  /** The original rows with a column 错误原因. */
  errorFileHref?: string | undefined;
}

export interface ImportResult {
  jobId: string;
  inserted: number;
  updated: number;
  skipped: number;
  /** More to say of it: that it waits for an approval. */
  note?: string | undefined;
  errorFileHref?: string | undefined;
  /** Whether the batch can be taken back, and until when. */
  undoable?: boolean | undefined;
  undoUntil?: string | undefined;
}
