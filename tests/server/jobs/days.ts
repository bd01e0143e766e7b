import { expect, it } from 'vitest';
import type { Opened } from '~/server/db.server';
import type { CalendarChore } from '~/server/jobs/chores.server';
import { claimDay, endDay, giveBack } from '~/server/jobs/runs.server';

const at = (text: string) => new Date(`${text}+08:00`);
const chore = (name: string): CalendarChore => ({ name, title: name, calendar: { at: '02:00', missed: 'EACH' }, run: async () => 0 });
const well = { did: 3, error: '' };
const badly = { did: 0, error: '磁盘已满' };

/** What holds on both engines. */
export function daysAreDoneOnce(database: () => Promise<Opened>): void {
  it('gives a day to one of many who ask at once, and the next only after it', async () => {
    const opened = await database();
    const one = chore('once');
    const now = at('2026-06-15T02:00:00');
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimDay(opened, one, now)));
    const got = claims.filter((claim) => claim !== undefined);
    expect(got.map((claim) => claim.day)).toEqual(['2026-06-15']);
    await endDay(opened, got[0] as never, well, now);
    expect(await claimDay(opened, one, now)).toBeUndefined();
    expect((await claimDay(opened, one, at('2026-06-16T02:00:00')))?.day).toBe('2026-06-16');
  });

  it('makes up for the days of a stop one by one', async () => {
    const opened = await database();
    const one = chore('made-up');
    for (const day of ['2026-06-15', '2026-06-16', '2026-06-17', undefined]) {
      const now = at(day === '2026-06-15' ? '2026-06-15T03:00:00' : '2026-06-17T03:00:00');
      const claim = await claimDay(opened, one, now);
      expect(claim?.day).toBe(day);
      if (claim) await endDay(opened, claim, well, now);
    }
  });

  it('tries a failed day again after growing pauses, five times, and then leaves it failed', async () => {
    const opened = await database();
    const one = chore('failing');
    let now = at('2026-06-15T02:00:00');
    for (const [attempt, minutes] of [1, 5, 25, 120].entries()) {
      const claim = await claimDay(opened, one, now);
      expect(claim).toMatchObject({ day: '2026-06-15', attempts: attempt + 1 });
      await endDay(opened, claim as never, badly, now);
      expect(await claimDay(opened, one, new Date(now.getTime() + minutes * 60_000 - 1000)), 'not before its pause').toBeUndefined();
      now = new Date(now.getTime() + minutes * 60_000 + 1000);
    }
    await endDay(opened, (await claimDay(opened, one, now)) as never, badly, now);
    expect(await claimDay(opened, one, at('2026-06-16T01:00:00'))).toBeUndefined();
    const { rows } = await opened.pool.query("select attempts, ended_at is not null as ended, error from chore_run where chore = 'failing'");
    expect(rows).toEqual([{ attempts: 5, ended: true, error: '磁盘已满' }]);
    expect((await claimDay(opened, one, at('2026-06-16T02:00:00')))?.day, 'the next day has its own attempts').toBe('2026-06-16');
  });

  it('gives a day back at once when its process ends in order', async () => {
    const opened = await database();
    const now = at('2026-06-15T02:00:00');
    const claim = await claimDay(opened, chore('given-back'), now);
    await giveBack(opened, claim as never, now);
    expect(await claimDay(opened, chore('given-back'), now)).toMatchObject({ day: '2026-06-15', attempts: 1 });
  });
}
