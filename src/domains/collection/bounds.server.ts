import { arConfigOf } from '~/domains/receivablePlan/config.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { minutesOf } from '~/shared/clock';
import { isWorkingDay } from '~/shared/workingTime';
import type { Versioned } from './assess';
import { type Bounds, within } from './strategy';

/** Hours, days, gaps and caps of 应收设置, which no strategy goes beyond. */
export async function boundsOf(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Bounds> {
  const { sendFrom, sendTo, workdaysOnly, minContactDays, dailyCap, holidays } = await arConfigOf(tx, me);
  const own = new Map(holidays.map(({ day, works }) => [day, works]));
  const works = (day: string): boolean => own.get(day) ?? isWorkingDay(day);
  return { windowFrom: minutesOf(sendFrom), windowUntil: minutesOf(sendTo), workdaysOnly, gapDays: minContactDays, perCustomer: dailyCap, works };
}
export const bounded = (one: Versioned, bounds: Bounds): Versioned => ({ ...one, strategy: within(one.strategy, bounds) });
