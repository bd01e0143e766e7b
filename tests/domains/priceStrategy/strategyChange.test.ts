import { beforeEach, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/priceStrategy/calls';
import * as changes from '~/domains/priceStrategy/change/calls';
import '~/domains/priceStrategy/api.server';
import type { Me } from '~/portal/me';
import type { Opened } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addProduct, ask, NOON, openShop, refusalOf, type Shop, skuOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

let opened: Opened;
let shop: Shop;
let chief: Me;
beforeEach(async () => {
  opened = await testDatabase();
  await emptyDatabase();
  shop = await openShop(opened);
  chief = { ...shop.me, accountId: newId(), name: '主管', memberId: newId() };
  await addProduct(opened, shop, 'P1', { skus: [skuOf(shop, 'S1')] });
});

const setMode = async (strategy: 'DIRECT' | 'APPROVE') => {
  const { policy, version } = await ask(shop.me, calls.pricePolicyRead, {});
  await ask(shop.me, calls.pricePolicySave, { policy: { ...policy, strategy }, version });
};
const form = (name: string, value: string, more: object = {}) => ({
  name,
  customerScope: 'ALL' as const,
  goodsScope: 'ALL' as const,
  method: 'RATE' as const,
  tiers: [{ minQty: '', value }],
  validFrom: '2026-01-01',
  ...more,
});
const save = (name: string, value: string, more: object = {}) => ask(shop.me, calls.strategySave, form(name, value, more) as never);
const rows = async () => (await ask(shop.me, calls.strategyList, {})).pagedRecords;
const said = async () => (await rows()).map((row) => `${row.priority} ${row.name} ${Number(row.tiers[0]?.value)} ${row.state}`);
const versions = async (id: string) => (await ask(shop.me, changes.strategyVersionList, { id })).versions;
const decide = (id: string, pass: boolean, opinion = '', by = chief) => ask(by, changes.strategyChangeDecide, { id, version: 1, pass, opinion });

test('every change is a version that says what it changed, and an older one can hold again', async () => {
  const { id } = await save('让利', '0.9');
  await save('让利', '0.8', { id, version: 1 });
  await ask(shop.me, calls.strategySwitch, { rows: [{ id, version: 2 }], on: false });
  expect((await versions(id)).map((one) => `${one.seq} ${one.action}`)).toEqual(['3 停用', '2 编辑', '1 新建']);
  expect((await versions(id))[1]?.changes).toEqual([{ label: '阶梯', before: '标准价的90%', after: '标准价的80%' }]);
  expect((await versions(id))[0]?.changes).toEqual([{ label: '状态', before: '启用', after: '已停用' }]);
  await ask(shop.me, changes.strategyRestore, { id, version: 3, seq: 1 });
  expect(await said()).toEqual(['1 让利 0.9 DISABLED']);
  expect((await versions(id))[0]).toMatchObject({ seq: 4, action: '恢复到第1版', changes: [{ before: '标准价的80%', after: '标准价的90%' }] });
  expect((await refusalOf(ask(shop.me, changes.strategyRestore, { id, version: 3, seq: 1 }))).message).toMatch(/请刷新后重试/);
  expect((await refusalOf(ask(shop.me, changes.strategyRestore, { id, version: 4, seq: 9 }))).message).toMatch(/第9版/);
});

test('where the company asks for it, a new strategy, an edit, a place and a switch wait for somebody else', async () => {
  const first = await save('甲', '0.9');
  await setMode('APPROVE');
  const made = await save('乙', '0.8');
  expect(made.change?.no).toMatch(/^CJ20260615/);
  expect(await said()).toEqual(['1 甲 0.9 ACTIVE']);
  expect(await ask(chief, changes.strategyChangeRead, { id: made.change?.id ?? '' })).toMatchObject({
    kind: 'SAVE',
    status: 'PENDING',
    names: '乙',
    strategies: [{ strategyId: '', action: '新建', name: '乙' }],
  });
  expect((await refusalOf(decide(made.change?.id ?? '', true, '', shop.me))).message).toMatch(/由您提交/);
  await decide(made.change?.id ?? '', true);
  expect(await said()).toEqual(['1 甲 0.9 ACTIVE', '2 乙 0.8 ACTIVE']);
  const second = (await rows())[1];
  const moved = await ask(shop.me, calls.strategyMove, { id: second?.id ?? '', version: 1, to: 'FIRST' });
  const off = await ask(shop.me, calls.strategySwitch, { rows: [{ id: first.id, version: 1 }], on: false });
  expect(await said()).toEqual(['1 甲 0.9 ACTIVE', '2 乙 0.8 ACTIVE']);
  await decide(moved.change?.id ?? '', true);
  await decide(off.change?.id ?? '', true);
  expect(await said()).toEqual(['1 乙 0.8 ACTIVE', '2 甲 0.9 DISABLED']);
});

test('what became different since it was submitted does not pass; it is refused, or taken back by who asked', async () => {
  const { id } = await save('甲', '0.9');
  await setMode('APPROVE');
  const one = await save('甲', '0.8', { id, version: 1 });
  const two = await save('甲', '0.7', { id, version: 1 });
  await decide(one.change?.id ?? '', true);
  expect((await refusalOf(decide(two.change?.id ?? '', true))).message).toMatch(/已被他人修改|又被修改/);
  expect((await refusalOf(decide(two.change?.id ?? '', false))).message).toMatch(/填写原因/);
  await decide(two.change?.id ?? '', false, '折扣过低');
  expect(await said()).toEqual(['1 甲 0.8 ACTIVE']);
  const three = await ask(shop.me, calls.strategySwitch, { rows: [{ id, version: 2 }], on: false });
  const ref = { id: three.change?.id ?? '', version: 1 };
  expect((await refusalOf(ask(chief, changes.strategyChangeWithdraw, ref))).message).toMatch(/只有提交人可以撤回/);
  await ask(shop.me, changes.strategyChangeWithdraw, ref);
  expect((await ask(shop.me, changes.strategyChangeList, {})).pagedRecords.map((row) => row.status)).toEqual(['WITHDRAWN', 'REJECTED', 'EFFECTIVE']);
});

const HEADER = ['策略编号', '策略名称', '客户范围', '适用客户', '商品范围', '适用商品', '定价方式', '起始数量', '值', '取整', '生效日期', '失效日期', '备注'];
const upload = (lines: string[][], mode: 'MERGE' | 'INSERT' = 'MERGE') => {
  const sheetRows = lines.map((cells, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(HEADER.map((title, at) => [title, cells[at] ?? ''])) }));
  const sheet = { header: HEADER, headerRow: 1, rows: sheetRows };
  return opened.inTenant({ tenantId: 1n }, async (tx) => uploadImport(tx, shop.me, { type: 'priceStrategy', mode, fileName: '策略.xlsx', sheet }, NOON));
};
const commit = (jobId: string) => opened.inTenant({ tenantId: 1n }, (tx) => commitImport(tx, shop.me, { jobId, how: 'ALL' }, NOON));
const line = (no: string, name: string, minQty: string, value: string, more: Partial<Record<number, string>> = {}) => {
  const cells = [no, name, '全部客户', '', '指定SKU', 'S1', '', minQty, value, '', '2026-01-01', '', ''];
  for (const [at, text] of Object.entries(more)) cells[Number(at)] = text ?? '';
  return cells;
};

test('a file makes strategies of several tiers, changes those it names, and is undone', async () => {
  const { names } = await import('~/domains/priceStrategy/priceStrategy');
  const rate = { 6: names.methods.RATE };
  const { id, no } = await save('旧策略', '0.99');
  const lines = [line('', '满减', '', '0.95', rate), line('', '满减', '100', '0.9', rate), line(no, '旧策略', '', '0.5', rate)];
  const { jobId } = await upload(lines);
  await commit(jobId);
  expect(await said()).toEqual(['1 旧策略 0.5 ACTIVE', '2 满减 0.95 ACTIVE']);
  expect((await rows())[1]?.tiers).toHaveLength(2);
  await opened.inTenant({ tenantId: 1n }, (tx) => undoImport(tx, shop.me, jobId, NOON));
  expect(await said()).toEqual(['1 旧策略 0.99 ACTIVE']);
  expect((await versions(id))[0]?.action).toBe('恢复到第1版');
});

test('every wrong cell of a file is named', async () => {
  const { names } = await import('~/domains/priceStrategy/priceStrategy');
  const rate = { 6: names.methods.RATE };
  const wrong = [
    line('CL1', '没有', '', '0.9', rate),
    line('', '不同', '', '0.9', rate),
    line('', '不同', '', '0.8', { ...rate, 5: 'S9' }),
    line('', '过大', '', '11', rate),
  ];
  const text = (await upload(wrong)).errors.map((error) => error.message).join();
  expect(text).toMatch(/CL1/);
  expect(text).toMatch(/不一致/);
  expect(text).toMatch(/与第3行相同/);
  expect(text).toMatch(/1000%/);
});

test('a file waits as one change where the company asks for it', async () => {
  const { names } = await import('~/domains/priceStrategy/priceStrategy');
  await setMode('APPROVE');
  const { jobId } = await upload([line('', '满减', '', '0.95', { 6: names.methods.RATE })]);
  await commit(jobId);
  expect(await said()).toEqual([]);
  const [waiting] = (await ask(chief, changes.strategyChangeList, {})).pagedRecords;
  expect(waiting).toMatchObject({ kind: 'IMPORT', status: 'PENDING', lineCount: 1 });
  await decide(waiting?.id ?? '', true);
  expect(await said()).toEqual(['1 满减 0.95 ACTIVE']);
});
