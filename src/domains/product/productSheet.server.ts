import type { ImportRow, RowEffect } from '~/server/import.server';
import type { Field } from '~/server/sheet/columns';
import { choice, code, decimal, halfWidth, percent, shownAs, text } from '~/server/sheet/fields';
import { trimPrice } from '~/shared/money';
import type { AttributeRow } from './attribute.server';
import { MAX_RATIO, type ProductState, saleKeyOf } from './product';

export interface Ratio {
  num: number;
  den: number;
  aux: string;
  base: string;
}

/** "1箱=12个", "2卷=3箱" or just "12": how many base units one auxiliary unit is. */
export const ratio: Field<Ratio> = shownAs(
  ({ num, den, aux, base }) => (den === 1 && !aux ? `${num}${base}` : `${den}${aux}=${num}${base}`),
  (cell) => {
    const typed = halfWidth(cell).replace(/\s/g, '').replaceAll(',', '');
    const match = /^(?:(\d+(?:\.\d{1,4})?)([^\d=.]*)=)?(\d+(?:\.\d{1,4})?)([^\d=.]*)$/.exec(typed);
    const den = Math.round(Number(match?.[1] ?? '1') * 10_000);
    const num = Math.round(Number(match?.[3] ?? '0') * 10_000);
    if (!match || num <= 0 || den <= 0) return { error: `应如“1箱=12个”或“12”（当前值：${cell.slice(0, 30)}）` };
    const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
    const by = common(num, den);
    if (num / by > MAX_RATIO || den / by > MAX_RATIO) return { error: `过大，不能超过${MAX_RATIO}` };
    return { value: { num: num / by, den: den / by, aux: match[2] ?? '', base: match[4] ?? '' } };
  },
);

const plainCode =
  (max: number): Field<string> =>
  (cell) => {
    const parsed = code(max)(cell);
    return 'value' in parsed && /\s/.test(parsed.value) ? { error: '不能包含空格' } : parsed;
  };
/** Codes of categories and attributes, as forms take them. */
export const strictCode =
  (max: number): Field<string> =>
  (cell) => {
    const parsed = code(max)(cell);
    return 'value' in parsed && !/^[A-Za-z0-9\-_.]+$/.test(parsed.value) ? { error: '只能包含字母、数字和 - _ .' } : parsed;
  };
const taxClass: Field<string> = (cell) => {
  const parsed = code(30)(cell);
  return 'value' in parsed && !/^\d{19}$/.test(parsed.value) ? { error: `应为19位数字（当前值：${parsed.value}）` } : parsed;
};

export const productColumns = {
  productCode: { title: '商品编码', field: plainCode(40), sample: 'P0001', note: '留空时用SKU编码；同一商品的多个SKU填相同的商品编码' },
  name: { title: '商品名称', field: text(100), required: true, sample: '聚氨酯防水涂料' },
  categoryCode: { title: '商品分类编码', field: code(20), required: true, sample: 'FSTL', note: '须先在“商品分类”中建立' },
  brand: { title: '品牌', field: text(50), sample: '' },
  spec: { title: '规格型号', field: text(100), sample: '20kg/桶' },
  skuCode: { title: 'SKU编码', field: plainCode(40), required: true, sample: '001001', note: '按文本填写，保留前导零' },
  barcode: { title: '条码', field: code(40), sample: '' },
  attr1: { title: '销售属性1名', field: text(20), sample: '颜色', note: '须先在“商品属性”中建立' },
  value1: { title: '销售属性1值', field: text(30), sample: '白' },
  attr2: { title: '销售属性2名', field: text(20), sample: '' },
  value2: { title: '销售属性2值', field: text(30), sample: '' },
  attr3: { title: '销售属性3名', field: text(20) },
  value3: { title: '销售属性3值', field: text(30) },
  baseUnit: { title: '基本单位', field: text(10), required: true, sample: '桶' },
  auxUnit: { title: '辅助单位', field: text(10), sample: '托' },
  ratio: { title: '换算率', field: ratio, sample: '1托=36桶', note: '如 1箱=12个，或只填12', aliases: ['换算率(如1箱=12个)', '换算率(如 1箱=12个)'] },
  listPrice: {
    title: '标准价(元)',
    field: decimal({ digits: 6, positive: true, whole: 7 }),
    required: true,
    sample: '285.00',
    note: '最多六位小数',
    aliases: ['标准价'],
  },
  minPrice: { title: '最低限价(元)', field: decimal({ digits: 6, positive: true, whole: 7 }), sample: '', aliases: ['最低限价'] },
  moq: { title: '起订量', field: decimal({ digits: 4, whole: 14 }), sample: '10' },
  multiple: { title: '订购倍数', field: decimal({ digits: 4, whole: 14 }), sample: '' },
  taxRate: { title: '税率(%)', field: percent, sample: '13', note: '如 13；留空为13', aliases: ['税率'] },
  taxClassCode: { title: '税收分类编码', field: taxClass, note: '19位数字', sample: '' },
  weight: { title: '重量(kg)', field: decimal({ digits: 4 }), sample: '20', aliases: ['重量'] },
  volume: { title: '体积(m³)', field: decimal({ digits: 6 }), sample: '', aliases: ['体积'] },
  status: {
    title: '状态',
    field: choice({ 上架: 'ON', 下架: 'OFF', 草稿: 'DRAFT' } as Record<string, ProductState>),
    sample: '上架',
    note: '新商品留空为草稿',
  },
};
export type ProductImportRow = ImportRow<typeof productColumns>;
type Row = ProductImportRow;

export interface KnownProduct {
  id: string;
  code: string;
  baseUnitId: string;
  version: number;
  name: string;
  brand: string;
  categoryId: string;
  spec: string;
  taxClassCode: string;
  taxRate: number;
  status: string;
}
export interface KnownSku {
  id: string;
  code: string;
  productId: string;
  saleKey: string;
  priced: boolean;
  active: boolean;
  barcode: string;
  listPrice: string | null;
  minPrice: string | null;
  moq: string;
  multiple: string;
  weight: string | null;
  volume: string | null;
  /** Unit id to `num/den`. */
  ratios: Record<string, string>;
}
export interface ProductPlan {
  categories: ReadonlyMap<string, { id: string; active: boolean }>;
  units: ReadonlyMap<string, { id: string; decimals: number }>;
  attributes: readonly AttributeRow[];
  products: ReadonlyMap<string, KnownProduct>;
  skus: ReadonlyMap<string, KnownSku>;
  /** Product code by product id. */
  codeOf: ReadonlyMap<string, string>;
}

export const productCodeOf = (row: Row, plan: Pick<ProductPlan, 'skus' | 'codeOf'>): string => {
  if (row.value.productCode) return row.value.productCode;
  const sku = plan.skus.get(row.value.skuCode ?? '');
  return (sku && plan.codeOf.get(sku.productId)) ?? row.value.skuCode ?? '';
};

export function saleAttrsOf(row: Row): Record<string, string> {
  const { attr1, value1, attr2, value2, attr3, value3 } = row.value;
  return { ...(attr1 && value1 && { [attr1]: value1 }), ...(attr2 && value2 && { [attr2]: value2 }), ...(attr3 && value3 && { [attr3]: value3 }) };
}

/** Without attributes in the file a SKU that is there keeps its own. */
export function saleKeyIn(row: Row, plan: Pick<ProductPlan, 'skus'>): string {
  const attrs = saleAttrsOf(row);
  const known = plan.skus.get(row.value.skuCode ?? '');
  return known && Object.keys(attrs).length === 0 ? known.saleKey : saleKeyOf(attrs);
}

/** Empty cells keep what is there, so only filled ones can change anything. */
export function effectOf(plan: ProductPlan, row: Row): RowEffect {
  const { value } = row;
  const sku = plan.skus.get(value.skuCode ?? '');
  const product = plan.products.get(productCodeOf(row, plan));
  if (!sku || !product) return 'NEW';
  const number = (text: string | null) => text && trimPrice(text);
  const texts = [
    [value.name, product.name],
    [value.categoryCode && plan.categories.get(value.categoryCode)?.id, product.categoryId],
    [value.brand, product.brand],
    [value.spec, product.spec],
    [value.taxClassCode, product.taxClassCode],
    [value.taxRate, product.taxRate],
    [value.status, product.status],
    [value.barcode, sku.barcode],
    [saleKeyIn(row, plan), sku.saleKey],
    [value.auxUnit && value.ratio && `${value.ratio.num}/${value.ratio.den}`, sku.ratios[plan.units.get(value.auxUnit ?? '')?.id ?? '']],
    ...(['listPrice', 'minPrice', 'moq', 'multiple', 'weight', 'volume'] as const).map((key) => [number(value[key]), number(sku[key])]),
  ];
  return texts.every(([typed, stored]) => typed === null || typed === stored) ? 'SAME' : 'CHANGED';
}
