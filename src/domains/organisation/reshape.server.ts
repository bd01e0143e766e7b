import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { forgetSessions } from '~/server/session.server';
import { mustBeSeen, raised } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { MAX_DEPTH } from './department';
import type { Department } from './department.schema';
import { lockedDepartments } from './department.server';
import { pathOf } from './departmentTree';
import * as subjects from './subjects';

/** A department as it is to be; `version` null: a new one with this id. */
export interface Reshaped {
  id: string;
  version: number | null;
  name: string;
  parentId: string | null;
  status: 'ACTIVE' | 'DISABLED';
}

/**
 * Makes, renames, moves and opens many departments in one change, so that names may be exchanged and branches turned over; parents come
 * before their new children. Inside `granting`, since it moves people's reach.
 */
export async function reshapeDepartments(tx: Tx, me: Me, wanted: readonly Reshaped[]): Promise<void> {
  if (wanted.length === 0) return;
  const before = await lockedDepartments(tx, me);
  const changing = wanted.filter((one) => one.version !== null);
  for (const one of changing) {
    const current = before.find((each) => each.id === one.id) ?? notFound('该部门');
    mustBeSeen(current, one.version, `部门“${current.name}”已被他人修改，请重新预览`);
  }
  const after = shapeOf(before, wanted);
  refuseUnlessTree(after);
  const fresh = wanted.filter((one) => one.version === null);
  // Under names nobody has, until all stand in their places: siblings may exchange theirs.
  const ids = changing.map((one) => one.id);
  await sql`update department set name = id::text where tenant_id = ${me.tenantId} and id = any(${ids}::uuid[])`.execute(tx);
  for (const [at, one] of fresh.entries())
    await tx
      .insertInto('department')
      .values({ tenant_id: me.tenantId, id: one.id, parent_id: one.parentId, name: one.id, sort: before.length + at + 1 })
      .execute();
  await sql`update department d set name = v.name, parent_id = nullif(v.parent, '')::uuid, status = v.status, updated_at = now(),
      version = case when v.fresh then 1 else ${raised('d.version')} end
    from unnest(${wanted.map((one) => one.id)}::uuid[], ${wanted.map((one) => one.name)}::text[], ${wanted.map((one) => one.parentId ?? '')}::text[],
      ${wanted.map((one) => one.status)}::text[], ${wanted.map((one) => one.version === null)}::bool[]) as v (id, name, parent, status, fresh)
    where d.tenant_id = ${me.tenantId} and d.id = v.id`.execute(tx);
  for (const one of wanted) await tellOf(tx, me, before, after, one);
  forgetSessions();
}

type Shape = Pick<Department, 'id' | 'name' | 'parentId' | 'status'>;
function shapeOf(before: readonly Department[], wanted: readonly Reshaped[]): Shape[] {
  const byId = new Map<string, Shape>(before.map((one) => [one.id, one]));
  for (const one of wanted) byId.set(one.id, one);
  return [...byId.values()];
}

function refuseUnlessTree(all: readonly Shape[]): void {
  const byId = new Map(all.map((one) => [one.id, one]));
  const names = new Set<string>();
  for (const one of all) {
    const path = new Set<string>();
    for (let at: Shape | undefined = one; at; at = at.parentId ? (byId.get(at.parentId) ?? notFound('上级部门')) : undefined) {
      if (path.has(at.id)) refuse('ORGANISATION', `部门“${one.name}”不能移动到自己的下级`);
      path.add(at.id);
    }
    if (path.size > MAX_DEPTH) refuse('ORGANISATION', `部门最多${MAX_DEPTH}级，“${one.name}”在第${path.size}级`);
    const name = `${one.parentId ?? ''} ${one.name}`;
    if (names.has(name)) refuse('ORGANISATION', `同一上级下已有部门“${one.name}”`);
    names.add(name);
  }
}

async function tellOf(tx: Tx, me: Me, before: readonly Department[], after: readonly Shape[], one: Reshaped): Promise<void> {
  const current = before.find((each) => each.id === one.id);
  const shown = (tree: readonly Shape[], { name, parentId, status }: Omit<Shape, 'id'>) => ({
    部门名称: name,
    上级部门: pathOf(tree, parentId ?? '') || '顶级',
    状态: status === 'ACTIVE' ? '启用' : '停用',
  });
  await audit(tx, me, {
    action: current ? '编辑部门' : '新建部门',
    ...{ subject: subjects.department, id: one.id, no: one.name },
    ...(current ? { before: shown(before, current) } : {}),
    after: shown(after, one),
  });
}
