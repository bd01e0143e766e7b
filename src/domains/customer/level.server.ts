import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { notFound, refuse } from '~/shared/refusal';

export async function listLevels(tx: Tx, me: Pick<Me, 'tenantId'>) {
  const customers = sql<number>`(select count(*)::int from customer c where c.tenant_id = customer_level.tenant_id and c.level_id = customer_level.id)`;
  const levels = await tx
    .selectFrom('customer_level')
    .select(['id', 'code', 'name', 'sort', customers.as('customers')])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('sort')
    .orderBy('code')
    .execute();
  return { levels };
}

export async function saveLevel(tx: Tx, me: Me, input: { id: string; code: string; name: string; sort: string }): Promise<{ id: string }> {
  const { levels } = await listLevels(tx, me);
  const current = levels.find((one) => one.id === input.id);
  if (input.id && !current) notFound('该级别');
  const other = levels.find((one) => one.id !== input.id && (one.code === input.code || one.name === input.name));
  if (other) refuse('DUPLICATE_CODE', `级别编码“${input.code}”或名称“${input.name}”已被“${other.name}（${other.code}）”使用`);
  const values = { code: input.code, name: input.name, sort: Number(input.sort) };
  const id = current?.id ?? newId();
  if (current) await tx.updateTable('customer_level').set(values).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
  else
    await tx
      .insertInto('customer_level')
      .values({ tenant_id: me.tenantId, id, ...values })
      .execute();
  await audit(tx, me, {
    action: current ? '编辑' : '新建',
    subjectType: 'customer_level',
    subjectId: id,
    subjectNo: input.code,
    ...(current ? { before: current } : {}),
    after: values,
  });
  return { id };
}

export async function deleteLevel(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  const current = (await listLevels(tx, me)).levels.find((one) => one.id === input.id);
  if (!current) return notFound('该级别');
  if (current.customers > 0) refuse('IN_USE', `级别“${current.name}”正被${current.customers}个客户使用，不能删除`);
  await tx.deleteFrom('customer_level').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await audit(tx, me, { action: '删除', subjectType: 'customer_level', subjectId: input.id, subjectNo: current.code, before: current });
  return {};
}

/** Members who may look after customers. */
export async function listSalesMembers(tx: Tx, me: Pick<Me, 'tenantId'>) {
  const members = await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.id', 'member.name', 'account.mobile'])
    .where('member.tenant_id', '=', me.tenantId)
    .where('member.status', '=', 'ACTIVE')
    .orderBy('member.name')
    .execute();
  return { members };
}
