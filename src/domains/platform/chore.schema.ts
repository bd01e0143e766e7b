import { z } from 'zod';
import { Instant } from '~/shared/fields.schema';

export const RunState = z.enum(['RUNNING', 'WAITING', 'DONE', 'FAILED']);

/** Something the installation does by itself, and how it went last. */
export const Chore = z.object({
  name: z.string(),
  title: z.string(),
  /** When it runs, in words. */
  pace: z.string(),
  calendar: z.boolean(),
  lastStartedAt: Instant.nullable(),
  lastEndedAt: Instant.nullable(),
  lastDid: z.number(),
  /** Failures in a row. */
  failures: z.number(),
  lastError: z.string(),
  nextAt: Instant.nullable(),
});
export const ChoreRun = z.object({
  id: z.string(),
  day: z.string(),
  askedBy: z.string(),
  state: RunState,
  attempts: z.number(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  did: z.number(),
  error: z.string(),
});
/** Events that some subscriber could not take yet, together by kind. */
export const StuckEvents = z.object({ kind: z.string(), title: z.string(), events: z.number(), oldestAt: Instant, nextAt: Instant, lastError: z.string() });

export const Chores = z.object({ chores: z.array(Chore), stuck: z.array(StuckEvents) });
