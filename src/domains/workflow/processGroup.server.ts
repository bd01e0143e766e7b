import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { lockKnown, lockSeen, putUnsigned } from '~/server/versioned.server';
import { refuse, refuseField } from '~/shared/refusal';
import { MOST_GROUPS } from './processConfig';
import type { GroupInput, Groups } from './processConfig.schema';
import * as subjects from './subjects';

const NOUN = '用户组';

/** Versions that are not history name it: a text search over trees of tens of processes. */
const uses = sql<number>`(select count(*)::int from wf_version v where v.tenant_id = g.tenant_id and v.status in ('DRAFT', 'PUBLISHED')
  and v.tree::text like '%' || g.id || '%')`;

export async function listGroups(tx: Tx, me: Me): Promise<z.output<typeof Groups>> {
  const rows = await tx
    .selectFrom('wf_group as g')
    .select(['g.id', 'g.name', 'g.member_ids as memberIds', 'g.version', uses.as('uses')])
    .select(
      sql<string>`coalesce((select string_agg(m.name || case when m.status = 'ACTIVE' then '' else '（已停用）' end, '、' order by m.name)
        from member m where m.tenant_id = g.tenant_id and m.id = any(g.member_ids)), '')`.as('members'),
    )
    .where('g.tenant_id', '=', me.tenantId)
    .orderBy('g.name')
    .limit(MOST_GROUPS)
    .execute();
  return { groups: rows };
}

export async function saveGroup(tx: Tx, me: Me, input: z.output<typeof GroupInput>, now: Date): Promise<{ id: string }> {
  const memberIds = [...new Set(input.memberIds)];
  const people = await tx
    .selectFrom('member')
    .select(['id', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', sql<string>`any(${memberIds}::uuid[])`)
    .orderBy('name')
    .execute();
  if (people.length < memberIds.length) refuseField('memberIds', '选择的成员不存在或已删除，请重新选择');
  const before = await lockSeen(tx, me, 'wf_group', NOUN, input);
  if (!before) await mustFitAnother(tx, me);
  const id = await orRefuse(putUnsigned(tx, me, 'wf_group', before, { name: input.name, member_ids: memberIds, updated_at: now }, { created_at: now }), {
    taken: () => refuseField('name', `用户组“${input.name}”已存在`),
  });
  const after = { 名称: input.name, 成员: people.map(({ name }) => name).join('、') };
  await audit(tx, me, { action: before ? '编辑' : '新建', subject: subjects.processGroupSubject, id, no: input.name, after });
  return { id };
}

async function mustFitAnother(tx: Tx, me: Me): Promise<void> {
  const { n } = await tx.selectFrom('wf_group').where('tenant_id', '=', me.tenantId).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  if (n >= MOST_GROUPS) refuse('PROCESS', `用户组不能超过${MOST_GROUPS}个`);
}

/** One that a process asks stays. */
export async function deleteGroup(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const group = await lockKnown(tx, me, 'wf_group', NOUN, input);
  const using = await tx
    .selectFrom('wf_version as v')
    .innerJoin('wf_process as p', (on) => on.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.id', '=', 'v.process_id'))
    .select('p.name')
    .where('v.tenant_id', '=', me.tenantId)
    .where(sql<boolean>`v.tree::text like '%' || ${group.id}::text || '%'`)
    // What still runs by an older version asks it, too.
    .where(sql<boolean>`(v.status in ('DRAFT', 'PUBLISHED') or exists (select from wf_instance i
      where i.tenant_id = v.tenant_id and i.process_id = v.process_id and i.version_id = v.id and i.ended_at is null))`)
    .executeTakeFirst();
  if (using) refuse('IN_USE', `用户组“${group.name}”正被流程“${using.name}”使用，不能删除`);
  await tx.deleteFrom('wf_group').where('tenant_id', '=', me.tenantId).where('id', '=', group.id).execute();
  await audit(tx, me, { action: '删除', subject: subjects.processGroupSubject, id: group.id, no: group.name });
  return {};
}
