import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import type { FileAnswer } from '~/server/serve.server';
import { writeSheet, XLSX_MIME } from '~/server/sheet/write.server';
import { shanghaiDate } from '~/shared/dates';
import { trimPrice, trimQty } from '~/shared/money';
import { productStates } from './product';
import { anyOf, extraUnits } from './product.server';
import type { ProductQuery } from './productForm';
import { matchingProducts } from './productList.server';
import { productColumns } from './productSheet.server';

const numeric = new Set(['listPrice', 'minPrice', 'moq', 'multiple', 'taxRate', 'weight', 'volume']);

/** One row a SKU in the columns of the import, so that the file can be changed and imported again. */
export async function exportProducts(tx: Tx, me: Me, query: ProductQuery, now: Date): Promise<FileAnswer> {
  const rows = await exportRows(tx, me, query);
  const columns = Object.entries(productColumns).map(([key, { title }]) => ({ title, numeric: numeric.has(key) }));
  return { name: `商品_${shanghaiDate(now)}.xlsx`, mime: XLSX_MIME, bytes: await writeSheet(columns, rows, '商品') };
}

export async function exportRows(tx: Tx, me: Me, query: ProductQuery): Promise<string[][]> {
  const found = await matchingProducts(tx, me, query).select('product.id').limit(50_000).execute();
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
    .orderBy('product.code')
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
  return rows.map((row) => {
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
}
