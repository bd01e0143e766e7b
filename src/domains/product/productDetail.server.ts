import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { documentLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { notFound } from '~/shared/refusal';
import type { ActiveState } from './activeState';
import { skuStock } from './offer.server';
import { type ProductState, type SkuUnit, saleTextOf } from './product';
import { extraUnits } from './product.server';
import * as subjects from './subjects';

export async function productDetail(tx: Tx, me: Me, input: { id: string }) {
  const product = await headerOf(tx, me, input.id);
  const { images, desc_attrs, ...head } = product;
  const descAttrs = await describedBy(tx, me, desc_attrs as { attributeId: string; name: string; value: string }[]);
  return {
    ...head,
    images,
    status: head.status as ProductState,
    descAttrs,
    visibility: await visibilityOf(tx, me, input.id),
    skus: await skusOf(tx, me, product),
    logs: await documentLog(tx, me, subjects.product, input.id),
  };
}

async function headerOf(tx: Tx, me: Me, id: string) {
  const row = await tx
    .selectFrom('product')
    .innerJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .select([
      'product.id',
      'product.code',
      'product.name',
      'product.short_name as shortName',
      'product.brand',
      'product.category_id as categoryId',
      'category.name as categoryName',
      'product.spec',
      'product.model',
      'product.base_unit_id as baseUnitId',
      'unit.name as baseUnitName',
      'unit.decimals as baseUnitDecimals',
      'product.tax_class_code as taxClassCode',
      'product.tax_rate_ppm as taxRate',
      'product.by_batch as byBatch',
      'product.images',
      'product.detail',
      'product.desc_attrs',
      'product.status',
      'product.version',
      'product.created_at as createdAt',
      'product.updated_at as updatedAt',
    ])
    .select(sql<string>`coalesce((select a.name from account a where a.id = product.updated_by), '')`.as('updatedBy'))
    .where('product.tenant_id', '=', me.tenantId)
    .where('product.id', '=', id)
    .executeTakeFirst();
  return row ?? notFound('该商品');
}

/** Under the attributes' present names. */
async function describedBy(tx: Tx, me: Me, attrs: readonly { attributeId: string; name: string; value: string }[]) {
  const rows = await tx
    .selectFrom('attribute')
    .select(['id', 'name', 'unit'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(attrs.map((one) => one.attributeId)))
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return attrs.map((one) => ({ ...one, name: known.get(one.attributeId)?.name ?? one.name, unit: known.get(one.attributeId)?.unit ?? '' }));
}

async function visibilityOf(tx: Tx, me: Me, productId: string) {
  const rows = await tx
    .selectFrom('product_visibility')
    .select(['rule', 'scope', 'scope_id as scopeId'])
    .select(
      sql<string>`coalesce((select c.name from customer c where c.tenant_id = product_visibility.tenant_id and c.id = scope_id),
        (select l.name from dict_item l where l.category = 'customer_level' and l.tenant_id = product_visibility.tenant_id and l.id = scope_id), '')`.as(
        'scopeName',
      ),
    )
    .where('tenant_id', '=', me.tenantId)
    .where('product_id', '=', productId)
    .orderBy('rule')
    .orderBy('scope')
    .execute();
  return rows.map((row) => ({ ...row, rule: row.rule as 'ALLOW' | 'DENY', scope: row.scope as 'CUSTOMER' | 'LEVEL' }));
}

async function skusOf(tx: Tx, me: Me, product: { id: string; baseUnitId: string; baseUnitName: string; baseUnitDecimals: number }) {
  const rows = await tx
    .selectFrom('sku')
    .select(['id', 'code', 'barcode', 'sale_attrs', 'list_price as listPrice', 'min_price as minPrice', 'moq', 'multiple'])
    .select(['weight_kg as weightKg', 'volume_m3 as volumeM3', 'safety_low as safetyLow', 'safety_high as safetyHigh', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('product_id', '=', product.id)
    .orderBy('sort')
    .orderBy('code')
    .execute();
  const ids = rows.map((row) => row.id);
  const units = await extraUnits(tx, me, ids);
  const stock = await skuStock.get()(tx, me, { skuIds: ids });
  return rows.map(({ sale_attrs, ...row }) => {
    const saleAttrs = sale_attrs as Record<string, string>;
    const base: SkuUnit = {
      unitId: product.baseUnitId,
      name: product.baseUnitName,
      decimals: product.baseUnitDecimals,
      num: 1,
      den: 1,
      listPrice: row.listPrice,
    };
    const { onHand = '0', available = '0' } = stock.get(row.id) ?? {};
    return {
      ...row,
      status: row.status as ActiveState,
      saleAttrs,
      saleText: saleTextOf(saleAttrs),
      units: [base, ...(units.get(row.id) ?? [])],
      onHand,
      available,
    };
  });
}
