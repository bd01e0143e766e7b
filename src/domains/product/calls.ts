import { z } from 'zod';
import * as codes from '~/portal/permissions';
import { dealer, dealerOr, get, may, read } from '~/shared/endpoint';
import { Id, Price, Text } from '~/shared/fields';
import { pageOf } from '~/shared/page';
import { CategoryOption } from './category';
import { PickedSku, SkuQuery } from './product';

const pickers = [
  codes.PRODUCT_MANAGE, codes.ORDER_MANAGE, codes.ORDER_ADD, codes.ORDER_EDIT, codes.ORDER_CHANGE, codes.PRICE_MANAGE, codes.STOCK_MANAGE, codes.STOCK_IN, codes.DELIVER_ADD,
] as const;

export const skuSearch = read('/saas-ofc/org/product/skuPage', may(...pickers), SkuQuery, pageOf(PickedSku.extend({ minPrice: Price.nullable() })), { title: '选择商品（厂家）' });
export const skuCatalogue = read('/saas-ofc/biz/product/catalogue', dealer, SkuQuery.omit({ customerId: true, warehouseId: true, all: true }), pageOf(PickedSku), { title: '商品目录（经销商）' });
export const skusByCodes = read(
  '/saas-ofc/org/product/skusByCodes',
  dealerOr(...pickers),
  z.object({ codes: z.array(Text(60, '编码')).min(1).max(500), customerId: z.union([Id, z.literal('')]).default(''), warehouseId: z.union([Id, z.literal('')]).default('') }),
  z.object({ results: z.array(z.object({ code: z.string(), sku: PickedSku.nullable(), problem: z.string() })) }),
  { title: '按编码或条码取商品（粘贴录入）' },
);

export const categoryOptions = get('/saas-ofc/org/category/options', dealerOr(), z.object({}), z.object({ options: z.array(CategoryOption) }), { title: '商品分类选项' });
