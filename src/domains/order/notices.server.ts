import type { NameOf } from '~/portal/event';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { ORDER_AUDIT, ORDER_CANCEL, ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Notice, tell } from '~/server/outbox.server';
import { saidYuan } from '~/shared/said';
import type * as events from './events';
import type { Order } from './store.server';

const FACTORY = '/portal/supplyChain/factory/order';
const DEALER = '/portal/supplyChain/dealer/order';
type Told = Pick<Order, 'id' | 'no' | 'customer_id' | 'customer_name' | 'payable' | 'warehouse_id'>;
const aboutOf = (order: Told) => ({ customerId: order.customer_id, warehouseId: order.warehouse_id });

/** What those who audit orders are told of one that came to wait. */
export const submittedNotice = (order: Told): Notice => ({
  kind: 'order.submitted',
  params: { customer: order.customer_name, orderNo: order.no ?? '', amount: saidYuan(order.payable) },
  link: href(`${FACTORY}/audit`, { id: order.id }),
  to: { side: 'factory', code: ORDER_AUDIT, about: aboutOf(order) },
});

/** Tells the customer what became of its order. */
export const tellDealer = (tx: Tx, me: Me, order: Told, kind: NameOf<typeof events.order>, note = ''): Promise<void> =>
  tell(tx, me, {
    kind: `order.${kind}`,
    params: { orderNo: order.no ?? '', note },
    link: href(`${DEALER}/detail`, { id: order.id }),
    to: { side: 'dealer', customerId: order.customer_id },
  });

/** Tells one colleague what the audit of an order asks of them, or no longer asks. */
export const tellColleague = (
  tx: Tx,
  me: Me,
  order: Told,
  to: { accountId: string; page?: 'audit' | 'detail' },
  kind: 'transferred' | 'opinion' | 'answered' | 'recalled',
  words: { what?: string; note: string },
): Promise<void> =>
  tell(tx, me, {
    kind: `order.${kind}`,
    params: { person: me.name, customer: order.customer_name, orderNo: order.no ?? '', ...words },
    link: href(`${FACTORY}/${to.page ?? 'audit'}`, { id: order.id }),
    to: { side: 'account', accountId: to.accountId },
  });

/** Tells the factory what a dealer asks for. */
export const tellFactory = (tx: Tx, me: Me, order: Told, kind: 'change' | 'cancel' | 'withdrawn' | 'shortened', what: string, note: string): Promise<void> =>
  tell(tx, me, {
    kind: `order.${kind}`,
    params: { customer: order.customer_name, orderNo: order.no ?? '', what, note },
    link: href(`${FACTORY}/${kind === 'change' ? 'audit' : 'detail'}`, { id: order.id }),
    to: { side: 'factory', code: kind === 'change' ? ORDER_AUDIT : kind === 'cancel' ? ORDER_CANCEL : ORDER_MANAGE, about: aboutOf(order) },
  });
