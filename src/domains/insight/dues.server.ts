import { sql } from 'kysely';
import { mayUseApp } from '~/portal/apps';
import { href } from '~/portal/href';
import { holds, type Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';

const R = '/portal/supplyChain/factory/finance/receivables';
const SHOWN = 5;
/** By days overdue, as 客户账龄 filters them. */
const ages = [
  { title: '未到期', min: null, max: 0 },
  { title: '1-30天', min: 1, max: 30 },
  { title: '31-60天', min: 31, max: 60 },
  { title: '61-90天', min: 61, max: 90 },
  { title: '90天以上', min: 91, max: null },
] as const;
/** Longer than any receivable is old: the open ones, due or not. */
const EVER = 36500;

const book = (query: Record<string, string | number | null>) => href(`${R}/receivablesBookList`, query);

interface Row {
  customer_id: string;
  name: string;
  open: bigint;
  overdue: bigint;
  days: number;
  all_open: bigint;
  all_overdue: bigint;
  late: number;
  sums: string[];
}

/** Open receivables: by age, what is overdue, and who owes most of that. One statement over the open ones; null for whoever may not see them. */
export async function duesOf(tx: Tx, me: Me, now: Date) {
  if (!mayUseApp(me, 'order') || !holds(me, FUND_MANAGE) || me.hidden?.includes('amount')) return null;
  const today = shanghaiDate(now);
  const inAges = ages.map(
    ({ min, max }, at) => sql`coalesce(sum(open) filter (where true
    ${min === null ? sql`` : sql`and due_date <= ${addDays(today, -min)}::date`}
    ${max === null ? sql`` : sql`and due_date >= ${addDays(today, -max)}::date`}), 0) as ${sql.ref(`age${at}`)}`,
  );
  const sums = ages.map((_, at) => sql`(sum(${sql.ref(`age${at}`)}) over ())::text`);
  const { rows } = await sql<Row>`
    select owed.*, customer.name from (
      select customer_id, open, overdue, days, (sum(open) over ())::bigint as all_open, (sum(overdue) over ())::bigint as all_overdue,
        (count(*) filter (where overdue > 0) over ())::int as late, array[${sql.join(sums)}] as sums
      from (
        select customer_id, sum(open)::bigint as open, coalesce(sum(open) filter (where due_date < ${today}::date), 0)::bigint as overdue,
          greatest(${today}::date - min(due_date), 0) as days, ${sql.join(inAges)}
        from receivable where tenant_id = ${me.tenantId} and status in ('OPEN', 'PART') group by customer_id
      ) by_customer order by overdue desc, open desc, customer_id limit ${SHOWN}
    ) owed join customer on customer.tenant_id = ${me.tenantId} and customer.id = owed.customer_id
    order by overdue desc, open desc, customer_id`.execute(tx);
  const all = rows[0];
  return {
    open: { amount: all?.all_open ?? 0n, href: book({ overdueDaysMax: EVER }) },
    overdue: { amount: all?.all_overdue ?? 0n, href: book({ overdueDaysMin: 1 }) },
    lateCustomers: all?.late ?? 0,
    ages: ages.map(({ title, min, max }, at) => ({
      title,
      amount: BigInt(all?.sums[at] ?? 0),
      href: book({ overdueDaysMin: min, overdueDaysMax: max }),
    })),
    debtors: rows.map(({ customer_id: customerId, name, open, overdue, days }) => ({
      customerId,
      name,
      days,
      open: { amount: open, href: book({ customerId, overdueDaysMax: EVER }) },
      overdue: { amount: overdue, href: book({ customerId, overdueDaysMin: 1 }) },
    })),
  };
}
