import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, daysBetween, shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { isProvisional, isWorkingDay } from '~/shared/workingTime';
import { items, rowsOn, shown } from './itemViews.server';
import { interestOn, penaltyOn } from './owing.server';
import type { Calendar, CalendarQuery, DayItems } from './repayment.schema';

/** A month's view shows at most six weeks. */
const MOST_DAYS = 62;
const DAY_ROWS = 100;

/** 休 on weekdays that are free, 班 on weekend days that are worked. */
function markOf(day: string): '' | 'REST' | 'WORK' {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const weekend = weekday === 0 || weekday === 6;
  const works = isWorkingDay(day);
  return works === weekend ? (works ? 'WORK' : 'REST') : '';
}

/** 还款日历: what is due and what came in, day by day. */
export async function readCalendar(tx: Tx, me: Me, query: z.output<typeof CalendarQuery>, now: Date): Promise<z.output<typeof Calendar>> {
  const today = shanghaiDate(now);
  const length = daysBetween(query.from, query.to) + 1;
  if (length < 1 || length > MOST_DAYS) refuse('BAD_STATE', `日历一次最多看${MOST_DAYS}天，${query.from}至${query.to}不在范围内`);
  const due = await items(tx, me)
    .select([
      'i.due_on as day',
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`sum(i.principal + i.fee + ${interestOn(today)} - i.relieved_principal - i.relieved_fee - i.relieved_interest)::bigint`.as('due'),
      sql<bigint>`sum(case when i.settled_on is null then i.open_principal + ${penaltyOn(today)} - i.paid_penalty - i.relieved_penalty else 0 end)::bigint`.as(
        'open',
      ),
      sql<boolean>`bool_or(i.settled_on is null and i.grace_end < ${today}::date)`.as('overdue'),
    ])
    .where('i.due_on', '>=', query.from)
    .where('i.due_on', '<=', query.to)
    .where('i.principal', '>', 0n)
    .groupBy('i.due_on')
    .execute();
  const paid = await tx
    .selectFrom('repay_payment')
    .select(['value_on as day', sql<bigint>`sum(amount)::bigint`.as('paid')])
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', 'MONEY')
    .where('applied_at', 'is not', null)
    .where('value_on', '>=', query.from)
    .where('value_on', '<=', query.to)
    .groupBy('value_on')
    .execute();
  const [dueBy, paidBy] = [new Map(due.map((one) => [one.day, one])), new Map(paid.map((one) => [one.day, BigInt(one.paid)]))];
  const days = Array.from({ length }, (_, index) => {
    const day = addDays(query.from, index);
    const one = dueBy.get(day);
    return {
      day,
      workday: isWorkingDay(day),
      mark: markOf(day),
      provisional: isProvisional(day),
      count: one?.count ?? 0,
      due: BigInt(one?.due ?? 0),
      paid: paidBy.get(day) ?? 0n,
      overdue: one?.overdue ?? false,
    };
  });
  return {
    days,
    due: days.reduce((sum, one) => sum + one.due, 0n),
    paid: days.reduce((sum, one) => sum + one.paid, 0n),
    expected: due.reduce((sum, one) => (one.day >= today ? sum + BigInt(one.open ?? 0) : sum), 0n),
    today,
  };
}

export async function dayItems(tx: Tx, me: Me, input: { day: string }, now: Date): Promise<z.output<typeof DayItems>> {
  const today = shanghaiDate(now);
  const rows = await rowsOn(items(tx, me), today)
    .where('i.due_on', '=', input.day)
    .where('i.principal', '>', 0n)
    .orderBy('i.settled_on', (by) => by.desc().nullsFirst())
    .orderBy('i.no')
    .limit(DAY_ROWS + 1)
    .execute();
  return { items: rows.slice(0, DAY_ROWS).map((row) => shown(row, today)), more: rows.length > DAY_ROWS ? 1 : 0 };
}
