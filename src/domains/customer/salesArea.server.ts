import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { mustBeSeen, putUnsigned } from '~/server/versioned.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { mustSeeAll } from './ownership.server';
import * as subjects from './subjects';

const DEEPEST = 4;

export interface Area {
  id: string;
  parentId: string | null;
  name: string;
  path: string;
  top: string;
  depth: number;
  sort: number;
  version: number;
  customers: number;
}

/** The whole tree, parents before their children. */
export async function listAreas(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ areas: Area[] }> {
  const { rows } = await sql<Area>`
    with recursive tree as (
      select a.id, a.parent_id, a.name, a.name as path, a.name as top, 0 as depth, a.sort, a.version, array[row(a.sort, a.name)::text] as place
      from sales_area a where a.tenant_id = ${me.tenantId} and a.parent_id is null
      union all
      select a.id, a.parent_id, a.name, t.path || ' / ' || a.name, t.top, t.depth + 1, a.sort, a.version, t.place || row(a.sort, a.name)::text
      from sales_area a join tree t on a.tenant_id = ${me.tenantId} and a.parent_id = t.id
    )
    select t.id, t.parent_id as "parentId", t.name, t.path, t.top, t.depth, t.sort, t.version,
      (select count(*)::int from customer c where c.tenant_id = ${me.tenantId} and c.sales_area_id = t.id and c.merged_into is null) as customers
    from tree t`.execute(tx);
  return { areas: inTreeOrder(rows, null) };
}

function inTreeOrder(rows: readonly Area[], parentId: string | null): Area[] {
  const here = rows.filter((one) => one.parentId === parentId).sort((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, 'zh'));
  return here.flatMap((one) => [one, ...inTreeOrder(rows, one.id)]);
}

/** The columns a customer keeps of its area: itself, and the name of the topmost one. A label alone names a topmost area. */
export async function areaColumns(tx: Tx, me: Pick<Me, 'tenantId'>, input: { salesAreaId: string; regionLabel: string }) {
  if (!input.salesAreaId && !input.regionLabel) return { sales_area_id: null, region_label: '' };
  const { areas } = await listAreas(tx, me);
  const area = input.salesAreaId ? areas.find((one) => one.id === input.salesAreaId) : areas.find((one) => one.depth === 0 && one.name === input.regionLabel);
  if (!area) return refuseField(input.salesAreaId ? 'salesAreaId' : 'regionLabel', '销售区域不存在或已删除，请重新选择');
  return { sales_area_id: area.id, region_label: area.top };
}

/** The tree as it stands until this transaction ends. Customers that name an area do not wait: the rows stay, only their place and name change. */
async function lockedAreas(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<{ areas: Area[] }> {
  await tx.selectFrom('sales_area').select('id').where('tenant_id', '=', me.tenantId).orderBy('id').forNoKeyUpdate().execute();
  return listAreas(tx, me);
}

export async function saveArea(tx: Tx, me: Me, input: { id: string; parentId: string; name: string; sort: string; version: number }): Promise<{ id: string }> {
  mustSeeAll(me, '销售区域');
  const { areas } = await lockedAreas(tx, me);
  const current = areas.find((one) => one.id === input.id);
  if (input.id && !current) notFound('该销售区域');
  if (current) mustBeSeen(current, input.version);
  const parent = areas.find((one) => one.id === input.parentId);
  if (input.parentId && !parent) refuseField('parentId', '上级区域不存在或已删除');
  const below = current ? areas.filter((one) => one.id === current.id || one.path.startsWith(`${current.path} / `)) : [];
  if (parent && below.includes(parent)) refuseField('parentId', '上级区域不能是自己或自己的下级');
  const height = current ? Math.max(...below.map((one) => one.depth)) - current.depth : 0;
  if ((parent ? parent.depth + 1 : 0) + height >= DEEPEST) refuseField('parentId', `销售区域最多${DEEPEST}级`);
  const duplicate = areas.find((one) => one.id !== input.id && one.parentId === (parent?.id ?? null) && one.name === input.name);
  if (duplicate) refuseField('name', `同级已有“${input.name}”`);
  const values = { name: input.name, parent_id: parent?.id ?? null, sort: Number(input.sort) };
  const id = await putUnsigned(tx, me, 'sales_area', current, values);
  const top = parent?.top ?? input.name;
  if (current && top !== current.top) await relabel(tx, me, below, top);
  await audit(tx, me, {
    action: current ? '编辑' : '新建',
    subject: subjects.salesArea,
    id,
    no: input.name,
    ...(current ? { before: { 名称: current.path, 排序: String(current.sort) } } : {}),
    after: { 名称: [parent?.path, input.name].filter(Boolean).join(' / '), 排序: input.sort },
  });
  return { id };
}

/** Customers of a subtree that came under another topmost area, or whose topmost area got another name. */
async function relabel(tx: Tx, me: Me, areas: readonly Area[], label: string): Promise<void> {
  await tx
    .updateTable('customer')
    .set({ region_label: label })
    .where('tenant_id', '=', me.tenantId)
    .where(
      'sales_area_id',
      'in',
      areas.map((one) => one.id),
    )
    .execute();
}

export async function deleteArea(tx: Tx, me: Me, input: { id: string }): Promise<Record<string, never>> {
  mustSeeAll(me, '销售区域');
  const { areas } = await lockedAreas(tx, me);
  const current = areas.find((one) => one.id === input.id);
  if (!current) return notFound('该销售区域');
  const below = areas.filter((one) => one.parentId === current.id).length;
  if (below > 0) refuse('IN_USE', `销售区域“${current.path}”还有${below}个下级区域，不能删除`);
  const { n } = await tx
    .selectFrom('customer')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('tenant_id', '=', me.tenantId)
    .where('sales_area_id', '=', input.id)
    .executeTakeFirstOrThrow();
  if (n > 0) refuse('IN_USE', `销售区域“${current.path}”正被${n}个客户使用，不能删除`);
  await tx.deleteFrom('sales_area').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await audit(tx, me, { action: '删除', subject: subjects.salesArea, id: input.id, no: current.path, before: { 名称: current.path } });
  return {};
}
