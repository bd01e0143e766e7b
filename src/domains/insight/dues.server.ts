import { sql } from 'kysely';
import { daysOf } from '~/domains/receivable/ageing';
import { agedCustomers, agesOn } from '~/domains/receivable/ageing.server';
import { mayUseApp } from '~/portal/apps';
import { href } from '~/portal/href';
import { holds, type Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';

const R = '/portal/supplyChain/factory/finance/receivables';
const SHOWN = 5;
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
  const ages = await agesOn(tx, me, shanghaiDate(now));
  const { buckets } = ages;
  const sums = buckets.map((_, at) => sql`(sum(ages[${sql.lit(at + 1)}]::bigint) over ())::text`);
  const { rows } = await sql<Row>`
    select owed.*, customer.name from (
      select customer_id, open, overdue, overdue_days as days, (sum(open) over ())::bigint as all_open, (sum(overdue) over ())::bigint as all_overdue,
        (count(*) filter (where overdue > 0) over ())::int as late, array[${sql.join(sums)}] as sums
      from ${agedCustomers(ages)} by_customer order by overdue desc, open desc, customer_id limit ${SHOWN}
    ) owed join customer on customer.tenant_id = ${me.tenantId} and customer.id = owed.customer_id
    order by overdue desc, open desc, customer_id`.execute(tx);
  const all = rows[0];
  return {
    open: { amount: all?.all_open ?? 0n, href: book({ overdueDaysMax: EVER }) },
    overdue: { amount: all?.all_overdue ?? 0n, href: book({ overdueDaysMin: 1 }) },
    lateCustomers: all?.late ?? 0,
    ages: buckets.map((bucket, at) => ({ title: bucket.label, amount: BigInt(all?.sums[at] ?? 0), href: book({ ...daysOf(bucket) }) })),
    debtors: rows.map(({ customer_id: customerId, name, open, overdue, days }) => ({
      customerId,
      name,
      days,
      open: { amount: open, href: book({ customerId, overdueDaysMax: EVER }) },
      overdue: { amount: overdue, href: book({ customerId, overdueDaysMin: 1 }) },
    })),
  };
}
