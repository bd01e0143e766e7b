import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { notFound, refuse } from '~/shared/refusal';
import { arConfigOf } from './config.server';
import type { PlanInput } from './plan.schema';
import { lockOpenLine } from './planMoney.server';

/** What the plan is for: the contract's total as it was typed, or what the order or credit order was agreed for. Refuses what belongs to somebody else. */
export async function agreedFor(tx: Tx, me: Me, input: PlanInput): Promise<{ total: bigint; salesMemberId: string | null; contractNo: string }> {
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
  const contractNo = input.contractNo;
  if (input.source === 'ORDER') return { total: await orderTotal(tx, me, input), salesMemberId, contractNo };
  if (input.source === 'CREDIT') return { total: await creditTotal(tx, me, input), salesMemberId, contractNo };
  if (input.total === '') refuse('BAD_STATE', '请填写计划总额', { fields: { total: '请填写计划总额' } });
  if (input.source === 'BANK') await mustBeFreeLine(tx, me, input);
  const contract = input.source === 'MANUAL' && input.contractId ? await contractOf(tx, me, input) : null;
  return { total: input.total, salesMemberId, contractNo: contractNo || (contract?.no ?? '') };
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

/** A contract about an order or a credit order is paid as that is; a plan of its own would be owed twice. */
async function contractOf(tx: Tx, me: Me, input: PlanInput): Promise<{ no: string }> {
  const contract = await tx
    .selectFrom('ct_contract')
    .select(['no', 'customer_id', 'status', 'biz_type', 'biz_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.contractId)
    .executeTakeFirst();
  if (!contract) notFound('该合同');
  if (contract.customer_id !== input.customerId) refuse('BAD_STATE', `合同${contract.no}不是该客户的合同`, { fields: { contractId: '不是该客户的合同' } });
  if (!['REVIEWING', 'SIGNING', 'DONE'].includes(contract.status))
    refuse('BAD_STATE', `合同${contract.no}没有在签署或已签署，不能建立应收计划`, { fields: { contractId: '合同已终止或还是草稿' } });
  if (contract.biz_type === 'order')
    refuse('BAD_STATE', `合同${contract.no}是订单${contract.biz_no}的合同，发货会产生应收，请按订单建立计划`, { fields: { contractId: '请按订单建立计划' } });
  return contract;
}

async function mustBeFreeLine(tx: Tx, me: Me, input: PlanInput): Promise<void> {
  if (!input.bankLineId) refuse('BAD_STATE', '请选择银行流水', { fields: { bankLineId: '请选择银行流水' } });
  const line = await lockOpenLine(tx, me, input.bankLineId, input.customerId);
  const other = await tx
    .selectFrom('ar_plan')
    .select(['id', 'no'])
    .where('tenant_id', '=', me.tenantId)
    .where('bank_line_id', '=', input.bankLineId)
    .where('status', '<>', 'STOPPED')
    .executeTakeFirst();
  if (other && other.id !== input.id) refuse('BAD_STATE', `流水${line.flow_no}已有应收计划${other.no}`, { fields: { bankLineId: `已有应收计划${other.no}` } });
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

/** What a plan of the customer may be for and has none yet, the newest first; and what the company usually agrees on. */
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
  const contracts = await tx
    .selectFrom('ct_contract as c')
    .select(['c.id', 'c.no', 'c.title', 'c.amount', sql<boolean>`c.status = 'DONE'`.as('signed')])
    .where('c.tenant_id', '=', me.tenantId)
    .where('c.customer_id', '=', customerId)
    .where('c.status', 'in', ['REVIEWING', 'SIGNING', 'DONE'])
    .where(sql<boolean>`c.biz_type is distinct from 'order'`)
    .where(sql<boolean>`not exists (select from ar_plan p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.status <> 'STOPPED')`)
    .orderBy('c.created_at', 'desc')
    .limit(50)
    .execute();
  const bankLines = await tx
    .selectFrom('bank_line as b')
    .select(['b.id', 'b.flow_no as no', 'b.amount', 'b.payer', 'b.traded_at as tradedAt'])
    .where('b.tenant_id', '=', me.tenantId)
    .where('b.status', '=', 'OPEN')
    .where('b.amount', '>', 0n)
    .where((where) => where.or([where('b.customer_id', '=', customerId), where('b.customer_id', 'is', null)]))
    .where(sql<boolean>`not exists (select from ar_plan p where p.tenant_id = b.tenant_id and p.bank_line_id = b.id and p.status <> 'STOPPED')`)
    .orderBy(sql`b.customer_id is null`)
    .orderBy('b.traded_at', 'desc')
    .limit(50)
    .execute();
  const { defaultDueDays, retentionDays } = await arConfigOf(tx, me);
  return { orders: orders.map((one) => ({ ...one, no: one.no ?? '' })), creditOrders, contracts, bankLines, defaultDueDays, retentionDays };
}
