import type { z } from 'zod';
import { labelAt } from '~/portal/fieldLabels';
import { labelOf } from '~/shared/fieldSchemas';
import { shapeOf } from './hiddenQuery.server';

/** The Chinese name of the field a path into a call's input ends in: as the document's own table says it, else as fields of that name are called everywhere. */
export function inputLabel(input: z.ZodType | undefined, path: readonly PropertyKey[]): string | undefined {
  const names = path.filter((part) => typeof part === 'string' && !/^\d+$/.test(part)) as string[];
  const field = names.reduce<z.ZodType | undefined>((schema, name) => shapeOf(schema)?.[name], input);
  return (field && labelOf(field)) ?? labelAt(path);
}
