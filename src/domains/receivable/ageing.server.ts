import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { late, type Owed, overdueSum, owedOn } from '~/domains/customer/owed.server';
import type { Me } from '~/portal/me';
import type { Opened, Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { addChore } from '~/server/jobs.server';
import { daysAfter } from '~/server/search.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { type Bucket, bucketsOf, DEFAULT_BUCKETS } from './ageing';

/**
 * What is owed and how late, in one way for every app: plain debts by their due day, what is owed on credit by instalment, each late once its days
 * of grace are over and then since it was due. `owing` (the view) has a row for each, `customer_owing` the sums of each customer.
 */

/** The classes of age, on a day, and what customers owe by them. */
export interface Ages {
  buckets: Bucket[];
  today: string;
  owed: Owed;
}
export async function agesOn(tx: Tx, me: Pick<Me, 'tenantId'>, today: string): Promise<Ages> {
  const buckets = await ageColumns(tx, me);
  const sums = (alias: string) => ageSums(alias, buckets, today);
  return { buckets, today, owed: await owedOn(tx, me, today, { ends: buckets.flatMap(({ to }) => to || []), sums }) };
}

/** Brings the kept sums to that day, and to classes that were set anew. */
export const turnOwing = (opened: Opened, now: Date, stop: AbortSignal): Promise<number> =>
  inEveryTenant(opened, KEEP, (tx) => turnSome(tx, shanghaiDate(now)), stop);
const AT_ONCE = 500;
export async function turnSome(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select turn_customer_owing(${today}::date, ${AT_ONCE}) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
const KEEP = 'keep-owing';
addChore({ name: KEEP, title: '客户欠款与账龄合计', everySeconds: 60, run: turnOwing });

export interface AgedCustomer {
  customer_id: string;
  open: bigint;
  overdue: bigint;
  /** Of the oldest debt that is late; 0: none is. */
  overdue_days: number;
  /** By class; what drivers make of such an array differs, so lists select them as text (`agesText`). */
  ages: readonly unknown[];
}
/** A row for each customer with debts. */
export const agedCustomers = ({ owed, today }: Ages): RawBuilder<AgedCustomer> =>
  sql`(select k.customer_id, k.open, k.overdue, coalesce(${today}::date - k.oldest_on, 0) as overdue_days, k.ages from ${owed} k)`;

export async function ageColumns(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Bucket[]> {
  const { rows } = await sql<{ days: number[] | null }>`
    select (select array_agg(d::int) from jsonb_array_elements_text(content -> 'buckets') d) as days
    from ar_config where tenant_id = ${me.tenantId} order by version desc limit 1`.execute(tx);
  return bucketsOf(rows[0]?.days ?? DEFAULT_BUCKETS);
}

export const openSum = (alias: string) => sql<bigint>`coalesce(sum(${sql.ref(`${alias}.outstanding`)}), 0)::bigint`;

/** Whether a row of `owing` is of that age. */
export function ofAge(alias: string, { from, to }: Pick<Bucket, 'from' | 'to'>, today: string): RawBuilder<SqlBool> {
  if (from === 0) return sql<SqlBool>`not ${late(alias, today)}`;
  const due = sql.ref(`${alias}.due_date`);
  return sql<SqlBool>`${late(alias, today)} and ${due} <= ${addDays(today, -from)}::date ${to === null ? sql`` : sql`and ${due} >= ${addDays(today, -to)}::date`}`;
}

/** A column of ages. */
export const ageSum = (alias: string, bucket: Bucket, today: string) =>
  sql<bigint>`coalesce(sum(${sql.ref(`${alias}.outstanding`)}) filter (where ${ofAge(alias, bucket, today)}), 0)::bigint`;
export const ageSums = (alias: string, buckets: readonly Bucket[], today: string) =>
  sql<unknown>`array[${sql.join(buckets.map((one) => ageSum(alias, one, today)))}]`;

export const agesText = sql<string[]>`aged.ages::text[]`;

/** What a whole list of `aged` comes to, and how many rows it has. */
export const wholeAges = (buckets: readonly Bucket[]) =>
  [
    sql<number>`count(*)::int`.as('count'),
    sql<string>`coalesce(sum(aged.open), 0)::text`.as('open'),
    sql<string>`coalesce(sum(aged.overdue), 0)::text`.as('overdue'),
    sql<string[]>`array[${sql.join(buckets.map((_, at) => sql`coalesce(sum(aged.ages[${sql.lit(at + 1)}]), 0)`))}]::text[]`.as('ages'),
  ] as const;
/** The last line of such a list. */
export function ageTotals({ open, overdue, ages }: { open: string; overdue: string; ages: string[] }): Record<string, string> {
  const sums = [['open', open], ['overdue', overdue], ...ages.map((one, at) => [`age${at}`, one])] as [string, string][];
  return Object.fromEntries(sums.map(([key, value]) => [key, displayYuan(BigInt(value))]));
}

/** Days overdue from … to, as lists filter by them. `to` of 0: what is not late; neither: everything open. */
export interface Days {
  from?: number | undefined;
  to?: number | undefined;
}
export const withinDays = (alias: string, { from, to }: Days, today: string): RawBuilder<SqlBool> => {
  const due = sql.ref(`${alias}.due_date`);
  const parts: RawBuilder<SqlBool>[] = [];
  if (from !== undefined && from > 0) parts.push(sql<SqlBool>`(${late(alias, today)} and ${due} <= ${addDays(today, -from)}::date)`);
  if (to !== undefined) parts.push(sql<SqlBool>`(not ${late(alias, today)} or ${due} >= ${addDays(today, -to)}::date)`);
  if (to === 0) parts.push(sql<SqlBool>`not ${late(alias, today)}`);
  return parts.length ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`true`;
};

/** The open instalments of receivables on credit, as rows of their own with the receivable's id. */
export const instalments = (tenantId: bigint): RawBuilder<unknown> => sql`(
  select r.id as receivable_id, i.due_on as due_date, i.grace_end as late_on, i.open_principal as outstanding
  from receivable r join repay_item i on i.tenant_id = r.tenant_id and i.credit_order_id = r.credit_order_id
    and i.delivery_id is not distinct from r.delivery_id and i.settled_on is null and i.open_principal > 0
  where r.tenant_id = ${tenantId} and r.credit_order_id is not null and r.status in ('OPEN', 'PART'))`;

export interface OnCredit {
  /** The due day of the first that is late; null: none is. */
  since: string | null;
  overdue: bigint;
  /** Of the days that were asked for. */
  inAge: bigint;
}
/** How late receivables on credit are, by id. */
export async function lateOnCredit(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[], today: string, days: Days = {}): Promise<Map<string, OnCredit>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<{ id: string; since: string | null; overdue: string; in_age: string }>`
    select w.receivable_id as id, (min(w.due_date) filter (where ${late('w', today)}))::text as since, ${overdueSum('w', today)}::text as overdue,
      coalesce(sum(w.outstanding) filter (where ${withinDays('w', days, today)}), 0)::text as in_age
    from ${instalments(me.tenantId)} w where w.receivable_id = ${anyOf(ids)} group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.id, { since: row.since, overdue: BigInt(row.overdue), inAge: BigInt(row.in_age) }]));
}

/** The last day on which any debt arose that falls due until `dueEnd`: lists by the day debts arose begin there. */
export const arisenBy = async (tx: Tx, me: Pick<Me, 'tenantId'>, dueEnd: string): Promise<string> =>
  addDays(dueEnd, await daysAfter(tx, me, 'receivable', sql`biz_date`, sql`due_date`));
