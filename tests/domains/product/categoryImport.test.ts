import { beforeEach, expect, test } from 'vitest';
import { commitImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/product/calls';
import { branchesWith } from '~/domains/product/category';
import '~/domains/batch/api.server';
import '~/domains/product/api.server';
import type { ImportMode } from '~/server/import.server';
import { makeMember, makeTenant, type Person, TENANT_A } from '../../support/app';
import { addProduct, ask, NOON, openShop, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { exported } from '../../support/exports';

const opened = await testDatabase();
let boss: Person;
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  boss = await makeMember(TENANT_A, '管理员', 'admin');
});

const header = ['分类编码', '分类名称', '上级分类编码'];
const sheetOf = (rows: readonly (readonly string[])[], titles = header) => ({
  header: titles,
  headerRow: 1,
  rows: rows.map((cells, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(titles.map((title, at) => [title, cells[at] ?? ''])) })),
});
const inTenant = <T>(work: (tx: never) => Promise<T>) => opened.inTenant({ tenantId: boss.me.tenantId }, work as never) as Promise<T>;
const upload = (rows: readonly (readonly string[])[], mode: ImportMode = 'MERGE', type = 'category', titles = header) =>
  inTenant((tx) => uploadImport(tx, boss.me, { type, mode, fileName: '分类.xlsx', sheet: sheetOf(rows, titles) }, NOON));
const commit = (jobId: string, how: 'ALL' | 'GOOD_ONLY' = 'ALL') => inTenant((tx) => commitImport(tx, boss.me, { jobId, how }, NOON));
const undo = (jobId: string) => inTenant((tx) => undoImport(tx, boss.me, jobId, NOON));
const tree = async () => {
  const { categories } = await ask(boss.me, calls.categoryTree, {});
  const codes = new Map(categories.map((one) => [one.id, one.code]));
  return categories.map((one) => [one.code, one.name, codes.get(one.parentId ?? '') ?? '', one.level].join(' ')).sort();
};

test('a tree comes in whatever the order of its rows, again changes nothing, and goes again whole', async () => {
  const rows = [
    ['FS0101', '单组份聚氨酯', 'FS01'],
    ['FS01', '聚氨酯', 'FS'],
    ['FS', '涂料', ''],
    ['JC', '卷材', ''],
  ];
  const { jobId } = await upload(rows);
  expect((await commit(jobId)).created).toBe(4);
  const whole = ['FS 涂料  1', 'FS01 聚氨酯 FS 2', 'FS0101 单组份聚氨酯 FS01 3', 'JC 卷材  1'];
  expect(await tree()).toEqual(whole);
  const file = await exported('category', {}, boss);
  expect(file.header).toEqual(header);
  const again = await upload(file.rows);
  expect([again.errorCount, again.effects, (await commit(again.jobId)).created]).toEqual([0, { NEW: 0, CHANGED: 0, SAME: 4, PASSED: 0 }, 0]);
  expect(await tree()).toEqual(whole);
  const renamed = await upload([
    ['FS', '防水涂料', ''],
    ['FS02', '丙烯酸', 'FS'],
  ]);
  expect(renamed.sample.map((row) => row.effect)).toEqual(['CHANGED', 'NEW']);
  await commit(renamed.jobId);
  expect(await tree()).toContain('FS 防水涂料  1');
  await undo(renamed.jobId);
  expect(await tree()).toEqual(whole);
});

test('every bad row is named: unknown parents, circles, too deep, repeats, another parent than now; a used category is not taken back', async () => {
  await commit(
    (
      await upload([
        ['A', '一', ''],
        ['B', '二', 'A'],
        ['C', '三', 'B'],
        ['D', '四', 'C'],
        ['E', '旁', ''],
      ])
    ).jobId,
  );
  const { errors } = await upload([
    ['F', '五', 'D'],
    ['G', '圈一', 'H'],
    ['H', '圈二', 'G'],
    ['I', '没有上级', 'X'],
    ['E', '移动', 'A'],
    ['E', '重复', ''],
    ['坏 码', '名称', ''],
    ['J', '', ''],
  ]);
  expect(errors.map((error) => error.message)).toEqual([
    '第2行“上级分类编码”不正确：分类最多4级，“F”将是第5级',
    '第3行“上级分类编码”不正确：G → H → G互为上级',
    '第4行“上级分类编码”不正确：H → G → H互为上级',
    '第5行“上级分类编码”不存在（当前值：X）',
    '第6行“上级分类编码”与现有上级（一级分类）不同，请在“商品分类”中移动',
    '第7行“分类编码”与第6行重复',
    '第8行“分类编码”只能包含字母、数字和 - _ .',
    '第9行“分类名称”不能为空',
  ]);
  expect((await upload([['A', '一', '']], 'INSERT')).errors[0]?.message).toBe('第2行“分类编码”已存在');
  const { jobId } = await upload([['K', '新类', '']]);
  await commit(jobId);
  const { categories } = await ask(boss.me, calls.categoryTree, {});
  const used = categories.find((one) => one.code === 'K');
  await ask(boss.me, calls.categorySave, { code: 'K1', name: '下级', parentId: used?.id ?? null });
  expect((await refusalOf(undo(jobId))).message).toContain('下级');
});

test('the search keeps what lies above and below a hit', () => {
  const rows = [
    { id: '1', parentId: null, code: 'FS', name: '涂料' },
    { id: '2', parentId: '1', code: 'FS01', name: '聚氨酯' },
    { id: '3', parentId: '2', code: 'FS0101', name: '单组份' },
    { id: '4', parentId: null, code: 'JC', name: '卷材' },
  ];
  expect(branchesWith(rows, ' 聚氨 ').map((row) => row.id)).toEqual(['1', '2', '3']);
  expect(branchesWith(rows, 'jc').map((row) => row.id)).toEqual(['4']);
  expect(branchesWith(rows, '没有')).toEqual([]);
});

test('attributes are exported one row a value, and the file imported again changes nothing', async () => {
  const shop = await openShop(opened, 7n);
  await addProduct(opened, shop, 'P1');
  await commit((await upload([['FS', '涂料', '']])).jobId);
  const titles = ['属性编码', '属性名称', '属性类型', '录入方式', '是否必填', '适用分类编码', '属性值编码', '属性值名称'];
  const rows = [
    ['COLOR', '颜色', '销售', '单选', '是', 'FS', 'W', '白'],
    ['COLOR', '颜色', '销售', '单选', '是', 'FS', 'G', '灰'],
    ['NOTE', '说明', '描述', '文本', '否', '', '', ''],
  ];
  await commit((await upload(rows, 'MERGE', 'attribute', titles)).jobId);
  const file = await exported('attribute', { kind: '' }, boss);
  expect(file.header).toEqual(titles);
  expect(file.rows).toEqual(rows);
  const again = await upload(file.rows, 'MERGE', 'attribute', titles);
  expect([again.errorCount, again.effects]).toEqual([0, { NEW: 0, CHANGED: 0, SAME: 3, PASSED: 0 }]);
  const more = await upload(
    [
      ['COLOR', '颜色', '销售', '单选', '是', 'FS', 'B', '蓝'],
      ['SIZE', '尺寸', '描述', '数字', '否', '', '', ''],
    ],
    'MERGE',
    'attribute',
    titles,
  );
  expect(more.sample.map((row) => row.effect)).toEqual(['CHANGED', 'NEW']);
  expect((await exported('attribute', { kind: 'DESC' }, boss)).rows).toEqual([rows[2]]);
});
