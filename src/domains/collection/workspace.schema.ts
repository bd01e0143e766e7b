import { z } from 'zod';
import { BizDate, FilterChoice, FilterId, Id, Instant, Yuan } from '~/shared/fields.schema';
import { PageQuery, tells } from '~/shared/page.schema';
import { promiseStates } from './case';
import { CaseRow, PromiseRow, TaskRow } from './case.schema';

const day = BizDate.optional();

/** Promises by when they ended or fall due. */
export const PromiseQuery = tells(
  PageQuery.extend({
    caseId: FilterId,
    ownerId: FilterId,
    status: FilterChoice(promiseStates),
    decidedStart: day,
    decidedEnd: day,
    dueStart: day,
    dueEnd: day,
  }),
  {},
);
export type PromiseQuery = z.output<typeof PromiseQuery>;
export const PromiseListRow = PromiseRow.extend({
  caseId: Id,
  caseNo: z.string(),
  customerName: z.string(),
  ownerName: z.string(),
  decidedAt: Instant.nullable(),
});

const Figure = z.object({ amount: Yuan, href: z.string() });
export const Workspace = z.object({
  today: BizDate,
  /** When the figures of cards, ages and team were reckoned. */
  asOf: Instant,
  cards: z.object({
    openAmount: Figure,
    overdueAmount: Figure,
    overduePct: z.string(),
    dso: z.number().nullable(),
    receivedMonth: Figure,
    /** What falls due this month. */
    dueMonth: Figure,
    /** 0: none was set. */
    targetMonth: Yuan,
    promisesKept: z.number(),
    promisesEnded: z.number(),
    openCases: z.number(),
  }),
  ages: z.array(z.object({ title: z.string(), amount: Yuan, href: z.string() })),
  mine: z.boolean(),
  list: z.array(CaseRow.extend({ score: z.number(), parts: z.array(z.object({ label: z.string(), points: z.number() })), next: z.string() })),
  tasks: z.array(TaskRow),
  /** Open promises that are due within three days or were already: `query` lists them all. */
  promises: z.object({ query: z.object({ ownerId: z.string(), dueEnd: BizDate }), first: z.array(PromiseListRow), count: z.number(), capped: z.boolean() }),
  team: z.array(
    z.object({
      memberId: z.string(),
      name: z.string(),
      cases: z.number(),
      overdueAmount: Yuan,
      contacts: z.number(),
      tasks: z.number(),
      receivedAmount: Yuan,
      promisesKept: z.number(),
      promisesEnded: z.number(),
    }),
  ),
});
export const WorkspaceQuery = z.object({ mine: z.enum(['true', 'false', '']).default('') });
