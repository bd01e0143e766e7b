import { z } from 'zod';

/** What became of one of several rows; `message` says why it was refused, or what was done. */
export const RowResult = z.object({ id: z.string(), ok: z.boolean(), message: z.string() });
export type RowResult = z.output<typeof RowResult>;
export const RowResults = z.object({ results: z.array(RowResult) });
export type RowResults = z.output<typeof RowResults>;
