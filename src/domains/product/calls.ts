import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealer, dealerOr, get, may, post, read } from '~/shared/endpoint';
import { Id, IdOf, OptionalId, Price, RowVersion, Text } from '~/shared/fields.schema';
import { pageOf, tells } from '~/shared/page.schema';
import { Attribute, AttributeInput, AttributeQuery } from './attribute.schema';
import { Category, CategoryInput, CategoryOption, State } from './category.schema';
import { PickedSku, SkuQuery } from './product.schema';
import { ProductDetail, ProductInput, ProductQuery, ProductRow, RowResult, TaxRate } from './productForm.schema';
import { UnitInput, UnitRow } from './unit.schema';

const org = '/saas-ofc/org';
const sees = may(codes.PRODUCT_MANAGE);
const edits = may(codes.PRODUCT_EDIT);
const One = z.object({ id: Id });
const Saved = z.object({ id: Id });
const Ids = z.array(Id).min(1, '请先选择商品').max(500, '一次最多500个商品');
const StatusInput = z.object({ id: Id, version: RowVersion, status: State });

const pickers = [
  codes.PRODUCT_MANAGE,
  codes.ORDER_MANAGE,
  codes.ORDER_ADD,
  codes.ORDER_EDIT,
  codes.ORDER_CHANGE,
  codes.PRICE_MANAGE,
  codes.STOCK_MANAGE,
  codes.STOCK_IN,
  codes.DELIVER_ADD,
] as const;

export const skuSearch = read(`${org}/product/skuPage`, may(...pickers), SkuQuery, pageOf(PickedSku.extend({ minPrice: Price.nullable() })), {
  title: '选择商品（厂家）',
});
export const skuCatalogue = read(
  '/saas-ofc/biz/product/catalogue',
  dealer,
  tells(SkuQuery.omit({ customerId: true, warehouseId: true, all: true }), { word: [], brand: [] }),
  pageOf(PickedSku),
  { title: '商品目录（经销商）' },
);
export const skusByCodes = read(
  `${org}/product/skusByCodes`,
  dealerOr(...pickers),
  z.object({
    codes: z.array(Text(60, '编码')).min(1).max(500),
    customerId: OptionalId,
    warehouseId: OptionalId,
    /** Members only: also products off the shelf and disabled SKUs. */
    all: z.boolean().optional(),
  }),
  z.object({ results: z.array(z.object({ code: z.string(), sku: PickedSku.nullable(), problem: z.string() })) }),
  { title: '按编码或条码取商品（粘贴录入）' },
);

export const productList = read(`${org}/product/page`, sees, ProductQuery, pageOf(ProductRow), { title: '商品列表' });
export const productDetail = read(`${org}/product/detail`, sees, One, ProductDetail, { title: '商品详情' });
export const productSave = post(`${org}/product/save`, edits, ProductInput, Saved, { title: '新建或编辑商品' });
export const productDelete = post(`${org}/product/delete`, edits, One, Saved, { title: '删除未使用的商品' });
export const productShelf = post(
  `${org}/product/shelf`,
  may(codes.PRODUCT_SHELF),
  z.object({ ids: Ids, status: z.enum(['ON', 'OFF']) }),
  z.object({ results: z.array(RowResult) }),
  { title: '批量上下架' },
);
export const productSetCategory = post(
  `${org}/product/setCategory`,
  edits,
  z.object({ ids: Ids, categoryId: IdOf('商品分类') }),
  z.object({ count: z.number() }),
  {
    title: '批量改分类',
  },
);
export const productSetTax = post(
  `${org}/product/setTax`,
  edits,
  z.object({ ids: Ids, taxRate: TaxRate, taxClassCode: z.union([z.literal(''), z.string().regex(/^\d{19}$/, '税收分类编码应为19位数字')]).default('') }),
  z.object({ count: z.number() }),
  { title: '批量改税率' },
);
export const brandOptions = get(`${org}/product/brands`, may(...pickers), z.object({}), z.object({ brands: z.array(z.string()) }), { title: '品牌选项' });

export const categoryOptions = get(`${org}/category/options`, dealerOr(), z.object({}), z.object({ options: z.array(CategoryOption) }), {
  title: '商品分类选项',
});
export const categoryTree = get(`${org}/category/tree`, sees, z.object({}), z.object({ categories: z.array(Category) }), { title: '商品分类树' });
export const categorySave = post(`${org}/category/save`, edits, CategoryInput, Saved, { title: '新建或编辑分类' });
export const categoryMove = post(
  `${org}/category/move`,
  edits,
  z.object({ id: Id, version: RowVersion, parentId: Id.nullable(), beforeId: Id.nullable() }),
  Saved,
  { title: '移动或排序分类' },
);
export const categoryStatus = post(`${org}/category/status`, edits, StatusInput, Saved, { title: '启用或停用分类' });
export const categoryDelete = post(`${org}/category/delete`, edits, One, Saved, { title: '删除未使用的分类' });

export const attributeList = read(`${org}/attribute/page`, sees, AttributeQuery, pageOf(Attribute), { title: '商品属性列表' });
export const attributeOptions = get(`${org}/attribute/options`, sees, z.object({}), z.object({ attributes: z.array(Attribute) }), { title: '商品属性选项' });
export const attributeSave = post(`${org}/attribute/save`, edits, AttributeInput, Saved, { title: '新建或编辑属性' });
export const attributeStatus = post(`${org}/attribute/status`, edits, StatusInput, Saved, { title: '启用或停用属性' });
export const attributeSort = post(`${org}/attribute/sort`, edits, z.object({ ids: z.array(Id).min(1).max(500) }), z.object({ count: z.number() }), {
  title: '属性排序',
});
export const attributeDelete = post(`${org}/attribute/delete`, edits, One, Saved, { title: '删除未使用的属性' });

export const unitList = get(`${org}/unit/list`, may(...pickers), z.object({}), z.object({ units: z.array(UnitRow) }), { title: '计量单位' });
export const unitSave = post(`${org}/unit/save`, edits, UnitInput, Saved, { title: '新建或编辑单位' });
export const unitDelete = post(`${org}/unit/delete`, edits, One, Saved, { title: '删除未使用的单位' });
