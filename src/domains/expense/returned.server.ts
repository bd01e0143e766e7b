import { sql } from 'kysely';
import { accountOf, postLedger } from '~/domains/finance/fund.server';
import { fundConfigOf } from '~/domains/finance/fundConfig.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { divideHalfUp, scaled } from '~/shared/money';
import { perLot } from './deduction.server';
import { moveLots, renewExpired } from './lots.server';

interface GoodsBack {
  customerId: string;
  orderId: string;
  orderNo: string;
  bizId: string;
  bizNo: string;
  bizDate: string;
}

/**
 * Expense goods had used comes back with them: Dr6001 Cr2241, into the lots it came from, or anew where they are over. Of a delivered line what
 * all its returns so far are due, less what came back before, so that the last takes the rest. The customer's money is locked. Answers the sum.
 */
export async function returnDeduction(tx: Tx, me: Me, of: GoodsBack, now: Date): Promise<bigint> {
  const parts = await dueParts(tx, me, of);
  const total = parts.reduce((sum, one) => sum + one.amount, 0n);
  if (total === 0n) return 0n;
  const { id: fundAccountId } = await accountOf(tx, me, of.customerId, 'EXPENSE');
  await postLedger(tx, me, {
    kind: 'DEDUCT_RETURN',
    bizType: 'RETURN',
    bizId: of.bizId,
    bizNo: of.bizNo,
    bizDate: of.bizDate,
    idemKey: `RETURN:${of.bizId}:EXPENSE`,
    memo: `退货单${of.bizNo}退回订单${of.orderNo}抵扣的费用`,
    entries: [
      { account: '6001', customerId: of.customerId, dr: total },
      { account: '2241', customerId: of.customerId, fundAccountId, cr: total },
    ],
  });
  for (const { id, amount } of parts)
    await sql`update expense_take set returned = returned + ${amount}::bigint where tenant_id = ${me.tenantId} and id = ${id}`.execute(tx);
  await moveLots(
    tx,
    me,
    perLot(parts, (amount) => ({ remaining: amount })),
  );
  const { graceDays } = await fundConfigOf(tx, me);
  await renewExpired(
    tx,
    me,
    perLot(parts, (amount) => amount),
    { today: of.bizDate, graceDays, now },
  );
  return total;
}

async function dueParts(tx: Tx, me: Pick<Me, 'tenantId'>, { orderId, bizId }: GoodsBack): Promise<{ id: string; lotId: string; amount: bigint }[]> {
  const { rows } = await sql<{ id: string; line: string; lotId: string; amount: bigint; returned: bigint; qty: string; back: string }>`
    with backs as (
      select l.delivery_line_id, sum(case when r.type = 'REFUND_ONLY' then coalesce(l.approve_qty, 0) else l.good_qty + l.bad_qty end) as back
      from return_order r join return_line l on l.tenant_id = r.tenant_id and l.return_id = r.id
      where r.tenant_id = ${me.tenantId} and r.order_id = ${orderId} and r.type <> 'EXCHANGE' and (r.status = 'DONE' or r.id = ${bizId})
      group by l.delivery_line_id)
    select t.id, d.id as line, t.lot_id as "lotId", t.amount, t.returned, d.qty, b.back::text as back
    from backs b join delivery_line d on d.tenant_id = ${me.tenantId} and d.id = b.delivery_line_id
    join expense_take t on t.tenant_id = d.tenant_id and t.delivery_id = d.delivery_id and t.order_line_id = d.order_line_id and not t.reversed
    where b.back > 0 order by d.id, t.id`.execute(tx);
  const left = new Map<string, bigint>();
  for (const { line, qty, back } of rows) {
    if (left.has(line)) continue;
    const own = rows.filter((row) => row.line === line);
    const [taken, returned] = [own.reduce((sum, row) => sum + BigInt(row.amount), 0n), own.reduce((sum, row) => sum + BigInt(row.returned), 0n)];
    left.set(line, divideHalfUp(taken * scaled(back, 4), scaled(qty, 4)) - returned);
  }
  return rows.flatMap((row) => {
    const open = BigInt(row.amount) - BigInt(row.returned);
    const due = left.get(row.line) ?? 0n;
    const amount = open < due ? open : due;
    if (amount <= 0n) return [];
    left.set(row.line, due - amount);
    return [{ id: row.id, lotId: row.lotId, amount }];
  });
}
