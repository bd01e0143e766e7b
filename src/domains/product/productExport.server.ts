import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PRODUCT_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineExport } from '~/server/export.server';
import { anyOf } from '~/server/given.server';
import type { CellKind } from '~/server/sheet/exportCells';
import { trimPrice, trimQty } from '~/shared/money';
import type { Page } from '~/shared/page';
import { productStates } from './product';
import { extraUnits } from './product.server';
import { ProductQuery } from './productForm.schema';
import { productIds } from './productList.server';
import { productColumns } from './productSheet.server';

const kinds: Readonly<Record<string, CellKind>> = {
  listPrice: 'price',
  minPrice: 'price',
  moq: 'qty',
  multiple: 'qty',
  taxRate: 'number',
  weight: 'qty',
  volume: 'price',
};

/** One row a SKU in the columns of the import, so that the file can be changed and imported again. */
export const productExport = defineExport({
  type: 'product',
  title: '商品',
  permission: PRODUCT_MANAGE,
  importable: true,
  query: ProductQuery,
  filters: {
    word: '商品',
    categoryId: '分类',
    brand: '品牌',
    status: ['状态', productStates],
    hasImage: '有无图',
    hasPrice: '有无价',
    stock: ['库存状态', { HAS: '有货', LOW: '低于下限', OUT: '无货' }],
  },
  rows: exportRows,
  columns: Object.entries(productColumns).map(([key, { title }], at) => ({ key, title, kind: kinds[key], value: (row: string[]) => row[at] })),
});

/** A page of products as the rows of their SKUs. */
export async function exportRows(tx: Tx, me: Me, query: ProductQuery): Promise<Page<string[]> & { read: number }> {
  const page = await productIds(tx, me, query);
  const found = page.pagedRecords;
  const rows = await tx
    .selectFrom('sku')
    .innerJoin('product', (on) => on.onRef('product.tenant_id', '=', 'sku.tenant_id').onRef('product.id', '=', 'sku.product_id'))
    .innerJoin('category', (on) => on.onRef('category.tenant_id', '=', 'product.tenant_id').onRef('category.id', '=', 'product.category_id'))
    .innerJoin('unit', (on) => on.onRef('unit.tenant_id', '=', 'product.tenant_id').onRef('unit.id', '=', 'product.base_unit_id'))
    .select([
      'product.code as productCode',
      'product.name',
      'category.code as categoryCode',
      'product.brand',
      'product.spec',
      'sku.id',
      'sku.code',
      'sku.barcode',
      'sku.sale_attrs',
      'unit.name as unitName',
    ])
    .select([
      'sku.list_price',
      'sku.min_price',
      'sku.moq',
      'sku.multiple',
      'product.tax_rate_ppm',
      'product.tax_class_code',
      'sku.weight_kg',
      'sku.volume_m3',
      'product.status',
    ])
    .where('sku.tenant_id', '=', me.tenantId)
    .where('sku.product_id', '=', anyOf(found.map((row) => row.id)))
    .orderBy(sql`array_position(${found.map((row) => row.id)}::uuid[], product.id)`)
    .orderBy('sku.sort')
    .orderBy('sku.code')
    .execute();
  const units = await extraUnits(
    tx,
    me,
    rows.map((row) => row.id),
  );
  const filled = (qty: string) => (/[1-9]/.test(qty) ? trimQty(qty) : '');
  const price = (value: string | null) => (value === null ? '' : trimPrice(value));
  const pagedRecords = rows.map((row) => {
    const [first, second, third] = Object.entries(row.sale_attrs as Record<string, string>);
    const unit = units.get(row.id)?.[0];
    return [
      row.productCode,
      row.name,
      row.categoryCode,
      row.brand,
      row.spec,
      row.code,
      row.barcode,
      ...(first ?? ['', '']),
      ...(second ?? ['', '']),
      ...(third ?? ['', '']),
      row.unitName,
      unit?.name ?? '',
      unit ? `${unit.den}${unit.name}=${unit.num}${row.unitName}` : '',
      price(row.list_price),
      price(row.min_price),
      filled(row.moq),
      filled(row.multiple),
      `${row.tax_rate_ppm / 10_000}`,
      row.tax_class_code,
      row.weight_kg === null ? '' : trimQty(row.weight_kg),
      price(row.volume_m3),
      productStates[row.status as keyof typeof productStates],
    ];
  });
  return { ...page, pagedRecords, read: found.length };
}
