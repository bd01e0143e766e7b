/** Lists count exactly up to here; above, `capped` is true and the pager shows "10000+". */
export const COUNT_CAP = 10_000;

export interface Page<Row> {
  pagedRecords: Row[];
  pageNo: number;
  totalCount: number;
  capped?: boolean | undefined;
  totals?: Record<string, string> | undefined;
  tabs?: Record<string, number> | undefined;
  /** Of a reading by key: where the next rows begin, null after the last. Stays on the server. */
  next?: readonly (string | null)[] | null | undefined;
}
