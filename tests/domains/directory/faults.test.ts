import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as calls from '~/domains/directory/calls';
import { workOff } from '~/domains/directory/sync.server';
import { database, type Opened } from '~/server/db.server';
import { makeMember, makeTenant, type Person, TENANT_A } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { dingtalkServer, type There } from '../../support/dingtalk';
import { configure, fast, look, preview, sync, treeHere, treeThere } from '../../support/directory';
import type { Asked, Given } from '../../support/servers';

let boss: Person;
let there: There;
let server: Awaited<ReturnType<typeof dingtalkServer>>;

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await database().inSystem((tx) => tx.updateTable('tenant').set({ member_quota: 5000 }).execute());
  boss = await makeMember(TENANT_A, '管理员', 'admin');
  there = {
    departments: [
      { id: 10, parent: 1, name: '销售部' },
      { id: 20, parent: 1, name: '仓储部' },
    ],
    people: Array.from({ length: 60 }, (_, at) => ({
      userid: `user${at}`,
      name: `员工${at}`,
      mobile: `1390000${String(at).padStart(4, '0')}`,
      departments: [10],
    })),
  };
  server = await dingtalkServer(there);
  await configure(boss.me, server);
});

const isPeople = (asked: Asked): boolean => asked.path === '/topapi/v2/user/list';
/** The fault at every second call of a kind, so that the repetition goes through. */
const everySecond = (given: Given, which = isPeople) => {
  let seen = 0;
  server.state.fault = (asked) => (which(asked) && seen++ % 2 === 0 ? given : undefined);
};

describe('faults that pass are asked again', () => {
  it.each<[string, Given]>([
    ['too many calls', { json: { errcode: 88, sub_code: '90018', errmsg: 'ding talk error[subcode=90018]', sub_msg: '触发了qps流控' } }],
    ['too many calls, said directly', { json: { errcode: 90002, errmsg: '请求总次数超过了300次' } }],
    ['busy', { json: { errcode: -1, errmsg: '系统繁忙' } }],
    ['a broken server', { status: 500, text: '<html>' }],
    ['an answer cut off', { text: '{"errcode":0,"result":{"has_more":false,"list":[{"userid":"u' }],
    ['half an answer', { json: { errcode: 0, errmsg: 'ok', result: { has_more: true, list: [] } } }],
    ['no result', { json: { errcode: 0, errmsg: 'ok' } }],
    ['silence', { silent: true }],
  ])('%s', async (_, given) => {
    everySecond(given);
    expect((await preview(boss.me)).run).toMatchObject({ state: 'PREVIEW', departments: 2, people: 60 });
  });

  it('a token that ended meanwhile is asked for anew', async () => {
    let swapped = 0;
    server.state.fault = (asked) => {
      if (isPeople(asked) && swapped++ === 1) server.state.token = 'token-2';
      return undefined;
    };
    expect((await preview(boss.me)).run).toMatchObject({ state: 'PREVIEW', people: 60 });
    expect(server.asked.filter((one) => one.path === '/gettoken')).toHaveLength(2);
  });
});

describe('faults that stay', () => {
  beforeEach(async () => void (await sync(boss.me)));

  it.each<[string, Given, RegExp]>([
    ['a broken server', { status: 502 }, /HTTP 502/],
    ['a page without its end', { json: { errcode: 0, errmsg: 'ok', result: { has_more: true, next_cursor: 0, list: [] } } }, /返回的数据不完整/],
    ['a list without people', { json: { errcode: 0, errmsg: 'ok', result: { has_more: false } } }, /返回的数据不完整/],
  ])('%s: nobody is disabled, and the run says why', async (_, given, words) => {
    server.state.fault = (asked) => (isPeople(asked) && asked.body.dept_id === 20 ? given : undefined);
    const { run, rows } = await preview(boss.me);
    expect([run.state, rows]).toEqual(['FAILED', []]);
    expect(run.error).toMatch(words);
    expect(await treeHere(TENANT_A)).toEqual(treeThere(there));
  });

  it('a secret that was changed is refused at once, in the test of the connection too', async () => {
    await configure(boss.me, server, { appSecret: 'another-secret-of-it' });
    const before = server.asked.length;
    expect((await preview(boss.me)).run).toMatchObject({ state: 'FAILED', error: '未取得访问凭证：不合法的corpid或corpsecret（40089）' });
    expect(server.asked.length - before).toBe(1);
    const input = { appKey: server.appKey, appSecret: 'yet-another-secret' };
    expect((await refusalOf(ask(boss.me, calls.configTest, input))).message).toBe('连接钉钉失败：未取得访问凭证：不合法的corpid或corpsecret（40089）');
    expect(await ask(boss.me, calls.configTest, { ...input, appSecret: server.secret })).toEqual({ departments: 2, people: 10, problems: [] });
    server.state.mobiles = false;
    expect((await ask(boss.me, calls.configTest, { ...input, appSecret: server.secret })).problems).toEqual([expect.stringContaining('读不到成员手机号')]);
    expect((await refusalOf(ask(boss.me, calls.configTest, { appKey: 'some-other-app', appSecret: '' }))).data.fields).toHaveProperty('appSecret');
  });

  it('an application that sees nobody disables nobody', async () => {
    there.departments = [];
    there.people = [];
    const empty = await dingtalkServer(there);
    await configure(boss.me, empty);
    expect((await preview(boss.me)).run).toMatchObject({ state: 'FAILED', error: expect.stringContaining('为避免误停用账号') });
  });
});

describe('a process that dies', () => {
  /** The database as a process has it that stops for good after so many transactions. */
  const dying = (most: number): { opened: Opened; dead: Promise<void> } => {
    const opened = database();
    let left = most;
    let die = () => {};
    const dead = new Promise<void>((resolve) => {
      die = resolve;
    });
    const inTenant: Opened['inTenant'] = (scope, fn, options) => {
      if (left-- > 0) return opened.inTenant(scope, fn, options);
      die();
      return new Promise(() => {});
    };
    return { opened: { ...opened, inTenant }, dead };
  };

  it('leaves a run that another goes on with, whatever it was at, and nobody is made twice', async () => {
    const { id } = await ask(boss.me, calls.syncPreview, {});
    let now = Date.now();
    for (const most of [1, 2]) {
      const { opened, dead } = dying(most);
      void workOff(opened, () => new Date(now), undefined, fast);
      await dead;
      expect(await workOff(database(), () => new Date(now), undefined, fast)).toBe(0);
      now += 130_000;
    }
    await workOff(database(), () => new Date(now), undefined, fast);
    const seen = await look(boss.me, id);
    expect(seen.run.state).toBe('PREVIEW');
    await ask(boss.me, calls.syncApply, { id, version: seen.run.version });
    for (const most of [4, 3]) {
      const { opened, dead } = dying(most);
      void workOff(opened, () => new Date(now), undefined, fast);
      await dead;
      now += 130_000;
    }
    expect((await look(boss.me, id)).run).toMatchObject({ state: 'APPLYING' });
    await workOff(database(), () => new Date(now), undefined, fast);
    expect((await look(boss.me, id)).run).toMatchObject({ state: 'DONE', results: { DONE: 62 } });
    expect(await treeHere(TENANT_A)).toEqual(treeThere(there));
    const members = await database().inSystem((tx) => tx.selectFrom('member').select('id').execute());
    expect(members).toHaveLength(61);
  });

  it('is given up after some attempts, and the next run begins anew', async () => {
    const { id } = await ask(boss.me, calls.syncPreview, {});
    await database().inSystem((tx) => tx.updateTable('dingtalk_run').set({ attempts: 5 }).execute());
    await workOff(database(), () => new Date(), undefined, fast);
    expect((await look(boss.me, id)).run).toMatchObject({ state: 'FAILED', error: '执行中断5次，请重新同步' });
    expect((await preview(boss.me)).run.state).toBe('PREVIEW');
  });

  it('stops between two steps when it is asked to, and another goes on at once', async () => {
    const seen = await preview(boss.me);
    await ask(boss.me, calls.syncApply, { id: seen.run.id, version: seen.run.version });
    const stop = new AbortController();
    const opened = database();
    let steps = 0;
    const inTenant: Opened['inTenant'] = (scope, fn, options) => {
      if (++steps === 5) stop.abort();
      return opened.inTenant(scope, fn, options);
    };
    await workOff({ ...opened, inTenant }, () => new Date(), stop.signal, fast);
    expect((await look(boss.me, seen.run.id)).run).toMatchObject({ state: 'APPLYING' });
    await workOff(opened, () => new Date(), undefined, fast);
    expect((await look(boss.me, seen.run.id)).run).toMatchObject({ state: 'DONE', results: { DONE: 62 } });
  });
});
