import type { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { orderSettingsOf } from '~/domains/settings/orderSettings.server';
import type { Approval, Colleagues, Opinion } from '~/domains/workflow/approval.server';
import { waitsFor } from '~/domains/workflow/approvalStore.server';
import type { Me } from '~/portal/me';
import { ORDER_AUDIT, ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { notFound, refuse } from '~/shared/refusal';
import { tellColleague } from '../notices.server';
import { orderStates } from '../order';
import type { OrderStatus } from '../order.schema';
import { type Line, linesOf, lockOrder, type Order, record, titleOf } from '../store.server';
import type { Done } from '../views/orderView.schema';
import { orderFields, orderRoute, orderSummary, orderValues } from './approvalForm';

/** An order whose audit, or whose change, is decided; what only some decisions need is read when first asked for. */
export interface Audited {
  order: Order;
  lines(): Promise<Line[]>;
  config(): Promise<OrderSettings>;
  /** The version asked for and not decided; refuses where there is none. */
  pending(): Promise<Version>;
}
type Version = Awaited<ReturnType<typeof pendingOf>>;

export function auditedOf(tx: Tx, me: Me, order: Order, lock = true): Audited {
  return {
    order,
    lines: once(() => linesOf(tx, me, [order.id], lock)),
    config: once(() => orderSettingsOf(tx, me)),
    pending: once(() => pendingOf(tx, me, order)),
  };
}
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= work();
    return kept;
  };
}

export const pendingIdOf = (order: Order): string => order.pending_version_id ?? refuse('BAD_STATE', `${titleOf(order)}没有待审批的变更`);
const pendingOf = async (tx: Tx, me: Me, order: Order) =>
  tx.selectFrom('order_version').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', pendingIdOf(order)).executeTakeFirstOrThrow();

/** Of a `sales_order`: whether its audit, or that of its change, is in the person's hands, or waits for their opinion. */
export const auditWaitsFor = (memberId: string, yes = true) => waitsFor('sales_order', ['order', 'orderChange'], memberId, yes);

/** What deciding an order and deciding its change have in common. */
export const auditedOrder = {
  decide: [ORDER_AUDIT],
  lock: async (tx, me, ref) => auditedOf(tx, me, await lockOrder(tx, me, { id: ref.id, ...(ref.version === undefined ? {} : { rowVersion: ref.version }) })),
  form: {
    fields: orderFields,
    values: async (_tx, _me, { order, lines }) => orderValues(order, await lines()),
    summary: ({ order }) => orderSummary(order),
    route: orderRoute,
  },
  stays: (_tx, _me, { order }) => standsAt(order),
  subject: ({ order }) => ({ id: order.id, no: order.no ?? '', name: titleOf(order), customerId: order.customer_id, warehouseId: order.warehouse_id }),
} satisfies Partial<Approval<Audited, Opinion, Done>>;

/** The order as it stands, where nothing of it changed. */
export const standsAt = (order: Order): Done => ({ id: order.id, no: order.no ?? '', status: order.status, rowVersion: order.row_version });

/** Colleagues are given or asked about whatever `waits`; the customer sees the order's events, and nothing of this. */
export const colleaguesWhile = (waits: (order: Order) => boolean): Colleagues<Audited> => ({
  noun: '订单',
  read: [ORDER_MANAGE],
  state: ({ order }) => ({ name: orderStates[order.status], waits: waits(order) }),
  record: (tx, me, { order }, now, action, note) =>
    record(tx, me, order, now, { action, from: order.status, to: order.status, note, payload: { internal: true } }),
  tell: (tx, me, { order }, to, what, words) => tellColleague(tx, me, order, { accountId: to.accountId, page: to.reads ? 'detail' : 'audit' }, what, words),
});

/** The order as it stands, for what only looks at it. */
export async function readAudited(tx: Tx, me: Me, id: string): Promise<Audited> {
  const row = await tx.selectFrom('sales_order').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  return row ? auditedOf(tx, me, { ...row, status: row.status as OrderStatus }, false) : notFound();
}
