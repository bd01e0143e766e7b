import { type RawBuilder, sql } from 'kysely';

/**
 * What an instalment costs on a day, in SQL, from the sums as they stood when something last happened to it: what `accrue` would answer. A test holds the
 * two together.
 */

const day = (today: string) => sql`${today}::date`;
const daily = (days: RawBuilder<unknown>) => sql`i.open_principal::numeric * i.penalty_ppm * (${days})`;
const halfUp = (raw: RawBuilder<unknown>) => sql`div(${raw} * 2 + 1000000, 2000000)`;

/** Demanded penalty before payments and waivers. */
export const penaltyOn = (today: string): RawBuilder<bigint> =>
  sql<bigint>`(${halfUp(sql`(i.carried_raw + case
  when ${day(today)} <= i.grace_end then 0
  when i.reckoned_on > i.grace_end then i.penalty_raw + ${daily(sql`${day(today)} - i.reckoned_on`)}
  when i.open_principal = 0 then 0
  when i.grace_mode = 'RETRO' then i.penalty_raw + ${daily(sql`${day(today)} - greatest(i.reckoned_on, i.due_on)`)}
  when i.grace_mode = 'FORGIVE_PAID' then ${daily(sql`${day(today)} - i.due_on`)}
  else ${daily(sql`${day(today)} - i.grace_end`)} end)`)})::bigint`;

const day360 = (of: RawBuilder<unknown>) => sql`(extract(year from ${of}) * 360 + extract(month from ${of}) * 30 + least(extract(day from ${of}), 30))`;

/** Interest before payments and waivers. */
export const interestOn = (today: string): RawBuilder<bigint> =>
  sql<bigint>`(${halfUp(sql`(i.interest_raw + i.open_principal::numeric * i.interest_ppm * greatest(0,
  case when i.day_count = 'D30_360' then ${day360(day(today))} - ${day360(sql`greatest(i.reckoned_on, i.start_on)`)}
  else ${day(today)} - greatest(i.reckoned_on, i.start_on) end))`)})::bigint`;
