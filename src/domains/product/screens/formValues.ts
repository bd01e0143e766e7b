import type { InputOf } from '~/shared/endpoint';
import type { Attribute } from '../attribute.schema';
import type { productSave } from '../calls';
import { saleKeyOf } from '../product';
import type { ProductDetail } from '../productForm.schema';

export interface SkuValues {
  id: string;
  code: string;
  barcode: string;
  saleAttrs: Record<string, string>;
  listPrice: string;
  minPrice: string;
  moq: string;
  multiple: string;
  weightKg: string;
  volumeM3: string;
  safetyLow: string;
  safetyHigh: string;
  status: 'ACTIVE' | 'DISABLED';
}
/** A conversion of every SKU (`skuKey` '*') or of the one whose sale attributes read so. */
export interface UnitValues {
  skuKey: string;
  unitId: string;
  num: string;
  den: string;
  listPrice: string;
}
export interface RuleValues {
  rule: 'ALLOW' | 'DENY';
  scope: 'CUSTOMER' | 'LEVEL';
  scopeId: string;
  scopeName: string;
}
export interface ProductValues {
  code: string;
  name: string;
  shortName: string;
  brand: string;
  categoryId: string;
  spec: string;
  model: string;
  baseUnitId: string;
  taxClassCode: string;
  taxRate: string;
  byBatch: string;
  images: string;
  detail: string;
  /** Value by attribute id. */
  desc: Record<string, string>;
  /** Values of each chosen sale attribute, comma-joined, by its name. */
  choices: { name: string; values: string }[];
  skus: SkuValues[];
  units: UnitValues[];
  visibility: RuleValues[];
}

export const ALL_SKUS = '*';
export const blankSku: SkuValues = {
  id: '',
  code: '',
  barcode: '',
  saleAttrs: {},
  listPrice: '',
  minPrice: '',
  moq: '',
  multiple: '',
  weightKg: '',
  volumeM3: '',
  safetyLow: '',
  safetyHigh: '',
  status: 'ACTIVE',
};
const blank: ProductValues = {
  code: '',
  name: '',
  shortName: '',
  brand: '',
  categoryId: '',
  spec: '',
  model: '',
  baseUnitId: '',
  taxClassCode: '',
  taxRate: '13',
  byBatch: 'false',
  images: '',
  detail: '',
  desc: {},
  choices: [],
  skus: [blankSku],
  units: [],
  visibility: [],
};

const zeroBlank = (qty: string): string => (/[1-9]/.test(qty) ? qty : '');

/** The form of a new product, of one being edited, or of a copy (no codes, no ids). */
export function valuesOf(product: ProductDetail | null, copy: boolean): ProductValues {
  if (!product) return blank;
  const { code, name, shortName, brand, categoryId, spec, model, baseUnitId, taxClassCode, taxRate, detail } = product;
  const names = Object.keys(product.skus[0]?.saleAttrs ?? {});
  return {
    code: copy ? '' : code,
    name,
    shortName,
    brand,
    categoryId,
    spec,
    model,
    baseUnitId,
    taxClassCode,
    taxRate,
    byBatch: String(product.byBatch),
    detail,
    images: product.images.join(','),
    desc: Object.fromEntries(product.descAttrs.map((one) => [one.attributeId, one.value])),
    choices: names.map((one) => ({ name: one, values: [...new Set(product.skus.flatMap((sku) => sku.saleAttrs[one] ?? []))].join(',') })),
    skus: product.skus.map((sku) => ({
      ...sku,
      id: copy ? '' : sku.id,
      code: copy ? '' : sku.code,
      barcode: copy ? '' : sku.barcode,
      listPrice: sku.listPrice ?? '',
      minPrice: sku.minPrice ?? '',
      moq: zeroBlank(sku.moq),
      multiple: zeroBlank(sku.multiple),
      weightKg: sku.weightKg ?? '',
      volumeM3: sku.volumeM3 ?? '',
      safetyLow: sku.safetyLow ?? '',
      safetyHigh: sku.safetyHigh ?? '',
    })),
    units: unitRows(product),
    visibility: product.visibility.map((rule) => ({ ...rule })),
  };
}

/** Conversions all SKUs share become one row. */
function unitRows(product: ProductDetail): UnitValues[] {
  const rows = product.skus.flatMap((sku) =>
    sku.units.slice(1).map((unit) => ({
      skuKey: saleKeyOf(sku.saleAttrs),
      unitId: unit.unitId,
      num: String(unit.num),
      den: String(unit.den),
      listPrice: unit.listPrice ?? '',
    })),
  );
  const same = (a: UnitValues, b: UnitValues) => a.unitId === b.unitId && a.num === b.num && a.den === b.den && a.listPrice === b.listPrice;
  const result: UnitValues[] = [];
  for (const row of rows) {
    const everywhere = rows.filter((other) => same(other, row)).length === product.skus.length;
    if (!everywhere) result.push(row);
    else if (!result.some((other) => other.skuKey === ALL_SKUS && same(other, row))) result.push({ ...row, skuKey: ALL_SKUS });
  }
  return result;
}

/** Attributes that describe products of the category. */
export const describing = (attributes: readonly Attribute[], branch: readonly string[]): Attribute[] =>
  attributes.filter((one) => one.kind === 'DESC' && (one.categoryIds.length === 0 || one.categoryIds.some((id) => branch.includes(id))));

/** Every combination of the chosen values, keeping the rows that are there; new rows take the first row's figures. */
export function combine(values: ProductValues): SkuValues[] {
  const chosen = values.choices
    .map((one) => ({
      name: one.name,
      values: one.values
        .split(/[,，]/)
        .map((value) => value.trim())
        .filter(Boolean),
    }))
    .filter((one) => one.name && one.values.length);
  const combinations = chosen.reduce<Record<string, string>[]>(
    (all, { name, values: each }) => all.flatMap((attrs) => each.map((value) => ({ ...attrs, [name]: value }))),
    [{}],
  );
  const known = new Map(values.skus.map((sku) => [saleKeyOf(sku.saleAttrs), sku]));
  const model = values.skus[0] ?? blankSku;
  return combinations.map((saleAttrs, index) => {
    const kept = known.get(saleKeyOf(saleAttrs));
    const plain = combinations.length === 1 && values.skus.length === 1 ? values.skus[0] : undefined;
    const row = kept ?? plain ?? { ...model, id: '', barcode: '', code: values.code ? `${values.code}-${String(index + 1).padStart(2, '0')}` : '' };
    return { ...row, saleAttrs };
  });
}

export function inputOf(values: ProductValues, attributes: readonly Attribute[], product: ProductDetail | null): InputOf<typeof productSave> {
  const { images, desc, choices: _choices, skus, units, visibility, ...head } = values;
  return {
    ...head,
    byBatch: head.byBatch === 'true',
    ...(product && { id: product.id, version: product.version }),
    images: images ? images.split(',') : [],
    descAttrs: attributes.map((one) => ({ attributeId: one.id, value: desc[one.id] ?? '' })),
    // A row copied in the grid carries the id of the one it came from.
    skus: skus.map((sku, index) => ({
      ...sku,
      id: skus.findIndex((one) => one.id === sku.id) === index ? sku.id : '',
      units: unitsFor(saleKeyOf(sku.saleAttrs), units),
    })),
    visibility: visibility.filter((rule) => rule.scopeId).map(({ rule, scope, scopeId }) => ({ rule, scope, scopeId })),
  };
}

function unitsFor(key: string, units: readonly UnitValues[]) {
  const filled = units.filter((unit) => unit.unitId);
  const own = filled.filter((unit) => unit.skuKey === key);
  const shared = filled.filter((unit) => unit.skuKey === ALL_SKUS && !own.some((other) => other.unitId === unit.unitId));
  return [...shared, ...own].map(({ unitId, num, den, listPrice }) => ({ unitId, num, den: den || '1', listPrice }));
}
