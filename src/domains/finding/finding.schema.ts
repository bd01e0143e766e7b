import { z } from 'zod';
import { Yuan } from '~/shared/fields.schema';

export const Found = z.object({
  kind: z.enum(['EXACT', 'ORDER', 'CUSTOMER', 'PRODUCT']),
  title: z.string(),
  hint: z.string(),
  /** What an order costs. */
  amount: Yuan.nullable(),
  href: z.string(),
});
export type Found = z.output<typeof Found>;

export const FoundPage = z.object({
  title: z.string(),
  path: z.string(),
  /** Where it stands in the menu. */
  group: z.string(),
  /** Beginnings of its title in pinyin and in first letters, each after a space. */
  spelling: z.string(),
});
export type FoundPage = z.output<typeof FoundPage>;
