import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { splitByLargestRemainder, sumQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { amountsOf, cameBack } from './returnable.server';
import { docs, type Held, type ReturnLine } from './store.server';

/** What came back, or is agreed to: what it was billed for, and what is refunded after the deduction. `write` keeps it by line. */
export async function reckon(tx: Tx, me: Me, { doc }: Pick<Held, 'doc'>, counted: readonly { line: ReturnLine; qty: string }[], deduct: bigint) {
  const ids = counted.map(({ line }) => line.delivery_line_id);
  const rows = await tx.selectFrom('delivery_line').select(['id', 'qty', 'amount']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  const asked = counted.map(({ line, qty }) => ({ deliveryLineId: line.delivery_line_id, qty }));
  const amounts = amountsOf(asked, new Map(rows.map((row) => [row.id, row])), await cameBack(tx, me, doc.order_id, doc.id));
  const goods = amounts.reduce((sum, amount) => sum + amount, 0n);
  if (deduct > 0n && doc.type === 'EXCHANGE') refuse('RETURN_EXCEED', `${docs.title(doc)}是换货，不退款，不能扣款`, { fields: { deduct: '换货不能扣款' } });
  if (deduct > goods)
    refuse('RETURN_EXCEED', `${docs.title(doc)}退货金额${saidYuan(goods)}元，扣款${saidYuan(deduct)}元超过退货金额`, {
      fields: { deduct: `不能超过退货金额${saidYuan(goods)}元` },
    });
  return {
    amounts,
    head: { goods_amount: goods, deduct, refund: goods - deduct, total_qty: sumQty(counted.map(({ qty }) => qty)) },
    write: () =>
      sql`update return_line l set amount = v.amount from unnest(${counted.map(({ line }) => line.id)}::uuid[], ${amounts.map(String)}::bigint[]) as v(id, amount)
        where l.tenant_id = ${me.tenantId} and l.return_id = ${doc.id} and l.id = v.id`.execute(tx),
  };
}

/** The refund by the delivery that had brought the goods; a deduction is spread over them by what they were billed for. */
export function partsOf(lines: readonly Pick<ReturnLine, 'delivery_id' | 'amount'>[], deduct: bigint): { deliveryId: string; amount: bigint }[] {
  const sums = new Map<string, bigint>();
  for (const line of lines) sums.set(line.delivery_id, (sums.get(line.delivery_id) ?? 0n) + line.amount);
  const all = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  const kept = splitByLargestRemainder(
    deduct,
    all.map(([, amount]) => amount),
  );
  return all.map(([deliveryId, amount], index) => ({ deliveryId, amount: amount - (kept[index] ?? 0n) }));
}
