import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refuseShort } from '~/domains/account/reset.server';
import * as calls from '~/domains/platform/calls';
import * as logs from '~/domains/platform/logCalls';
import { DEVELOPER, SET_BASE, SET_DICT, SYSTEM_LOG } from '~/portal/permissions';
import { writeApiLog } from '~/server/apiLog.server';
import { localFileStore } from '~/server/files/fileStore.server';
import { useFileStore } from '~/server/files.server';
import { newId } from '~/server/ids.server';
import { forgetSessions } from '~/server/session.server';
import { makeMember, makeTenant, type Person, post, send, TENANT_A, TENANT_B } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { exported, startExport } from '../../support/exports';

const folder = mkdtempSync(join(tmpdir(), 'portal-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let admin: Person;
let stranger: Person;

beforeEach(async () => {
  await emptyDatabase();
  const opened = await testDatabase();
  await writeApiLog(opened);
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  admin = await makeMember(TENANT_A, '管理员', [SET_BASE, SET_DICT, SYSTEM_LOG, DEVELOPER]);
  stranger = await makeMember(TENANT_B, '别厂', [SYSTEM_LOG]);
});

const save = (settings: object, version = 0) => ask(admin.me, calls.baseSave, { settings, version });

describe('base settings', () => {
  it('are shown on papers and refused with the field and the limit', async () => {
    expect((await ask(admin.me, calls.companyCard, {})).companyName).toBe('甲厂');
    await save({ companyName: '云岭', phone: '0571-1', bankAccount: '622200001111' });
    expect(await ask(admin.me, calls.companyCard, {})).toMatchObject({ companyName: '云岭', phone: '0571-1' });
    expect((await ask(stranger.me, calls.companyCard, {})).companyName).toBe('乙厂');
    const bad = await post('/saas-boss/setBase/save', { settings: { idleMinutes: 1 }, version: 1 }, admin);
    expect(bad.message).toBe('请输入5到1440的整数（分钟）');
    expect((await refusalOf(save({}, 0))).data.reason).toBe('VERSION');
  });

  it('end an idle session sooner, for the tenant’s own people only', async () => {
    const { pool } = await testDatabase();
    await pool.query("update session set used_at = now() - interval '30 minutes'");
    await save({ idleMinutes: 10 });
    forgetSessions();
    expect((await send('GET', '/partner/user/info', {}, admin)).code).toBe('100000004');
    expect((await send('GET', '/partner/user/info', {}, stranger)).code).toBe('0');
  });

  it('ask members for longer passwords', async () => {
    await save({ passwordLength: 12 });
    const opened = await testDatabase();
    const short = opened.inSystem((tx) => refuseShort(tx, admin.me.accountId, 'Abc#12345', 'newPassword'));
    expect((await refusalOf(short)).message).toBe('您所在的企业要求密码至少12位');
    await opened.inSystem((tx) => refuseShort(tx, stranger.me.accountId, 'Abc#12345', 'newPassword'));
  });
});

describe('the system log', () => {
  it('shows a change field by field, proves it whole, and notices an altered or missing entry', async () => {
    await save({ companyName: '一' });
    await save({ companyName: '二', idleMinutes: 30 }, 1);
    await save({ companyName: '三', idleMinutes: 30 }, 2);
    const { pagedRecords } = await ask(admin.me, logs.operationList, { subject: 'setBase' });
    expect(pagedRecords.map((row) => row.action)).toEqual(['修改系统基础设置', '修改系统基础设置', '修改系统基础设置']);
    const middle = pagedRecords[1]?.id ?? '';
    const shown = await ask(admin.me, logs.operationGet, { source: 'audit', id: middle });
    expect(shown.changes).toEqual([
      { field: '公司名称', before: '一', after: '二' },
      { field: '无操作退出(分钟)', before: '120', after: '30' },
    ]);
    expect(shown.chain).toEqual({ whole: true, checked: 3, problem: '' });
    const { pool } = await testDatabase();
    await pool.query(`update audit_log set after = jsonb_set(after, '{companyName}', '"假"') where id = $1`, [middle]);
    expect((await ask(admin.me, logs.operationGet, { source: 'audit', id: middle })).chain?.problem).toContain('不一致');
    await pool.query('delete from audit_log where id = $1', [middle]);
    const rest = await ask(admin.me, logs.operationGet, { source: 'audit', id: pagedRecords[0]?.id ?? '' });
    expect(rest.chain?.problem).toContain('缺失');
  });

  it('is one tenant’s own, an entry of another like a missing one', async () => {
    await save({ companyName: '一' });
    expect((await ask(stranger.me, logs.operationList, {})).totalCount).toBe(0);
    const [mine] = (await ask(admin.me, logs.operationList, {})).pagedRecords;
    for (const id of [mine?.id ?? '', newId()])
      expect((await refusalOf(ask(stranger.me, logs.operationGet, { source: 'audit', id }))).message).toBe('该日志不存在或已删除');
  });

  it('notes calls that changed or were refused something, not those that read', async () => {
    await post('/saas-boss/dictionary/save', { category: 'carrier', code: 'X', name: '车队' }, admin);
    await post('/saas-boss/dictionary/save', { category: 'carrier', code: 'X', name: '车队' }, admin);
    await post('/saas-boss/dictionary/list', { category: 'carrier' }, admin);
    await writeApiLog(await testDatabase());
    const { pagedRecords } = await ask(admin.me, logs.apiList, {});
    expect(pagedRecords.map((row) => [row.title, row.code === '0'])).toEqual([
      ['新建或编辑字典项', false],
      ['新建或编辑字典项', true],
    ]);
    expect((await ask(admin.me, logs.apiList, { result: 'FAILED' })).totalCount).toBe(1);
    expect((await ask(stranger.me, logs.apiList, {})).totalCount).toBe(0);
  });

  it('lists the sign-ins of the tenant’s members alone', async () => {
    const { pool } = await testDatabase();
    for (const who of [admin, stranger])
      await pool.query("insert into security_event (id, account_id, kind, address, at) values (gen_random_uuid(), $1, 'LOGIN', '10.0.0.1', now())", [
        who.me.accountId,
      ]);
    const page = await ask(admin.me, logs.loginList, {});
    expect(page.pagedRecords.map((row) => [row.actor, row.kind])).toEqual([['管理员', 'LOGIN']]);
    expect((await ask(admin.me, logs.loginList, { result: 'FAILED' })).totalCount).toBe(0);
  });

  it('finds sign-ins by a part of an address or of a name, and none by what nobody has', async () => {
    const { pool } = await testDatabase();
    for (const address of ['10.0.0.1', '10.0.0.210', '192.168.1.7'])
      await pool.query("insert into security_event (id, account_id, kind, address, at) values (gen_random_uuid(), $1, 'LOGIN', $2, now())", [
        admin.me.accountId,
        address,
      ]);
    const found = async (query: Record<string, string>) => (await ask(admin.me, logs.loginList, query)).pagedRecords.map((row) => row.address).sort();
    expect(await found({ address: '0.0.2' })).toEqual(['10.0.0.210']);
    expect(await found({ address: '10.' })).toEqual(['10.0.0.1', '10.0.0.210']);
    expect(await found({ address: '%' })).toEqual([]);
    expect(await found({ actor: '理', address: '168' })).toEqual(['192.168.1.7']);
    expect(await found({ actor: '无此人' })).toEqual([]);
  });

  it('is exported as it is filtered, with what changed in words, for its readers alone, and that is in the log', async () => {
    useFileStore(localFileStore(folder));
    await save({ companyName: '一' });
    await save({ companyName: '二' }, 1);
    const { pool } = await testDatabase();
    for (const [kind, who] of [
      ['LOGIN', admin],
      ['LOGIN_FAILED', admin],
      ['LOGIN', stranger],
    ] as const)
      await pool.query(
        "insert into security_event (id, account_id, kind, address, agent, at) values (gen_random_uuid(), $1, $2, '10.0.0.1', '=cmd()', now())",
        [who.me.accountId, kind],
      );
    const operations = await exported('operation-log', { subject: 'setBase' }, admin);
    expect(operations.header).toEqual(['时间', '人员', '对象', '动作', '变更内容', '对象编号']);
    expect(operations.rows.map((row) => row.slice(1, 5))).toEqual([
      ['管理员', '系统基础设置', '修改系统基础设置', '公司名称：一 → 二'],
      ['管理员', '系统基础设置', '修改系统基础设置', expect.stringContaining('→ 一')],
    ]);
    const failed = await exported('login-log', { result: 'FAILED' }, admin);
    expect(failed.rows.map((row) => row.slice(1, 7))).toEqual([['管理员', '登录失败', '失败', '10.0.0.1', '否', '=cmd()']]);
    expect((await exported('login-log', {}, stranger)).rows.map((row) => row[1])).toEqual(['别厂']);
    await writeApiLog(await testDatabase());
    const calls = await exported('api-log', { result: 'OK', path: 'dataExport/start' }, admin);
    expect(calls.rows.every((row) => row[4] === '成功')).toBe(true);
    const outsider = await makeMember(TENANT_A, '文员', [SET_BASE]);
    expect((await startExport('operation-log', {}, outsider)).code).not.toBe('0');
    const { pagedRecords } = await ask(admin.me, logs.operationList, { subject: 'export' });
    expect(pagedRecords.length).toBeGreaterThanOrEqual(3);
  });

  it('comes with a guide that names every call', async () => {
    const guide = await ask(admin.me, calls.developerRead, {});
    expect(guide.calls.length).toBeGreaterThan(150);
    expect(guide.calls.every((one) => one.title !== '')).toBe(true);
  });
});
