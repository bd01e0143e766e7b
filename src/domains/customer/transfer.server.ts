import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { scopedColumns } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { raised } from '~/server/versioned.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { TransferInput } from './customerParts.schema';
import { lockCustomer } from './customerSave.server';
import { tellTransferred } from './notices.server';
import { assertMayHandOn, assertMayOwn } from './ownership.server';
import * as subjects from './subjects';

/** Orders somebody still has to do something with. */
const OPEN_ORDERS = ['DRAFT', 'PENDING_AUDIT', 'REJECTED', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED', 'DELIVERED'] as const;

/** Gives customers to another salesperson, all or none, with their unfinished orders and running projects. Finished ones keep who made them. */
export async function transferCustomers(
  tx: Tx,
  me: Me,
  input: z.output<typeof TransferInput>,
): Promise<{ customers: number; orders: number; projects: number }> {
  const member = await memberFor(tx, me, input.toMemberId);
  const ids = [...new Set(input.ids)].sort();
  const customers = await tx
    .selectFrom('customer')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer.tenant_id').onRef('member.id', '=', 'customer.sales_member_id'))
    .select(['customer.id', 'customer.code', 'customer.name', 'customer.status', 'member.name as salesName'])
    .select(scopedColumns)
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.id', 'in', ids)
    .orderBy('customer.id')
    .forUpdate('customer')
    .execute();
  if (customers.length < ids.length) notFound('选中的某个客户');
  const merged = customers.find((one) => one.status === 'MERGED');
  if (merged) refuse('CUSTOMER_STATE', `客户“${merged.name}”已合并到其他客户，不能转移`);
  for (const one of customers) assertMayOwn(me, one, member.id, '转移');
  const moving = customers.filter((one) => one.ownerId !== member.id);
  if (moving.length === 0) return { customers: 0, orders: 0, projects: 0 };
  const movingIds = moving.map((one) => one.id);
  await tx
    .updateTable('customer')
    .set({ sales_member_id: member.id, version: raised(), updated_by: me.accountId, updated_at: sql`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', movingIds)
    .execute();
  const orders = input.withOrders ? await hand(tx, me, 'sales_order', movingIds, OPEN_ORDERS, member.id) : 0;
  const projects = input.withProjects ? await hand(tx, me, 'project', movingIds, ['ACTIVE', 'PAUSED'], member.id) : 0;
  for (const one of moving)
    await audit(tx, me, {
      action: '转移',
      subject: subjects.customer,
      id: one.id,
      no: one.code,
      before: { 业务员: one.salesName ?? '' },
      after: { 业务员: member.name, ...(input.reason ? { 原因: input.reason } : {}) },
    });
  await tellTransferred(tx, me, member.id, moving);
  return { customers: moving.length, orders, projects };
}

/** What a transfer of these customers would take along, to be shown before. */
export async function countTransfer(tx: Tx, me: Me, input: { ids: string[] }): Promise<{ customers: number; orders: number; projects: number }> {
  const ids = sql`${input.ids}::uuid[]`;
  const { rows } = await sql<{ customers: number; orders: number; projects: number }>`select
    (select count(*)::int from customer where tenant_id = ${me.tenantId} and id = any(${ids}) and merged_into is null) as customers,
    (select count(*)::int from sales_order where tenant_id = ${me.tenantId} and customer_id = any(${ids}) and status = any(${[...OPEN_ORDERS]}::text[])) as orders,
    (select count(*)::int from project where tenant_id = ${me.tenantId} and customer_id = any(${ids}) and status in ('ACTIVE', 'PAUSED')) as projects`.execute(
    tx,
  );
  return rows[0] ?? { customers: 0, orders: 0, projects: 0 };
}

async function hand(
  tx: Tx,
  me: Me,
  table: 'sales_order' | 'project',
  customerIds: readonly string[],
  states: readonly string[],
  memberId: string,
): Promise<number> {
  const done = await tx
    .updateTable(table)
    .set({ sales_member_id: memberId })
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', 'in', [...customerIds])
    .where('status', 'in', [...states] as never[])
    .where('sales_member_id', 'is distinct from', memberId)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Makes these members the customer's helpers, and nobody else. */
export async function setHelpers(tx: Tx, me: Me, input: { customerId: string; memberIds: string[] }): Promise<Record<string, never>> {
  const customer = await lockCustomer(tx, me, input.customerId);
  assertMayHandOn(me, customer, '调整协作人');
  const wanted = [...new Set(input.memberIds)].filter((id) => id !== customer.ownerId);
  const names = new Map<string, string>();
  for (const id of wanted) names.set(id, (await memberFor(tx, me, id)).name);
  const before = await helpersOf(tx, me, input.customerId);
  await tx.deleteFrom('customer_helper').where('tenant_id', '=', me.tenantId).where('customer_id', '=', input.customerId).execute();
  if (wanted.length > 0)
    await tx
      .insertInto('customer_helper')
      .values(wanted.map((memberId) => ({ tenant_id: me.tenantId, id: newId(), customer_id: input.customerId, member_id: memberId })))
      .execute();
  await audit(tx, me, {
    action: '设置协作人',
    subject: subjects.customer,
    id: customer.id,
    no: customer.code,
    before: { 协作人: before.map((one) => one.name).join('、') },
    after: { 协作人: [...names.values()].join('、') },
  });
  return {};
}

export function helpersOf(tx: Tx, me: Pick<Me, 'tenantId'>, customerId: string) {
  return tx
    .selectFrom('customer_helper')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'customer_helper.tenant_id').onRef('member.id', '=', 'customer_helper.member_id'))
    .select(['member.id', 'member.name'])
    .where('customer_helper.tenant_id', '=', me.tenantId)
    .where('customer_helper.customer_id', '=', customerId)
    .orderBy('member.name')
    .execute();
}

async function memberFor(tx: Tx, me: Me, id: string): Promise<{ id: string; name: string }> {
  const member = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  return member ?? refuseField('toMemberId', '该成员不存在或已停用，请重新选择');
}
