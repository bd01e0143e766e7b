import { type SqlBool, sql } from 'kysely';
import { href } from '~/portal/href';
import type { Me } from '~/portal/me';
import { ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { countsOf } from '~/server/tally.server';
import type { Todo } from '~/server/todo.server';
import { TAB_CAP } from '~/shared/tabCap';
import { orderAudit } from './audit/audit.server';
import { auditWaitsFor } from './audit/audited.server';

const LIST = '/portal/supplyChain/factory/order/list';
const factory = { side: 'factory', apps: ['order'] } as const;

const dealers = (key: string, title: string, place: number, status: string, act: Todo['act']): Todo => ({
  ...{ key, title, side: 'dealer', apps: ['order'], act, place },
  href: href('/portal/supplyChain/dealer/order/list', { status }),
  rows: (tx, me) => ordersIn(tx, me, status),
});

export const todos: readonly Todo[] = [
  {
    ...factory,
    ...{ key: 'mine', title: '待我处理的审核', see: [ORDER_MANAGE], act: true, place: 20 },
    href: href(LIST, { forMe: 'true' }),
    rows: (tx, me) =>
      ordersOf(tx, me)
        .where(me.memberId ? auditWaitsFor(me.memberId) : sql<SqlBool>`false`)
        .select('sales_order.id'),
  },
  {
    ...factory,
    ...{ key: 'audit', title: '待审核订单', see: [ORDER_AUDIT], act: orderAudit.decide, place: 30 },
    href: href(LIST, { status: 'PENDING_AUDIT' }),
    rows: (tx, me) => ordersIn(tx, me, 'PENDING_AUDIT'),
  },
  {
    ...factory,
    ...{ key: 'short', title: '欠货', see: [ORDER_MANAGE], act: [], place: 50 },
    href: href(LIST, { short: 'true' }),
    rows: (tx, me) => ordersOf(tx, me).where(sql<SqlBool>`sales_order.short`).select('sales_order.id'),
  },
  dealers('receive', '待收货', 10, 'DELIVERED', true),
  dealers('pay', '待付款', 20, 'PENDING_PAY', true),
  dealers('rejected', '已驳回', 30, 'REJECTED', true),
  dealers('audit', '待审核', 40, 'PENDING_AUDIT', []),
];

function ordersOf(tx: Tx, me: Me) {
  const rows = tx.selectFrom('sales_order').where('sales_order.tenant_id', '=', me.tenantId);
  return me.customerId === null ? rows : rows.where('sales_order.customer_id', '=', me.customerId);
}
const ordersIn = (tx: Tx, me: Me, status: string) => ordersOf(tx, me).where('sales_order.status', '=', status).select('sales_order.id');

/** Orders of that state, as the person sees them. */
export async function countOrdersIn(tx: Tx, me: Me, status: string): Promise<number> {
  const [n = 0] = await countsOf(tx, [ordersIn(tx, me, status)], TAB_CAP);
  return n;
}
