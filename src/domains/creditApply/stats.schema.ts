import { z } from 'zod';
import { Id, Yuan } from '~/shared/fields.schema';

const Sum = z.object({ amount: Yuan, href: z.string() });
const Count = z.object({ count: z.number(), href: z.string() });
const Series = z.object({ label: z.string(), values: z.array(z.object({ amount: Yuan, href: z.string() })) });

/** Every figure with the list of exactly its rows. */
export const Overview = z.object({
  /** Of accounts in use that have a limit; unlimited ones are counted beside. */
  total: Sum,
  unlimited: Count,
  used: Sum,
  held: Sum,
  available: Sum,
  /** Percent, one decimal. */
  usage: z.string(),
  overdue: Sum,
  overdueCustomers: Count,
  dueThisMonth: Sum,
  expiring: Count,
  exceeded: Count,
  frozen: Count,
  ages: z.array(z.object({ title: z.string(), amount: Yuan, href: z.string() })),
  months: z.array(z.string()),
  trend: z.array(Series),
  top: z.array(z.object({ customerId: Id, name: z.string(), used: Sum, limit: Sum.extend({ amount: Yuan.nullable() }), usage: z.string(), overdue: Sum })),
  todo: z.array(Count.extend({ title: z.string(), own: z.boolean() })),
});
export const OperateInput = z.object({
  month: z
    .string()
    .regex(/^(\d{4}-(0[1-9]|1[0-2]))?$/, '月份应写作如2026-11')
    .default(''),
});
export const Operate = z.object({
  month: z.string(),
  /** The lists of all applications and of all checks of the month. */
  asked: z.string(),
  checked: z.string(),
  /** By kind and where they stand. */
  applies: z.array(Count.extend({ kind: z.string(), title: z.string(), passed: z.number(), refused: z.number(), waiting: z.number(), amount: Yuan })),
  /** Hours from submitting to the decision, of those decided in the month; '' when none was. */
  hours: z.string(),
  hoursOf: z.string(),
  granted: Sum,
  checks: z.array(Count.extend({ verdict: z.string(), amount: Yuan })),
  hits: z.array(Count.extend({ ruleId: z.string(), name: z.string(), reaction: z.string(), customers: z.number() })),
  specials: z.array(Count.extend({ status: z.string() })),
  actions: z.array(Count.extend({ kind: z.string(), open: z.number() })),
  months: z.array(z.string()),
  trend: z.array(Series),
});
export const GuideStep = z.object({ key: z.string(), title: z.string(), note: z.string(), done: z.boolean(), href: z.string(), action: z.string() });
export const Guide = z.object({ steps: z.array(GuideStep) });
