import { z } from 'zod';
import { Id } from '~/shared/fields.schema';

/** LABEL is a delivery's labels, counted apart from its note. */
const DocType = z.enum(['ORDER', 'DELIVERY', 'LABEL', 'RETURN']);
export const Printed = z.object({ docType: DocType, ids: z.array(Id).min(1, '请先选择单据').max(50, '一次最多打印50张') });
export type Printed = z.output<typeof Printed>;
export const PrintInput = Printed.extend({ paper: z.enum(['A4', 'TRIPLE', 'LABEL']) });
export type PrintInput = z.output<typeof PrintInput>;
