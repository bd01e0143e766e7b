import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { lockKnown, raised, seenAmong, updateKnown } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import type { ActiveState } from './activeState';
import { MAX_LEVEL } from './category';
import { refuseInUse, type User } from './inUse';
import * as subjects from './subjects';

const branch = (tx: Tx, me: Me, path: string) => tx.selectFrom('category').where('tenant_id', '=', me.tenantId).where('path', 'like', `${path}%`);

/** The whole tree is locked: two moves at once could otherwise make a circle. */
async function lockTree(tx: Tx, me: Me) {
  const rows = await tx.selectFrom('category').selectAll().where('tenant_id', '=', me.tenantId).orderBy('id').forUpdate().execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Puts a category, with its branch, under `parentId` (null: top) before `beforeId` (null: last). */
export async function moveCategory(
  tx: Tx,
  me: Me,
  input: { id: string; version: number; parentId: string | null; beforeId: string | null },
): Promise<{ id: string }> {
  const tree = await lockTree(tx, me);
  const own = seenAmong([...tree.values()], '分类', input);
  const parent = input.parentId ? (tree.get(input.parentId) ?? notFound('上级分类')) : null;
  if (parent?.path.startsWith(own.path)) refuse('CATALOGUE_RULE', `不能把“${own.name}”移到它自己的下级“${parent.name}”中`);
  const members = [...tree.values()].filter((row) => row.path.startsWith(own.path));
  const lift = (parent?.level ?? 0) + 1 - own.level;
  const deepest = Math.max(...members.map((row) => row.level)) + lift;
  if (deepest > MAX_LEVEL) refuse('CATALOGUE_RULE', `移动后“${own.name}”的下级将达到第${deepest}级，分类最多${MAX_LEVEL}级`);
  await sql`update category set level = level + ${lift}, path = ${parent?.path ?? '/'} || substr(path, ${own.path.length - own.id.length})
    where tenant_id = ${me.tenantId} and path like ${`${own.path}%`}`.execute(tx);
  await updateKnown(tx, me, 'category', own, { parent_id: input.parentId });
  const siblings = [...tree.values()]
    .filter((row) => row.parent_id === input.parentId && row.id !== own.id)
    .sort((a, b) => a.sort - b.sort || a.code.localeCompare(b.code));
  const at = siblings.findIndex((row) => row.id === input.beforeId);
  const ordered = siblings.map((row) => row.id);
  ordered.splice(at < 0 ? ordered.length : at, 0, own.id);
  await sql`update category set sort = place.n from unnest(${ordered}::uuid[]) with ordinality as place(id, n)
    where category.tenant_id = ${me.tenantId} and category.id = place.id`.execute(tx);
  await audit(tx, me, {
    action: '移动分类',
    subject: subjects.category,
    id: own.id,
    no: own.code,
    before: { 上级分类: own.parent_id ? (tree.get(own.parent_id)?.name ?? '') : '顶级', 排序: place(own.sort) },
    after: { 上级分类: parent?.name ?? '顶级', 排序: place(ordered.indexOf(own.id) + 1) },
  });
  return { id: own.id };
}

const place = (sort: number): string => `第${sort}位`;

/** Disabling takes the branch along; a category under a disabled parent cannot be enabled alone. */
export async function setCategoryStatus(tx: Tx, me: Me, input: { id: string; version: number; status: ActiveState }): Promise<{ id: string }> {
  const tree = await lockTree(tx, me);
  const own = seenAmong([...tree.values()], '分类', input);
  const parent = own.parent_id ? tree.get(own.parent_id) : null;
  if (input.status === 'ACTIVE' && parent?.status === 'DISABLED') refuse('CATALOGUE_RULE', `上级分类“${parent.name}”已停用，请先启用上级分类`);
  await tx
    .updateTable('category')
    .set({ status: input.status, version: raised() })
    .where('tenant_id', '=', me.tenantId)
    .where(input.status === 'DISABLED' ? sql<boolean>`path like ${`${own.path}%`}` : sql<boolean>`id = ${own.id}`)
    .execute();
  await audit(tx, me, {
    action: input.status === 'ACTIVE' ? '启用分类' : '停用分类',
    subject: subjects.category,
    id: own.id,
    no: own.code,
    before: { status: own.status },
    after: { status: input.status },
  });
  return { id: own.id };
}

export async function deleteCategory(tx: Tx, me: Me, input: { id: string }): Promise<{ id: string }> {
  const own = await lockKnown(tx, me, 'category', '分类', input);
  refuseInUse(`分类“${own.name}”`, '删除', await categoryUsers(tx, me, own));
  await tx.deleteFrom('category').where('tenant_id', '=', me.tenantId).where('id', '=', own.id).execute();
  await audit(tx, me, { action: '删除分类', subject: subjects.category, id: own.id, no: own.code, before: { 编码: own.code, 名称: own.name } });
  return { id: own.id };
}

async function categoryUsers(tx: Tx, me: Me, own: { id: string; path: string }): Promise<User[]> {
  const children = await branch(tx, me, own.path).select(['code', 'name']).where('id', '<>', own.id).orderBy('path').limit(100).execute();
  const products = await tx
    .selectFrom('product')
    .select(['code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where('category_id', '=', anyOf([own.id]))
    .orderBy('code')
    .limit(100)
    .execute();
  const attributes = await tx
    .selectFrom('attribute')
    .select(['code', 'name'])
    .where('tenant_id', '=', me.tenantId)
    .where(sql<boolean>`${own.id}::uuid = any(category_ids)`)
    .limit(100)
    .execute();
  return [
    ...children.map((row) => ({ kind: '下级分类', ...row })),
    ...products.map((row) => ({ kind: '商品', ...row })),
    ...attributes.map((row) => ({ kind: '属性', ...row })),
  ];
}
