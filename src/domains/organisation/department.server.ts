import { sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { orRefuse } from '~/server/db/errors.server';
import type { Tx } from '~/server/db.server';
import { granting } from '~/server/granting.server';
import { forgetSessions } from '~/server/session.server';
import { putUnsigned, seenAmong, updateKnown } from '~/server/versioned.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { MAX_DEPTH } from './department';
import type { Department, DepartmentInput, DepartmentMove, DepartmentSwitch } from './department.schema';
import { branchOf, depthOf, pathOf } from './departmentTree';
import * as subjects from './subjects';

type Saved = { id: string };

/** All departments, siblings in their order. */
export async function listDepartments(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Department[]> {
  const people = sql<number>`(select count(*)::int from member_department md join member m on m.tenant_id = md.tenant_id and m.id = md.member_id
    where md.tenant_id = department.tenant_id and md.department_id = department.id and m.status = 'ACTIVE')`;
  const rows = await tx
    .selectFrom('department')
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'department.tenant_id').onRef('member.id', '=', 'department.leader_id'))
    .select(['department.id', 'department.parent_id as parentId', 'department.name', 'department.status', 'department.version', 'department.leader_id'])
    .select(['member.name as leaderName', people.as('people')])
    .where('department.tenant_id', '=', me.tenantId)
    .orderBy('department.sort')
    .orderBy('department.created_at')
    .orderBy('department.id')
    .execute();
  return rows.map(({ leader_id, leaderName, ...row }) => ({
    ...row,
    status: row.status as Department['status'],
    leaderId: leader_id ?? '',
    leaderName: leaderName ?? '',
  }));
}

export async function saveDepartment(tx: Tx, me: Me, input: z.output<typeof DepartmentInput>): Promise<Saved> {
  const all = await lockedDepartments(tx, me);
  const current = input.id ? seenAmong(all, '部门', { id: input.id, version: input.version }) : undefined;
  const parentId = current ? current.parentId : input.parentId;
  if (parentId && !all.some((one) => one.id === parentId)) notFound('上级部门');
  if (!current && depthOf(all, parentId) >= MAX_DEPTH) refuse('ORGANISATION', `部门最多${MAX_DEPTH}级，“${pathOf(all, parentId ?? '')}”下不能再建下级`);
  refuseSameName(all, input.name, parentId, input.id);
  if (input.leaderId) await refuseUnlessActive(tx, me, input.leaderId);
  const values = { name: input.name, leader_id: input.leaderId || null, updated_at: sql<Date>`now()` };
  const id = await putUnsigned(tx, me, 'department', current, values, { parent_id: parentId, sort: all.length + 1 });
  const leader = async () => (await listDepartments(tx, me)).find((one) => one.id === id)?.leaderName ?? '';
  await audit(tx, me, {
    action: current ? '编辑部门' : '新建部门',
    subject: subjects.department,
    id,
    no: input.name,
    ...(current ? { before: { 部门名称: current.name, 负责人: current.leaderName } } : {}),
    after: { 部门名称: input.name, 负责人: await leader() },
  });
  return { id };
}

/** With everything below it; people keep their departments, so what they may see changes at once. */
export const moveDepartment = (tx: Tx, me: Me, input: z.output<typeof DepartmentMove>): Promise<Saved> =>
  granting(tx, me, 'parentId', () => placeDepartment(tx, me, input));

async function placeDepartment(tx: Tx, me: Me, input: z.output<typeof DepartmentMove>): Promise<Saved> {
  const all = await lockedDepartments(tx, me);
  const current = seenAmong(all, '部门', input);
  const branch = branchOf(all, input.id);
  if (input.parentId && !all.some((one) => one.id === input.parentId)) notFound('上级部门');
  if (input.parentId && branch.has(input.parentId)) refuse('ORGANISATION', `“${current.name}”不能移动到自己的下级“${pathOf(all, input.parentId)}”`);
  const height = Math.max(...[...branch].map((id) => depthOf(all, id))) - depthOf(all, input.id) + 1;
  if (depthOf(all, input.parentId) + height > MAX_DEPTH) refuse('ORGANISATION', `移动后部门将超过${MAX_DEPTH}级`);
  refuseSameName(all, current.name, input.parentId, input.id);
  const siblings = all.filter((one) => one.parentId === input.parentId && one.id !== input.id);
  const before = siblings.findIndex((one) => one.id === input.beforeId);
  siblings.splice(before < 0 ? siblings.length : before, 0, current);
  await updateKnown(tx, me, 'department', current, { parent_id: input.parentId, updated_at: sql`now()` });
  await sql`update department d set sort = v.n from unnest(${siblings.map((one) => one.id)}::uuid[]) with ordinality as v (id, n) where d.tenant_id = ${me.tenantId} and d.id = v.id`.execute(
    tx,
  );
  if (current.parentId !== input.parentId)
    await audit(tx, me, {
      action: '移动部门',
      subject: subjects.department,
      id: input.id,
      no: current.name,
      before: { 上级部门: pathOf(all, current.parentId ?? '') || '顶级' },
      after: { 上级部门: pathOf(all, input.parentId ?? '') || '顶级' },
    });
  forgetSessions();
  return { id: input.id };
}

/** Nobody may be left in a department that is closed, nor below it. */
export async function switchDepartment(tx: Tx, me: Me, input: z.output<typeof DepartmentSwitch>): Promise<Saved> {
  const all = await lockedDepartments(tx, me);
  const current = seenAmong(all, '部门', input);
  if (input.status === 'DISABLED') refuseWhileInUse(all, current);
  const parent = all.find((one) => one.id === current.parentId);
  if (input.status === 'ACTIVE' && parent?.status === 'DISABLED') refuse('ORGANISATION', `上级部门“${parent.name}”已停用，请先启用上级部门`);
  await updateKnown(tx, me, 'department', current, { status: input.status, updated_at: sql`now()` });
  await audit(tx, me, { action: input.status === 'ACTIVE' ? '启用部门' : '停用部门', subject: subjects.department, id: input.id, no: current.name });
  forgetSessions();
  return { id: input.id };
}

export async function deleteDepartment(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  const all = await lockedDepartments(tx, me);
  const current = all.find((one) => one.id === input.id) ?? notFound('该部门');
  const below = all.filter((one) => one.parentId === input.id);
  if (below.length) refuse('ORGANISATION', `部门“${current.name}”下还有${below.length}个部门（${below[0]?.name}等），请先移走或删除`);
  refuseWhileInUse(all, current);
  await orRefuse(tx.deleteFrom('department').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute(), {
    linked: () => refuse('ORGANISATION', `部门“${current.name}”仍有已停用的账号，请先为这些账号更换部门，或停用该部门`),
  });
  await audit(tx, me, { action: '删除部门', subject: subjects.department, id: input.id, no: current.name, before: { 部门名称: current.name } });
  return {};
}

function refuseWhileInUse(all: readonly Department[], current: Department): void {
  const inside = all.filter((one) => branchOf(all, current.id).has(one.id));
  const busy = inside.find((one) => one.people > 0);
  if (busy) refuse('ORGANISATION', `部门“${pathOf(all, busy.id)}”还有${busy.people}名在职人员，请先调整他们的部门`);
  const open = inside.find((one) => one.id !== current.id && one.status === 'ACTIVE');
  if (open) refuse('ORGANISATION', `下级部门“${pathOf(all, open.id)}”仍在启用，请先停用`);
}

function refuseSameName(all: readonly Department[], name: string, parentId: string | null, id?: string): void {
  if (all.some((one) => one.id !== id && one.parentId === parentId && one.name === name))
    refuseField('name', `“${parentId ? pathOf(all, parentId) : '顶级'}”下已有部门“${name}”`);
}

async function refuseUnlessActive(tx: Tx, me: Me, memberId: string): Promise<void> {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', memberId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst();
  if (!member) refuseField('leaderId', '负责人不存在或已停用');
}

/** The tree is small and changed one at a time: two moves that each look right must not make a ring together. */
export async function lockedDepartments(tx: Tx, me: Me): Promise<Department[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`department/${me.tenantId}`}, 0))`.execute(tx);
  return listDepartments(tx, me);
}
