import { beforeAll, describe, expect, it } from 'vitest';
import type { Opened } from '~/server/db.server';
import { claimDay } from '~/server/jobs/runs.server';
import { postgresDatabase } from '../../support/postgresDatabase';
import { daysAreDoneOnce } from './days';

let opened: Opened;
beforeAll(async () => {
  opened = await postgresDatabase({ poolSize: 14 });
});

describe('calendar chores on PostgreSQL', () => {
  daysAreDoneOnce(async () => opened);

  it('gives the day of a process that died to one other, once its lease is over', async () => {
    const chore = { name: 'left', title: 'left', calendar: { at: '02:00', missed: 'EACH' }, run: async () => 0 } as const;
    const now = new Date('2026-06-15T02:00:00+08:00');
    expect(await claimDay(opened, chore, now)).toMatchObject({ attempts: 1 });
    expect(await claimDay(opened, chore, new Date(now.getTime() + 170_000))).toBeUndefined();
    const later = new Date(now.getTime() + 190_000);
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimDay(opened, chore, later)));
    expect(claims.filter(Boolean)).toEqual([expect.objectContaining({ day: '2026-06-15', attempts: 2 })]);
  });
});
