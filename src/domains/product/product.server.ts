import { type SqlBool, sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { trimPrice, trimQty } from '~/shared/money';
import { type SkuForSale, type SkuUnit, saleTextOf } from './product';

/**
 * Whether the customer may see `product`: DENY wins, and any ALLOW row hides the product from everybody not named.
 * Needs `product` in the query. Without a customer ('') everything is visible.
 */
export function visibleTo(me: Pick<Me, 'tenantId'>, customerId: string) {
  if (customerId === '') return sql<SqlBool>`true`;
  const named = sql`((v.scope = 'CUSTOMER' and v.scope_id = ${customerId}) or (v.scope = 'LEVEL' and v.scope_id =
    (select c.level_id from customer c where c.tenant_id = ${me.tenantId} and c.id = ${customerId})))`;
  const rules = sql`from product_visibility v where v.tenant_id = product.tenant_id and v.product_id = product.id`;
  return sql<SqlBool>`(not exists (select 1 ${rules} and v.rule = 'DENY' and ${named})
    and (not exists (select 1 ${rules} and v.rule = 'ALLOW') or exists (select 1 ${rules} and v.rule = 'ALLOW' and ${named})))`;
}

/** The SKUs by id as this customer meets them; unknown ids are missing from the answer. */
export async function skusForSale(
  tx: Tx,
  me: Pick<Me, 'tenantId'>,
  input: { customerId: string; skuIds: readonly string[] },
): Promise<Map<string, SkuForSale>> {
  const ids = [...new Set(input.skuIds)];
  const selling = tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .select([
      'sku.id as skuId',
      'product.id as productId',
      'product.code as productCode',
      'sku.code as skuCode',
      'product.name',
      'product.spec',
      'sku.sale_attrs',
      'product.images',
      'product.base_unit_id as baseUnitId',
      'product.status',
      'sku.status as skuStatus',
      'sku.moq',
      'sku.multiple',
      'sku.list_price as listPrice',
      'sku.min_price as minPrice',
      'product.tax_rate_ppm as taxRatePpm',
      'product.tax_class_code as taxClassCode',
      'product.by_batch as byBatch',
      'unit.name as unitName',
      'unit.decimals as unitDecimals',
    ])
    .select(visibleTo(me, input.customerId).as('visible'))
    .where('sku.tenant_id', '=', me.tenantId)
    .where('sku.id', '=', anyOf(ids));
  const [rows, extra] = await Promise.all([selling.execute(), extraUnits(tx, me, ids)]);
  return new Map(
    rows.map(({ unitName, unitDecimals, sale_attrs, images, visible, ...row }) => [
      row.skuId,
      {
        ...row,
        ...figures(row),
        status: row.status as SkuForSale['status'],
        skuStatus: row.skuStatus as SkuForSale['skuStatus'],
        visible: Boolean(visible),
        saleText: saleTextOf(sale_attrs as Record<string, string>),
        image: images[0] ?? null,
        units: [
          { unitId: row.baseUnitId, name: unitName, decimals: unitDecimals, num: 1, den: 1, listPrice: trimmed(row.listPrice) },
          ...(extra.get(row.skuId) ?? []),
        ],
      },
    ]),
  );
}

const trimmed = (price: string | null): string | null => (price === null ? null : trimPrice(price));
const figures = (row: { moq: string; multiple: string; listPrice: string | null; minPrice: string | null }) => ({
  moq: trimQty(row.moq),
  multiple: trimQty(row.multiple),
  listPrice: trimmed(row.listPrice),
  minPrice: trimmed(row.minPrice),
});

/** Auxiliary units by SKU, smallest name first; the base unit is not among them. */
export async function extraUnits(tx: Tx, me: Pick<Me, 'tenantId'>, skuIds: readonly string[]): Promise<Map<string, SkuUnit[]>> {
  const rows = await tx
    .selectFrom('sku_unit')
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'sku_unit.tenant_id').onRef('unit.id', '=', 'sku_unit.unit_id'))
    .select(['sku_unit.sku_id', 'sku_unit.unit_id as unitId', 'unit.name', 'unit.decimals', 'sku_unit.num', 'sku_unit.den', 'sku_unit.list_price as listPrice'])
    .where('sku_unit.tenant_id', '=', me.tenantId)
    .where('sku_unit.sku_id', '=', anyOf(skuIds))
    .orderBy('unit.name')
    .execute();
  const bySku = new Map<string, SkuUnit[]>();
  for (const { sku_id, ...unit } of rows) bySku.set(sku_id, [...(bySku.get(sku_id) ?? []), { ...unit, listPrice: trimmed(unit.listPrice) }]);
  return bySku;
}
