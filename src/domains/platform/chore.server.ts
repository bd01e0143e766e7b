import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { database, type Tx } from '~/server/db.server';
import { type Chore as AnyChore, allChores, isCalendar, nextRunOf } from '~/server/jobs/chores.server';
import { runNow } from '~/server/jobs.server';
import { isOperator } from '~/server/operator.server';
import { retryEvents } from '~/server/outbox.server';
import { scopeOf } from '~/server/serve.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound, refuse } from '~/shared/refusal';
import type { Chore, ChoreRun, Chores, StuckEvents } from './chore.schema';
import * as subjects from './subjects';

/*
 * Chores belong to the installation: these run as the system and check for themselves that the person works for the platform operator.
 * For everybody else there is no chore.
 */

const RUNS_SHOWN = 50;
const eventTitles: Record<string, string> = { notice: '通知' };

export const choreAccess = (me: Me): Promise<{ operator: boolean }> =>
  database().inSystem(async (tx) => ({ operator: await isOperator(tx, me) }), { readOnly: true });

export const listChores = (me: Me, now: Date): Promise<z.output<typeof Chores>> =>
  database().inSystem(
    async (tx) => {
      if (!(await isOperator(tx, me))) return { chores: [], stuck: [] };
      const states = new Map((await tx.selectFrom('chore').selectAll().execute()).map((row) => [row.name, row]));
      return { chores: allChores().map((chore) => viewOf(chore, states.get(chore.name), now)), stuck: await stuckEvents(tx) };
    },
    { readOnly: true },
  );

interface State {
  last_started_at: Date | null;
  last_ended_at: Date | null;
  last_did: bigint;
  failures: number;
  last_error: string;
}
function viewOf(chore: AnyChore, state: State | undefined, now: Date): z.output<typeof Chore> {
  return {
    name: chore.name,
    title: chore.title,
    pace: paceOf(chore),
    calendar: isCalendar(chore),
    lastStartedAt: state?.last_started_at ?? null,
    lastEndedAt: state?.last_ended_at ?? null,
    lastDid: Number(state?.last_did ?? 0),
    failures: state?.failures ?? 0,
    lastError: state?.last_error ?? '',
    nextAt: isCalendar(chore) ? nextRunOf(chore, now) : null,
  };
}

function paceOf(chore: AnyChore): string {
  if (!isCalendar(chore)) return chore.everySeconds < 60 ? `每${chore.everySeconds}秒` : `每${Math.round(chore.everySeconds / 60)}分钟`;
  const { at, on } = chore.calendar;
  if (on === undefined) return `每天${at}`;
  return on === 'WORKDAY' ? `工作日${at}` : `每月${on.dayOfMonth}日${at}`;
}

async function stuckEvents(tx: Tx): Promise<z.output<typeof StuckEvents>[]> {
  const { rows } = await sql<{ kind: string; events: number; oldest: Date; next: Date; error: string | null }>`
    select kind, count(*)::int as events, min(created_at) as oldest, min(due_at) as next, (array_agg(last_error order by due_at))[1] as error
    from outbox where done_at is null and attempts > 0 group by kind order by kind`.execute(tx);
  return rows.map((row) => ({
    kind: row.kind,
    title: eventTitles[row.kind] ?? row.kind,
    events: row.events,
    oldestAt: row.oldest,
    nextAt: row.next,
    lastError: row.error ?? '',
  }));
}

export const listRuns = (me: Me, name: string, now: Date): Promise<{ runs: z.output<typeof ChoreRun>[] }> =>
  database().inSystem(
    async (tx) => {
      await mustOperate(tx, me);
      choreNamed(name);
      const rows = await tx.selectFrom('chore_run').selectAll().where('chore', '=', name).orderBy('started_at', 'desc').limit(RUNS_SHOWN).execute();
      return {
        runs: rows.map((row) => ({
          id: row.id,
          day: row.due_on ?? '',
          askedBy: row.asked_by,
          state: stateOf(row, now),
          attempts: row.attempts,
          startedAt: row.started_at,
          endedAt: row.ended_at,
          did: Number(row.did),
          error: row.error,
        })),
      };
    },
    { readOnly: true },
  );

function stateOf(row: { ended_at: Date | null; error: string; lease_until: Date | null }, now: Date): z.output<typeof ChoreRun>['state'] {
  if (row.ended_at) return row.error ? 'FAILED' : 'DONE';
  return row.error || (row.lease_until && row.lease_until < now) ? 'WAITING' : 'RUNNING';
}

/** Starts it in the process that answers; the run is written down when it ends. */
export async function runChore(me: Me, name: string, now: Date): Promise<Record<string, never>> {
  await database().inSystem((tx) => mustOperate(tx, me), { readOnly: true });
  const chore = choreNamed(name);
  const started = runNow(name, me.name, shanghaiDate(now));
  if (started === null) refuse('NOT_CONFIGURED', '本服务进程不运行后台任务');
  if (!started) refuse('BAD_STATE', `任务“${chore.title}”正在运行，请稍后查看结果`);
  await note(me, '立即运行后台任务', chore.title);
  return {};
}

export async function retryStuck(me: Me, kind: string, now: Date): Promise<{ events: number }> {
  const events = await database().inSystem(async (tx) => {
    await mustOperate(tx, me);
    return retryEvents(tx, kind, now);
  });
  await note(me, '重试未送达的事件', `${eventTitles[kind] ?? kind}，${events}条`);
  return { events };
}

const note = (me: Me, action: string, what: string) =>
  database().inTenant(scopeOf(me), (tx) => audit(tx, me, { action, subject: subjects.chore, id: '', no: what }));
const choreNamed = (name: string): AnyChore => allChores().find((one) => one.name === name) ?? notFound('该任务');

async function mustOperate(tx: Tx, me: Me): Promise<void> {
  if (!(await isOperator(tx, me))) notFound('该任务');
}
