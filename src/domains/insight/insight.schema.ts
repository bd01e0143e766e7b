import { z } from 'zod';
import { Message } from '~/domains/message/message.schema';
import { Id, Instant, Yuan } from '~/shared/fields.schema';

/** Work that waits for the person: how much, and the list that shows exactly these rows. */
/** `own`: waits for this very person to decide or act, before what is only good to know. */
export const Todo = z.object({ key: z.string(), title: z.string(), count: z.number(), href: z.string(), own: z.boolean() });
export type Todo = z.input<typeof Todo>;

export const Link = z.object({ title: z.string(), href: z.string(), note: z.string() });
export type Link = z.input<typeof Link>;

const Day = z.string();
/** Of one kind: sums of today, of this month until now and of last month until the same day, and by day. */
export const Flow = z.object({
  key: z.enum(['ordered', 'shipped', 'deposited', 'receipted']),
  today: Yuan,
  month: Yuan,
  lastMonth: Yuan,
  days: z.array(Yuan),
  before: z.array(Yuan),
});
export type Flow = z.input<typeof Flow>;
/** Only kinds the person may see. */
export const Trend = z.object({
  spans: z.object({ today: Day, month: Day, lastMonth: Day, lastSame: Day, start: Day, before: Day }),
  flows: z.array(Flow),
});
export type Trend = z.input<typeof Trend>;

/** An amount and the list of exactly its rows. */
const Sum = z.object({ amount: Yuan, href: z.string() });
export const Dues = z.object({
  open: Sum,
  overdue: Sum,
  lateCustomers: z.number(),
  ages: z.array(Sum.extend({ title: z.string() })),
  debtors: z.array(z.object({ customerId: Id, name: z.string(), days: z.number(), open: Sum, overdue: Sum })),
});
export type Dues = z.input<typeof Dues>;

/** `href` is empty for whoever may not do the step. */
export const GuideStep = z.object({ key: z.string(), title: z.string(), note: z.string(), done: z.boolean(), href: z.string(), action: z.string() });
export type GuideStep = z.input<typeof GuideStep>;
/** Closed: not shown on the home page any more. */
export const Guide = z.object({ steps: z.array(GuideStep), closed: z.boolean() });
export type Guide = z.input<typeof Guide>;

export const Home = z.object({
  name: z.string(),
  place: z.string(),
  apps: z.array(Link),
  /** Of dealers; members have a workbench for them. */
  todos: z.array(Todo),
  shortcuts: z.array(Link),
  /** Members only: how much waits for them there. */
  bench: z.object({ own: z.number(), other: z.number() }).nullable(),
  messages: z.array(Message),
  /** First steps of an administrator's company; none when all are done or the list was closed. */
  steps: z.array(GuideStep),
});
export type Home = z.input<typeof Home>;

/** A figure the nightly proof found to differ from the books. */
export const Difference = z.object({ book: z.string(), what: z.string(), balance: z.string(), proof: z.string() });
/** The nightly proof as this person sees it; `at` is null before the first. */
const LastProof = z.object({
  at: Instant.nullable(),
  compared: z.number(),
  differing: z.number(),
  /** Proofs that could not be carried out. */
  failed: z.number(),
  differences: z.array(Difference),
});
export const ProofBoard = z.object({
  proofs: z.array(
    z.object({
      key: z.string(),
      book: z.string(),
      title: z.string(),
      ranAt: Instant.nullable(),
      compared: z.number(),
      differing: z.number(),
      failure: z.string(),
      tookMs: z.number(),
      rows: z.array(z.object({ what: z.string(), balance: z.string(), proof: z.string(), href: z.string() })),
    }),
  ),
});
export type ProofBoard = z.input<typeof ProofBoard>;
export const Workbench = z.object({
  todos: z.array(Todo),
  trend: Trend,
  /** Null for whoever may not see it. */
  dues: Dues.nullable(),
  shortcuts: z.array(Link),
  /** Null for whoever sees none of the books. */
  proof: LastProof.nullable(),
});
export type Workbench = z.input<typeof Workbench>;

export const Identities = z.object({
  factories: z.array(z.object({ tenantId: z.string(), name: z.string(), todo: z.number() })),
  suppliers: z.array(z.object({ tenantId: z.string(), name: z.string(), customerName: z.string(), todo: z.number() })),
});
export type Identities = z.input<typeof Identities>;
