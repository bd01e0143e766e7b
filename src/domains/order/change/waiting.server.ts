import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { compareQty, displayQty, subQty, sumQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { type Order, titleOf } from '../store.server';

interface Kept {
  id: string;
  line_no: number;
  /** What the line may still deliver in all, shipped included. */
  keeps: string;
  shipped: string;
}

/**
 * Refuses to take from an order what a delivery is about to carry: the one check of closing, cancelling and changing.
 * The order must be locked; making or editing a delivery takes the same lock, so that neither overtakes the other.
 */
export async function refuseBelowWaiting(tx: Tx, me: Me, order: Pick<Order, 'no'>, lines: readonly Kept[]): Promise<void> {
  if (!lines.length) return;
  const waiting = await tx
    .selectFrom('delivery_line')
    .innerJoin('delivery', (on) => on.onRef('delivery.tenant_id', '=', 'delivery_line.tenant_id').onRef('delivery.id', '=', 'delivery_line.delivery_id'))
    .select(['delivery_line.order_line_id', 'delivery_line.qty', 'delivery.no'])
    .where('delivery_line.tenant_id', '=', me.tenantId)
    .where('delivery_line.order_line_id', '=', anyOf(lines.map((line) => line.id)))
    .where('delivery.status', 'in', ['DRAFT', 'WAIT_OUT'])
    .orderBy('delivery.no')
    .execute();
  for (const line of lines) {
    const own = waiting.filter((row) => row.order_line_id === line.id);
    const qty = sumQty(own.map((row) => row.qty));
    const room = subQty(line.keeps, line.shipped);
    if (compareQty(qty, room) <= 0) continue;
    const left = compareQty(room, '0') > 0 ? `只能再发${displayQty(room)}` : '不再发货';
    refuse(
      'BAD_STATE',
      `${titleOf(order)}第${line.line_no}行有待出库的发货单${[...new Set(own.map((row) => row.no))].join('、')}，待出库数量${displayQty(qty)}，而该行${left}，请先修改或取消发货单`,
    );
  }
}
