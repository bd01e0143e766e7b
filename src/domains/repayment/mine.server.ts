import { sql } from 'kysely';
import type { z } from 'zod';
import { customerOf } from '~/domains/finance/myFunds.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import { items, rowsOn, shown } from './itemViews.server';
import type { MyPlan } from './repayment.schema';

/** What a dealer owes on credit, by its own plan: what is due, what is overdue, and when the next part is. */
export async function myPlan(tx: Tx, me: Me, now: Date): Promise<z.output<typeof MyPlan>> {
  const today = shanghaiDate(now);
  const rows = await rowsOn(items(tx, me), today)
    .where('i.customer_id', '=', customerOf(me))
    .where('i.settled_on', 'is', null)
    .orderBy('i.due_on')
    .orderBy('i.id')
    .limit(500)
    .execute();
  const own = rows.map((row) => shown(row, today));
  const sum = (some: typeof own) => some.reduce((total, one) => total + one.owed, 0n);
  const prepaid = await tx
    .selectFrom('repay_payment')
    .select(sql<string>`coalesce(sum(unapplied), 0)::text`.as('sum'))
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerOf(me))
    .where('applied_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    items: own.slice(0, 100),
    due: sum(own.filter((one) => one.dueOn <= today)),
    overdue: sum(own.filter((one) => one.state === 'OVERDUE')),
    owed: sum(own),
    prepaid: BigInt(prepaid.sum),
    next: own.find((one) => one.dueOn >= today)?.dueOn ?? null,
  };
}
