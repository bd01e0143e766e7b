import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { lockKnown, lockSeen, updateKnown } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import type { ActiveState } from './activeState';
import { fullNames, MAX_LEVEL } from './category';
import type { CategoryInput } from './category.schema';
import { visibleTo } from './product.server';
import * as subjects from './subjects';

export interface CategoryRow {
  id: string;
  parentId: string | null;
  code: string;
  name: string;
  level: number;
  sort: number;
  status: ActiveState;
  version: number;
  productCount: number;
}

/** The whole tree, parents before children, each level in its order. */
export async function listCategories(tx: Tx, me: Me): Promise<CategoryRow[]> {
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'parent_id as parentId', 'code', 'name', 'level', 'sort', 'status', 'version'])
    .select(
      sql<number>`(select count(*)::int from product p join category c on c.tenant_id = p.tenant_id and c.id = p.category_id
        where p.tenant_id = category.tenant_id and c.path like category.path || '%')`.as('productCount'),
    )
    .where('tenant_id', '=', me.tenantId)
    .orderBy('level')
    .orderBy('sort')
    .orderBy('code')
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as ActiveState }));
}

/** By id; asks nothing for none. */
export async function categoryNames(tx: Tx, me: Me, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom('category').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** For choosing: in tree order, with the full name. Dealers choose among categories in use that hold something they may order. */
export async function categoryChoices(tx: Tx, me: Me) {
  const { customerId } = me;
  const rows = await tx
    .selectFrom('category')
    .select(['id', 'parent_id as parentId', 'code', 'name', 'level', 'status', 'sort', 'path'])
    .$if(customerId !== null, (query) => query.select(holdsGoods(me, customerId ?? '').as('holds')))
    .where('tenant_id', '=', me.tenantId)
    .orderBy('sort')
    .orderBy('code')
    .execute();
  const names = fullNames(rows);
  const inOrder = (parentId: string | null): typeof rows => rows.filter((row) => row.parentId === parentId).flatMap((row) => [row, ...inOrder(row.id)]);
  const options = inOrder(null).map((row) => ({
    id: row.id,
    code: row.code,
    name: row.name,
    level: row.level,
    status: row.status as ActiveState,
    fullName: names.get(row.id) ?? row.name,
    branch: row.path.split('/').filter(Boolean),
  }));
  if (customerId === null) return { options };
  const full = new Set(rows.filter((row) => row.holds).flatMap((row) => row.path.split('/')));
  return { options: options.filter((one) => one.status === 'ACTIVE' && full.has(one.id)) };
}

/** Whether the category itself, not its branch, holds goods the customer may order. Needs `category` in the query. */
const holdsGoods = (me: Me, customerId: string) => sql<boolean>`exists (select 1 from product
  where product.tenant_id = category.tenant_id and product.category_id = category.id and product.status = 'ON' and ${visibleTo(me, customerId)}
    and exists (select 1 from sku where sku.tenant_id = product.tenant_id and sku.product_id = product.id and sku.status = 'ACTIVE'))`;

export async function saveCategory(tx: Tx, me: Me, input: CategoryInput): Promise<{ id: string }> {
  await refuseTakenCode(tx, me, input);
  const before = await lockSeen(tx, me, 'category', '分类', input);
  if (!before) return addCategory(tx, me, input);
  await updateKnown(tx, me, 'category', before, { code: input.code, name: input.name });
  await audit(tx, me, {
    action: '编辑分类',
    subject: subjects.category,
    id: before.id,
    no: input.code,
    before: { 编码: before.code, 名称: before.name },
    after: { 编码: input.code, 名称: input.name },
  });
  return { id: before.id };
}

async function addCategory(tx: Tx, me: Me, input: CategoryInput): Promise<{ id: string }> {
  const parent = input.parentId ? await lockKnown(tx, me, 'category', '分类', { id: input.parentId }) : null;
  if (parent && parent.level >= MAX_LEVEL) refuse('CATALOGUE_RULE', `分类最多${MAX_LEVEL}级，“${parent.name}”已是第${parent.level}级，不能再添加下级`);
  const id = newId();
  await tx
    .insertInto('category')
    .values({
      tenant_id: me.tenantId,
      id,
      parent_id: input.parentId,
      code: input.code,
      name: input.name,
      level: (parent?.level ?? 0) + 1,
      path: `${parent?.path ?? '/'}${id}/`,
      sort: sql<number>`(select coalesce(max(c.sort), 0) + 1 from category c where c.tenant_id = ${me.tenantId} and c.parent_id is not distinct from ${input.parentId}::uuid)`,
    })
    .execute();
  await audit(tx, me, {
    action: '新建分类',
    subject: subjects.category,
    id,
    no: input.code,
    after: { 编码: input.code, 名称: input.name, 上级分类: parent?.name ?? '顶级' },
  });
  return { id };
}

async function refuseTakenCode(tx: Tx, me: Me, input: CategoryInput): Promise<void> {
  const taken = await tx.selectFrom('category').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('code', '=', input.code).executeTakeFirst();
  if (taken && taken.id !== input.id)
    refuse('DUPLICATE_CODE', `分类编码${input.code}已被“${taken.name}”使用`, { fields: { code: `编码已被“${taken.name}”使用` } });
}
