import { z } from 'zod';

/** What every list takes; `ascs`/`descs` are comma-separated sort keys of the list. What cannot stand there is refused, but for pages (`readable`). */
export const PageQuery = z.object({
  pageNo: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(10),
  ascs: z.string().max(200).default(''),
  descs: z.string().max(200).default(''),
});
export type PageQuery = z.output<typeof PageQuery>;

type Told = Readonly<Record<string, readonly string[]>>;
const told = new WeakMap<object, Told>();

/**
 * Says of each filter by words or numbers what of the fields roles hide (`mobile`, `amount` …) its matches tell; most tell none.
 * Amounts, numbers to call, ids, dates and choices are known by type and name. A test fails for a filter that is left out.
 */
export function tells<S extends z.ZodObject>(query: S, fields: Partial<Record<keyof S['shape'], readonly string[]>>): S {
  told.set(query, fields as Told);
  return query;
}
export const toldBy = (query: object): Told | undefined => told.get(query);

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    pagedRecords: z.array(row),
    pageNo: z.number(),
    totalCount: z.number(),
    capped: z.boolean().optional(),
    /** Sums over the whole result, by column key, ready to show. */
    totals: z.record(z.string(), z.string()).optional(),
    /** Counts by tab key. */
    tabs: z.record(z.string(), z.number()).optional(),
  });
