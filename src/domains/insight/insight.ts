import { z } from 'zod';
import { Message } from '~/domains/message/message';
import { Yuan } from '~/shared/fields';

/** Counts of work stop here; the screen shows "999+". */
export const TODO_CAP = 1000;
export const shownCount = (count: number): string => (count >= TODO_CAP ? `${TODO_CAP - 1}+` : String(count));

/** Work that waits for the person: how much, and the list that shows exactly these rows. */
export const Todo = z.object({ key: z.string(), title: z.string(), count: z.number(), href: z.string() });
export type Todo = z.input<typeof Todo>;

export const Link = z.object({ title: z.string(), href: z.string(), note: z.string() });
export type Link = z.input<typeof Link>;

const Figures = z.object({ today: Yuan, month: Yuan });
/** Each null for whoever may not see it. */
export const Turnover = z.object({ ordered: Figures.nullable(), shipped: Figures.nullable(), received: Figures.nullable() });
export type Turnover = z.input<typeof Turnover>;

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
  todos: z.array(Todo),
  shortcuts: z.array(Link),
  messages: z.array(Message),
  /** First steps of an administrator's company; none when all are done or the list was closed. */
  steps: z.array(GuideStep),
});
export type Home = z.input<typeof Home>;

/** A figure the nightly proof found to differ from the books. */
export const Difference = z.object({ book: z.string(), what: z.string(), balance: z.string(), proof: z.string() });
export const Workbench = z.object({
  todos: z.array(Todo),
  turnover: Turnover,
  shortcuts: z.array(Link),
  differences: z.array(Difference),
  steps: z.array(GuideStep),
});
export type Workbench = z.input<typeof Workbench>;

export const Identities = z.object({
  factories: z.array(z.object({ tenantId: z.string(), name: z.string(), todo: z.number() })),
  suppliers: z.array(z.object({ tenantId: z.string(), name: z.string(), customerName: z.string(), todo: z.number() })),
});
export type Identities = z.input<typeof Identities>;
