import { z } from 'zod';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { readSetting, writeSetting } from '~/server/settings.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { makeMonth, refreshStale } from './draft.server';
import { firstDay } from './statement';

const KEY = 'statement.monthly';
/** The last month drafts were made of, 'yyyy-MM'; '' before the first. */
const Done = z.object({ month: z.string().default(''), refreshed: z.string().default('') });

/** Each night: drafts of the months that ended and were not made yet, from the day of the month the factory chose; then drafts take in what was posted since. */
export async function makeMonthly(opened: Opened, now: Date, stop?: AbortSignal): Promise<number> {
  return opened.unlimited(() => inEveryTenant(opened, 'statement-drafts', (tx, clock) => monthlyOf(tx, clock, now), stop));
}

/** One step for a tenant; 0 when nothing is left to do today. */
export async function monthlyOf(tx: Tx, clock: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const { value, version } = await readSetting(tx, clock, KEY, Done);
  const month = await nextMonth(tx, clock, value.month, today);
  if (month) {
    await makeMonth(tx, clock, { month, customerIds: [], monthly: true }, now);
    await writeSetting(tx, clock, KEY, { ...value, month }, version);
    return 1;
  }
  if (value.refreshed === today) return 0;
  await refreshStale(tx, clock);
  await writeSetting(tx, clock, KEY, { ...value, refreshed: today }, version);
  return 1;
}

/** The next month to make drafts of: one after the last done, each by itself however long nothing ran. */
async function nextMonth(tx: Tx, me: Me, last: string, today: string): Promise<string | undefined> {
  const { statementAuto, statementDay } = await orderSettingsOf(tx, me);
  if (!statementAuto) return undefined;
  const thisMonth = firstDay(today);
  const due = Number(today.slice(8)) >= statementDay ? monthBefore(thisMonth) : monthBefore(`${monthBefore(thisMonth)}-01`);
  const next = last ? addDays(`${last}-01`, 31).slice(0, 7) : due;
  return next <= due ? next : undefined;
}
const monthBefore = (first: string): string => addDays(first, -1).slice(0, 7);
