import { comparePrice, compareQty, decimalsOf } from '~/shared/money';
import { type AttributeInputKind, type AttributeKind, choosesValues } from './attribute';
import { type ProductState, saleKeyOf } from './product';
import type { ProductInput, SkuInput } from './productForm.schema';

export interface KnownAttribute {
  id: string;
  name: string;
  kind: AttributeKind;
  input: AttributeInputKind;
  required: boolean;
  status: string;
  categoryIds: string[];
  values: { name: string }[];
}

export interface Known {
  attributes: readonly KnownAttribute[];
  units: ReadonlyMap<string, { name: string; decimals: number }>;
  /** The category and its ancestors. */
  categoryPath: readonly string[];
  status: ProductState;
}

/** Sentences by field path; empty when the product may be saved. */
export type Problems = Record<string, string>;

/** Rules inside one product. What needs other rows (codes taken, units in use) is the server's. */
export function productProblems(input: ProductInput, known: Known): Problems {
  const problems: Problems = {};
  if (!known.units.has(input.baseUnitId)) problems['baseUnitId'] = '基本单位不存在';
  describeProblems(input, known, problems);
  for (const [index, sku] of input.skus.entries()) skuProblems(sku, index, input, known, problems);
  repeats(input.skus, problems);
  const shelf = known.status === 'ON' ? shelfProblem(input.skus) : null;
  if (shelf) problems['skus'] = `商品在上架状态，${shelf}`;
  return problems;
}

/** Why a product cannot be on the shelf. */
export function shelfProblem(skus: readonly { status: string; listPrice: string | null; units?: readonly { listPrice: string | null }[] }[]): string | null {
  const active = skus.filter((sku) => sku.status === 'ACTIVE');
  if (active.length === 0) return '至少需要一个启用的SKU';
  const unpriced = active.filter((sku) => !sku.listPrice && !sku.units?.some((unit) => unit.listPrice));
  return unpriced.length ? `有${unpriced.length}个启用的SKU没有标准价` : null;
}

function describeProblems(input: ProductInput, known: Known, problems: Problems): void {
  const given = new Map(input.descAttrs.map((one) => [one.attributeId, one.value]));
  for (const attribute of known.attributes) {
    if (attribute.kind !== 'DESC') continue;
    const index = input.descAttrs.findIndex((one) => one.attributeId === attribute.id);
    const value = given.get(attribute.id) ?? '';
    const path = index < 0 ? 'descAttrs' : `descAttrs.${index}.value`;
    if (!value) {
      const applies = attribute.categoryIds.length === 0 || attribute.categoryIds.some((id) => known.categoryPath.includes(id));
      if (attribute.required && attribute.status === 'ACTIVE' && applies) problems[path] = `属性“${attribute.name}”必填`;
      continue;
    }
    const wrong = valueProblem(attribute, value);
    if (wrong) problems[path] = `属性“${attribute.name}”${wrong}`;
  }
}

/** MULTI travels as names joined by commas. */
export function valueProblem(attribute: Pick<KnownAttribute, 'input' | 'values'>, value: string): string | null {
  if (attribute.input === 'NUMBER' && !/^-?\d+(\.\d+)?$/.test(value)) return '应为数字';
  if (attribute.input === 'DATE' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return '日期格式应如2026-12-31';
  if (!choosesValues(attribute.input)) return null;
  const chosen = attribute.input === 'MULTI' ? value.split(',') : [value];
  const unknown = chosen.filter((name) => !attribute.values.some((one) => one.name === name));
  return unknown.length ? `没有属性值“${unknown.join('、')}”` : null;
}

function skuProblems(sku: SkuInput, index: number, input: ProductInput, known: Known, problems: Problems): void {
  const at = (field: string, message: string) => {
    problems[`skus.${index}.${field}`] = message;
  };
  const base = known.units.get(input.baseUnitId);
  for (const [name, value] of Object.entries(sku.saleAttrs)) {
    const attribute = known.attributes.find((one) => one.kind === 'SALE' && one.name === name);
    if (!attribute) at('saleAttrs', `销售属性“${name}”不存在或已停用`);
    else if (choosesValues(attribute.input) && !attribute.values.some((one) => one.name === value)) at('saleAttrs', `销售属性“${name}”没有属性值“${value}”`);
  }
  if (sku.listPrice && sku.minPrice && comparePrice(sku.listPrice, sku.minPrice) < 0) at('minPrice', `最低限价${sku.minPrice}高于标准价${sku.listPrice}`);
  for (const [field, title] of [
    ['moq', '起订量'],
    ['multiple', '订购倍数'],
  ] as const) {
    if (base && sku[field] && decimalsOf(sku[field]) > base.decimals) at(field, `${title}${sku[field]}：单位“${base.name}”最多允许${base.decimals}位小数`);
  }
  if (sku.safetyLow && sku.safetyHigh && compareQty(sku.safetyLow, sku.safetyHigh) > 0) at('safetyHigh', `库存上限${sku.safetyHigh}小于下限${sku.safetyLow}`);
  const seen = new Set<string>([input.baseUnitId]);
  sku.units.forEach((unit, place) => {
    if (!known.units.has(unit.unitId)) at(`units.${place}.unitId`, '辅助单位不存在');
    else if (seen.has(unit.unitId)) at(`units.${place}.unitId`, `单位“${known.units.get(unit.unitId)?.name}”重复或与基本单位相同`);
    seen.add(unit.unitId);
  });
}

function repeats(skus: readonly SkuInput[], problems: Problems): void {
  const names = Object.keys(skus[0]?.saleAttrs ?? {})
    .sort()
    .join();
  const codes = new Map<string, number>();
  const keys = new Map<string, number>();
  skus.forEach((sku, index) => {
    if (Object.keys(sku.saleAttrs).sort().join() !== names) problems[`skus.${index}.saleAttrs`] ??= '同一商品的SKU必须使用相同的销售属性';
    const code = sku.code.toUpperCase();
    const sameCode = codes.get(code);
    if (sameCode !== undefined) problems[`skus.${index}.code`] = `SKU编码${sku.code}与第${sameCode + 1}行重复`;
    const key = saleKeyOf(sku.saleAttrs);
    const sameKey = keys.get(key);
    if (sameKey !== undefined) problems[`skus.${index}.saleAttrs`] ??= `销售属性与第${sameKey + 1}行重复`;
    if (sameCode === undefined) codes.set(code, index);
    if (sameKey === undefined) keys.set(key, index);
  });
}
