import { sql } from 'kysely';
import type { Opened, Tx } from '../db.server';
import { newId } from '../ids.server';
import { type CalendarChore, daysDue } from './chores.server';
import { claimDue, leaseUntil, nextTry, RUNNER } from './claim.server';

const LEASE_S = 180;
/** Between five attempts. */
const PAUSES_S = [60, 300, 1500, 7200];

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
  const [run] = await claimDue(tx, 'chore_run', {
    where: sql`chore = ${name} and ended_at is null and due_on is not null and (lease_until < ${now} ${alone ? sql`or runner <> ${RUNNER}` : sql``})`,
    order: sql`due_on`,
    most: 1,
    lease: { error: '', ...leased(now) },
    key: ['id'],
  });
  return run && { id: run.id, day: run.due_on as string, attempts: run.attempts };
}

const leased = (now: Date) => ({ runner: RUNNER, lease_until: leaseUntil(now, LEASE_S) });

/** Says that the run goes on; several times a lease. */
export const prolong = (opened: Opened, id: string): Promise<unknown> =>
  opened.inSystem((tx) =>
    tx
      .updateTable('chore_run')
      .set({ lease_until: sql`now() + ${`${LEASE_S} seconds`}::interval` })
      .where('id', '=', id)
      .where('runner', '=', RUNNER)
      .execute(),
  );
export const PROLONG_MS = (LEASE_S * 1000) / 3;

/** A failed day is tried again after growing pauses; after the last attempt it stays failed until somebody runs the chore by hand. */
export function endDay(opened: Opened, run: ClaimedRun, outcome: Outcome, now: Date): Promise<unknown> {
  const again = outcome.error ? nextTry(run.attempts, PAUSES_S, now) : undefined;
  return opened.inSystem((tx) =>
    tx
      .updateTable('chore_run')
      .set({ ...outcome, did: BigInt(outcome.did), ...(again ? { lease_until: again } : { ended_at: now }) })
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
