import { sql } from 'kysely';
import type { z } from 'zod';
import type { SkuSnapshot } from '~/domains/order/lines/skuSnapshot';
import type { OrderStatus } from '~/domains/order/order.schema';
import { isPrivateDraft, linesOf } from '~/domains/order/store.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { compareQty, subQty, sumQty } from '~/shared/money';
import { notFound } from '~/shared/refusal';
import type { DeliveryState } from './delivery';
import type { Logistic } from './delivery.schema';
import { deliveryRows, heads } from './deliveryViews.server';

type Answer = z.output<typeof Logistic>;

/** How an order travels, for both sides. Dealers see their own orders, and deliveries only once they left. */
export async function logisticOf(tx: Tx, me: Me, input: { orderId: string }): Promise<Answer> {
  let found = tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'status', 'source', 'expect_date'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.orderId);
  if (me.customerId !== null) found = found.where('customer_id', '=', me.customerId);
  const order = await found.executeTakeFirst();
  if (!order || isPrivateDraft(order, me)) notFound('该订单');
  const shown = me.customerId === null ? ['WAIT_OUT', 'SHIPPED', 'PART_SIGNED', 'SIGNED'] : ['SHIPPED', 'PART_SIGNED', 'SIGNED'];
  let rows = deliveryRows(tx, me)
    .where('status', 'in', shown)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery_line')
          .select(sql`1`.as('one'))
          .whereRef('delivery_line.tenant_id', '=', 'delivery.tenant_id')
          .whereRef('delivery_line.delivery_id', '=', 'delivery.id')
          .where('delivery_line.order_id', '=', order.id),
      ),
    );
  if (me.customerId !== null) rows = rows.where('customer_id', '=', me.customerId);
  const deliveries = await heads(tx, me, await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute());
  const status = order.status as OrderStatus;
  const signable = (state: DeliveryState) => state === 'SHIPPED' || state === 'PART_SIGNED';
  return {
    orderId: order.id,
    orderNo: order.no ?? '',
    status,
    expectDate: order.expect_date,
    deliveries: deliveries.map((one) => ({ ...one, signable: signable(one.status) })),
    waiting: status === 'PENDING_DELIVERY' || status === 'PARTIAL_DELIVERED' ? await waitingOf(tx, me, order.id) : [],
  };
}

/** What of an order has not left yet, line by line. */
async function waitingOf(tx: Tx, me: Me, orderId: string): Promise<Answer['waiting']> {
  const lines = await linesOf(tx, me, [orderId]);
  return lines.flatMap((line) => {
    const left = subQty(line.qty, sumQty([line.shipped, line.closed]));
    if (compareQty(left, '0') <= 0) return [];
    const sku = line.sku_snapshot as unknown as SkuSnapshot;
    const spec = [sku.spec, sku.saleText].filter(Boolean).join(' ');
    return [{ id: line.id, skuCode: sku.code, name: sku.name, spec, unitName: sku.unitName, ordered: line.qty, shipped: line.shipped, left }];
  });
}
