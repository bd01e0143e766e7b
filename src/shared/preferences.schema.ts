import { z } from 'zod';

/** How a person likes lists shown; what is not set is the product's default. */
export const Preferences = z.object({
  compact: z.boolean().optional(),
  pageSize: z.union([z.literal(10), z.literal(20), z.literal(50), z.literal(100)], '每页条数只能是 10、20、50 或 100').optional(),
});
export type Preferences = z.infer<typeof Preferences>;

/** What is stored may be of an older version of the product: what no longer fits counts as not set. */
export const preferencesOf = (stored: unknown): Preferences => Preferences.safeParse(stored).data ?? {};
