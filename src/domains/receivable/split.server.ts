import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { nextNumber } from '~/server/numbers.server';
import type { Nature } from './nature';
import { receivableState } from './receivable';
import { lockReceivables } from './receivable.server';
import * as subjects from './subjects';

export interface DebtPart {
  amount: bigint;
  nature: Nature;
  dueDate: string;
}

/** Whether a debt still is as it was raised, so that it may be divided. */
export const isWhole = (row: {
  settled: bigint;
  offset: bigint;
  returned: bigint;
  disputed: bigint;
  split_of: string | null;
  credit_order_id: string | null;
  status: string;
}) => row.status === 'OPEN' && row.settled + row.offset + row.returned + row.disputed === 0n && row.split_of === null && row.credit_order_id === null;

/**
 * Divides a debt by what is paid when: the first part stays the receivable, each other becomes one of its own, of the same delivery, so that a reversal
 * or a return reaches all of them. Nothing moves in the ledger: the customer owes the same. The customer's money is locked. Answers the ids in order.
 */
export async function splitReceivable(
  tx: Tx,
  me: Me,
  of: { customerId: string; id: string; parts: readonly DebtPart[] },
  now: Date,
): Promise<{ id: string; no: string }[]> {
  const [row] = await lockReceivables(tx, me, of.customerId, [of.id]);
  const [first, ...rest] = of.parts;
  const sum = of.parts.reduce((all, part) => all + part.amount, 0n);
  if (!row || !first || !isWhole(row) || sum !== row.amount) throw new Error(`receivable ${of.id} cannot be divided`);
  const figures = { amount: first.amount, settled: 0n, offset: 0n, returned: 0n, refunded: 0n };
  await tx
    .updateTable('receivable')
    .set({ amount: first.amount, nature: first.nature, due_date: first.dueDate, status: receivableState(figures) })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', row.id)
    .execute();
  const nos = rest.length ? await nextNumber(tx, me, subjects.receivable, now, rest.length) : [];
  const made = rest.map((part, at) => ({ ...part, id: newId(), no: nos[at] as string }));
  if (made.length)
    await tx
      .insertInto('receivable')
      .values(
        made.map((part) => ({
          tenant_id: me.tenantId,
          id: part.id,
          no: part.no,
          split_of: row.id,
          customer_id: row.customer_id,
          customer_name: row.customer_name,
          order_id: row.order_id,
          order_no: row.order_no,
          delivery_id: row.delivery_id,
          delivery_no: row.delivery_no,
          source: row.source,
          source_no: row.source_no,
          sales_member_id: row.sales_member_id,
          biz_date: row.biz_date,
          due_date: part.dueDate,
          nature: part.nature,
          amount: part.amount,
          remark: `由应收单${row.no}按付款阶段分出`,
          created_at: now,
        })),
      )
      .execute();
  return [{ id: row.id, no: row.no }, ...made.map(({ id, no }) => ({ id, no }))];
}
