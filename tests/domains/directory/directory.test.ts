import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as calls from '~/domains/directory/calls';
import { startNightly } from '~/domains/directory/nightly.server';
import * as people from '~/domains/organisation/calls';
import { CUSTOMER_MANAGE, DINGTALK_SYNC, ORDER_MANAGE } from '~/portal/permissions';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { addCustomer } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';
import { dingtalkServer, type There, type TherePerson } from '../../support/dingtalk';
import { configure, look, preview, sync, treeHere, treeThere, work } from '../../support/directory';

let boss: Person;
let there: There;
let server: Awaited<ReturnType<typeof dingtalkServer>>;

const person = (n: number, departments: number[], more: Partial<TherePerson> = {}): TherePerson => ({
  ...{ userid: `user${n}`, name: `员工${n}`, mobile: `139${String(n).padStart(8, '0')}`, title: '专员', departments },
  ...more,
});
const named = async (name: string) => (await ask(boss.me, people.memberList, { keyword: name, pageSize: 50 })).pagedRecords;
const one = async (name: string) => (await named(name))[0] as Awaited<ReturnType<typeof named>>[number];
const rowsOf = (seen: Awaited<ReturnType<typeof preview>>) => seen.rows.map((row) => `${row.action} ${row.name}${row.reason ? `：${row.reason}` : ''}`);
const role = async (name: string, permissions: string[]): Promise<string> => {
  const id = newId();
  await database().inSystem((tx) => tx.insertInto('role').values({ tenant_id: TENANT_A, id, name, permissions }).execute());
  return id;
};

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  await database().inSystem((tx) => tx.updateTable('tenant').set({ member_quota: 5000 }).execute());
  boss = await makeMember(TENANT_A, '管理员', 'admin');
  there = {
    departments: [
      { id: 10, parent: 1, name: '销售部' },
      { id: 11, parent: 10, name: '华东区' },
      { id: 12, parent: 11, name: '杭州组' },
      { id: 20, parent: 1, name: '仓储部' },
    ],
    people: [person(1, [10]), person(2, [12, 20]), person(3, [20])],
  };
  server = await dingtalkServer(there);
  await configure(boss.me, server);
});

describe('the first synchronisation', () => {
  it('shows what it would do, does exactly that, and finds nothing to do afterwards', async () => {
    const seen = await preview(boss.me);
    expect(seen.run).toMatchObject({ state: 'PREVIEW', departments: 4, people: 3, counts: { CREATE: 7 } });
    expect(await treeHere(TENANT_A)).toEqual({});
    expect(seen.rows[4]).toMatchObject({ kind: 'MEMBER', action: 'CREATE', name: '员工1', mobile: '139****001', detail: '专员；不分配角色' });
    await ask(boss.me, calls.syncApply, { id: seen.run.id, version: seen.run.version });
    await work();
    expect((await look(boss.me, seen.run.id)).run).toMatchObject({ state: 'DONE', results: { DONE: 7 } });
    expect(await treeHere(TENANT_A)).toEqual(treeThere(there));
    const again = await preview(boss.me);
    expect([again.run.state, again.rows]).toEqual(['DONE', []]);
    expect(await named('员工2')).toHaveLength(1);
  });

  it('reads 2,000 people of eight levels, page by page', async () => {
    there.departments = Array.from({ length: 40 }, (_, at) => ({ id: 100 + at, parent: at < 5 ? 1 : 100 + at - 5, name: `部门${at}` }));
    there.people = Array.from({ length: 2000 }, (_, at) => person(at, [100 + (at % 40), ...(at % 10 === 0 ? [100 + ((at + 7) % 40)] : [])]));
    const seen = await preview(boss.me);
    expect(seen.run).toMatchObject({ departments: 40, people: 2000, counts: { CREATE: 2040 } });
  });

  it('skips what is no department of the company, and cuts what goes round in circles', async () => {
    there.departments.push({ id: -1, parent: 1, name: '未分配' }, { id: -7, parent: 1, name: '家校通讯录' }, { id: 10, parent: 12, name: '销售部' });
    there.people.push(person(4, [-1, 20]), person(5, [1]));
    const { run } = await sync(boss.me);
    expect(run.state).toBe('DONE');
    expect(run.notes.join()).toMatch(/未分配.*家校通讯录.*多个上级/);
    expect(await treeHere(TENANT_A)).toMatchObject({ 仓储部: ['员工2', '员工3', '员工4'] });
    expect((await one('员工5')).departments).toEqual([]);
  });

  it('stands below the department chosen for the root, and gives new people the default role', async () => {
    const { id } = await ask(boss.me, people.departmentSave, { name: '集团', parentId: null });
    const roleId = await role('业务员', [ORDER_MANAGE]);
    await configure(boss.me, server, { rootDepartmentId: id, defaultRoleId: roleId });
    there.people.push(person(4, [1]));
    await sync(boss.me);
    expect(await treeHere(TENANT_A)).toMatchObject({ 集团: ['员工4'], '集团/销售部/华东区/杭州组': ['员工2'] });
    expect((await one('员工4')).roles.map((each) => each.name)).toEqual(['业务员']);
  });
});

describe('later changes', () => {
  beforeEach(async () => void (await sync(boss.me)));

  it('rename, move and exchange departments, and move people', async () => {
    Object.assign(there.departments[1] as object, { name: '仓储部', parent: 1 });
    Object.assign(there.departments[3] as object, { name: '华东区', parent: 10 });
    Object.assign(there.people[0] as object, { name: '员工壹', title: '主管', departments: [12] });
    const { run, rows } = await sync(boss.me);
    expect(run.state).toBe('DONE');
    expect(rows.map((row) => row.detail)).toContain('姓名：员工1 → 员工壹；职务：专员 → 主管；所在部门有变化');
    expect(await treeHere(TENANT_A)).toEqual(treeThere(there));
  });

  it('disable who left, hand over their customers, close their department, and call them back when they return', async () => {
    const leader = await one('员工1');
    const leaver = await one('员工2');
    const [top] = (await ask(boss.me, people.departmentTree, {})).departments.filter((each) => each.name === '销售部');
    await ask(boss.me, people.departmentSave, { id: top?.id, version: top?.version, name: '销售部', parentId: null, leaderId: leader.id });
    const customer = await addCustomer(boss.me, '东湖建材', { salesMemberId: leaver.id });
    const [gone] = there.people.splice(1, 1) as [TherePerson];
    there.departments.splice(2, 1);
    const left = await sync(boss.me);
    expect(rowsOf(left)).toEqual(['DISABLE 员工2：钉钉中已没有此人', 'DISABLE 杭州组：钉钉中已没有该部门']);
    expect([left.run.state, left.rows[0]?.result]).toEqual(['DONE', '已将负责的客户1交接给员工1']);
    expect((await one('员工2')).status).toBe('DISABLED');
    const owner = await database().inSystem((tx) => tx.selectFrom('customer').select('sales_member_id').where('id', '=', customer).executeTakeFirst());
    expect(owner?.sales_member_id).toBe(leader.id);
    expect((await preview(boss.me)).rows).toEqual([]);
    there.people.push({ ...gone, userid: 'user2-again', departments: [20] });
    const back = await sync(boss.me);
    expect(rowsOf(back)).toEqual(['ENABLE 员工2：离职后重新入职']);
    expect(await named('员工2')).toMatchObject([{ status: 'ACTIVE', departments: [{ name: '仓储部' }] }]);
    expect((await preview(boss.me)).rows).toEqual([]);
  });

  it('call back whom somebody had disabled by hand before they were seen to leave, and not whom somebody disabled while they are there', async () => {
    for (const name of ['员工2', '员工3']) {
      const { id, version } = await one(name);
      await ask(boss.me, people.memberSwitch, { id, version, status: 'DISABLED' });
    }
    const [gone] = there.people.splice(1, 1) as [TherePerson];
    expect(rowsOf(await sync(boss.me))).toEqual(['MARK 员工2：钉钉中已没有此人，账号早已停用']);
    there.people.push(gone);
    await sync(boss.me);
    expect([(await one('员工2')).status, (await one('员工3')).status]).toEqual(['ACTIVE', 'DISABLED']);
  });

  it('keep what people edited here, unless the mapping says otherwise', async () => {
    const { id, version, departments } = await one('员工1');
    const [mine] = (await ask(boss.me, people.departmentTree, {})).departments.filter((each) => each.name === '仓储部');
    const seat = { id, roleIds: [], isAdmin: false, departmentIds: [...departments.map((each) => each.id), mine?.id as string] };
    await ask(boss.me, people.memberUpdate, { ...seat, version, name: '王员工', jobTitle: '专员' });
    Object.assign(there.people[0] as object, { name: '员工甲', title: '经理', departments: [11] });
    await sync(boss.me);
    expect(await one('王员工')).toMatchObject({ jobTitle: '经理', departments: [{ name: '仓储部' }, { name: '华东区' }] });
    expect((await preview(boss.me)).rows).toEqual([]);
    await configure(boss.me, server, { memberName: 'ALWAYS', memberDepartments: 'ALWAYS' });
    await sync(boss.me);
    expect(await one('员工甲')).toMatchObject({ departments: [{ name: '华东区' }] });
  });

  it('never disable who runs it nor the last administrator', async () => {
    await database().inSystem((tx) =>
      tx
        .insertInto('dingtalk_link')
        .values({ tenant_id: TENANT_A, kind: 'MEMBER', external_id: 'boss', local_id: boss.me.memberId, name: '管理员', basis: '{}' })
        .execute(),
    );
    expect(rowsOf(await preview(boss.me))).toEqual([expect.stringContaining('CONFLICT 管理员：钉钉中已没有此人，但本次同步以其身份执行')]);
    const second = await makeMember(TENANT_A, '同步员', [DINGTALK_SYNC]);
    expect(rowsOf(await preview(second.me))).toEqual([expect.stringContaining('CONFLICT 管理员：钉钉中已没有此人，但其为管理员')]);
  });

  it('do not take people for gone whom the application no longer sees', async () => {
    server.state.hidden.add('user2');
    expect(rowsOf(await preview(boss.me))).toEqual([expect.stringContaining('CONFLICT 员工2：钉钉中仍有此人')]);
  });
});

describe('people that may be somebody here', () => {
  it('are found by their number and name; a number alone, two of one number, or none are asked about', async () => {
    await sync(boss.me);
    const mobile = async (name: string) =>
      (
        await database().inSystem((tx) =>
          tx
            .selectFrom('account')
            .innerJoin('member', 'member.account_id', 'account.id')
            .select('mobile')
            .where('member.name', '=', name)
            .executeTakeFirstOrThrow(),
        )
      ).mobile;
    const clerk = await makeMember(TENANT_A, '小苏', [CUSTOMER_MANAGE]);
    const other = await makeMember(TENANT_A, '老李', []);
    there.people.push(
      person(11, [10], { name: '小苏', mobile: await mobile('小苏') }),
      person(12, [10], { name: '李四', mobile: await mobile('老李') }),
      person(13, [10], { mobile: '13800000000' }),
      person(14, [10], { mobile: '13800000000' }),
      { ...person(15, [10]), mobile: '' },
      person(16, [10], { state: '852', mobile: '61234567' }),
      person(17, [10], { mobile: '13900000001' }),
    );
    const seen = await sync(boss.me);
    expect(rowsOf(seen)).toEqual([
      'UPDATE 小苏：按手机号对应，并带入资料',
      expect.stringMatching(/CONFLICT 李四：手机号与账号“老李”相同但姓名不同/),
      expect.stringMatching(/CONFLICT 员工13：钉钉中有多人使用同一手机号/),
      expect.stringMatching(/CONFLICT 员工14：钉钉中有多人/),
      expect.stringMatching(/CONFLICT 员工15：钉钉没有给出大陆手机号/),
      expect.stringMatching(/CONFLICT 员工16：钉钉没有给出大陆手机号/),
      expect.stringMatching(/CONFLICT 员工17：钉钉中有多人使用同一手机号/),
    ]);
    expect((await one('小苏')).id).toBe(clerk.me.memberId);
    expect((await one('小苏')).roles).toHaveLength(1);
    await ask(boss.me, calls.linkDecide, { kind: 'MEMBER', externalId: 'user12', choice: 'LINK', localId: other.me.memberId as string });
    for (const n of [13, 14, 15, 16, 17]) await ask(boss.me, calls.linkDecide, { kind: 'MEMBER', externalId: `user${n}`, choice: 'IGNORE', localId: '' });
    expect(rowsOf(await sync(boss.me))).toEqual(['UPDATE 李四：钉钉中的资料有变化']);
    expect((await one('老李')).departments).toMatchObject([{ name: '销售部' }]);
    expect((await preview(boss.me)).rows).toEqual([]);
  });

  it('are called back when somebody says that the closed account is theirs', async () => {
    const clerk = await makeMember(TENANT_A, '小苏', []);
    const { mobile } = await database().inSystem((tx) =>
      tx.selectFrom('account').select('mobile').where('id', '=', clerk.me.accountId).executeTakeFirstOrThrow(),
    );
    await ask(boss.me, people.memberSwitch, { id: clerk.me.memberId as string, version: 1, status: 'DISABLED' });
    there.people = [person(1, [10], { name: '小苏', mobile })];
    const { rows } = await sync(boss.me);
    expect(rows.at(-1)).toMatchObject({ action: 'CONFLICT', localId: clerk.me.memberId, reason: '账号“小苏”在本系统已停用，请确认是否重新启用' });
    await ask(boss.me, calls.linkDecide, { kind: 'MEMBER', externalId: 'user1', choice: 'LINK', localId: clerk.me.memberId as string });
    await sync(boss.me);
    expect((await one('小苏')).status).toBe('ACTIVE');
  });
});

describe('a confirmed preview', () => {
  it('is not carried out when something changed since, and says what', async () => {
    const seen = await preview(boss.me);
    there.people.push(person(9, [10]));
    Object.assign(there.people[0] as object, { title: '总监' });
    await ask(boss.me, calls.syncApply, { id: seen.run.id, version: seen.run.version });
    await work();
    const { run } = await look(boss.me, seen.run.id);
    expect([run.state, run.changes]).toEqual(['PREVIEW', ['“员工1”：与预览时不同', '“员工9”：预览之后出现新的变化']]);
    expect(await treeHere(TENANT_A)).toEqual({});
    expect((await refusalOf(ask(boss.me, calls.syncApply, { id: seen.run.id, version: seen.run.version }))).message).toMatch(/修改.*请刷新后重试/);
  });

  it('is done row by row where one of them is refused', async () => {
    await database().inSystem((tx) => tx.updateTable('tenant').set({ member_quota: 3 }).where('id', '=', TENANT_A).execute());
    const { run, rows } = await sync(boss.me);
    expect(run).toMatchObject({ state: 'PARTIAL', results: { DONE: 6, FAILED: 1 } });
    expect(rows.find((row) => row.state === 'FAILED')?.result).toBe('企业账号已用3个，上限3个，请先停用不用的账号，或联系平台扩容');
  });
});

describe('who may what', () => {
  it('nobody gives by it what they do not have', async () => {
    const keeper = await makeMember(TENANT_A, '同步员', [DINGTALK_SYNC]);
    const roleId = await role('业务员', [ORDER_MANAGE]);
    const { config } = await ask(keeper.me, calls.configRead, {});
    expect((await ask(keeper.me, calls.configRead, {})).roles.map((each) => each.name)).not.toContain('业务员');
    const refused = await refusalOf(configure(keeper.me, server, { defaultRoleId: roleId, version: config?.version ?? 0 }));
    expect(refused.data.fields?.['defaultRoleId']).toContain('得到您没有的权限');
    await configure(boss.me, server, { defaultRoleId: roleId });
    const { run, rows } = await sync(keeper.me);
    expect(run).toMatchObject({ state: 'PARTIAL', results: { DONE: 4, FAILED: 3 } });
    expect(rows.at(-1)?.result).toContain('得到您没有的权限');
  });

  it('the secret is not given away, and another company sees nothing', async () => {
    expect(JSON.stringify(await ask(boss.me, calls.configRead, {}))).not.toContain(server.secret);
    const stored = await database().inSystem((tx) => tx.selectFrom('dingtalk_config').select('secret').executeTakeFirstOrThrow());
    expect(stored.secret).not.toContain(server.secret);
    const stranger = await makeMember(TENANT_B, '外人', [DINGTALK_SYNC]);
    const { run } = await preview(boss.me);
    expect((await ask(stranger.me, calls.configRead, {})).config).toBeNull();
    expect((await refusalOf(ask(stranger.me, calls.runGet, { id: run.id }))).message).toContain('不存在');
    expect((await refusalOf(ask(stranger.me, calls.syncPreview, {}))).message).toContain('尚未配置');
    const clerk = await makeMember(TENANT_A, '小苏', [CUSTOMER_MANAGE]);
    expect((await refusalOf(ask(clerk.me, calls.configRead, {}))).code).toBe('100000005');
  });

  it('the night runs with the rights of whoever configured it, once, and says when it cannot', async () => {
    const now = new Date();
    await configure(boss.me, server, { nightly: true });
    expect([await startNightly(database(), now), await startNightly(database(), now)]).toEqual([1, 0]);
    await work();
    expect(await treeHere(TENANT_A)).toEqual(treeThere(there));
    there.people = there.people.concat(Array.from({ length: 20 }, (_, at) => person(100 + at, [10])));
    await sync(boss.me);
    there.people = there.people.slice(0, 4);
    expect(await startNightly(database(), new Date(now.getTime() + 86_400_000))).toBe(1);
    await work();
    const [run] = (await ask(boss.me, calls.runList, {})).pagedRecords;
    expect(run).toMatchObject({ mode: 'NIGHTLY', state: 'PREVIEW', counts: { DISABLE: 19 } });
    await database().inSystem((tx) => tx.updateTable('member').set({ status: 'DISABLED' }).where('id', '=', boss.me.memberId).execute());
    expect(await startNightly(database(), new Date(now.getTime() + 2 * 86_400_000))).toBe(0);
    const failed = await database().inSystem((tx) => tx.selectFrom('dingtalk_run').select('error').where('state', '=', 'FAILED').executeTakeFirst());
    expect(failed?.error).toContain('账号已停用');
  });
});
