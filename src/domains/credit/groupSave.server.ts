import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { lockSeen, mustBeSeen, putSeen } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import type { GroupForm } from './creditForm.schema';
import { joinGroup } from './group.server';
import { words } from './line.server';
import * as subjects from './subjects';

export async function listGroups(tx: Tx, me: Me) {
  const groups = await tx
    .selectFrom('credit_group as g')
    .select(['g.id', 'g.version', 'g.code', 'g.name', 'g.limit_amount as limit', 'g.held', 'g.used', 'g.frozen', 'g.remark'])
    .select(sql<bigint | null>`g.limit_amount - g.held - g.used`.as('available'))
    .select(
      sql<number>`(select count(*)::int from credit_account a where a.tenant_id = g.tenant_id and a.group_id = g.id and a.status <> 'CLOSED')`.as('accounts'),
    )
    .where('g.tenant_id', '=', me.tenantId)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(500)
    .execute();
  return { groups };
}

/** A limit below what its companies use only stops further use, as a frozen group does. */
export async function saveGroup(tx: Tx, me: Me, input: GroupForm, now: Date): Promise<{ id: string }> {
  const before = await lockSeen(tx, me, 'credit_group', '集团', input);
  const same = await tx
    .selectFrom('credit_group')
    .select(['code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'is distinct from', input.id || null)
    .where((of) => of.or([of('code', '=', input.code), of('name', '=', input.name)]))
    .executeTakeFirst();
  if (same?.code === input.code) refuse('BAD_STATE', `编码${input.code}已用于集团“${same.name}”`, { fields: { code: '编码已使用' } });
  if (same) refuse('BAD_STATE', `已有名为“${input.name}”的集团`, { fields: { name: '名称已使用' } });
  const row = {
    code: input.code,
    name: input.name,
    limit_amount: input.limit === '' ? null : input.limit,
    frozen: input.frozen,
    remark: input.remark,
  };
  const id = await putSeen(tx, me, 'credit_group', before, row, now);
  const told = (one: Pick<typeof row, 'name' | 'limit_amount' | 'frozen'>) => ({
    名称: one.name,
    集团额度: words(one.limit_amount),
    状态: one.frozen ? '冻结' : '正常',
  });
  await audit(tx, me, {
    action: before ? '修改集团额度' : '新建集团额度',
    subject: subjects.creditGroup,
    id,
    no: input.code,
    ...(before ? { before: told(before) } : {}),
    after: told(row),
  });
  return { id };
}

/** An account joins a group or leaves it, as somebody saw it. */
export async function joinByHand(tx: Tx, me: Me, { id, version, groupId }: { id: string; version: number; groupId: string }, now: Date) {
  const seen = await tx.selectFrom('credit_account').select('version').where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  if (!seen) notFound('该授信账户');
  mustBeSeen(seen, version);
  const { no } = await joinGroup(tx, me, id, groupId || null, now);
  await audit(tx, me, { action: groupId ? '加入集团' : '退出集团', subject: subjects.creditAccount, id, no });
  return { id, no };
}
