export interface Bucket {
  label: string;
  /** Days overdue, both inclusive; null: without an end. 0 to 0 is what is not due. */
  from: number;
  to: number | null;
}

/** Where the columns of ages end until a tenant sets its own. */
export const DEFAULT_BUCKETS: readonly number[] = [30, 60, 90, 180, 365];

/** The columns of ages between the days a tenant sets: 未到期, 1–30, 31–60 …, more. */
export function bucketsOf(days: readonly number[]): Bucket[] {
  const ends = [...new Set(days)].sort((a, b) => a - b);
  const closed = ends.map((to, at) => {
    const from = (ends[at - 1] ?? 0) + 1;
    return { label: `${from}-${to}天`, from, to };
  });
  return [{ label: '未到期', from: 0, to: 0 }, ...closed, { label: `${ends.at(-1) ?? 0}天以上`, from: (ends.at(-1) ?? 0) + 1, to: null }];
}

/** The filter of a list by days overdue that shows what a column is made of. */
export const daysOf = ({ from, to }: Bucket): { overdueDaysMin?: string; overdueDaysMax?: string } =>
  from === 0 ? { overdueDaysMax: '0' } : { overdueDaysMin: String(from), ...(to === null ? {} : { overdueDaysMax: String(to) }) };
