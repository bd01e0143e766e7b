import { type Selectable, sql } from 'kysely';
import { pinyin } from 'pinyin-pro';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { type DB, jsonb, type Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { lockSeen, putUnsigned, raised } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { attributeChoices } from './attribute.server';
import { batchKeeping } from './batchKeeping.server';
import { refuseInUse } from './inUse';
import { type ProductState, saleKeyOf } from './product';
import type { ProductInput, SkuInput } from './productForm.schema';
import { type Problems, productProblems } from './productRules';
import { productWords } from './productWords.server';
import * as subjects from './subjects';
import { skuUsers } from './usage.server';

/** 防水涂料 → fsxl: what people type to find it. */
export const initialsOf = (name: string): string =>
  pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('').toLowerCase().slice(0, 100);

type Before = Selectable<DB['product']> | undefined;
type OldSku = { id: string; code: string; sale_key: string };

/** Creates a product as a draft, or saves over `version`. SKUs left out are removed when nothing uses them. */
export async function saveProduct(tx: Tx, me: Me, input: ProductInput): Promise<{ id: string }> {
  const before = await lockSeen(tx, me, 'product', '商品', input);
  const old = before
    ? await tx.selectFrom('sku').select(['id', 'code', 'sale_key']).where('tenant_id', '=', me.tenantId).where('product_id', '=', before.id).execute()
    : [];
  const category = await categoryFor(tx, me, input, before);
  const { attributes } = await attributeChoices(tx, me, { disabledToo: before !== undefined });
  const units = await tx.selectFrom('unit').select(['id', 'name', 'decimals']).where('tenant_id', '=', me.tenantId).execute();
  const problems = {
    ...productProblems(input, {
      attributes,
      units: new Map(units.map((unit) => [unit.id, unit])),
      categoryPath: category.path.split('/'),
      status: (before?.status ?? 'DRAFT') as ProductState,
    }),
    ...(await takenCodes(tx, me, input)),
    ...strangers(input, old),
  };
  refuseProblems(problems);
  if (before && before.base_unit_id !== input.baseUnitId)
    refuseInUse(
      `商品“${before.name}”`,
      '更换基本单位',
      await skuUsers(
        tx,
        me,
        old.map((sku) => sku.id),
      ),
    );
  const was = before && (await productWords(tx, me, before.id));
  const id = await writeProduct(tx, me, input, before, new Map(attributes.map((one) => [one.id, one.name])));
  await writeSkus(tx, me, id, input.skus, old);
  await writeVisibility(tx, me, id, input.visibility);
  if (before && before.by_batch !== input.byBatch) await batchKeeping.get()(tx, me, { productId: id, on: input.byBatch });
  await audit(tx, me, {
    action: before ? '编辑商品' : '新建商品',
    subject: subjects.product,
    id,
    no: input.code,
    ...(was && { before: was }),
    after: await productWords(tx, me, id),
  });
  return { id };
}

async function categoryFor(tx: Tx, me: Me, input: ProductInput, before: Before) {
  const category = await tx
    .selectFrom('category')
    .select(['id', 'name', 'path', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.categoryId)
    .executeTakeFirst();
  if (!category) notFound('所选分类');
  if (category.status === 'DISABLED' && before?.category_id !== category.id)
    refuse('CATALOGUE_RULE', `分类“${category.name}”已停用，请选择其他分类`, { fields: { categoryId: '该分类已停用' } });
  return category;
}

function refuseProblems(problems: Problems): void {
  const [[path, message] = ['', '']] = Object.entries(problems);
  if (!message) return;
  const row = /^skus\.(\d+)\./.exec(path);
  refuse('CATALOGUE_RULE', row ? `SKU第${Number(row[1]) + 1}行：${message}` : message, { fields: problems });
}

async function takenCodes(tx: Tx, me: Me, input: ProductInput): Promise<Problems> {
  const problems: Problems = {};
  const product = await tx.selectFrom('product').select(['id', 'name']).where('tenant_id', '=', me.tenantId).where('code', '=', input.code).executeTakeFirst();
  if (product && product.id !== input.id) problems['code'] = `商品编码${input.code}已被“${product.name}”使用`;
  const codes = input.skus.map((sku) => sku.code);
  const taken = await tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .select(['sku.code', 'sku.product_id', 'product.name'])
    .where('sku.tenant_id', '=', me.tenantId)
    .where(sql<boolean>`sku.code = any(${codes}::text[])`)
    .execute();
  for (const other of taken)
    if (other.product_id !== input.id) problems[`skus.${codes.indexOf(other.code)}.code`] = `SKU编码${other.code}已被商品“${other.name}”使用`;
  return problems;
}

/** Ids that are not this product's SKUs, or named twice. */
function strangers(input: ProductInput, old: readonly OldSku[]): Problems {
  const own = new Set(old.map((sku) => sku.id));
  return Object.fromEntries(
    input.skus.flatMap((sku, index) => (sku.id && !own.delete(sku.id) ? [[`skus.${index}.code`, '该SKU不存在或已删除，请刷新后重试']] : [])),
  );
}

async function writeProduct(tx: Tx, me: Me, input: ProductInput, before: Before, attributeNames: ReadonlyMap<string, string>): Promise<string> {
  const descAttrs = input.descAttrs.flatMap(({ attributeId, value }) => {
    const name = attributeNames.get(attributeId);
    return value && name ? [{ attributeId, name, value }] : [];
  });
  const row = {
    code: input.code,
    name: input.name,
    pinyin: initialsOf(input.name),
    short_name: input.shortName,
    brand: input.brand,
    category_id: input.categoryId,
    spec: input.spec,
    model: input.model,
    base_unit_id: input.baseUnitId,
    tax_class_code: input.taxClassCode,
    tax_rate_ppm: input.taxRate,
    by_batch: input.byBatch,
    images: input.images,
    detail: input.detail,
    desc_attrs: jsonb(descAttrs),
    updated_by: me.accountId,
    updated_at: sql<Date>`now()`,
  };
  return putUnsigned(tx, me, 'product', before, row, { created_by: me.accountId });
}

async function writeSkus(tx: Tx, me: Me, productId: string, skus: readonly SkuInput[], old: readonly OldSku[]): Promise<void> {
  const kept = new Set(skus.map((sku) => sku.id));
  const removed = old.filter((sku) => !kept.has(sku.id));
  if (removed.length) {
    refuseInUse(
      `SKU ${removed.map((sku) => sku.code).join('、')}`,
      '删除（可以停用）',
      await skuUsers(
        tx,
        me,
        removed.map((sku) => sku.id),
      ),
    );
    await tx
      .deleteFrom('sku')
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', anyOf(removed.map((sku) => sku.id)))
      .execute();
  }
  // Codes and attributes may be swapped among the SKUs: move them out of each other's way first.
  await sql`update sku set code = id::text, sale_key = id::text where tenant_id = ${me.tenantId} and product_id = ${productId}`.execute(tx);
  const ids = skus.map((sku) => sku.id || newId());
  for (const [sort, sku] of skus.entries()) {
    if (!sku.id) continue;
    await tx
      .updateTable('sku')
      .set({ ...skuRow(sku, sort), version: raised() })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', sku.id)
      .execute();
  }
  const added = skus.flatMap((sku, sort) => (sku.id ? [] : [{ ...skuRow(sku, sort), tenant_id: me.tenantId, id: ids[sort] as string, product_id: productId }]));
  if (added.length) await tx.insertInto('sku').values(added).execute();
  await tx.deleteFrom('sku_unit').where('tenant_id', '=', me.tenantId).where('sku_id', '=', anyOf(ids)).execute();
  const units = skus.flatMap((sku, index) =>
    sku.units.map((unit) => ({
      tenant_id: me.tenantId,
      sku_id: ids[index] as string,
      unit_id: unit.unitId,
      ...lowest(unit.num, unit.den),
      list_price: unit.listPrice || null,
    })),
  );
  if (units.length) await tx.insertInto('sku_unit').values(units).execute();
}

export const skuRow = (sku: SkuInput, sort: number) => ({
  code: sku.code,
  barcode: sku.barcode,
  sale_attrs: jsonb(sku.saleAttrs),
  sale_key: saleKeyOf(sku.saleAttrs),
  list_price: sku.listPrice || null,
  min_price: sku.minPrice || null,
  moq: sku.moq || '0',
  multiple: sku.multiple || '0',
  weight_kg: sku.weightKg || null,
  volume_m3: sku.volumeM3 || null,
  safety_low: sku.safetyLow || null,
  safety_high: sku.safetyHigh || null,
  status: sku.status,
  sort,
});

/** 24/2 is kept as 12/1. */
export function lowest(num: number, den: number): { num: number; den: number } {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  const by = common(num, den);
  return { num: num / by, den: den / by };
}

async function writeVisibility(tx: Tx, me: Me, productId: string, rules: ProductInput['visibility']): Promise<void> {
  // What was there stays, also customers the person does not see.
  const before = await tx
    .deleteFrom('product_visibility')
    .where('tenant_id', '=', me.tenantId)
    .where('product_id', '=', productId)
    .returning('scope_id')
    .execute();
  const distinct = [...new Map(rules.map((rule) => [`${rule.rule}${rule.scope}${rule.scopeId}`, rule])).values()];
  if (distinct.length === 0) return;
  const known = await sql<{ id: string }>`select id from customer where tenant_id = ${me.tenantId} and id = ${anyOf(distinct.map((rule) => rule.scopeId))}
    union all select id from dict_item where tenant_id = ${me.tenantId} and category = 'customer_level' and id = ${anyOf(distinct.map((rule) => rule.scopeId))}`.execute(
    tx,
  );
  const ids = new Set([...known.rows.map((row) => row.id), ...before.map((row) => row.scope_id)]);
  if (distinct.some((rule) => !ids.has(rule.scopeId))) notFound('可见范围中的客户或级别');
  await tx
    .insertInto('product_visibility')
    .values(
      distinct.map((rule) => ({ tenant_id: me.tenantId, id: newId(), product_id: productId, rule: rule.rule, scope: rule.scope, scope_id: rule.scopeId })),
    )
    .execute();
}
