export const importStates = { PARSED: '待导入', COMMITTED: '已导入', FAILED: '导入失败', UNDONE: '已撤销', EXPIRED: '已过期', CANCELLED: '已取消' } as const;
export type ImportState = keyof typeof importStates;

/** An uploaded batch may be committed, and a committed one undone, for this long. */
export const UNDO_HOURS = 24;
/** How long the uploaded rows of a job are kept. */
export const IMPORT_ROWS_DAYS = 31;
/** Errors an answer carries; the error file has all of them. */
export const ERRORS_SHOWN = 200;
export const SAMPLE_SHOWN = 20;
