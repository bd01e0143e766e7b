import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound, refuse } from '~/shared/refusal';
import type { PlanInput } from './plan.schema';

/** What the plan is for: the contract's total as it was typed, or what the order or credit order was agreed for. Refuses what belongs to somebody else. */
export async function agreedFor(tx: Tx, me: Me, input: PlanInput): Promise<{ total: bigint; salesMemberId: string | null }> {
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'status', 'sales_member_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.customerId)
    .executeTakeFirst();
  if (!customer) notFound('该客户');
  if (customer.status === 'MERGED') refuse('CUSTOMER_STATE', `客户“${customer.name}”已合并到其他客户，请选择合并后的客户`);
  if (input.projectId) await mustBeOwn(tx, me, input.projectId, input.customerId, customer.name);
  const salesMemberId = customer.sales_member_id;
  if (input.source === 'ORDER') return { total: await orderTotal(tx, me, input), salesMemberId };
  if (input.source === 'CREDIT') return { total: await creditTotal(tx, me, input), salesMemberId };
  if (input.total === '') refuse('BAD_STATE', '请填写计划总额', { fields: { total: '请填写计划总额' } });
  return { total: input.total, salesMemberId };
}

async function mustBeOwn(tx: Tx, me: Me, projectId: string, customerId: string, customerName: string): Promise<void> {
  const project = await tx
    .selectFrom('project')
    .select(['name', 'customer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) notFound('该项目');
  if (project.customer_id !== customerId)
    refuse('BAD_STATE', `项目“${project.name}”不是客户“${customerName}”的项目`, { fields: { projectId: '不是该客户的项目' } });
}

async function orderTotal(tx: Tx, me: Me, input: PlanInput): Promise<bigint> {
  if (!input.orderId) refuse('BAD_STATE', '请选择订单', { fields: { orderId: '请选择订单' } });
  const order = await tx
    .selectFrom('sales_order')
    .select(['no', 'customer_id', 'payable as amount', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.orderId)
    .executeTakeFirst();
  if (!order) notFound('该订单');
  if (order.customer_id !== input.customerId) refuse('BAD_STATE', `订单${order.no ?? ''}不是该客户的订单`, { fields: { orderId: '不是该客户的订单' } });
  if (['DRAFT', 'REJECTED', 'CANCELLED'].includes(order.status)) refuse('BAD_STATE', `订单${order.no ?? ''}还没有生效，不能建立应收计划`);
  const other = await tx
    .selectFrom('ar_plan')
    .select(['id', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('order_id', '=', input.orderId)
    .where('status', '<>', 'STOPPED')
    .executeTakeFirst();
  if (other && other.id !== input.id) refuse('BAD_STATE', `订单${order.no ?? ''}已有应收计划${other.no}`, { fields: { orderId: `已有应收计划${other.no}` } });
  return order.amount;
}

async function creditTotal(tx: Tx, me: Me, input: PlanInput): Promise<bigint> {
  if (!input.creditOrderId) refuse('BAD_STATE', '请选择用信单', { fields: { creditOrderId: '请选择用信单' } });
  const order = await tx
    .selectFrom('credit_order')
    .select(['no', 'customer_id', 'amount'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.creditOrderId)
    .executeTakeFirst();
  if (!order) notFound('该用信单');
  if (order.customer_id !== input.customerId) refuse('BAD_STATE', `用信单${order.no}不是该客户的用信单`, { fields: { creditOrderId: '不是该客户的用信单' } });
  const other = await tx
    .selectFrom('ar_plan')
    .select(['id', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('credit_order_id', '=', input.creditOrderId)
    .where('status', '<>', 'STOPPED')
    .executeTakeFirst();
  if (other && other.id !== input.id) refuse('BAD_STATE', `用信单${order.no}已有应收计划${other.no}`, { fields: { creditOrderId: `已有应收计划${other.no}` } });
  return order.amount;
}

/** Orders and credit orders of a customer that have no plan yet, the newest first. */
export async function planChoices(tx: Tx, me: Me, { customerId }: { customerId: string }) {
  const free = (column: 'order_id' | 'credit_order_id', id: string) =>
    sql<boolean>`not exists (select from ar_plan p where p.tenant_id = ${me.tenantId} and p.${sql.ref(column)} = ${sql.ref(id)} and p.status <> 'STOPPED')`;
  const orders = await tx
    .selectFrom('sales_order as o')
    .select(['o.id', 'o.no', 'o.payable as amount'])
    .where('o.tenant_id', '=', me.tenantId)
    .where('o.customer_id', '=', customerId)
    .where('o.status', 'not in', ['DRAFT', 'REJECTED', 'CANCELLED'])
    .where(free('order_id', 'o.id'))
    .orderBy('o.created_at', 'desc')
    .limit(50)
    .execute();
  const creditOrders = await tx
    .selectFrom('credit_order as o')
    .select(['o.id', 'o.no', 'o.amount'])
    .where('o.tenant_id', '=', me.tenantId)
    .where('o.customer_id', '=', customerId)
    .where(free('credit_order_id', 'o.id'))
    .orderBy('o.created_at', 'desc')
    .limit(50)
    .execute();
  return { orders: orders.map((one) => ({ ...one, no: one.no ?? '' })), creditOrders };
}
