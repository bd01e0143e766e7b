import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { containing, pageFrom } from '~/server/list.server';
import { mustBeSeen, putUnsigned, updateKnown } from '~/server/versioned.server';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import type { ActiveState } from './activeState';
import { type AttributeInputKind, type AttributeKind, attributeInputs, attributeKinds, choosesValues } from './attribute';
import type { AttributeInput, AttributeQuery } from './attribute.schema';
import { categoryNames } from './category.server';
import { refuseInUse, type User } from './inUse';
import * as subjects from './subjects';

export interface AttributeRow {
  id: string;
  code: string;
  name: string;
  kind: AttributeKind;
  input: AttributeInputKind;
  unit: string;
  required: boolean;
  categoryIds: string[];
  categoryNames: string[];
  status: ActiveState;
  version: number;
  values: { id: string; code: string; name: string }[];
  useCount: number;
}

/** SKUs carry sale attributes by name, products descriptive ones by id. */
const useCount = sql<number>`case attribute.kind
  when 'SALE' then (select count(*)::int from sku where sku.tenant_id = attribute.tenant_id and sku.sale_attrs ? attribute.name)
  else (select count(*)::int from product where product.tenant_id = attribute.tenant_id
    and product.desc_attrs @> jsonb_build_array(jsonb_build_object('attributeId', attribute.id))) end`;

function attributesOf(tx: Tx, me: Me) {
  return tx
    .selectFrom('attribute')
    .select(['id', 'code', 'name', 'kind', 'input', 'unit', 'required', 'category_ids', 'status', 'version'])
    .select(useCount.as('useCount'))
    .where('tenant_id', '=', me.tenantId);
}

export async function listAttributes(tx: Tx, me: Me, query: AttributeQuery): Promise<Page<AttributeRow>> {
  let rows = attributesOf(tx, me);
  if (query.name) rows = rows.where((eb) => eb.or([eb('name', 'ilike', containing(query.name)), eb('code', 'ilike', containing(query.name))]));
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  if (query.status) rows = rows.where('status', '=', query.status);
  if (query.categoryId) rows = rows.where(sql<boolean>`${query.categoryId}::uuid = any(category_ids)`);
  const page = await pageFrom(tx, rows, query, {
    sort: { code: 'attribute.code', name: 'attribute.name' },
    initial: [
      ['attribute.kind', 'desc'],
      ['attribute.sort', 'asc'],
      ['attribute.code', 'asc'],
    ],
    tiebreak: 'attribute.id',
  });
  return { ...page, pagedRecords: await complete(tx, me, page.pagedRecords) };
}

/** Every attribute a form may offer; disabled ones only for products that carry them already. */
export async function attributeChoices(tx: Tx, me: Me, { disabledToo = false } = {}): Promise<{ attributes: AttributeRow[] }> {
  const all = attributesOf(tx, me).orderBy('sort').orderBy('code');
  const rows = await (disabledToo ? all : all.where('status', '=', 'ACTIVE')).execute();
  return { attributes: await complete(tx, me, rows) };
}

type Bare = {
  id: string;
  code: string;
  name: string;
  kind: string;
  input: string;
  unit: string;
  required: boolean;
  category_ids: string[];
  status: string;
  version: number;
  useCount: number;
};

async function complete(tx: Tx, me: Me, rows: readonly Bare[]): Promise<AttributeRow[]> {
  const values = await tx
    .selectFrom('attribute_value')
    .select(['id', 'code', 'name', 'attribute_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('attribute_id', '=', anyOf(rows.map((row) => row.id)))
    .orderBy('sort')
    .orderBy('code')
    .execute();
  const categoryIds = rows.flatMap((row) => row.category_ids);
  const names = await categoryNames(tx, me, categoryIds);
  return rows.map(({ category_ids, ...row }) => ({
    ...row,
    kind: row.kind as AttributeKind,
    input: row.input as AttributeInputKind,
    status: row.status as ActiveState,
    categoryIds: category_ids,
    categoryNames: category_ids.flatMap((id) => names.get(id) ?? []),
    values: values.filter((value) => value.attribute_id === row.id).map(({ id, code, name }) => ({ id, code, name })),
  }));
}

async function attributeById(tx: Tx, me: Me, id: string): Promise<AttributeRow> {
  const rows = await attributesOf(tx, me).where('id', '=', id).forUpdate().execute();
  const [row] = await complete(tx, me, rows);
  return row ?? notFound('该属性');
}

export async function saveAttribute(tx: Tx, me: Me, input: AttributeInput): Promise<{ id: string }> {
  checkRules(input);
  await refuseTaken(tx, me, input);
  const before = input.id ? await attributeById(tx, me, input.id) : undefined;
  if (before) {
    await refuseBreakingUse(tx, me, before, input);
    mustBeSeen(before, input.version);
  }
  const row = {
    code: input.code,
    name: input.name,
    kind: input.kind,
    input: input.input,
    unit: input.unit,
    required: input.required,
    category_ids: input.categoryIds,
  };
  const last = sql<number>`(select coalesce(max(a.sort), 0) + 1 from attribute a where a.tenant_id = ${me.tenantId})`;
  const id = await putUnsigned(tx, me, 'attribute', before, row, { sort: last });
  const values = choosesValues(input.input) ? input.values : [];
  await saveValues(tx, me, id, values, new Set(before?.values.map((value) => value.id)));
  const names = await categoryNames(tx, me, input.categoryIds);
  await audit(tx, me, {
    action: before ? '编辑属性' : '新建属性',
    subject: subjects.attribute,
    id,
    no: input.code,
    ...(before && { before: wordsOf(before) }),
    after: wordsOf({ ...input, values, categoryNames: input.categoryIds.flatMap((one) => names.get(one) ?? []) }),
  });
  return { id };
}

type Worded = Pick<AttributeRow, 'code' | 'name' | 'kind' | 'input' | 'unit' | 'required' | 'categoryNames'> & { values: readonly { name: string }[] };
const wordsOf = (row: Worded): Record<string, string> => ({
  编码: row.code,
  名称: row.name,
  类别: attributeKinds[row.kind],
  录入方式: attributeInputs[row.input],
  单位: row.unit,
  必填: row.required ? '是' : '否',
  适用分类: row.categoryNames.join('、'),
  可选值: row.values.map((value) => value.name).join('、'),
});

function checkRules(input: AttributeInput): void {
  const fail = (field: string, message: string) => refuse('CATALOGUE_RULE', message, { fields: { [field]: message } });
  if (input.kind === 'SALE' && input.input !== 'SINGLE' && input.input !== 'TEXT') fail('input', '销售属性的录入方式只能是单选或文本');
  if (choosesValues(input.input) && input.values.length === 0) fail('values', `属性“${input.name}”是选择录入，至少需要一个属性值`);
  if (input.name.includes('=') || input.name.includes('|')) fail('name', '属性名称不能包含 = 或 |');
  for (const key of ['code', 'name'] as const) {
    const seen = new Map<string, number>();
    input.values.forEach((value, index) => {
      const earlier = seen.get(value[key]);
      if (earlier !== undefined) fail(`values.${index}.${key}`, `第${index + 1}个属性值与第${earlier + 1}个重复：${value[key]}`);
      seen.set(value[key], index);
    });
  }
}

async function refuseTaken(tx: Tx, me: Me, input: AttributeInput): Promise<void> {
  const taken = await tx
    .selectFrom('attribute')
    .select(['id', 'code', 'name', 'kind'])
    .where('tenant_id', '=', me.tenantId)
    .where((eb) => eb.or([eb('code', '=', input.code), eb.and([eb('kind', '=', input.kind), eb('name', '=', input.name)])]))
    .execute();
  for (const other of taken) {
    if (other.id === input.id) continue;
    if (other.code === input.code)
      refuse('DUPLICATE_CODE', `属性编码${input.code}已被“${other.name}”使用`, { fields: { code: `编码已被“${other.name}”使用` } });
    refuse('DUPLICATE_CODE', `属性名称“${input.name}”已存在（编码${other.code}）`, { fields: { name: `名称已存在（编码${other.code}）` } });
  }
}

/** SKUs hold sale attributes by name and value: those may not change under them. */
async function refuseBreakingUse(tx: Tx, me: Me, before: AttributeRow, input: AttributeInput): Promise<void> {
  if (before.useCount === 0) return;
  if (before.kind !== input.kind) refuseInUse(`属性“${before.name}”`, '改变类型', await attributeUsers(tx, me, before));
  if (before.kind !== 'SALE') return;
  if (before.name !== input.name) refuseInUse(`销售属性“${before.name}”`, '改名', await attributeUsers(tx, me, before));
  if (!choosesValues(input.input)) return;
  const kept = new Set(input.values.map((value) => value.name));
  for (const value of before.values) {
    if (!kept.has(value.name)) refuseInUse(`属性值“${before.name}：${value.name}”`, '删除或改名', await attributeUsers(tx, me, before, value.name));
  }
}

async function attributeUsers(tx: Tx, me: Me, attribute: Pick<AttributeRow, 'id' | 'name' | 'kind'>, value?: string): Promise<User[]> {
  if (attribute.kind === 'DESC') {
    const rows = await tx
      .selectFrom('product')
      .select(['code', 'name'])
      .where('tenant_id', '=', me.tenantId)
      .where(sql<boolean>`desc_attrs @> ${JSON.stringify([{ attributeId: attribute.id }])}::jsonb`)
      .orderBy('code')
      .limit(100)
      .execute();
    return rows.map((row) => ({ kind: '商品', ...row }));
  }
  const rows = await tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.code', 'product.name'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where(
      value === undefined
        ? sql<boolean>`sku.sale_attrs ? ${attribute.name}`
        : sql<boolean>`sku.sale_attrs @> ${JSON.stringify({ [attribute.name]: value })}::jsonb`,
    )
    .orderBy('sku.code')
    .limit(100)
    .execute();
  return rows.map((row) => ({ kind: 'SKU', ...row }));
}

async function saveValues(tx: Tx, me: Me, attributeId: string, values: AttributeInput['values'], own: Set<string>): Promise<void> {
  await tx.deleteFrom('attribute_value').where('tenant_id', '=', me.tenantId).where('attribute_id', '=', attributeId).execute();
  if (values.length === 0) return;
  await tx
    .insertInto('attribute_value')
    .values(
      values.map((value, sort) => ({
        tenant_id: me.tenantId,
        id: own.delete(value.id) ? value.id : newId(),
        attribute_id: attributeId,
        code: value.code,
        name: value.name,
        sort,
      })),
    )
    .execute();
}

export async function setAttributeStatus(tx: Tx, me: Me, input: { id: string; version: number; status: ActiveState }): Promise<{ id: string }> {
  const before = await attributeById(tx, me, input.id);
  mustBeSeen(before, input.version);
  await updateKnown(tx, me, 'attribute', before, { status: input.status });
  await audit(tx, me, {
    action: input.status === 'ACTIVE' ? '启用属性' : '停用属性',
    subject: subjects.attribute,
    id: before.id,
    no: before.code,
    before: { status: before.status },
    after: { status: input.status },
  });
  return { id: before.id };
}

export async function deleteAttribute(tx: Tx, me: Me, input: { id: string }): Promise<{ id: string }> {
  const before = await attributeById(tx, me, input.id);
  refuseInUse(`属性“${before.name}”`, '删除', await attributeUsers(tx, me, before));
  await tx.deleteFrom('attribute').where('tenant_id', '=', me.tenantId).where('id', '=', before.id).execute();
  await audit(tx, me, { action: '删除属性', subject: subjects.attribute, id: before.id, no: before.code, before: wordsOf(before) });
  return { id: before.id };
}

/** Puts the attributes in the given order. */
export async function sortAttributes(tx: Tx, me: Me, input: { ids: string[] }): Promise<{ count: number }> {
  const { numAffectedRows } = await sql`update attribute set sort = place.n from unnest(${input.ids}::uuid[]) with ordinality as place(id, n)
    where attribute.tenant_id = ${me.tenantId} and attribute.id = place.id`.execute(tx);
  return { count: Number(numAffectedRows ?? 0n) };
}
