import readBook from 'read-excel-file/node';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tidyAfterImports } from '~/domains/batch/importChores.server';
import { importForm, importTemplate } from '~/domains/batch/importForm.server';
import { expireImports } from '~/domains/batch/importJob.server';
import { BASE_CONFIG } from '~/portal/permissions';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { defineImport, reportRepeats } from '~/server/import.server';
import { code, date, decimal, integer } from '~/server/sheet/fields';
import { readSheet } from '~/server/sheet/read.server';
import { refuse } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant, type Person, post, send, TENANT_A, TENANT_B } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

const columns = {
  name: { title: '单位名称', field: code(8), required: true, sample: '卷' },
  decimals: { title: '小数位', field: integer(0, 4), required: true },
  weight: { title: '重量(kg)', field: decimal({ digits: 2 }), note: '过秤为准' },
  weighed: { title: '称重日期', field: date },
};

/** Units of measure: the smallest table that shows every step. */
defineImport({
  type: 'testUnit',
  title: '计量单位',
  permission: BASE_CONFIG,
  modes: ['MERGE', 'INSERT'],
  maxRows: 2000,
  columns,
  async validate(tx, me, { rows, mode, report, mean }) {
    reportRepeats(rows, ['name'], report);
    const known = new Map((await tx.selectFrom('unit').selectAll().where('tenant_id', '=', me.tenantId).execute()).map((unit) => [unit.name, unit]));
    for (const row of rows) if (mode === 'INSERT' && row.value.name && known.has(row.value.name)) report(row, 'name', '已存在');
    for (const row of rows) if (row.value.weight === null && !row.bad.has('weight')) mean(row, 'weight', '未称');
    return known;
  },
  effect(known, { value }) {
    const old = known.get(value.name as string);
    if (!old) return 'NEW';
    return old.decimals === value.decimals ? 'SAME' : 'CHANGED';
  },
  async apply(tx, me, known, { rows }) {
    const created: string[] = [];
    const updated: { id: string; decimals: number }[] = [];
    for (const { value } of rows) {
      const old = known.get(value.name as string);
      if (old) {
        updated.push({ id: old.id, decimals: old.decimals });
        await tx
          .updateTable('unit')
          .set({ decimals: value.decimals as number })
          .where('tenant_id', '=', me.tenantId)
          .where('id', '=', old.id)
          .execute();
      } else {
        const id = newId();
        created.push(id);
        await tx
          .insertInto('unit')
          .values({ tenant_id: me.tenantId, id, name: value.name as string, decimals: value.decimals as number })
          .execute();
      }
    }
    return { created: created.length, updated: updated.length, undo: { created, updated } };
  },
  async undo(tx, me, undo: { created: string[]; updated: { id: string; decimals: number }[] }) {
    const units = await tx
      .selectFrom('unit')
      .select('name')
      .where('tenant_id', '=', me.tenantId)
      .where('id', 'in', undo.created)
      .where('name', '=', '已用')
      .execute();
    if (units.length > 0) refuse('IMPORT_STATE', '单位“已用”已被商品使用，不能撤销');
    for (const id of undo.created) await tx.deleteFrom('unit').where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
    for (const one of undo.updated)
      await tx.updateTable('unit').set({ decimals: one.decimals }).where('tenant_id', '=', me.tenantId).where('id', '=', one.id).execute();
  },
});

const PATH = '/saas-boss/excel/import';
let clerk: Person;
beforeAll(() => testDatabase());
afterEach(emptyDatabase);

async function people() {
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  clerk = await makeMember(TENANT_A, '文员', [BASE_CONFIG]);
}
const csv = (...rows: string[]) => Buffer.from(`\uFEFF单位名称*,小数位,备注\n${rows.join('\n')}\n`);
const upload = (bytes: Uint8Array, who: Person | null = clerk, more: Record<string, string> = {}, name = '单位.csv') => {
  const form = new FormData();
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name));
  for (const [key, value] of Object.entries({ type: 'testUnit', ...more })) form.set(key, value);
  return send('POST', `${PATH}/upload`, form, who);
};
const units = async () =>
  (await database().inTenant({ tenantId: TENANT_A }, (tx) => tx.selectFrom('unit').select(['name', 'decimals']).orderBy('name').execute())).map(
    (unit) => `${unit.name}${unit.decimals}`,
  );

describe('an import', () => {
  test('upload shows every error of every row and changes nothing; ALL is refused, GOOD_ONLY imports the rest; the error file has the bad rows', async () => {
    await people();
    const { data } = await upload(csv('卷,0,a', ',9,b', '卷,2,c', '０１,x,d', '', '桶,1.5,e', '箱,2,f'));
    expect(data).toMatchObject({
      total: 6,
      good: 2,
      bad: 4,
      status: 'PARSED',
      mode: 'MERGE',
      header: ['单位名称', '小数位'],
      ignored: ['备注'],
      errorCount: 5,
    });
    expect(data.errors.map((error: { message: string }) => error.message)).toEqual([
      '第3行“单位名称”不能为空',
      '第3行“小数位”不能大于4',
      '第4行“单位名称”与第2行重复',
      '第5行“小数位”不是有效的数字（当前值：x）',
      '第7行“小数位”只能填整数',
    ]);
    expect(data.errors[3]).toMatchObject({ rowNumber: 5, column: '小数位', value: 'x' });
    expect(await units()).toEqual([]);
    const all = await post(`${PATH}/commit`, { jobId: data.jobId, how: 'ALL' }, clerk);
    expect([all.code, all.message, all.data.errorCount]).toEqual(['360002', '文件“单位.csv”有4行错误，未导入任何数据。第3行“单位名称”不能为空', 5]);
    expect(await units()).toEqual([]);
    const good = await post(`${PATH}/commit`, { jobId: data.jobId, how: 'GOOD_ONLY' }, clerk);
    expect(good.data).toMatchObject({ status: 'COMMITTED', good: 2, bad: 4, created: 2, updated: 0, errorCount: 5 });
    expect(await units()).toEqual(['卷0', '箱2']);
    const file = await send('GET', `${PATH}/errorFile`, { jobId: data.jobId }, clerk);
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toContain('计量单位导入错误.xlsx');
    expect((await post(`${PATH}/commit`, { jobId: data.jobId, how: 'ALL' }, clerk)).message).toBe('文件“单位.csv”当前为“已导入”，不能再次导入');
  });

  test('what the database cannot hold is left out of cells and of the file’s name', async () => {
    await people();
    const bytes = Buffer.from('\ufeff单位名称*,小数位,备注\n卷\u0000,0,a\u0000\n', 'utf16le');
    const { code, data } = await upload(bytes, clerk, {}, '单\u0000位.csv');
    expect(code).toBe('0');
    expect((await post(`${PATH}/commit`, { jobId: data.jobId, how: 'ALL' }, clerk)).data.status).toBe('COMMITTED');
    expect(await units()).toEqual(['卷0']);
    expect((await post(`${PATH}/page`, {}, clerk)).data.pagedRecords[0].fileName).toBe('单位.csv');
  });

  test('the preview shows cells as they were read, and new, changed, unchanged and wrong rows apart', async () => {
    await people();
    const first = await upload(csv('卷,0', '桶,1'));
    await post(`${PATH}/commit`, { jobId: first.data.jobId, how: 'ALL' }, clerk);
    const file = Buffer.from('单位名称,小数位,重量(kg)\n Ｍ２ ,２,"1,234.50"\n卷,3,\n桶,1,\n箱,x,5\n');
    const { data } = await upload(file);
    expect([data.header, data.ignored, data.effects]).toEqual([['单位名称', '小数位', '重量(kg)'], [], { NEW: 1, CHANGED: 1, SAME: 1, PASSED: 0 }]);
    expect(data.sample).toEqual([
      { rowNumber: 2, effect: 'NEW', cells: ['M2', '2', '1,234.5'] },
      { rowNumber: 3, effect: 'CHANGED', cells: ['卷', '3', '未称'] },
      { rowNumber: 4, effect: 'SAME', cells: ['桶', '1', '未称'] },
      { rowNumber: 5, effect: null, cells: ['箱', 'x', '5'] },
    ]);
    const again = await post(`${PATH}/preview`, { jobId: data.jobId }, clerk);
    expect(again.data.sample).toEqual(data.sample);
  });

  test('of every kind the first rows are shown, however far down the file they stand', async () => {
    await people();
    const first = await upload(csv('卷,0'));
    await post(`${PATH}/commit`, { jobId: first.data.jobId, how: 'ALL' }, clerk);
    const { data } = await upload(csv(...Array.from({ length: 60 }, (_, index) => `单${index},0`), '卷,4'));
    expect(data.effects).toEqual({ NEW: 60, CHANGED: 1, SAME: 0, PASSED: 0 });
    expect([data.sample.length, data.sample.at(-1)]).toEqual([21, { rowNumber: 62, effect: 'CHANGED', cells: ['卷', '4'] }]);
  });

  test('MERGE updates, INSERT refuses what exists; undo restores exactly; importing the same again changes nothing', async () => {
    await people();
    const first = await upload(csv('卷,0', '桶,1'));
    await post(`${PATH}/commit`, { jobId: first.data.jobId, how: 'ALL' }, clerk);
    const inserting = await upload(csv('卷,3'), clerk, { mode: 'INSERT' });
    expect(inserting.data.errors[0].message).toBe('第2行“单位名称”已存在');
    const second = await upload(csv('卷,3', '箱,2'));
    const done = await post(`${PATH}/commit`, { jobId: second.data.jobId, how: 'ALL' }, clerk);
    expect([done.data.created, done.data.updated]).toEqual([1, 1]);
    expect(await units()).toEqual(['卷3', '桶1', '箱2']);
    const undone = await post(`${PATH}/undo`, { jobId: second.data.jobId }, clerk);
    expect(undone.data.status).toBe('UNDONE');
    expect(await units()).toEqual(['卷0', '桶1']);
    expect((await post(`${PATH}/undo`, { jobId: second.data.jobId }, clerk)).message).toBe('文件“单位.csv”当前为“已撤销”，不能撤销');
    const same = await upload(csv('桶,1', '', '卷,0'));
    await post(`${PATH}/commit`, { jobId: same.data.jobId, how: 'ALL' }, clerk);
    expect(await units()).toEqual(['卷0', '桶1']);
  });

  test('an undo the domain refuses changes nothing; after 24 hours neither commit nor undo', async () => {
    await people();
    const { data } = await upload(csv('已用,0'));
    await post(`${PATH}/commit`, { jobId: data.jobId, how: 'ALL' }, clerk);
    expect((await post(`${PATH}/undo`, { jobId: data.jobId }, clerk)).message).toBe('单位“已用”已被商品使用，不能撤销');
    expect((await post(`${PATH}/preview`, { jobId: data.jobId }, clerk)).data.status).toBe('COMMITTED');
    const late = await upload(csv('卷,0'));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await database().inSystem((tx) => tx.updateTable('import_job').set({ created_at: yesterday, undo_until: yesterday }).execute());
    expect((await post(`${PATH}/commit`, { jobId: late.data.jobId, how: 'ALL' }, clerk)).message).toBe('文件“单位.csv”上传已超过24小时，请重新上传');
    expect((await post(`${PATH}/undo`, { jobId: data.jobId }, clerk)).message).toContain('已不能撤销');
    await database().inSystem((tx) => expireImports(tx, new Date()));
    const states = (await post(`${PATH}/page`, {}, clerk)).data.pagedRecords.map((job: { status: string }) => job.status);
    expect(states.sort()).toEqual(['COMMITTED', 'EXPIRED']);
  });

  test('two people committing one batch: one wins', async () => {
    await people();
    const { data } = await upload(csv('卷,0'));
    const answers = await Promise.all([1, 2, 3].map(() => post(`${PATH}/commit`, { jobId: data.jobId, how: 'ALL' }, clerk)));
    expect(answers.map((answer) => answer.code).sort()).toEqual(['0', '360003', '360003']);
    expect(await units()).toEqual(['卷0']);
  });

  test('only holders of the type’s code, only their own tenant’s batches', async () => {
    await people();
    const { data } = await upload(csv('卷,0'));
    const other = await makeMember(TENANT_B, '外人', 'admin');
    const nobody = await makeMember(TENANT_A, '无权', []);
    const dealer = await makeDealer(TENANT_A, '经销商');
    const missing = await post(`${PATH}/preview`, { jobId: newId() }, clerk);
    for (const step of ['preview', 'undo', 'commit']) {
      const input = { jobId: data.jobId, how: 'ALL' };
      const foreign = await post(`${PATH}/${step}`, input, other);
      expect([foreign.code, foreign.message]).toEqual([missing.code, missing.message]);
      expect((await post(`${PATH}/${step}`, input, nobody)).code).toBe('100000005');
      expect((await post(`${PATH}/${step}`, input, dealer)).code).toBe('100000005');
      expect((await post(`${PATH}/${step}`, input, null)).code).toBe('100000004');
    }
    for (const who of [nobody, dealer]) expect((await upload(csv('卷,0'), who)).code).toBe('100000005');
    expect((await post(`${PATH}/page`, {}, nobody)).data).toMatchObject({ pagedRecords: [], totalCount: 0 });
    expect((await post(`${PATH}/page`, { type: 'testUnit' }, clerk)).data.pagedRecords).toHaveLength(1);
  });

  test('bad files and inputs name what is wrong', async () => {
    await people();
    expect((await upload(Buffer.from('甲,乙\n1,2\n'))).message).toContain('表头缺少“单位名称”、“小数位”');
    expect((await upload(csv())).message).toBe('文件“单位.csv”表头下面没有数据行');
    expect((await upload(Buffer.from('4d5a9000', 'hex'), clerk, {}, '单位.xlsx')).message).toContain('是可执行程序');
    expect((await upload(csv('卷,0'), clerk, { mode: 'REPLACE' })).message).toBe('计量单位导入不支持“REPLACE”方式');
    expect((await upload(csv('卷,0'), clerk, { type: 'no' })).message).toBe('没有“no”这种导入');
    expect((await send('POST', `${PATH}/upload`, new FormData(), clerk)).code).toBe('100000006');
    const bad = await upload(csv('卷,x'));
    expect((await post(`${PATH}/commit`, { jobId: bad.data.jobId, how: 'GOOD_ONLY' }, clerk)).message).toBe('文件“单位.csv”没有可以导入的行，共1行全部有错误');
  });

  test('the screen gets columns, notes and ways of importing from the definition', async () => {
    await people();
    expect((await post(`${PATH}/form`, { type: 'testUnit' }, clerk)).data).toEqual({
      type: 'testUnit',
      title: '导入计量单位',
      modes: ['MERGE', 'INSERT'],
      mostRows: 2000,
      columns: [
        { title: '单位名称', required: true, note: '' },
        { title: '小数位', required: true, note: '' },
        { title: '重量(kg)', required: false, note: '过秤为准' },
        { title: '称重日期', required: false, note: '如2026-12-31' },
      ],
    });
  });

  test('the template is found again by its titles', async () => {
    await people();
    const answer = await send('GET', `${PATH}/template`, { type: 'testUnit' }, clerk);
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('计量单位导入模板.xlsx');
    const { bytes } = await importTemplate(clerk.me, 'testUnit');
    await expect(readSheet({ name: '模板.xlsx', bytes }, Object.values(columns))).rejects.toThrow('文件“模板.xlsx”表头下面没有数据行');
  });

  test('the page and the template say how many rows this import takes', async () => {
    await people();
    expect(importForm(clerk.me, 'testUnit').mostRows).toBe(2000);
    const { bytes } = await importTemplate(clerk.me, 'testUnit');
    const notes = (await readBook(Buffer.from(bytes))).at(-1)?.data.flat();
    expect(notes).toContain('每个文件最多2000行、10MB，支持 .xlsx 和 .csv');
  });
});

test('after large imports the embedded engine is tidied, once', async () => {
  await people();
  const real = database();
  let tidied = 0;
  const opened = {
    ...real,
    kind: 'embedded' as const,
    vacuumAnalyze: async () => {
      tidied++;
    },
  };
  const { data } = await upload(csv(...Array.from({ length: 600 }, (_, index) => `单${index},0`)));
  await post(`${PATH}/commit`, { jobId: data.jobId, how: 'ALL' }, clerk);
  await tidyAfterImports(opened, new Date());
  await tidyAfterImports(opened, new Date());
  expect(tidied).toBe(1);
});
