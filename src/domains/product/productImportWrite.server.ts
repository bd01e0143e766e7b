import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import type { Applied } from '~/server/import.server';
import { raised } from '~/server/versioned.server';
import { refuse } from '~/shared/refusal';
import { initialsOf } from './productSave.server';
import { type ProductImportRow, type ProductPlan, productCodeOf, saleAttrsOf, saleKeyIn } from './productSheet.server';
import { skuUsers } from './usage.server';

/** Rows as the database had them, whole, so that undo can put them back. */
interface Undo {
  createdProducts: string[];
  createdSkus: string[];
  products: Record<string, unknown>[];
  skus: Record<string, unknown>[];
  units: Record<string, unknown>[];
}

interface NewProduct {
  id: string;
  [column: string]: unknown;
}

const json = (rows: unknown) => sql`${JSON.stringify(rows)}::jsonb`;
const productColumns = sql.raw('code, name, pinyin, brand, category_id, spec, base_unit_id, tax_class_code, tax_rate_ppm, status');
const productTypes = sql.raw(
  'id uuid, code text, name text, pinyin text, brand text, category_id uuid, spec text, base_unit_id uuid, tax_class_code text, tax_rate_ppm int, status text',
);
const skuColumns = sql.raw('product_id, code, barcode, sale_attrs, sale_key, list_price, min_price, moq, multiple, weight_kg, volume_m3');
const skuTypes = sql.raw(
  'id uuid, product_id uuid, code text, barcode text, sale_attrs jsonb, sale_key text, list_price numeric, min_price numeric, moq numeric, multiple numeric, weight_kg numeric, volume_m3 numeric',
);

/** A few statements whatever the number of rows. Empty cells keep what is there. */
export async function applyProducts(tx: Tx, me: Me, plan: ProductPlan, { rows }: { rows: readonly ProductImportRow[] }): Promise<Applied> {
  const groups = new Map<string, ProductImportRow[]>();
  for (const row of rows) {
    const key = productCodeOf(row, plan);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const products = [...groups].map(([code, group]) => productOf(code, group, plan));
  const ids = new Map(products.map((product) => [product['code'] as string, product.id]));
  const skus = rows.map((row) => ({ ...skuOf(row, plan), product_id: ids.get(productCodeOf(row, plan)) }));
  const knownProducts = new Set([...plan.products.values()].map((product) => product.id));
  const knownSkus = new Set([...plan.skus.values()].map((sku) => sku.id));
  const before = await rowsBefore(
    tx,
    me,
    products.map((product) => product.id),
    skus.map((sku) => sku.id),
  );
  await writeProducts(
    tx,
    me,
    products.filter((one) => !knownProducts.has(one.id)),
    products.filter((one) => knownProducts.has(one.id)),
  );
  await writeSkus(
    tx,
    me,
    skus.filter((one) => !knownSkus.has(one.id)),
    skus.filter((one) => knownSkus.has(one.id)),
  );
  await writeUnits(
    tx,
    me,
    rows.flatMap((row, index) => unitOf(row, (skus[index] as { id: string }).id, plan)),
  );
  const createdSkus = skus.filter((sku) => !knownSkus.has(sku.id)).map((sku) => sku.id);
  const createdProducts = products.filter((one) => !knownProducts.has(one.id)).map((one) => one.id);
  const undo: Undo = { createdProducts, createdSkus, ...before };
  return { created: createdSkus.length, updated: skus.length - createdSkus.length, undo };
}

function productOf(code: string, group: readonly ProductImportRow[], plan: ProductPlan): NewProduct {
  const first = <K extends keyof ProductImportRow['value']>(column: K) => group.find((row) => row.value[column] !== null)?.value[column] ?? null;
  const name = first('name');
  return {
    id: plan.products.get(code)?.id ?? newId(),
    code,
    name,
    pinyin: name && initialsOf(name),
    brand: first('brand'),
    category_id: plan.categories.get(first('categoryCode') ?? '')?.id ?? null,
    spec: first('spec'),
    base_unit_id: plan.units.get(first('baseUnit') ?? '')?.id ?? null,
    tax_class_code: first('taxClassCode'),
    tax_rate_ppm: first('taxRate'),
    status: first('status'),
  };
}

function skuOf(row: ProductImportRow, plan: ProductPlan) {
  const { value } = row;
  const attrs = saleAttrsOf(row);
  return {
    id: plan.skus.get(value.skuCode ?? '')?.id ?? newId(),
    code: value.skuCode,
    barcode: value.barcode,
    sale_attrs: Object.keys(attrs).length || !plan.skus.has(value.skuCode ?? '') ? attrs : null,
    sale_key: saleKeyIn(row, plan),
    list_price: value.listPrice,
    min_price: value.minPrice,
    moq: value.moq,
    multiple: value.multiple,
    weight_kg: value.weight,
    volume_m3: value.volume,
  };
}

function unitOf(row: ProductImportRow, skuId: string, plan: ProductPlan) {
  const unit = plan.units.get(row.value.auxUnit ?? '');
  return unit && row.value.ratio ? [{ sku_id: skuId, unit_id: unit.id, num: row.value.ratio.num, den: row.value.ratio.den }] : [];
}

async function rowsBefore(tx: Tx, me: Me, productIds: readonly string[], skuIds: readonly string[]): Promise<Pick<Undo, 'products' | 'skus' | 'units'>> {
  const all = async (query: ReturnType<typeof sql<{ row: Record<string, unknown> }>>) => (await query.execute(tx)).rows.map(({ row }) => row);
  return {
    products: await all(
      sql`select to_jsonb(t) - 'name_grams' as row from product t where tenant_id = ${me.tenantId} and id = ${anyOf(productIds)} order by id for update`,
    ),
    skus: await all(sql`select to_jsonb(t) as row from sku t where tenant_id = ${me.tenantId} and id = ${anyOf(skuIds)} order by id for update`),
    units: await all(sql`select to_jsonb(t) as row from sku_unit t where tenant_id = ${me.tenantId} and sku_id = ${anyOf(skuIds)}`),
  };
}

async function writeProducts(tx: Tx, me: Me, fresh: readonly NewProduct[], known: readonly NewProduct[]): Promise<void> {
  await sql`insert into product (tenant_id, id, ${productColumns}, created_by, updated_by)
    select ${me.tenantId}::bigint, id, code, name, pinyin, coalesce(brand, ''), category_id, coalesce(spec, ''), base_unit_id, coalesce(tax_class_code, ''),
      coalesce(tax_rate_ppm, 130000), coalesce(status, 'DRAFT'), ${me.accountId}::uuid, ${me.accountId}::uuid
    from jsonb_to_recordset(${json(fresh)}) as n(${productTypes})`.execute(tx);
  await sql`update product p set name = coalesce(n.name, p.name), pinyin = coalesce(n.pinyin, p.pinyin), brand = coalesce(n.brand, p.brand), category_id = coalesce(n.category_id, p.category_id),
      spec = coalesce(n.spec, p.spec), tax_class_code = coalesce(n.tax_class_code, p.tax_class_code), tax_rate_ppm = coalesce(n.tax_rate_ppm, p.tax_rate_ppm),
      status = coalesce(n.status, p.status), version = ${raised('p.version')}, updated_by = ${me.accountId}::uuid, updated_at = now()
    from jsonb_to_recordset(${json(known)}) as n(${productTypes}) where p.tenant_id = ${me.tenantId} and p.id = n.id`.execute(tx);
}

type NewSku = ReturnType<typeof skuOf>;

async function writeSkus(tx: Tx, me: Me, fresh: readonly NewSku[], known: readonly NewSku[]): Promise<void> {
  // Sale attributes may be swapped among SKUs of one product.
  await sql`update sku set sale_key = id::text where tenant_id = ${me.tenantId} and id = ${anyOf(known.map((sku) => sku.id))}`.execute(tx);
  await sql`update sku s set barcode = coalesce(n.barcode, s.barcode), sale_attrs = coalesce(n.sale_attrs, s.sale_attrs), sale_key = n.sale_key, list_price = coalesce(n.list_price, s.list_price),
      min_price = coalesce(n.min_price, s.min_price), moq = coalesce(n.moq, s.moq), multiple = coalesce(n.multiple, s.multiple), weight_kg = coalesce(n.weight_kg, s.weight_kg),
      volume_m3 = coalesce(n.volume_m3, s.volume_m3), version = ${raised('s.version')}
    from jsonb_to_recordset(${json(known)}) as n(${skuTypes}) where s.tenant_id = ${me.tenantId} and s.id = n.id`.execute(tx);
  await sql`insert into sku (tenant_id, id, ${skuColumns}, sort)
    select ${me.tenantId}::bigint, id, product_id, code, coalesce(barcode, ''), sale_attrs, sale_key, list_price, min_price, coalesce(moq, 0), coalesce(multiple, 0), weight_kg, volume_m3,
      row_number() over () + coalesce((select max(s.sort) from sku s where s.tenant_id = ${me.tenantId} and s.product_id = n.product_id), 0)
    from jsonb_to_recordset(${json(fresh)}) as n(${skuTypes})`.execute(tx);
}

async function writeUnits(tx: Tx, me: Me, units: readonly { sku_id: string; unit_id: string; num: number; den: number }[]): Promise<void> {
  await sql`insert into sku_unit (tenant_id, sku_id, unit_id, num, den)
    select ${me.tenantId}::bigint, sku_id, unit_id, num, den from jsonb_to_recordset(${json(units)}) as n(sku_id uuid, unit_id uuid, num int, den int)
    on conflict (tenant_id, sku_id, unit_id) do update set num = excluded.num, den = excluded.den`.execute(tx);
}

/** Refuses when a new SKU is already used or a product was changed since. */
export async function undoProducts(tx: Tx, me: Me, undo: Undo): Promise<void> {
  const users = await skuUsers(tx, me, undo.createdSkus);
  const user = users[0];
  if (user) refuse('IMPORT_STATE', `本批导入的SKU已被${user.kind}${user.code || user.name}等使用，不能撤销`, { users });
  const changed = await sql<{
    code: string;
  }>`select p.code from product p join jsonb_to_recordset(${json(undo.products)}) as n(id uuid, version int) on n.id = p.id
    where p.tenant_id = ${me.tenantId} and p.version <> ${raised('n.version')}
    union all select p.code from product p where p.tenant_id = ${me.tenantId} and p.id = ${anyOf(undo.createdProducts)} and p.version <> 1 limit 5`.execute(tx);
  if (changed.rows.length) refuse('IMPORT_STATE', `商品${changed.rows.map((row) => row.code).join('、')}导入后又被修改，不能撤销`);
  await sql`delete from sku where tenant_id = ${me.tenantId} and id = ${anyOf(undo.createdSkus)}`.execute(tx);
  await sql`delete from product where tenant_id = ${me.tenantId} and id = ${anyOf(undo.createdProducts)}`.execute(tx);
  await sql`update product p set name = n.name, pinyin = n.pinyin, brand = n.brand, category_id = n.category_id, spec = n.spec, tax_class_code = n.tax_class_code,
      tax_rate_ppm = n.tax_rate_ppm, status = n.status, version = ${raised('p.version')}, updated_by = ${me.accountId}::uuid, updated_at = now()
    from jsonb_populate_recordset(null::product, ${json(undo.products)}) as n where p.tenant_id = ${me.tenantId} and p.id = n.id`.execute(tx);
  const skuIds = undo.skus.map((row) => row['id'] as string);
  await sql`update sku set sale_key = id::text where tenant_id = ${me.tenantId} and id = ${anyOf(skuIds)}`.execute(tx);
  await sql`update sku s set barcode = n.barcode, sale_attrs = n.sale_attrs, sale_key = n.sale_key, list_price = n.list_price, min_price = n.min_price, moq = n.moq, multiple = n.multiple,
      weight_kg = n.weight_kg, volume_m3 = n.volume_m3, status = n.status, version = ${raised('s.version')}
    from jsonb_populate_recordset(null::sku, ${json(undo.skus)}) as n where s.tenant_id = ${me.tenantId} and s.id = n.id`.execute(tx);
  await sql`delete from sku_unit where tenant_id = ${me.tenantId} and sku_id = ${anyOf(skuIds)}`.execute(tx);
  await sql`insert into sku_unit (tenant_id, sku_id, unit_id, num, den, list_price)
    select tenant_id, sku_id, unit_id, num, den, list_price from jsonb_populate_recordset(null::sku_unit, ${json(undo.units)})`.execute(tx);
}
