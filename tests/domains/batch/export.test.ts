import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { expireExports } from '~/domains/batch/exportChores.server';
import { type ExportState, exportFlow } from '~/domains/batch/exportJob';
import { fileName, runExports } from '~/domains/batch/runExports.server';
import { BASE_CONFIG, DATA_EXPORT_APPROVE, DATA_EXPORT_CENTER, STOCK_COST_VIEW, STOCK_MANAGE } from '~/portal/permissions';
import { database } from '~/server/db.server';
import { defineExport } from '~/server/export.server';
import { localFileStore } from '~/server/files/fileStore.server';
import { fileStore, useFileStore } from '~/server/files.server';
import { pageFrom } from '~/server/list.server';
import { forgetSessions } from '~/server/session.server';
import { PageQuery } from '~/shared/page.schema';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { decisionsOn } from '../../support/approvals';
import { testDatabase } from '../../support/database';
import { downloadOf, exportCall, exported, runAll, startExport, tableOf } from '../../support/exports';

/* A list of its own: the regions table is there in every database, 10,000 generated rows beside it. */
const folder = mkdtempSync(join(tmpdir(), 'portal-exports-'));
let clerk: Person;
let approver: Person;
let other: Person;
let dealer: Person;
let stranger: Person;
let pause: (() => Promise<void>) | undefined;

const nasty = [
  '=1+1',
  '+86',
  '-A1',
  '@SUM(A1)',
  ' =cmd',
  "'=x",
  '"@y',
  '＝1',
  '－2',
  '\t=tab',
  '\r=cr',
  '007',
  '123456789012345678',
  'a,"b"',
  '换\n行',
  '正常',
];

defineExport({
  type: 'test-rows',
  title: '测试数据',
  permission: STOCK_MANAGE,
  query: PageQuery.extend({ most: z.coerce.number().default(100), from: z.coerce.number().default(0), word: z.string().default('') }),
  filters: { most: '条数', word: '关键字' },
  async rows(tx, me, query) {
    await pause?.();
    let rows = tx
      .selectFrom(
        sql<{
          n: number;
          label: string | null;
          tenant: string;
          at: Date;
          day: string;
        }>`(select n, case when n % 7 = 0 then null else 'L' || (n % 5) end as label,
          ${me.tenantId}::text as tenant, timestamptz '2026-01-01 00:00:00+08' + n * interval '1 minute' as at, date '2026-01-01' as day
          from generate_series(${query.from + 1}::int, ${query.from + query.most}::int) n)`.as('row'),
      )
      .select(['row.n', 'row.label', 'row.at', 'row.day']);
    if (query.word) rows = rows.where('row.label', '=', query.word);
    return pageFrom(tx, rows as never, query, { sort: { n: 'row.n', label: 'row.label' }, initial: [['row.n', 'desc']], tiebreak: 'row.n' }) as never;
  },
  columns: [
    { key: 'n', title: '序号', kind: 'number' },
    { key: 'label', title: '标签' },
    { key: 'money', title: '金额(元)', kind: 'yuan', value: (row: { n: number }) => BigInt(row.n) * -1234n },
    { key: 'cost', title: '成本', kind: 'price', only: STOCK_COST_VIEW, value: () => '12.3400' },
    { key: 'text', title: '文本', value: (row: { n: number }) => nasty[row.n % nasty.length] },
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'day', title: '日期', kind: 'date' },
  ],
});

beforeAll(async () => {
  await testDatabase();
  useFileStore(localFileStore(folder));
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  clerk = await makeMember(TENANT_A, '李文员', [STOCK_MANAGE, DATA_EXPORT_CENTER]);
  approver = await makeMember(TENANT_A, '王经理', [STOCK_MANAGE, STOCK_COST_VIEW, DATA_EXPORT_CENTER, DATA_EXPORT_APPROVE, BASE_CONFIG]);
  other = await makeMember(TENANT_A, '赵仓管', [STOCK_MANAGE, DATA_EXPORT_CENTER]);
  dealer = await makeDealer(TENANT_A, '某经销商');
  stranger = await makeMember(TENANT_B, '外人', 'admin');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  pause = undefined;
  await database().inSystem((tx) => tx.deleteFrom('export_job').execute());
});

const jobOf = async (id: string) => database().inSystem((tx) => tx.selectFrom('export_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
const force = (id: string, values: Record<string, unknown>) =>
  database().inSystem((tx) => tx.updateTable('export_job').set(values).where('id', '=', id).execute());

describe('the file', () => {
  test('an xlsx holds typed cells, the columns asked for, in the order of the list, with who and when on a sheet of its own', async () => {
    const { header, rows, name } = await exported('test-rows', { most: '30', ascs: 'n' }, clerk);
    expect(name).toMatch(/^测试数据_\d{14}\.xlsx$/);
    expect(header).toEqual(['序号', '标签', '金额(元)', '文本', '时间', '日期']);
    expect(rows[0]).toEqual(['1', 'L1', '-12.34', '+86', '2026-01-01 00:01:00', '2026-01-01']);
    expect(rows.map((row) => row[0])).toEqual(Array.from({ length: 30 }, (_, at) => String(at + 1)));
    expect((await exported('test-rows', { most: '3' }, approver)).header).toContain('成本');
    expect((await exported('test-rows', { most: '3' }, clerk, { columns: ['day', 'n', 'cost'] })).header).toEqual(['序号', '日期']);
  });

  test('a csv opens in Chinese Excel: BOM, formulas and long codes kept as text, negative numbers numbers', async () => {
    const started = await startExport('test-rows', { most: '16', ascs: 'n' }, clerk, { format: 'csv', columns: ['n', 'money', 'text'] });
    await runAll();
    const { text } = await downloadOf(started.data.id, clerk);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(text).toContain('导出人：李文员（137****');
    expect(text).toContain("\r\n1,-12.34,'+86\r\n2,-24.68,'-A1\r\n3,-37.02,'@SUM(A1)\r\n4,-49.36,' =cmd\r\n5,-61.70,''=x\r\n");
    for (const field of [`"'""@y"`, "'＝1", "'－2", `"'\t=tab"`, `"'\r=cr"`, '"\t007"', '"\t123456789012345678"', '"a,""b"""', '"换\n行"', '正常', "'=1+1"])
      expect(text).toContain(field);
  });

  test('names lose what a file system or a header would trip over', () => {
    const now = new Date('2026-11-21T00:00:00Z');
    expect(fileName('../a\\b:c*?"<>|\r\nd', 'csv', now)).toBe('..abcd_20261121080000.csv');
    expect(fileName('', 'xlsx', now)).toBe('导出_20261121080000.xlsx');
  });

  test('rows come in the list’s order whatever it is sorted by, each once, across batches and empty values', async () => {
    for (const query of [{ ascs: 'label' }, { descs: 'label' }, { descs: 'n' }, {}, { ascs: 'label,n' }] as Record<string, string>[]) {
      const { rows } = await exported('test-rows', { most: '2300', ...query }, clerk, { columns: ['n', 'label'] });
      expect(new Set(rows.map((row) => row[0])).size).toBe(2300);
      const labels = rows.map((row) => row[1] as string);
      if (query['ascs']?.startsWith('label')) expect(labels).toEqual([...labels].sort((a, b) => (a || 'Z').localeCompare(b || 'Z')));
      if (query['descs'] === 'label') expect(labels.filter(Boolean)).toEqual([...labels.filter(Boolean)].sort().reverse());
    }
    const { rows } = await exported('test-rows', { most: '50', word: 'L3' }, clerk, { columns: ['n', 'label'] });
    expect(rows.every((row) => row[1] === 'L3')).toBe(true);
  });
});

describe('who and when', () => {
  test('above the limit somebody else approves; nobody approves his own, and what is refused is never written', async () => {
    expect((await startExport('test-rows', { most: '6000' }, clerk)).data).toMatchObject({ status: 'PENDING_APPROVAL', total: 6000, mayDecide: false });
    const own = await startExport('test-rows', { most: '6000' }, approver, { reason: '对账' });
    await runAll();
    expect((await jobOf(own.data.id)).status).toBe('PENDING_APPROVAL');
    const self = await exportCall('decide', { id: own.data.id, pass: true }, approver);
    expect(self.message).toBe('导出“测试数据”由您申请，须由其他人审批');
    const asked = await startExport('test-rows', { most: '6000' }, clerk, { reason: '年审' });
    expect((await exportCall('decide', { id: asked.data.id, pass: true }, other)).code).toBe('100000005');
    expect((await exportCall('decide', { id: asked.data.id, pass: false }, approver)).message).toBe('驳回时请填写原因');
    expect((await exportCall('decide', { id: asked.data.id, pass: true, note: '同意' }, approver)).data).toMatchObject({
      status: 'QUEUED',
      approver: '王经理',
    });
    await runAll();
    expect(await jobOf(asked.data.id)).toMatchObject({ status: 'DONE', written: 6000, done: 6000 });
    const refused = await startExport('test-rows', { most: '7000' }, clerk);
    await exportCall('decide', { id: refused.data.id, pass: false, note: '太多' }, approver);
    expect((await exportCall('decide', { id: refused.data.id, pass: true }, approver)).message).toBe('导出“测试数据”当前为“已驳回”，不能审批');
    expect((await exportCall('detail', { id: refused.data.id }, clerk)).data).toMatchObject({ status: 'REFUSED', decisionNote: '太多', mayRetry: false });
    expect(await decisionsOn(await testDatabase(), refused.data.id)).toEqual(['1 REJECT 王经理 太多']);
    await exportCall('cancel', { id: own.data.id }, approver);
    expect(await decisionsOn(await testDatabase(), own.data.id)).toEqual(['1 WITHDRAW 王经理']);
    const again = await exportCall('retry', { id: own.data.id }, approver);
    expect(again.data).toMatchObject({ status: 'PENDING_APPROVAL' });
    await exportCall('cancel', { id: own.data.id }, approver);
    expect(await decisionsOn(await testDatabase(), own.data.id)).toEqual(['1 WITHDRAW 王经理', '2 WITHDRAW 王经理']);
  });

  test('limits are the factory’s own settings and say what they are', async () => {
    const { data: rules } = await send('GET', '/saas-boss/dataExport/rules', {}, approver);
    expect(rules).toEqual({ approvalRows: 5000, mostRows: 200_000, keepDays: 7, version: 0 });
    const saved = await exportCall('rules/save', { ...rules, approvalRows: 50, mostRows: 1000 }, approver);
    expect(saved.data).toMatchObject({ approvalRows: 50, version: 1 });
    expect((await exportCall('rules/save', { ...rules, approvalRows: 60 }, approver)).code).toBe('100001001');
    expect((await exportCall('rules/save', { ...saved.data, approvalRows: 2000 }, approver)).message).toContain('不能大于单次上限1000');
    expect((await startExport('test-rows', { most: '60' }, clerk)).data.status).toBe('PENDING_APPROVAL');
    expect((await startExport('test-rows', { most: '1001' }, clerk)).message).toBe('“测试数据”超过单次导出上限1,000条，请缩小查询范围后分批导出');
    expect((await startExport('test-rows', { most: '0' }, clerk)).message).toBe('没有符合条件的测试数据可以导出');
    await exportCall('rules/save', { approvalRows: 5000, mostRows: 200_000, keepDays: 7, version: 1 }, approver);
  });

  test('others’ tasks answer like missing ones; approvers see them but do not get the file', async () => {
    const { id } = await exported('test-rows', { most: '5' }, clerk);
    const missing = '0190a0a0-0000-7000-8000-00000000dead';
    for (const who of [other, stranger, dealer]) {
      for (const what of ['detail', 'cancel', 'retry'])
        expect((await exportCall(what, { id }, who)).text).toBe((await exportCall(what, { id: missing }, who)).text);
      expect((await send('GET', '/saas-boss/dataExport/download', { id }, who)).text).toBe(
        (await send('GET', '/saas-boss/dataExport/download', { id: missing }, who)).text,
      );
    }
    expect((await exportCall('detail', { id }, approver)).data).toMatchObject({ mine: false, mayDownload: false });
    await expect(downloadOf(id, approver)).rejects.toThrow('该导出任务不存在或已删除');
    expect((await exportCall('decide', { id, pass: true }, stranger)).message).toBe('该导出任务不存在或已删除');
    const pages = await Promise.all([clerk, other, approver, stranger].map(async (who) => (await exportCall('page', {}, who)).data.totalCount));
    expect(pages).toEqual([1, 0, 1, 0]);
    expect((await startExport('test-rows', {}, dealer)).code).toBe('100000005');
    expect((await startExport('nothing', {}, clerk)).message).toBe('没有“nothing”这种导出');
  });

  test('the permission counts again when the file is written and when it is fetched', async () => {
    const take = async (codes: string[]) => {
      await database().inSystem((tx) => tx.updateTable('role').set({ permissions: codes }).where('name', 'like', '李文员%').execute());
      forgetSessions();
    };
    const done = await exported('test-rows', { most: '5' }, clerk);
    const queued = await startExport('test-rows', { most: '5' }, clerk);
    await take([DATA_EXPORT_CENTER]);
    await runAll();
    expect(await jobOf(queued.data.id)).toMatchObject({ status: 'FAILED', error: '暂无权限访问该页面' });
    await expect(downloadOf(done.id, clerk)).rejects.toThrow('暂无权限');
    await take([STOCK_MANAGE, DATA_EXPORT_CENTER]);
    expect((await downloadOf(done.id, clerk)).bytes.length).toBeGreaterThan(100);
  });

  test('a file from before fields or rows were kept from its person is not theirs any more; one from after it is', async () => {
    const change = async (values: { hidden_fields?: string[]; data_scope?: string }) => {
      await database().inSystem((tx) =>
        tx
          .updateTable('role')
          .set({ ...values, updated_at: sql`now()` })
          .where('name', 'like', '李文员%')
          .execute(),
      );
      forgetSessions();
    };
    for (const { narrow, wide } of [
      { narrow: { hidden_fields: ['amount'] }, wide: { hidden_fields: [] } },
      { narrow: { data_scope: 'SELF' }, wide: { data_scope: 'ALL' } },
    ]) {
      const { id } = await exported('test-rows', { most: '5' }, clerk);
      await change(narrow);
      await expect(downloadOf(id, clerk)).rejects.toThrow('请重新导出');
      expect((await exported('test-rows', { most: '5' }, clerk)).rows).toHaveLength(5);
      await change(wide);
      expect((await downloadOf(id, clerk)).bytes.length).toBeGreaterThan(100);
    }
  });

  test('asked for, written and fetched stand in the log; the requester is told', async () => {
    const { id } = await exported('test-rows', { most: '5' }, clerk);
    const log = await database().inSystem((tx) =>
      tx.selectFrom('audit_log').select(['action', 'actor']).where('subject_id', '=', id).orderBy('at').orderBy('id').execute(),
    );
    expect(log).toEqual(['申请导出', '导出', '下载导出文件'].map((action) => ({ action, actor: '李文员' })));
    const told = await database().inSystem((tx) => tx.selectFrom('outbox').select('payload').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow());
    expect(told.payload).toMatchObject({ kind: 'export.done', title: '导出“测试数据”已完成', to: { side: 'account', accountId: clerk.me.accountId } });
  });
});

describe('the life of a task', () => {
  test('the file goes after its days; it can be asked for again', async () => {
    const { id } = await exported('test-rows', { most: '5' }, clerk);
    const key = (await jobOf(id)).file_key as string;
    vi.useFakeTimers({ now: Date.now() + 90 * 60_000, toFake: ['Date'] });
    await force(id, { expires_at: new Date(Date.now() - 1000) });
    await expect(downloadOf(id, clerk)).rejects.toThrow('导出“测试数据”的文件已过期，请重新导出');
    await expireExports(database(), new Date());
    vi.useRealTimers();
    expect([(await jobOf(id)).status, await fileStore().exists(key)]).toEqual(['EXPIRED', false]);
    await expect(downloadOf(id, clerk)).rejects.toThrow('导出“测试数据”当前为“已过期”，没有可下载的文件');
    expect((await exportCall('retry', { id }, clerk)).data.status).toBe('QUEUED');
    await runAll();
    expect((await downloadOf(id, clerk)).bytes.length).toBeGreaterThan(100);
  });

  test('cancelled while it runs, it stops and leaves no file', async () => {
    const started = await startExport('test-rows', { most: '5000' }, clerk);
    let batches = 0;
    pause = async () => {
      batches++;
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const running = runExports(database(), 'small');
    await vi.waitFor(() => expect(batches).toBeGreaterThan(1), { timeout: 5000 });
    await exportCall('cancel', { id: started.data.id }, clerk);
    await running;
    expect(batches).toBeLessThan(5);
    expect(await jobOf(started.data.id)).toMatchObject({ status: 'CANCELLED', file_key: null });
    expect((await Array.fromAsync(fileStore().list('exports'))).filter((one) => one.key.includes(started.data.id))).toEqual([]);
    expect((await exportCall('cancel', { id: started.data.id }, clerk)).message).toBe('导出“测试数据”当前为“已取消”，不能取消');
  });

  test('a process that ends hands its task back; one that vanished has it taken over, three times at most', async () => {
    const started = await startExport('test-rows', { most: '3000' }, clerk);
    const stop = new AbortController();
    pause = async () => stop.abort();
    await runExports(database(), 'small', stop.signal);
    expect(await jobOf(started.data.id)).toMatchObject({ status: 'QUEUED', attempts: 0, runner: null });
    pause = undefined;
    const vanished = (attempts: number) => force(started.data.id, { status: 'RUNNING', runner: 'gone', attempts, lease_until: new Date(Date.now() - 1000) });
    await vanished(3);
    await runAll();
    expect((await jobOf(started.data.id)).status).toBe('FAILED');
    expect((await jobOf(started.data.id)).error).toContain('导出多次被中断');
    expect((await exportCall('retry', { id: started.data.id }, clerk)).data).toMatchObject({ status: 'QUEUED', error: '' });
    await vanished(2);
    await runAll();
    expect(await jobOf(started.data.id)).toMatchObject({ status: 'DONE', written: 3000 });
  });

  test('an unexpected failure is told without its insides and can be tried again', async () => {
    const started = await startExport('test-rows', { most: '10' }, clerk);
    pause = async () => {
      throw new Error('select secret from nowhere');
    };
    await runAll();
    expect(await jobOf(started.data.id)).toMatchObject({ status: 'FAILED', error: '导出时系统出错，请重试；若仍失败请联系管理员' });
    pause = undefined;
    await exportCall('retry', { id: started.data.id }, clerk);
    await runAll();
    expect((await jobOf(started.data.id)).status).toBe('DONE');
  });

  test('every call in every state does what the table says, or refuses with a sentence', async () => {
    const states = Object.keys(exportFlow.names) as ExportState[];
    const moves = [
      ['cancel', clerk, ['CANCELLED']],
      ['retry', clerk, ['QUEUED']],
      ['decide', approver, ['QUEUED']],
    ] as const;
    for (const state of states)
      for (const [what, who, targets] of moves) {
        const { data } = await startExport('test-rows', { most: '5' }, clerk);
        await force(data.id, { status: state, file_key: state === 'DONE' ? 'exports/501/x.xlsx' : null, expires_at: new Date(Date.now() + 1e6) });
        const answer = await exportCall(what, { id: data.id, pass: true, note: '' }, who);
        const after = (await jobOf(data.id)).status as ExportState;
        const allowed =
          what === 'decide'
            ? state === 'PENDING_APPROVAL'
            : what === 'retry'
              ? ['FAILED', 'CANCELLED', 'EXPIRED'].includes(state)
              : exportFlow.mayBecome(state, 'CANCELLED');
        expect([what, state, after]).toEqual([what, state, allowed ? targets[0] : state]);
        expect(allowed || /^导出“测试数据”.+不能/.test(answer.message), answer.message).toBe(true);
        if (after !== state) expect(exportFlow.mayBecome(state, after), `${state} to ${after}`).toBe(true);
      }
  });

  test('the badge counts what waits for this person', async () => {
    const count = async (who: Person) => (await send('GET', '/saas-boss/dataExport/counts', {}, who)).data.exportTotal;
    expect([await count(clerk), await count(approver)]).toEqual([0, 0]);
    await startExport('test-rows', { most: '6000' }, clerk);
    const { data } = await startExport('test-rows', { most: '5' }, clerk);
    expect([await count(clerk), await count(approver), await count(other), await count(stranger)]).toEqual([2, 1, 0, 0]);
    await runAll();
    expect(await count(clerk)).toBe(2);
    await downloadOf(data.id, clerk);
    expect(await count(clerk)).toBe(1);
  });

  test('two exports at once keep to themselves, and both engines of writing finish what they began', async () => {
    const asked = await Promise.all(['xlsx', 'csv'].map((format) => startExport('test-rows', { most: '2500' }, clerk, { format })));
    await Promise.all([runExports(database(), 'small'), runExports(database(), 'small')]);
    for (const { data } of asked) {
      const { name, bytes } = await downloadOf(data.id, clerk);
      expect((await tableOf(name, bytes)).rows.length).toBe(2500);
    }
  });
});
