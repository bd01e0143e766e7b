import { sql } from 'kysely';
import type { z } from 'zod';
import { actorName, type Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { oneNumber } from '~/server/numbers.server';
import { notFound, refuse } from '~/shared/refusal';
import { reassess } from './assess.server';
import type { CaseForm } from './case.schema';
import { log, note, stillOpen } from './caseStore.server';
import { lockOwing } from './lock.server';
import { enabledStrategies } from './strategyStore.server';
import * as subjects from './subjects';

/** 新建催收: for whoever owes anything, due or not. The one open case of a customer is never doubled. */
export async function createCase(tx: Tx, me: Me, input: z.output<typeof CaseForm>, now: Date): Promise<{ id: string; no: string }> {
  await lockOwing(tx, me, [input.customerId]);
  const customer = await tx
    .selectFrom('customer')
    .select(['name', 'sales_member_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.customerId)
    .executeTakeFirst();
  if (!customer) return notFound('该客户');
  const before = await tx
    .selectFrom('urge_case')
    .select('no')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', input.customerId)
    .where(stillOpen())
    .executeTakeFirst();
  if (before) refuse('BAD_STATE', `客户“${customer.name}”已有未结的催收案件${before.no}，请在该案件中跟进`, { fields: { customerId: `已有案件${before.no}` } });
  const { rows } = await sql<{
    open: string | null;
  }>`select sum(outstanding)::text as open from open_item where tenant_id = ${me.tenantId} and customer_id = ${input.customerId}`.execute(tx);
  if (BigInt(rows[0]?.open ?? '0') <= 0n) refuse('BAD_STATE', `客户“${customer.name}”没有未收的应收，不需要催收`, { fields: { customerId: '没有未收的应收' } });
  if (input.strategyId) await mustBeEnabled(tx, me, input.strategyId);
  if (input.ownerId) await mustWork(tx, me, input.ownerId);
  const id = newId();
  const no = await oneNumber(tx, me, subjects.urgeCase, now);
  await tx
    .insertInto('urge_case')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: input.customerId,
      source: 'MANUAL',
      owner_id: input.ownerId || customer.sales_member_id || me.memberId,
      sales_member_id: customer.sales_member_id,
      strategy_id: input.strategyId || null,
      locked: input.strategyId !== '',
      follow_on: input.followOn || null,
      reason: input.reason,
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
      updated_at: now,
    })
    .execute();
  await note(tx, me, [{ caseId: id, customerId: input.customerId, kind: 'STATE', content: `新建催收案件${input.reason ? `：${input.reason}` : ''}` }], now);
  await reassess(tx, me, [input.customerId], now);
  await log(tx, me, { id, no }, '新建', input.reason);
  return { id, no };
}

export async function mustBeEnabled(tx: Tx, me: Me, strategyId: string): Promise<void> {
  if (!(await enabledStrategies(tx, me)).some((one) => one.strategyId === strategyId))
    refuse('BAD_STATE', '所选的催收策略没有启用，请重新选择', { fields: { strategyId: '没有启用' } });
}
export async function mustWork(tx: Tx, me: Me, memberId: string) {
  const member = await tx
    .selectFrom('member')
    .select(['name', 'status', 'account_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!member) return notFound('该催收员');
  if (member.status !== 'ACTIVE') refuse('BAD_STATE', `“${member.name}”已停用，不能作为催收员`, { fields: { ownerId: '已停用' } });
  return member;
}
