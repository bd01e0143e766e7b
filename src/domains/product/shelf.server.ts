import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { lockKnown, raised } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { categoryNames } from './category.server';
import { refuseInUse } from './inUse';
import { type ProductState, productStates } from './product';
import { extraUnits } from './product.server';
import { shelfProblem } from './productRules';
import { productWords, taxText } from './productWords.server';
import * as subjects from './subjects';
import { skuUsers } from './usage.server';

interface RowResult {
  id: string;
  ok: boolean;
  code: string;
  msg: string;
}

async function lockedProducts(tx: Tx, me: Me, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('product')
    .select(['id', 'code', 'name', 'status', 'category_id', 'tax_rate_ppm', 'tax_class_code'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** On the shelf only with an active SKU and a price for each; every product answers for itself. */
export async function setShelf(tx: Tx, me: Me, input: { ids: string[]; status: 'ON' | 'OFF' }): Promise<{ results: RowResult[] }> {
  const products = await lockedProducts(tx, me, input.ids);
  const problems = input.status === 'ON' ? await shelfProblems(tx, me, input.ids) : new Map<string, string | null>();
  const results: RowResult[] = [];
  for (const id of new Set(input.ids)) {
    const product = products.get(id);
    const problem = product ? problems.get(id) : '该商品不存在或已删除';
    if (!product || problem) {
      results.push({
        id,
        ok: false,
        code: product?.code ?? '',
        msg: product ? `商品“${product.name}”（${product.code}）不能上架：${problem}` : (problem as string),
      });
      continue;
    }
    if (product.status !== input.status) await change(tx, me, product, { status: input.status }, input.status === 'ON' ? '上架' : '下架');
    results.push({ id, ok: true, code: product.code, msg: '' });
  }
  return { results };
}

async function shelfProblems(tx: Tx, me: Me, ids: readonly string[]): Promise<Map<string, string | null>> {
  const skus = await tx
    .selectFrom('sku')
    .select(['id', 'product_id', 'status', 'list_price as listPrice'])
    .where('tenant_id', '=', me.tenantId)
    .where('product_id', '=', anyOf(ids))
    .execute();
  const units = await extraUnits(
    tx,
    me,
    skus.map((sku) => sku.id),
  );
  return new Map(ids.map((id) => [id, shelfProblem(skus.filter((sku) => sku.product_id === id).map((sku) => ({ ...sku, units: units.get(sku.id) ?? [] })))]));
}

type Product = { id: string; code: string; status: string; category_id: string; tax_rate_ppm: number; tax_class_code: string };
type Changed = Partial<Omit<Product, 'id' | 'code'>>;
type Names = ReadonlyMap<string, string>;

async function change(tx: Tx, me: Me, product: Product, after: Changed, action: string, categories: Names = new Map()): Promise<void> {
  await tx
    .updateTable('product')
    .set({ ...after, version: raised(), updated_by: me.accountId, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', product.id)
    .execute();
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, product[key as keyof Product]]));
  await audit(tx, me, {
    action,
    subject: subjects.product,
    id: product.id,
    no: product.code,
    before: wordsOf(before, categories),
    after: wordsOf(after, categories),
  });
}

const wordsOf = ({ status, category_id: category, tax_rate_ppm: rate, tax_class_code: taxClass }: Changed, categories: Names): Record<string, string> => ({
  ...(status && { 状态: productStates[status as ProductState] }),
  ...(category && { 分类: categories.get(category) ?? '' }),
  ...(rate !== undefined && { 税率: taxText(rate) }),
  ...(taxClass !== undefined && { 税收分类编码: taxClass }),
});

/** The same category or tax for many products. */
export async function changeMany(
  tx: Tx,
  me: Me,
  input: { ids: string[]; categoryId?: string | undefined; taxRate?: number | undefined; taxClassCode?: string | undefined },
): Promise<{ count: number }> {
  const after: Changed = {};
  if (input.categoryId) {
    const category = await tx
      .selectFrom('category')
      .select(['name', 'status'])
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', input.categoryId)
      .executeTakeFirst();
    if (!category) notFound('所选分类');
    if (category.status === 'DISABLED') refuse('CATALOGUE_RULE', `分类“${category.name}”已停用，请选择其他分类`);
    after.category_id = input.categoryId;
  }
  if (input.taxRate !== undefined) after.tax_rate_ppm = input.taxRate;
  if (input.taxClassCode) after.tax_class_code = input.taxClassCode;
  if (Object.keys(after).length === 0) refuse('CATALOGUE_RULE', '请填写要修改的内容');
  const products = await lockedProducts(tx, me, input.ids);
  for (const id of input.ids) if (!products.has(id)) notFound('所选商品');
  const action = input.categoryId ? '批量改分类' : '批量改税务';
  const categoryIds = after.category_id ? [after.category_id, ...[...products.values()].map((product) => product.category_id)] : [];
  const names = await categoryNames(tx, me, categoryIds);
  for (const product of products.values()) await change(tx, me, product, after, action, names);
  return { count: products.size };
}

/** Only while no document, stock or price names any of its SKUs. */
export async function deleteProduct(tx: Tx, me: Me, input: { id: string }): Promise<{ id: string }> {
  const product = await lockKnown(tx, me, 'product', '商品', input);
  const before = await productWords(tx, me, product.id);
  const skus = await tx.selectFrom('sku').select('id').where('tenant_id', '=', me.tenantId).where('product_id', '=', product.id).execute();
  refuseInUse(
    `商品“${product.name}”（${product.code}）`,
    '删除（可以下架）',
    await skuUsers(
      tx,
      me,
      skus.map((sku) => sku.id),
    ),
  );
  await tx.deleteFrom('product').where('tenant_id', '=', me.tenantId).where('id', '=', product.id).execute();
  await audit(tx, me, { action: '删除商品', subject: subjects.product, id: product.id, no: product.code, before });
  return { id: product.id };
}
