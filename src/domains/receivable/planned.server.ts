import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { type Posting, postLedgers } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { nextNumber } from '~/server/numbers.server';
import { shanghaiDate } from '~/shared/dates';
import { notFound } from '~/shared/refusal';
import { tellDebtChange } from './debtChange.server';
import type { Nature } from './nature';
import { PLANNED, PLANNED_REVERSED } from './receivable';
import * as subjects from './subjects';

export interface PlannedDebt {
  amount: bigint;
  nature: Nature;
  dueDate: string;
  /** Number of the plan, and which of its items. */
  sourceNo: string;
  remark: string;
}

/** What a plan says is owed from today on, due on a day of its own: Dr1122 Cr6001. The customer's money is locked here. */
export async function raisePlannedDebts(
  tx: Tx,
  me: Me,
  of: { customerId: string; salesMemberId: string | null; planNo: string },
  debts: readonly PlannedDebt[],
  now: Date,
): Promise<{ id: string; no: string }[]> {
  if (!debts.length) return [];
  const { customerId } = of;
  await lockCustomerMoney(tx, me, [customerId]);
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'sales_member_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  const bizDate = shanghaiDate(now);
  const nos = await nextNumber(tx, me, subjects.receivable, now, debts.length);
  const made = debts.map((debt, index) => ({ ...debt, id: newId(), no: nos[index] as string }));
  for (let from = 0; from < made.length; from += 500)
    await tx
      .insertInto('receivable')
      .values(
        made.slice(from, from + 500).map((one) => ({
          tenant_id: me.tenantId,
          id: one.id,
          no: one.no,
          customer_id: customerId,
          customer_name: customer.name,
          source: 'PLAN',
          source_no: one.sourceNo,
          nature: one.nature,
          sales_member_id: of.salesMemberId ?? customer.sales_member_id,
          biz_date: bizDate,
          due_date: one.dueDate,
          amount: one.amount,
          remark: one.remark,
          created_at: now,
        })),
      )
      .execute();
  await postLedgers(
    tx,
    me,
    made.map((one) => posting({ ...one, customerId }, bizDate, false)),
  );
  await tellDebtChange(tx, me, { customerId, receivableIds: made.map((one) => one.id), why: 'RAISED', bizNo: of.planNo }, now);
  return made.map(({ id, no }) => ({ id, no }));
}

function posting(one: { id: string; no: string; customerId: string; amount: bigint; sourceNo: string }, bizDate: string, undo: boolean): Posting {
  const owed = { account: '1122', customerId: one.customerId } as const;
  const goods = { account: '6001', customerId: one.customerId } as const;
  return {
    kind: undo ? PLANNED_REVERSED : PLANNED,
    bizType: 'RECEIVABLE',
    bizId: one.id,
    bizNo: one.no,
    bizDate,
    idemKey: `RECEIVABLE:${one.id}:${undo ? 'REVERSE' : 'PLAN'}`,
    memo: `应收计划${one.sourceNo}${undo ? '中止' : ''}`,
    entries: [
      { ...(undo ? goods : owed), dr: one.amount },
      { ...(undo ? owed : goods), cr: one.amount },
    ],
  };
}

/** Takes back what a plan made, as far as nothing was paid, taken off or disputed of it. Answers what was taken back; the rest stays owed. */
export async function takeBackPlanned(tx: Tx, me: Me, of: { customerId: string; planNo: string; ids: readonly string[] }, now: Date): Promise<string[]> {
  await lockCustomerMoney(tx, me, [of.customerId]);
  const rows = await tx
    .selectFrom('receivable')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(of.ids))
    .where('source', '=', 'PLAN')
    .where('status', '=', 'OPEN')
    .where('offset', '=', 0n)
    .where('disputed', '=', 0n)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!rows.length) return [];
  const ids = rows.map((row) => row.id);
  await tx.updateTable('receivable').set({ status: 'REVERSED' }).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  await postLedgers(
    tx,
    me,
    rows.map((row) => posting({ id: row.id, no: row.no, customerId: row.customer_id, amount: row.amount, sourceNo: row.source_no }, shanghaiDate(now), true)),
  );
  await tellDebtChange(tx, me, { customerId: of.customerId, receivableIds: ids, why: 'REVERSED', bizNo: of.planNo }, now);
  return ids;
}
