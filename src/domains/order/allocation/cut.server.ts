import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { type Cut, reservationHolders } from '~/domains/warehouse/adjust.server';
import type { Me } from '~/portal/me';
import { beyondScope, type Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { tellFactory } from '../notices.server';
import { record } from '../store.server';
import { syncReserved } from './allocation.server';

// A count found less than orders hold: the newest wait for goods again, whoever's customers they are.
reservationHolders.provide({
  lock: (tx, me, orderIds) =>
    beyondScope(tx, me, async () => {
      const orders = tx.selectFrom('sales_order').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(orderIds));
      await lockCustomerMoney(tx, me, orders.select('customer_id'));
      await orders.select('id').orderBy('id').forUpdate().execute();
    }),
  shortened: (tx, me, cuts, { no }, now) => beyondScope(tx, me, () => wait(tx, me, cuts, no, now)),
});

async function wait(tx: Tx, me: Me, cuts: readonly Cut[], no: string, now: Date): Promise<void> {
  const ids = [...new Set(cuts.map((cut) => cut.orderId))];
  await syncReserved(tx, me, ids);
  await tx.updateTable('sales_order').set({ short: true }).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  const orders = await tx
    .selectFrom('sales_order')
    .select(['id', 'no', 'customer_id', 'customer_name', 'payable', 'warehouse_id', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  for (const order of orders) {
    const lines = cuts.filter((cut) => cut.orderId === order.id).length;
    await record(tx, me, order, now, {
      action: '转为欠货',
      from: order.status,
      to: order.status,
      note: `仓库盘点后库存不足，${lines}行商品待补货`,
      party: 'SYSTEM',
    });
    await tellFactory(tx, me, order, 'shortened', '订单转为欠货', `盘点单${no}盘亏，${lines}行商品的占用已释放，待到货后补占`);
  }
}
