import { beforeEach, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/price/calls';
import * as changes from '~/domains/price/change/calls';
import { pricePolicyRead, pricePolicySave } from '~/domains/priceStrategy/calls';
import { productShelf } from '~/domains/product/calls';
import '~/domains/priceStrategy/api.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addProduct, ask, NOON, openShop, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

let opened: Opened;
let shop: Shop;
let chief: Me;
let skuId: string;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  shop = await openShop(opened);
  chief = { ...shop.me, accountId: newId(), name: '主管', memberId: newId() };
  const product = await addProduct(opened, shop, 'P1', { skus: [skuOf(shop, 'S1', { minPrice: '8' })] });
  skuId = product.skuIds[0] as string;
  await ask(shop.me, productShelf, { ids: [product.id], status: 'ON' });
});

const setMode = async (customerPrice: 'DIRECT' | 'APPROVE') => {
  const { policy, version } = await ask(shop.me, pricePolicyRead, {});
  await ask(shop.me, pricePolicySave, { policy: { ...policy, customerPrice }, version });
};
const save = (price: string, confirm = false) =>
  ask(shop.me, calls.customerPriceSave, {
    customerId: shop.customers[0],
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    confirm,
    lines: [{ skuId, unitId: shop.units.piece, price }],
  });
const rows = async () => (await ask(shop.me, calls.customerPriceList, {})).pagedRecords;
const prices = async () => (await rows()).map((row) => `${row.price} ${row.state}`);
const changeOf = async (id: string) => ask(chief, changes.priceChangeDetail, { id });
const decide = (id: string, pass: boolean, opinion = '', by = chief) => ask(by, changes.priceChangeDecide, { id, version: 1, pass, opinion });
const adjust = async (by: string) =>
  ask(shop.me, calls.customerPriceAdjust, { rows: (await rows()).map(({ id, version }) => ({ id, version })), mode: 'PERCENT', by });

test('without the setting prices hold at once; with it they wait for somebody else and then hold as they were read', async () => {
  expect(await save('10')).toMatchObject({ change: null });
  await setMode('APPROVE');
  const { count, change } = await adjust('-10');
  expect(count).toBe(1);
  const id = change?.id ?? '';
  expect(change?.no).toMatch(/^KJ20260615/);
  expect(await prices()).toEqual(['10.00 ACTIVE']);
  expect(await changeOf(id)).toMatchObject({ status: 'PENDING', kind: 'ADJUST', lineCount: 1, customerCount: 1, deepestFall: '10.00', lowCount: 0 });
  expect((await ask(chief, changes.priceChangeLines, { changeId: id })).pagedRecords).toMatchObject([
    { customerName: '东湖建材', skuCode: 'S1', oldPrice: '10.00', newPrice: '9.00', floorPrice: '8.00' },
  ]);
  expect((await refusalOf(decide(id, true, '', shop.me))).message).toMatch(/由您提交/);
  await decide(id, true);
  expect(await prices()).toEqual(['9.00 ACTIVE']);
  expect(await changeOf(id)).toMatchObject({ status: 'EFFECTIVE', decider: '主管' });
});

test('saving, copying and disabling wait the same way; the floor warns when it is asked for', async () => {
  await setMode('APPROVE');
  expect((await refusalOf(save('7'))).data.reason).toBe('PRICE_FLOOR');
  const saved = await save('7', true);
  expect(await prices()).toEqual([]);
  expect(await changeOf(saved.change?.id ?? '')).toMatchObject({ kind: 'SAVE', lowCount: 1 });
  await decide(saved.change?.id ?? '', true);
  expect(await prices()).toEqual(['7.00 ACTIVE']);
  const ids = (await rows()).map((row) => row.id);
  const copied = await ask(shop.me, calls.customerPriceCopy, { ids, customerIds: [shop.customers[1]] });
  expect(copied).toMatchObject({ created: 1 });
  await decide(copied.change?.id ?? '', true);
  expect((await rows()).map((row) => row.customerName).sort()).toEqual(['东湖建材', '西山商贸']);
  const ended = await ask(shop.me, calls.customerPriceDisable, { rows: (await rows()).map(({ id, version }) => ({ id, version })) });
  expect(await prices()).toEqual(['7.00 ACTIVE', '7.00 ACTIVE']);
  await decide(ended.change?.id ?? '', true);
  expect(await prices()).toEqual(['7.00 DISABLED', '7.00 DISABLED']);
});

test('prices changed since stand in the way of passing, which leaves everything as it was', async () => {
  await save('10');
  await setMode('APPROVE');
  const first = await adjust('-10');
  const second = await adjust('-20');
  await decide(first.change?.id ?? '', true);
  expect((await refusalOf(decide(second.change?.id ?? '', true))).message).toMatch(/已被他人修改|又被修改/);
  expect(await prices()).toEqual(['9.00 ACTIVE']);
  expect(await changeOf(second.change?.id ?? '')).toMatchObject({ status: 'PENDING', mayDecide: true });
  expect((await refusalOf(decide(second.change?.id ?? '', false))).message).toMatch(/填写原因/);
  await decide(second.change?.id ?? '', false, '价格过低');
  expect(await changeOf(second.change?.id ?? '')).toMatchObject({ status: 'REJECTED', opinion: '价格过低' });
  expect((await refusalOf(ask(shop.me, changes.priceChangeWithdraw, { id: second.change?.id ?? '', version: 2 }))).message).toMatch(/已驳回/);
});

test('whoever submitted it takes it back, nobody else', async () => {
  await save('10');
  await setMode('APPROVE');
  const { change } = await adjust('-10');
  const ref = { id: change?.id ?? '', version: 1 };
  expect((await refusalOf(ask(chief, changes.priceChangeWithdraw, ref))).message).toMatch(/只有提交人可以撤回/);
  await ask(shop.me, changes.priceChangeWithdraw, ref);
  expect(await changeOf(ref.id)).toMatchObject({ status: 'WITHDRAWN' });
  expect(await prices()).toEqual(['10.00 ACTIVE']);
});

const upload = (price: string) => {
  const cells = { 客户编码: 'KH0001', SKU编码: 'S1', 单位: '', 起始数量: '', '客户价(元)': price, 生效日期: '2026-01-01', 失效日期: '2026-12-31', 备注: '' };
  const sheet = { header: Object.keys(cells), headerRow: 1, rows: [{ rowNumber: 2, cells }] };
  return opened.inTenant({ tenantId: 1n }, async (tx) => {
    const { jobId } = await uploadImport(tx, shop.me, { type: 'customerPrice', mode: 'MERGE', fileName: '客户价.xlsx', sheet }, NOON);
    return commitImport(tx, shop.me, { jobId, how: 'ALL' }, NOON);
  });
};
const undo = (jobId: string) => opened.inTenant({ tenantId: 1n }, (tx) => undoImport(tx, shop.me, jobId, NOON));

test('a file is one change order: its note says so, undoing withdraws it, and once it has passed it stays', async () => {
  await setMode('APPROVE');
  const first = await upload('9.5');
  expect(first.note).toMatch(/^已提交审批：客户价变更单KJ/);
  expect(await prices()).toEqual([]);
  await undo(first.jobId);
  const second = await upload('9.5');
  const [waiting, withdrawn] = (await ask(chief, changes.priceChangeList, {})).pagedRecords;
  expect([waiting?.status, withdrawn?.status]).toEqual(['PENDING', 'WITHDRAWN']);
  await decide(waiting?.id ?? '', true);
  expect(await prices()).toEqual(['9.50 ACTIVE']);
  expect((await refusalOf(undo(second.jobId))).message).toMatch(/已审批通过，不能撤销导入/);
});
