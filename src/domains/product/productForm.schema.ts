import { z } from 'zod';
import { Id, IdOf, Instant, OptionalText, Price, Qty, RowVersion, Text } from '~/shared/fields.schema';
import { LogEntry } from '~/shared/logEntries.schema';
import { compareQty } from '~/shared/money';
import { PageQuery, tells } from '~/shared/page.schema';
import { State } from './category.schema';
import { isPriceInRange, MAX_RATIO, PRICE_RANGE } from './product';
import { Unit } from './product.schema';

export const ProductStatus = z.enum(['DRAFT', 'ON', 'OFF']);
/** Percent with at most 4 decimals on the wire ("13", "6.5"), millionths in code. */
export const TaxRate = z.codec(z.string().regex(/^\d{1,2}(\.\d{1,4})?$|^100$/, '税率应为0到100之间的百分数，最多四位小数'), z.number(), {
  decode: (text) => Math.round(Number(text) * 10_000),
  encode: (ppm) => `${ppm / 10_000}`,
});
/** What a form leaves empty. */
const orBlank = <S extends z.ZodType>(schema: S) => z.union([z.literal(''), schema]).default('');
const PositivePrice = Price.refine(isPriceInRange, `价格${PRICE_RANGE}`);
const NaturalQty = Qty.refine((qty) => compareQty(qty, '0') >= 0, '不能小于0');
const Ratio = z.coerce.number('换算率必须是整数').int('换算率必须是整数').min(1, '换算率必须大于0').max(MAX_RATIO, `换算率不能超过${MAX_RATIO}`);

const PlainCode = (title: string) => Text(40, title).regex(/^[^\s\p{Cf}]+$/u, `${title}不能包含空格或看不见的字符`);

export const SkuUnitInput = z.object({ unitId: IdOf('辅助单位'), num: Ratio, den: Ratio, listPrice: orBlank(PositivePrice) });
export const SkuInput = z.object({
  id: orBlank(Id),
  code: PlainCode('SKU编码'),
  barcode: OptionalText(40, '条码'),
  saleAttrs: z.record(z.string().max(20), z.string().trim().min(1, '销售属性值不能为空').max(30)).default({}),
  listPrice: orBlank(PositivePrice),
  minPrice: orBlank(PositivePrice),
  moq: orBlank(NaturalQty),
  multiple: orBlank(NaturalQty),
  weightKg: orBlank(NaturalQty),
  volumeM3: orBlank(Price),
  safetyLow: orBlank(NaturalQty),
  safetyHigh: orBlank(NaturalQty),
  status: State.default('ACTIVE'),
  units: z.array(SkuUnitInput).max(10, '辅助单位最多10个').default([]),
});
export type SkuInput = z.output<typeof SkuInput>;

export const VisibilityRule = z.object({ rule: z.enum(['ALLOW', 'DENY']), scope: z.enum(['CUSTOMER', 'LEVEL']), scopeId: Id });

export const ProductInput = z.object({
  id: Id.optional(),
  version: RowVersion.optional(),
  code: PlainCode('商品编码'),
  name: Text(100, '商品名称'),
  shortName: OptionalText(50, '简称'),
  brand: OptionalText(50, '品牌'),
  categoryId: IdOf('商品分类'),
  spec: OptionalText(100, '规格'),
  model: OptionalText(100, '型号'),
  baseUnitId: IdOf('基本单位'),
  taxClassCode: orBlank(z.string().regex(/^\d{19}$/, '税收分类编码应为19位数字')),
  taxRate: TaxRate.default(130_000),
  /** Its stock is kept by batch. */
  byBatch: z.boolean().default(false),
  images: z.array(z.string().max(300)).max(10, '图片最多10张').default([]),
  detail: OptionalText(5000, '详情'),
  descAttrs: z
    .array(z.object({ attributeId: Id, value: z.string().trim().max(200, '属性值长度不能超过200个字') }))
    .max(100)
    .default([]),
  visibility: z.array(VisibilityRule).max(500, '可见范围最多500条').default([]),
  skus: z.array(SkuInput).min(1, '至少需要一个SKU').max(200, '一个商品最多200个SKU'),
});
export type ProductInput = z.output<typeof ProductInput>;

export const ProductQuery = tells(
  PageQuery.extend({
    word: z.string().trim().max(60).default(''),
    categoryId: orBlank(Id),
    brand: z.string().trim().max(50).default(''),
    status: orBlank(ProductStatus),
    hasImage: z.enum(['true', 'false', '']).default(''),
    hasPrice: z.enum(['true', 'false', '']).default(''),
    stock: z.enum(['HAS', 'LOW', 'OUT', '']).default(''),
  }),
  { word: [], brand: [] },
);
export type ProductQuery = z.output<typeof ProductQuery>;

export const ProductRow = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  brand: z.string(),
  spec: z.string(),
  categoryName: z.string(),
  unitName: z.string(),
  skuCount: z.number(),
  lowPrice: Price.nullable(),
  highPrice: Price.nullable(),
  available: Qty,
  taxRate: TaxRate,
  status: ProductStatus,
  version: z.number(),
  updatedAt: Instant,
});
export type ProductRow = z.input<typeof ProductRow>;

export const SkuDetail = z.object({
  id: Id,
  code: z.string(),
  barcode: z.string(),
  saleAttrs: z.record(z.string(), z.string()),
  saleText: z.string(),
  listPrice: Price.nullable(),
  minPrice: Price.nullable(),
  moq: Qty,
  multiple: Qty,
  weightKg: Qty.nullable(),
  volumeM3: Price.nullable(),
  safetyLow: Qty.nullable(),
  safetyHigh: Qty.nullable(),
  status: State,
  units: z.array(Unit),
  onHand: Qty,
  available: Qty,
});
export type SkuDetail = z.input<typeof SkuDetail>;

export const ProductDetail = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  brand: z.string(),
  categoryId: IdOf('商品分类'),
  categoryName: z.string(),
  spec: z.string(),
  model: z.string(),
  baseUnitId: IdOf('基本单位'),
  baseUnitName: z.string(),
  baseUnitDecimals: z.number(),
  taxClassCode: z.string(),
  taxRate: TaxRate,
  byBatch: z.boolean(),
  images: z.array(z.string()),
  detail: z.string(),
  descAttrs: z.array(z.object({ attributeId: Id, name: z.string(), value: z.string(), unit: z.string() })),
  visibility: z.array(VisibilityRule.extend({ scopeName: z.string() })),
  status: ProductStatus,
  version: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
  updatedBy: z.string(),
  skus: z.array(SkuDetail),
  logs: z.array(LogEntry),
});
export type ProductDetail = z.input<typeof ProductDetail>;

/** What batch commands answer for each row. */
export const RowResult = z.object({ id: Id, ok: z.boolean(), code: z.string(), msg: z.string() });
