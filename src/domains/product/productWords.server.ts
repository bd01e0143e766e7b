import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { displayQty, trimQty } from '~/shared/money';
import { saidPrice } from '~/shared/said';
import { type ProductState, productStates } from './product';

/** A product as the log tells it, each SKU a line of its own, so that two of these show what a change changed. */
export async function productWords(tx: Tx, me: Me, id: string): Promise<Record<string, string>> {
  const row = await tx
    .selectFrom('product')
    .innerJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .select(['product.code', 'product.name', 'product.short_name', 'product.brand', 'product.spec', 'product.model', 'product.status'])
    .select(['product.tax_class_code', 'product.tax_rate_ppm', 'product.by_batch', 'product.desc_attrs', 'product.detail', 'product.images'])
    .select(['category.name as category', 'unit.name as unit'])
    .where('product.tenant_id', '=', me.tenantId)
    .where('product.id', '=', id)
    .executeTakeFirstOrThrow();
  const attributes = (row.desc_attrs as unknown as { name: string; value: string }[]).map(({ name, value }) => `${name}：${value}`);
  return {
    商品编码: row.code,
    商品名称: row.name,
    简称: row.short_name,
    品牌: row.brand,
    分类: row.category,
    规格: row.spec,
    型号: row.model,
    基本单位: row.unit,
    税率: taxText(row.tax_rate_ppm),
    税收分类编码: row.tax_class_code,
    按批次管理: row.by_batch ? '是' : '否',
    描述属性: attributes.join('；'),
    商品图片: row.images.length ? `${row.images.length}张` : '',
    商品详情: row.detail ? `${row.detail.length}字：${row.detail.slice(0, 60)}` : '',
    状态: productStates[row.status as ProductState],
    可见范围: await visibilityWords(tx, me, id),
    ...(await skuWords(tx, me, id)),
  };
}

export const taxText = (ppm: number): string => `${ppm / 10_000}%`;

async function skuWords(tx: Tx, me: Me, productId: string): Promise<Record<string, string>> {
  const skus = await tx.selectFrom('sku').selectAll().where('tenant_id', '=', me.tenantId).where('product_id', '=', productId).orderBy('sort').execute();
  const { rows: units } = await sql<{ sku_id: string; words: string }>`
    select u.sku_id, string_agg('1' || n.name || '=' || trim_scale(u.num::numeric / u.den)::text || coalesce('，' || n.name || '标准价' || trim_scale(u.list_price)::text || '元', ''), '；' order by n.name) as words
    from sku_unit u join unit n on n.tenant_id = u.tenant_id and n.id = u.unit_id join sku s on s.tenant_id = u.tenant_id and s.id = u.sku_id
    where u.tenant_id = ${me.tenantId} and s.product_id = ${productId} group by u.sku_id`.execute(tx);
  const unitsOf = new Map(units.map((one) => [one.sku_id, one.words]));
  return Object.fromEntries(
    skus.map((sku) => [
      `SKU ${sku.code}`,
      [
        sku.sale_key,
        sku.barcode && `条码${sku.barcode}`,
        sku.list_price && `标准价${saidPrice(sku.list_price)}元`,
        sku.min_price && `最低限价${saidPrice(sku.min_price)}元`,
        Number(sku.moq) > 0 && `起订量${displayQty(sku.moq)}`,
        Number(sku.multiple) > 0 && `订购倍数${displayQty(sku.multiple)}`,
        sku.weight_kg && `重${trimQty(sku.weight_kg)}kg`,
        unitsOf.get(sku.id),
        sku.status === 'DISABLED' && '已停用',
      ]
        .filter(Boolean)
        .join('，'),
    ]),
  );
}

/** Numbers, not names: the log of a product is read by people who do not see every customer. */
async function visibilityWords(tx: Tx, me: Me, productId: string): Promise<string> {
  const rows = await tx
    .selectFrom('product_visibility')
    .select(['rule', 'scope', sql<number>`count(*)::int`.as('n')])
    .where('tenant_id', '=', me.tenantId)
    .where('product_id', '=', productId)
    .groupBy(['rule', 'scope'])
    .orderBy('rule')
    .orderBy('scope')
    .execute();
  const words = rows.map(({ rule, scope, n }) => `${rule === 'ALLOW' ? '仅限' : '排除'}${n}个${scope === 'LEVEL' ? '级别' : '客户'}`);
  return words.join('，') || '全部客户';
}
