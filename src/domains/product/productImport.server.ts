import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PRODUCT_IMPORT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineImport, type ImportMode, type Report, reportRepeats } from '~/server/import.server';
import { comparePrice, decimalsOf } from '~/shared/money';
import { said } from '~/shared/told';
import { choosesValues } from './attribute';
import { attributeChoices } from './attribute.server';
import { applyProducts, undoProducts } from './productImportWrite.server';
import { effectOf, type ProductPlan, productCodeOf, productColumns, type ProductImportRow as Row, saleKeyIn } from './productSheet.server';

export const productImport = defineImport({
  type: 'product',
  title: '商品',
  permission: PRODUCT_IMPORT,
  modes: ['MERGE', 'INSERT'],
  columns: productColumns,
  notes: ['同一SKU编码已存在时：“合并”更新该SKU，空白单元格不改变原值；“仅新增”报错。', '分类、单位和销售属性须先在系统中建立。'],
  async validate(tx, me, { rows, mode, report }) {
    const plan = await knownTo(tx, me, rows);
    for (const row of rows) checkRow(row, plan, mode, report);
    reportRepeats(rows, ['skuCode'], report);
    checkTogether(rows, plan, report);
    return plan;
  },
  effect: effectOf,
  apply: applyProducts,
  undo: undoProducts,
});

async function knownTo(tx: Tx, me: Me, rows: readonly Row[]): Promise<ProductPlan> {
  const skuCodes = rows.flatMap((row) => row.value.skuCode ?? []);
  const productCodes = rows.flatMap((row) => row.value.productCode ?? row.value.skuCode ?? []);
  const categories = await tx.selectFrom('category').select(['id', 'code', 'status']).where('tenant_id', '=', me.tenantId).execute();
  const units = await tx.selectFrom('unit').select(['id', 'name', 'decimals']).where('tenant_id', '=', me.tenantId).execute();
  const { attributes } = await attributeChoices(tx, me);
  const products = await tx
    .selectFrom('product')
    .select(['id', 'code', 'base_unit_id as baseUnitId', 'version', 'name', 'brand', 'category_id as categoryId', 'spec'])
    .select(['tax_class_code as taxClassCode', 'tax_rate_ppm as taxRate', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where(
      sql<boolean>`(code = any(${productCodes}::text[]) or id in (select product_id from sku where tenant_id = ${me.tenantId} and code = any(${skuCodes}::text[])))`,
    )
    .execute();
  const skus = await tx
    .selectFrom('sku')
    .select(['id', 'code', 'product_id as productId', 'sale_key as saleKey'])
    .select(['barcode', 'list_price as listPrice', 'min_price as minPrice', 'moq', 'multiple', 'weight_kg as weight', 'volume_m3 as volume'])
    .select(
      sql<Record<string, string>>`coalesce((select jsonb_object_agg(u.unit_id, u.num || '/' || u.den) from sku_unit u
        where u.tenant_id = sku.tenant_id and u.sku_id = sku.id), '{}')`.as('ratios'),
    )
    .select([sql<boolean>`list_price is not null`.as('priced'), sql<boolean>`status = 'ACTIVE'`.as('active')])
    .where('tenant_id', '=', me.tenantId)
    .where(sql<boolean>`(code = any(${skuCodes}::text[]) or product_id = any(${products.map((product) => product.id)}::uuid[]))`)
    .execute();
  return {
    categories: new Map(categories.map((row) => [row.code, { id: row.id, active: row.status === 'ACTIVE' }])),
    units: new Map(units.map((row) => [row.name, row])),
    attributes,
    products: new Map(products.map((row) => [row.code, row])),
    skus: new Map(skus.map((row) => [row.code, row])),
    codeOf: new Map(products.map((row) => [row.id, row.code])),
  };
}

function checkRow(row: Row, plan: ProductPlan, mode: ImportMode, report: Report<typeof productColumns>): void {
  const { value } = row;
  const category = value.categoryCode && plan.categories.get(value.categoryCode);
  if (value.categoryCode && !category) report(row, 'categoryCode', `不存在（当前值：${value.categoryCode}）`);
  else if (category && !category.active) report(row, 'categoryCode', '已停用');
  const base = value.baseUnit ? plan.units.get(value.baseUnit) : undefined;
  if (value.baseUnit && !base) report(row, 'baseUnit', `不存在（当前值：${value.baseUnit}）`);
  checkUnits(row, plan, report);
  checkAttribute(row, plan, 'attr1', 'value1', report);
  checkAttribute(row, plan, 'attr2', 'value2', report);
  checkAttribute(row, plan, 'attr3', 'value3', report);
  const names = [value.attr1, value.attr2, value.attr3];
  for (const at of [1, 2] as const) if (names[at] && names.indexOf(names[at]) < at) report(row, at === 1 ? 'attr2' : 'attr3', '与前面的销售属性相同');
  if (value.listPrice && value.minPrice && comparePrice(value.listPrice, value.minPrice) < 0)
    report(row, 'minPrice', `不能高于标准价${said('amount', value.listPrice)}`);
  for (const column of ['moq', 'multiple'] as const) {
    const qty = value[column];
    if (base && qty && decimalsOf(qty) > base.decimals) report(row, column, `最多允许${base.decimals}位小数（单位“${value.baseUnit}”）`);
  }
  const known = plan.skus.get(value.skuCode ?? '');
  if (!known) return;
  if (mode === 'INSERT') report(row, 'skuCode', '已存在');
  const product = plan.products.get(productCodeOf(row, plan));
  if (product?.id !== known.productId) report(row, 'skuCode', '已属于其他商品');
}

function checkUnits(row: Row, plan: ProductPlan, report: Report<typeof productColumns>): void {
  const { auxUnit, baseUnit, ratio: rate } = row.value;
  if (auxUnit && !plan.units.has(auxUnit)) report(row, 'auxUnit', `不存在（当前值：${auxUnit}）`);
  if (auxUnit && auxUnit === baseUnit) report(row, 'auxUnit', '不能与基本单位相同');
  if (auxUnit && !rate && !row.bad.has('ratio')) report(row, 'ratio', '不能为空（已填辅助单位）');
  if (!auxUnit && rate && !row.bad.has('auxUnit')) report(row, 'auxUnit', '不能为空（已填换算率）');
  if (rate?.aux && auxUnit && rate.aux !== auxUnit) report(row, 'ratio', `中的“${rate.aux}”与辅助单位“${auxUnit}”不一致`);
  if (rate?.base && baseUnit && rate.base !== baseUnit) report(row, 'ratio', `中的“${rate.base}”与基本单位“${baseUnit}”不一致`);
}

function checkAttribute(
  row: Row,
  plan: ProductPlan,
  nameColumn: 'attr1' | 'attr2' | 'attr3',
  valueColumn: 'value1' | 'value2' | 'value3',
  report: Report<typeof productColumns>,
): void {
  const name = row.value[nameColumn];
  const value = row.value[valueColumn];
  if (name && !value && !row.bad.has(valueColumn)) report(row, valueColumn, '不能为空');
  if (!name && value && !row.bad.has(nameColumn)) report(row, nameColumn, '不能为空');
  if (!name) return;
  const attribute = plan.attributes.find((one) => one.kind === 'SALE' && one.name === name);
  if (!attribute) report(row, nameColumn, `不存在（当前值：${name}）`);
  else if (value && choosesValues(attribute.input) && !attribute.values.some((one) => one.name === value))
    report(row, valueColumn, `不存在（属性“${name}”没有值“${value}”）`);
}

/** What rows of one product must agree on, and SKUs already there. */
function checkTogether(rows: readonly Row[], plan: ProductPlan, report: Report<typeof productColumns>): void {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = productCodeOf(row, plan);
    if (key) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const unitNames = new Map([...plan.units].map(([name, unit]) => [unit.id, name]));
  const skusOf = Map.groupBy(plan.skus.values(), (sku) => sku.productId);
  for (const [productCode, group] of groups) {
    const product = plan.products.get(productCode);
    const inFile = new Set(group.map((row) => row.value.skuCode));
    const others = (product ? (skusOf.get(product.id) ?? []) : []).filter((sku) => !inFile.has(sku.code));
    const first = group[0] as Row;
    const keys = new Map<string, string>(others.map((sku) => [sku.saleKey, `SKU ${sku.code}`]));
    for (const row of group) {
      agree(row, first, report);
      const unit = product && unitNames.get(product.baseUnitId);
      if (unit && row.value.baseUnit && row.value.baseUnit !== unit) report(row, 'baseUnit', `与商品现有的基本单位“${unit}”不同，不能通过导入修改`);
      const key = saleKeyIn(row, plan);
      const earlier = keys.get(key);
      if (earlier && row.value.skuCode)
        report(row, key ? 'value1' : 'attr1', key ? `销售属性与${earlier}重复` : `同一商品有多个SKU时必须填写销售属性（与${earlier}重复）`);
      else keys.set(key, `第${row.rowNumber}行`);
      const unpriced = others.find((sku) => sku.active && !sku.priced);
      if (row.value.status === 'ON' && unpriced) report(row, 'status', `不能上架：该商品的SKU ${unpriced.code}没有标准价`);
    }
  }
}

const shared = ['name', 'categoryCode', 'brand', 'spec', 'baseUnit', 'taxRate', 'taxClassCode', 'status'] as const;
function agree(row: Row, first: Row, report: Report<typeof productColumns>): void {
  for (const column of shared) {
    const value = row.value[column];
    if (value !== null && first.value[column] !== null && value !== first.value[column]) report(row, column, `与第${first.rowNumber}行（同一商品）不一致`);
  }
}
