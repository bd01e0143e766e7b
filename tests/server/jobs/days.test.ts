import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addChore, runNow, startJobs } from '~/server/jobs.server';
import { emptyDatabase, testDatabase } from '../../support/database';
import { daysAreDoneOnce } from './days';

beforeAll(testDatabase);
afterEach(emptyDatabase);

describe('calendar chores on the embedded engine', () => {
  daysAreDoneOnce(testDatabase);

  it('takes over at once what an ended process was at: nobody else can hold the folder', async () => {
    const opened = await testDatabase();
    await opened.pool.query(`insert into chore (name, last_day) values ('left', '2026-06-15');
      insert into chore_run (id, chore, due_on, runner, lease_until, started_at) values (gen_random_uuid(), 'left', '2026-06-15', 'a process gone', now() + interval '1 day', now())`);
    const { claimDay } = await import('~/server/jobs/runs.server');
    const left = { name: 'left', title: 'left', calendar: { at: '02:00', missed: 'EACH' }, run: async () => 0 } as const;
    expect(await claimDay(opened, left, new Date('2026-06-15T04:00:00+08:00'))).toMatchObject({ day: '2026-06-15', attempts: 2 });
  });
});

describe('running chores', () => {
  it('runs a paced chore when asked, never twice at once, and writes down how it went and who asked', async () => {
    const opened = await testDatabase();
    let going: (() => void) | undefined;
    addChore({ name: 'asked', title: '试运行', everySeconds: 9999, run: () => new Promise((resolve) => (going = () => resolve(7))) });
    expect(runNow('asked', '周审言', '2026-06-15'), 'no jobs run before they are started').toBeNull();
    const stop = startJobs(opened);
    expect(runNow('asked', '周审言', '2026-06-15')).toBe(true);
    expect(runNow('asked', '周审言', '2026-06-15')).toBe(false);
    expect(runNow('unheard', '周审言', '2026-06-15')).toBe(false);
    going?.();
    await stop();
    const { rows } = await opened.pool.query("select asked_by, did::int, error from chore_run where chore = 'asked'");
    expect(rows).toEqual([{ asked_by: '周审言', did: 7, error: '' }]);
    expect((await opened.pool.query("select last_did::int as did, failures from chore where name = 'asked'")).rows).toEqual([{ did: 7, failures: 0 }]);
  });

  it('counts failures in a row and keeps the reason until a run goes well', async () => {
    const opened = await testDatabase();
    let fails = true;
    addChore({
      name: 'shaky',
      title: '不稳',
      everySeconds: 9999,
      run: async () => {
        if (fails) throw new Error('对方超时');
      },
    });
    const turn = async () => {
      const stop = startJobs(opened);
      runNow('shaky', '周审言', '2026-06-15');
      await stop();
      return (await opened.pool.query("select failures, last_error from chore where name = 'shaky'")).rows[0];
    };
    await turn();
    expect(await turn()).toEqual({ failures: 2, last_error: '对方超时' });
    fails = false;
    expect(await turn()).toEqual({ failures: 0, last_error: '' });
  });
});
