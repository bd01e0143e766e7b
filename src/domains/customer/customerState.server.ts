import { sql } from 'kysely';
import { fundSummary } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { displayYuan } from '~/shared/money';
import { Refusal, refuse, refuseField } from '~/shared/refusal';
import { type CustomerState, customerMoves, customerStates } from './customerNames';

interface Wanted {
  items: { id: string; version: number }[];
  status: CustomerState;
  reason: string;
}

/** Each customer answers for itself: one that cannot move, or changed meanwhile, does not stop the others. */
export async function moveCustomers(tx: Tx, me: Me, input: Wanted): Promise<{ results: { id: string; ok: boolean; message: string }[] }> {
  const results: { id: string; ok: boolean; message: string }[] = [];
  for (const item of [...input.items].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const message = await moveOne(tx, me, item, input).catch((error: unknown) =>
      error instanceof Refusal && input.items.length > 1 ? error.message : Promise.reject(error),
    );
    results.push({ id: item.id, ok: message === '', message });
  }
  return { results };
}

async function moveOne(tx: Tx, me: Me, item: { id: string; version: number }, { status, reason }: Wanted): Promise<string> {
  const row = await tx
    .selectFrom('customer')
    .select(['id', 'code', 'name', 'status', 'version'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', item.id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.version !== item.version) return '客户已被他人修改或删除，请刷新后重试';
  const move = customerMoves[row.status as CustomerState]?.find((one) => one.to === status);
  if (!move) return refuse('CUSTOMER_STATE', `客户“${row.name}”当前为“${customerStates[row.status]}”，不能改为“${customerStates[status]}”`);
  if (move.reason && !reason) refuseField('reason', `请填写${move.label}的原因`);
  if (status === 'ENDED') await refuseUnsettled(tx, me, row);
  await tx
    .updateTable('customer')
    .set({ status, state_reason: reason, version: row.version + 1, updated_by: me.accountId, updated_at: sql`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', row.id)
    .execute();
  await audit(tx, me, {
    action: move.label,
    subjectType: 'customer',
    subjectId: row.id,
    subjectNo: row.code,
    before: { 状态: customerStates[row.status] },
    after: { 状态: customerStates[status], ...(reason ? { 原因: reason } : {}) },
  });
  return '';
}

/** 终止 only when nothing is left between the two: nothing owed, no money kept, no order under way. */
async function refuseUnsettled(tx: Tx, me: Me, customer: { id: string; name: string }): Promise<void> {
  const funds = await fundSummary(tx, me, customer.id);
  const { open } = await tx
    .selectFrom('sales_order')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customer.id)
    .where('status', 'in', ['PENDING_AUDIT', 'PENDING_PAY', 'PENDING_DELIVERY', 'PARTIAL_DELIVERED', 'DELIVERED'])
    .executeTakeFirstOrThrow();
  const left = [
    funds.openReceivable !== 0n && `未收应收${displayYuan(funds.openReceivable)}元`,
    funds.balance !== 0n && `资金余额${displayYuan(funds.balance)}元`,
    open > 0 && `未完成订单${open}张`,
  ].filter(Boolean);
  if (left.length > 0)
    refuse('CUSTOMER_STATE', `客户“${customer.name}”还有${left.join('、')}，结清后才能终止合作`, { openReceivable: displayYuan(funds.openReceivable) });
}
