import { sql } from 'kysely';
import type { z } from 'zod';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import type { AutoPreview, AutoRun } from './receipt.schema';
import { applyReceipt } from './receipt.server';

/** One look matches this many pairs; the rest waits for the next. */
const MOST = 200;
type Match = z.output<typeof AutoPreview>['matches'][number];

/**
 * 自动核销, before it is done: the oldest receipts against the earliest due receivables, as far as the money has not been spent since. Money and debts of
 * a customer are laid end to end, and where two of them meet is a match; so the reading stops at the last match that is shown.
 */
export async function previewAutoApply(tx: Tx, me: Me, input: { customerIds: string[] }): Promise<z.output<typeof AutoPreview>> {
  const { rows } = await sql<Match>`
    select c.name as "customerName", m.* from fund_account a
      join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id
      cross join lateral (
        with money as (select id, no, version, unapplied, (sum(unapplied) over (order by received_at, no))::bigint as upto from receipt
            where tenant_id = a.tenant_id and customer_id = a.customer_id and status = 'CONFIRMED' and unapplied > 0 order by received_at, no limit ${MOST + 1}),
          debt as (select id, no, due_date, open, (sum(open) over (order by due_date, biz_date, no))::bigint as upto from receivable
            where tenant_id = a.tenant_id and customer_id = a.customer_id and status in ('OPEN', 'PART') and credit_order_id is null and open > 0
            order by due_date, biz_date, no limit ${MOST + 1})
        select r.id as "receiptId", r.no as "receiptNo", r.version, d.id as "receivableId", d.no as "receivableNo", d.due_date as "dueDate",
          least(d.open, d.upto - (r.upto - r.unapplied)) as open,
          least(r.upto, d.upto, a.available) - greatest(r.upto - r.unapplied, d.upto - d.open) as amount
        from money r join debt d on greatest(r.upto - r.unapplied, d.upto - d.open) < least(r.upto, d.upto, a.available)
        order by r.upto, d.upto) m
    where a.tenant_id = ${me.tenantId} and a.type = 'BALANCE' and a.available > 0 ${input.customerIds.length ? sql`and a.customer_id = ${anyOf(input.customerIds)}` : sql``}
    order by a.customer_id limit ${MOST + 1}`.execute(tx);
  const shown = rows.slice(0, MOST);
  return { matches: shown, total: shown.reduce((sum, one) => sum + one.amount, 0n), more: rows.length > MOST };
}

/** What was looked at, all of it or nothing: a receipt somebody changed since is refused with its sentence. */
export async function runAutoApply(tx: Tx, me: Me, input: z.output<typeof AutoRun>, now: Date): Promise<{ receipts: number; amount: bigint }> {
  const byReceipt = Map.groupBy(input.matches, (one) => one.receiptId);
  // Several customers in one change: their accounts first, in the order everybody locks them.
  await lockCustomerMoney(
    tx,
    me,
    tx
      .selectFrom('receipt')
      .select('customer_id')
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', anyOf([...byReceipt.keys()])),
  );
  for (const [id, parts] of byReceipt)
    await applyReceipt(tx, me, { id, version: parts[0]?.version ?? 0, applies: parts.map(({ receivableId, amount }) => ({ receivableId, amount })) }, now);
  return { receipts: byReceipt.size, amount: input.matches.reduce((sum, one) => sum + one.amount, 0n) };
}
