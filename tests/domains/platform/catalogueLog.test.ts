import { beforeEach, expect, test } from 'vitest';
import '~/domains/all.server';
import { operationGet, operationList } from '~/domains/platform/logCalls';
import * as prices from '~/domains/price/calls';
import * as calls from '~/domains/product/calls';
import { stockSafety } from '~/domains/warehouse/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { addProduct, ask, openShop, productOf, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

const opened = await testDatabase();
let shop: Shop;
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
});

/** The newest entry about a kind of record, as its reader meets it. */
async function told(subject: string, me: Me = shop.me): Promise<Record<string, string>> {
  const [newest] = (await ask(me, operationList, { subject })).pagedRecords;
  if (!newest) return {};
  const { action, changes } = await ask(me, operationGet, { source: 'audit', id: newest.id });
  return { action, ...Object.fromEntries(changes.map(({ field, before, after }) => [field, `${before} → ${after}`])) };
}

test('a product’s log says what of it and of which SKU changed, and counts the customers it is kept from', async () => {
  const form = productOf(shop, 'P1', { skus: [skuOf(shop, 'P1-1', { saleAttrs: { 规格: '5kg' } }), skuOf(shop, 'P1-2', { saleAttrs: { 规格: '9kg' } })] });
  await ask(shop.me, calls.attributeSave, { code: 'GG', name: '规格', kind: 'SALE', input: 'TEXT' });
  expect(await told('attribute')).toMatchObject({ action: '新建属性', 类别: '- - → 销售属性', 录入方式: '- - → 文本', 必填: '- - → 否' });
  const { id } = await ask(shop.me, calls.productSave, form);
  const { rows } = await opened.pool.query<{ id: string }>("select id from sku where code = 'P1-1'");
  await ask(shop.me, calls.productSave, {
    ...form,
    id,
    version: 1,
    brand: '山海',
    skus: [skuOf(shop, 'P1-1', { id: rows[0]?.id ?? '', saleAttrs: { 规格: '5kg' }, listPrice: '11.5' })],
    visibility: [{ rule: 'DENY', scope: 'CUSTOMER', scopeId: shop.customers[0] }],
  });
  expect(await told('product')).toEqual({
    action: '编辑商品',
    品牌: '- - → 山海',
    可见范围: '全部客户 → 排除1个客户',
    'SKU P1-1': '规格=5kg，标准价10.00元，1箱=12 → 规格=5kg，标准价11.50元，1箱=12',
    'SKU P1-2': '规格=9kg，标准价10.00元，1箱=12 → - -',
  });
  await ask(shop.me, calls.productShelf, { ids: [id], status: 'ON' });
  expect(await told('product')).toEqual({ action: '上架', 状态: '草稿 → 上架' });
  const { id: other } = await ask(shop.me, calls.categorySave, { code: 'QT', name: '其他' });
  await ask(shop.me, calls.productSetCategory, { ids: [id], categoryId: other });
  expect(await told('product')).toEqual({ action: '批量改分类', 分类: '防水涂料 → 其他' });
  await ask(shop.me, calls.productSetTax, { ids: [id], taxRate: '9' });
  expect(await told('product')).toEqual({ action: '批量改税务', 税率: '13% → 9%' });
});

test('the log of a customer’s prices tells each by SKU, tier and days; whoever sees other customers alone meets neither', async () => {
  const { skuIds } = await addProduct(opened, shop, 'P1');
  const [skuId, unitId] = [skuIds[0] as string, shop.units.piece];
  const save = (customerId: string, change: object) =>
    ask(shop.me, prices.customerPriceSave, { customerId, validFrom: '2026-06-01', ...change, lines: [{ skuId, unitId, price: '9.8', ...change }] });
  const [first] = (await save(shop.customers[0], { validTo: '2026-06-30' })).ids as [string];
  const [second] = (await save(shop.customers[0], { validFrom: '2026-07-01', price: '9.5' })).ids as [string];
  expect(await told('customerPrice')).toEqual({ action: '保存客户价', 'P1 个价': '- - → 9.50元，2026-07-01~长期' });
  const rows = [first, second].map((id) => ({ id, version: 1 }));
  await ask(shop.me, prices.customerPriceAdjust, { rows, mode: 'PERCENT', by: '-10' });
  expect(await told('customerPrice')).toEqual({
    action: '批量调价',
    '东湖建材 P1 个价': '9.80元，2026-06-01~2026-06-30；9.50元，2026-07-01~长期 → 8.82元，2026-06-01~2026-06-30；8.55元，2026-07-01~长期',
  });
  await ask(shop.me, prices.customerPriceDisable, { rows: [{ id: second, version: 2 }] });
  expect(await told('customerPrice')).toEqual({ action: '停用客户价', '东湖建材 P1 个价': '8.55元，2026-07-01~长期 → 8.55元，2026-07-01~长期，已停用' });
  await ask(shop.me, prices.customerPriceCopy, { ids: [first], customerIds: [shop.customers[1]] });
  expect(await told('customerPrice')).toEqual({ action: '复制客户价', 来源: '- - → 1条', 复制到: '- - → 1个客户', 新增: '- - → 1条', 跳过: '- - → 0条' });
  await opened.pool.query("update customer set region_label = '东区' where id = $1", [shop.customers[1]]);
  const scope = { customers: { member: newId(), owners: [], regions: ['东区'] }, warehouses: null };
  const seller: Me = { ...shop.me, accountId: newId(), memberId: newId(), isAdmin: false, scope };
  expect(await told('customerPrice', seller)).toEqual({});
});

test('whoever does not see a customer leaves it in a product’s visibility, and cannot put another there', async () => {
  const [mine, others] = shop.customers;
  await opened.pool.query("update customer set region_label = '东区' where id = $1", [mine]);
  const scope = { customers: { member: newId(), owners: [], regions: ['东区'] }, warehouses: null };
  const seller: Me = { ...shop.me, isAdmin: false, scope };
  const deny = (scopeId: string) => ({ rule: 'DENY' as const, scope: 'CUSTOMER' as const, scopeId });
  const { id, skuIds } = await addProduct(opened, shop, 'P1', { visibility: [deny(others)] });
  const form = productOf(shop, 'P1', { id, skus: [skuOf(shop, 'P1', { id: skuIds[0] as string })] });
  await ask(seller, calls.productSave, { ...form, version: 1, visibility: [deny(others), deny(mine)] });
  expect(await told('product', seller)).toEqual({ action: '编辑商品', 可见范围: '排除1个客户 → 排除2个客户' });
  const fresh = await addProduct(opened, shop, 'P2');
  const put = ask(seller, calls.productSave, { ...productOf(shop, 'P2', { id: fresh.id, version: 1, visibility: [deny(others)] }) });
  expect((await refusalOf(put)).message).toContain('可见范围中的客户或级别');
});

test('a stock warning is told as it was typed', async () => {
  const { skuIds } = await addProduct(opened, shop, 'P1');
  await ask(shop.me, stockSafety, { skuIds, low: '10', high: '' });
  await ask(shop.me, stockSafety, { skuIds, low: '10', high: '99.5' });
  expect(await told('sku')).toEqual({ action: '库存预警设置', 库存上限: '不预警 → 99.5' });
});
