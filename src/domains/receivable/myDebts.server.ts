import { sql } from 'kysely';
import type { z } from 'zod';
import { fundSummary } from '~/domains/finance/fund.server';
import { customerOf } from '~/domains/finance/myFunds.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { shanghaiDate } from '~/shared/dates';
import type { MyDebtQuery } from './myDebts.schema';
import { pageBook } from './receivableViews.server';

export async function myFunds(tx: Tx, me: Me, now: Date) {
  const today = shanghaiDate(now);
  const due = await tx
    .selectFrom('owing')
    .select(sql<string>`coalesce(min(due_date)::text, '')`.as('nextDue'))
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerOf(me))
    .where('outstanding', '>', 0n)
    .where('due_date', '>=', today)
    .executeTakeFirstOrThrow();
  return { ...(await fundSummary(tx, me, customerOf(me), today)), ...due };
}

export const pageMyDebts = (tx: Tx, me: Me, query: z.output<typeof MyDebtQuery>, now: Date) =>
  pageBook(tx, me, { ...query, customerId: customerOf(me), salesMemberId: '' }, now);
