import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Opened, Tx } from '../db.server';
import { newId } from '../ids.server';
import { type CalendarChore, daysDue } from './chores.server';

/** Names this process among those that run chores. */
const RUNNER = randomUUID();
const LEASE_MS = 180_000;
const MOST_ATTEMPTS = 5;
/** Pauses before the second to fifth attempt. */
const PAUSES_MIN = [1, 5, 25, 120];
const MINUTE_MS = 60_000;

export interface ClaimedRun {
  id: string;
  day: string;
  attempts: number;
}

/**
 * The next day of a calendar chore for this process to do: one whose attempt is due again or whose process died, else the oldest not begun.
 * The chore's row is locked meanwhile, so of several processes one gets it. On the embedded engine this process is the only one.
 */
export function claimDay(opened: Opened, chore: CalendarChore, now: Date): Promise<ClaimedRun | undefined> {
  return opened.inSystem(async (tx) => {
    const held = await lockChore(tx, chore.name);
    if (!held) return undefined;
    const again = await claimAgain(tx, opened.kind === 'embedded', chore.name, now);
    if (again) return again;
    const [day] = daysDue(chore, held.last_day, now);
    if (day === undefined) return undefined;
    await tx.updateTable('chore').set({ last_day: day }).where('name', '=', chore.name).execute();
    const id = newId();
    await tx
      .insertInto('chore_run')
      .values({ id, chore: chore.name, due_on: day, started_at: now, ...leased(now) })
      .execute();
    return { id, day, attempts: 1 };
  });
}

async function lockChore(tx: Tx, name: string) {
  await tx
    .insertInto('chore')
    .values({ name })
    .onConflict((on) => on.doNothing())
    .execute();
  return tx.selectFrom('chore').select('last_day').where('name', '=', name).forUpdate().skipLocked().executeTakeFirst();
}

async function claimAgain(tx: Tx, alone: boolean, name: string, now: Date): Promise<ClaimedRun | undefined> {
  const run = await tx
    .selectFrom('chore_run')
    .select(['id', 'due_on', 'attempts'])
    .where('chore', '=', name)
    .where('ended_at', 'is', null)
    .where('due_on', 'is not', null)
    .where((any) => any.or([any('lease_until', '<', now), ...(alone ? [any('runner', '<>', RUNNER)] : [])]))
    .orderBy('due_on')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!run) return undefined;
  const attempts = run.attempts + 1;
  await tx
    .updateTable('chore_run')
    .set({ attempts, error: '', ...leased(now) })
    .where('id', '=', run.id)
    .execute();
  return { id: run.id, day: run.due_on as string, attempts };
}

const leased = (now: Date) => ({ runner: RUNNER, lease_until: new Date(now.getTime() + LEASE_MS) });

/** Says that the run goes on; several times a lease. */
export const prolong = (opened: Opened, id: string): Promise<unknown> =>
  opened.inSystem((tx) =>
    tx
      .updateTable('chore_run')
      .set({ lease_until: sql`now() + ${`${LEASE_MS} milliseconds`}::interval` })
      .where('id', '=', id)
      .where('runner', '=', RUNNER)
      .execute(),
  );
export const PROLONG_MS = LEASE_MS / 3;

/** A failed day is tried again after growing pauses; after the last attempt it stays failed until somebody runs the chore by hand. */
export function endDay(opened: Opened, run: ClaimedRun, outcome: Outcome, now: Date): Promise<unknown> {
  const pause = outcome.error ? PAUSES_MIN[run.attempts - 1] : undefined;
  const left = pause === undefined || run.attempts >= MOST_ATTEMPTS;
  return opened.inSystem((tx) =>
    tx
      .updateTable('chore_run')
      .set({ ...outcome, did: BigInt(outcome.did), ...(left ? { ended_at: now } : { lease_until: new Date(now.getTime() + (pause ?? 0) * MINUTE_MS) }) })
      .where('id', '=', run.id)
      .where('runner', '=', RUNNER)
      .execute(),
  );
}

/** Hands a day back that an ending process did not finish. */
export const giveBack = (opened: Opened, run: ClaimedRun, now: Date): Promise<unknown> =>
  opened.inSystem((tx) =>
    tx
      .updateTable('chore_run')
      .set({ attempts: Math.max(run.attempts - 1, 0), lease_until: new Date(now.getTime() - 1) })
      .where('id', '=', run.id)
      .execute(),
  );

export interface Outcome {
  did: number;
  error: string;
}

/** Writes a run that somebody asked for. */
export const recordAsked = (opened: Opened, run: { chore: string; askedBy: string; startedAt: Date; endedAt: Date } & Outcome): Promise<unknown> =>
  opened.inSystem((tx) =>
    tx
      .insertInto('chore_run')
      .values({
        id: newId(),
        chore: run.chore,
        asked_by: run.askedBy,
        runner: RUNNER,
        started_at: run.startedAt,
        ended_at: run.endedAt,
        did: BigInt(run.did),
        error: run.error,
      })
      .execute(),
  );

export interface Turn extends Outcome {
  name: string;
  startedAt: Date;
  endedAt: Date;
}
/** How the latest turns went; failures in a row count up until one goes well. */
export async function recordTurns(opened: Opened, turns: readonly Turn[]): Promise<void> {
  if (turns.length === 0) return;
  await opened.inSystem(async (tx) => {
    for (const turn of [...turns].sort((a, b) => (a.name < b.name ? -1 : 1)))
      await sql`
        insert into chore (name, last_started_at, last_ended_at, last_did, failures, last_error)
        values (${turn.name}, ${turn.startedAt}, ${turn.endedAt}, ${turn.did}, ${turn.error ? 1 : 0}, ${turn.error})
        on conflict (name) do update set last_started_at = excluded.last_started_at, last_ended_at = excluded.last_ended_at, last_did = excluded.last_did,
          failures = case when excluded.last_error = '' then 0 else chore.failures + 1 end, last_error = excluded.last_error`.execute(tx);
  });
}
