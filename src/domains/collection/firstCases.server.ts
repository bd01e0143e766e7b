import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays } from '~/shared/dates';
import { DAY_POINTS, DAYS_A_POINT, DUE_POINTS } from './case';
import { stillOpen } from './caseStore.server';

const SHOWN = 50;
/** What `base_points` may be. */
const [MOST, LEAST] = [60, -20];

/**
 * The cases to do first, by score and then by their oldest debt. Points of amount, broken promises and state stand in `base_points`, so that within one number
 * of them older comes first: the first of each number, and of what is due today, hold the first of all, whatever the number of cases.
 */
export async function firstCases(tx: Tx, me: Pick<Me, 'tenantId'>, ownerId: string | null, today: string): Promise<string[]> {
  const due = sql`(c.follow_on <= ${today}::date or c.promised_until <= ${addDays(today, 1)}::date)`;
  const score = sql`greatest(0, c.base_points + least(${DAY_POINTS}::int, (${today}::date - c.oldest_on) / ${DAYS_A_POINT}::int) + case when ${due} then ${DUE_POINTS}::int else 0 end)`;
  const wanted = sql`c.tenant_id = ${me.tenantId} and ${stillOpen('c')} and c.overdue_amount > 0 ${ownerId ? sql`and c.owner_id = ${ownerId}` : sql``}`;
  const { rows } = await sql<{ id: string }>`
    select f.id from (
      select one.* from generate_series(${MOST}::int, ${LEAST}::int, -1) points cross join lateral (
        select c.id, c.oldest_on, ${score} as score from urge_case c where ${wanted} and c.base_points = points order by c.oldest_on, c.id limit ${SHOWN}) one
      union
      (select c.id, c.oldest_on, ${score} from urge_case c where ${wanted} and c.follow_on <= ${today}::date order by 3 desc, 2, 1 limit ${SHOWN})
      union
      (select c.id, c.oldest_on, ${score} from urge_case c where ${wanted} and c.promised_until <= ${addDays(today, 1)}::date order by 3 desc, 2, 1 limit ${SHOWN})
    ) f order by f.score desc, f.oldest_on, f.id limit ${SHOWN}`.execute(tx);
  return rows.map((row) => row.id);
}
