import { z } from 'zod';
import { FilterTime, Instant } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';

const words = z.string().trim().max(60).default('');
const Result = z.enum(['', 'OK', 'FAILED']).default('');
const common = { actor: words, address: words, startTime: FilterTime, endTime: FilterTime };

export const OperationQuery = tells(
  PageQuery.extend({ actor: words, subject: words, action: words, subjectNo: words, startTime: FilterTime, endTime: FilterTime }),
  {
    actor: [],
    subject: [],
    action: [],
    subjectNo: [],
  },
);
export type OperationQuery = z.output<typeof OperationQuery>;
export const Operation = z.object({
  id: z.string(),
  source: z.string(),
  actor: z.string(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectNo: z.string(),
  at: Instant,
});
export type Operation = z.input<typeof Operation>;

export const OperationDetail = Operation.extend({
  note: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Whether the entries about this record still fit together; null where they carry no hashes. */
  chain: z.object({ whole: z.boolean(), checked: z.number(), problem: z.string() }).nullable(),
});
export type OperationDetail = z.input<typeof OperationDetail>;

export const LoginQuery = tells(PageQuery.extend({ ...common, result: Result }), { actor: ['mobile'], address: [] });
export type LoginQuery = z.output<typeof LoginQuery>;
export const LoginEntry = z.object({
  id: z.string(),
  actor: z.string(),
  kind: z.string(),
  detail: z.string(),
  address: z.string(),
  agent: z.string(),
  newDevice: z.boolean(),
  at: Instant,
});
export type LoginEntry = z.input<typeof LoginEntry>;

export const ApiQuery = tells(PageQuery.extend({ ...common, path: words, result: Result }), { actor: [], address: [], path: [] });
export type ApiQuery = z.output<typeof ApiQuery>;
export const ApiEntry = z.object({
  id: z.string(),
  actor: z.string(),
  path: z.string(),
  title: z.string(),
  code: z.string(),
  ms: z.number(),
  address: z.string(),
  at: Instant,
});
export type ApiEntry = z.input<typeof ApiEntry>;
