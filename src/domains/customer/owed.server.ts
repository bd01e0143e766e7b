import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Further sums of a customer's debts, kept beside the others: where their classes end, and how they are added up over rows of `owing`. */
export interface DebtClasses {
  ends: readonly number[];
  sums: (alias: string) => RawBuilder<unknown>;
}

/** Whether a row of `owing` is late on that day. */
export const late = (alias: string, today: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${alias}.late_on`)} < ${today}::date`;
export const overdueSum = (alias: string, today: string) =>
  sql<bigint>`coalesce(sum(${sql.ref(`${alias}.outstanding`)}) filter (where ${late(alias, today)}), 0)::bigint`;

/** A table of what customers with debts owe in 分: `customer_id`, `open`, `overdue`, `oldest_on`, `ages`. */
export type Owed = RawBuilder<unknown>;

/**
 * What customers owe, on credit by instalment, off the sums kept with the debts (`customer_owing`); of a customer whose sums do not hold on that day
 * (from midnight, or classes set anew, until they were turned) the debts themselves are added up. `oldest_on` is the due day of the oldest that is
 * late; `ages` are there where classes are named.
 */
export async function owedOn(tx: Tx, me: Pick<Me, 'tenantId'>, today: string, classes?: DebtClasses): Promise<Owed> {
  const sameClasses = classes ? sql` and k.ends = ${[...classes.ends]}::int[]` : sql``;
  const holding = sql`(k.as_of <= ${today}::date and (k.turns_on is null or k.turns_on > ${today}::date)${sameClasses})`;
  const { rows } = await sql<{ stale: boolean }>`
    select exists (select from customer_owing k where k.tenant_id = ${me.tenantId} and k.debts > 0 and not ${holding}) as stale`.execute(tx);
  // Planning how to add debts up takes longer than reading the sums: it is done only when it is needed.
  if (!rows[0]?.stale) return sql`(select k.* from customer_owing k where k.tenant_id = ${me.tenantId} and k.debts > 0)`;
  const kept = (column: 'overdue' | 'oldest_on' | 'ages') =>
    sql`case when ${holding} then ${sql.ref(`k.${column}`)} else o.${sql.ref(column)} end as ${sql.ref(column)}`;
  return sql`(select k.customer_id, k.open, ${kept('overdue')}, ${kept('oldest_on')}${classes ? sql`, ${kept('ages')}` : sql``}
    from customer_owing k left join lateral (
      select ${overdueSum('r', today)} as overdue,
        min(r.due_date) filter (where ${late('r', today)} and r.outstanding > 0) as oldest_on${classes ? sql`, ${classes.sums('r')} as ages` : sql``}
      from owing r where r.tenant_id = k.tenant_id and r.customer_id = k.customer_id and not ${holding}) o on true
    where k.tenant_id = ${me.tenantId} and k.debts > 0)`;
}
