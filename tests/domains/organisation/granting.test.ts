import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as calls from '~/domains/organisation/calls';
import * as roleCalls from '~/domains/role/calls';
import type { RoleInput } from '~/domains/role/role.schema';
import { type Authority, gainedBeyond } from '~/portal/authority';
import { CUSTOMER_MANAGE, DEPARTMENT_MANAGE, FUND_MANAGE, ROLE_MANAGE, USER_MANAGE } from '~/portal/permissions';
import { authorityOf } from '~/server/authority.server';
import { database } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { type Envelope, makeMember, makeTenant, type Person, send, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';

const MANAGES = [USER_MANAGE, ROLE_MANAGE, DEPARTMENT_MANAGE, CUSTOMER_MANAGE];
let admin: Person;
/** Manages people and roles, sees their own customers and no amounts. */
let manager: Person;
let clerk: Person;
let roles: Record<string, string> = {};

beforeAll(async () => {
  await testDatabase();
});
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  manager = await makeMember(TENANT_A, '主管', MANAGES);
  clerk = await makeMember(TENANT_A, '小苏', [CUSTOMER_MANAGE]);
  roles = {};
  roles['limited'] = await makeRole('受限主管', { permissions: MANAGES, hiddenFields: ['amount', 'cost'] });
  roles['wide'] = await makeRole('全部客户', { dataScope: 'ALL', hiddenFields: ['amount', 'cost'] });
  roles['money'] = await makeRole('看金额', {});
  roles['department'] = await makeRole('部门经理', { dataScope: 'DEPARTMENT', hiddenFields: ['amount', 'cost'] });
  roles['own'] = await makeRole('本人', { hiddenFields: ['amount', 'cost'] });
  roles['fund'] = await makeRole('资金', { permissions: [FUND_MANAGE], hiddenFields: ['amount', 'cost'] });
  await give(manager, ['limited']);
  await give(clerk, ['own']);
});

const say = <E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>): Promise<Envelope> => send(endpoint.method, endpoint.path, input, person);
async function done<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>) {
  const answer = await say(person, endpoint, input);
  expect(answer.code, answer.message).toBe('0');
  return answer.data;
}
const blank = { permissions: [CUSTOMER_MANAGE], dataScope: 'SELF' as const, regions: [], warehouses: [], hiddenFields: [] };
const makeRole = async (name: string, change: Partial<RoleInput>): Promise<string> => (await done(admin, roleCalls.roleSave, { ...blank, ...change, name })).id;
async function seat(person: Person, change: { roleIds?: string[]; departmentIds?: string[] }) {
  const row = (await done(admin, calls.memberList, { keyword: person.me.name })).pagedRecords[0];
  const ids = (list: { id: string }[]) => list.map((one) => one.id);
  return { id: row.id, version: row.version, name: row.name, departmentIds: ids(row.departments), roleIds: ids(row.roles), isAdmin: row.isAdmin, ...change };
}
const give = async (person: Person, names: string[]) =>
  done(admin, calls.memberUpdate, await seat(person, { roleIds: names.map((name) => roles[name] as string) }));
const idOf = (person: Person): string => person.me.memberId as string;
/** A process in use whose only step asks the role. */
const nameInProcess = (roleId: string) =>
  database().inSystem(async (tx) => {
    const [process, version, at] = [newId(), newId(), new Date()];
    const [row, stamps] = [{ tenant_id: TENANT_A }, { created_at: at, updated_at: at }];
    await tx
      .insertInto('wf_process')
      .values({ ...row, ...stamps, id: process, key: 'orderProcess', name: '订单审批' })
      .execute();
    const tree = JSON.stringify({ kind: 'APPROVE', candidates: [{ kind: 'ROLES', roleIds: [roleId] }] });
    await tx
      .insertInto('wf_version')
      .values({ ...row, ...stamps, id: version, process_id: process, ver: 1, tree: tree as never, status: 'PUBLISHED', published_at: at })
      .execute();
    await tx.updateTable('wf_process').set({ version_id: version, status: 'ENABLED' }).where('id', '=', process).execute();
  });
const role = async (name: string) => {
  const {
    id,
    version,
    name: called,
    permissions,
    dataScope,
    regions,
    warehouses,
    hiddenFields,
  } = await done(admin, roleCalls.roleGet, { id: roles[name] as string });
  return { id, version, name: called, permissions, dataScope, regions, warehouses, hiddenFields };
};

describe('a limited manager', () => {
  it('does not save their own role without its hidden fields or with more rows', async () => {
    const shown = await say(manager, roleCalls.roleSave, { ...(await role('limited')), hiddenFields: [] });
    expect(shown.data.fields.hiddenFields).toContain('角色也须隐藏');
    const rows = await say(manager, roleCalls.roleSave, { ...(await role('limited')), dataScope: 'ALL' });
    expect(rows.data.fields.dataScope).toContain('超过您自己的数据范围');
    expect((await say(manager, roleCalls.roleSave, { ...(await role('limited')), remark: '说明' })).code).toBe('0');
  });

  it('gives neither themselves nor a colleague a role beyond their own rows, fields or rights', async () => {
    for (const person of [manager, clerk])
      for (const [name, words] of [
        ['wide', '看到您数据范围以外的客户'],
        ['money', '看到对您隐藏的字段'],
        ['fund', '得到您没有的权限'],
      ] as const) {
        const { roleIds } = await seat(person, {});
        const answer = await say(manager, calls.memberUpdate, await seat(person, { roleIds: [...roleIds, roles[name] as string] }));
        expect(answer.data.fields?.roleIds, `${person.me.name} ${name}`).toContain(words);
      }
    const invited = { mobile: '13612345678', name: '王新', jobTitle: '', departmentIds: [], isAdmin: false };
    expect((await say(manager, calls.memberInvite, { ...invited, roleIds: [roles['money'] as string] })).data.fields.roleIds).toContain(
      '“王新”将看到对您隐藏的字段',
    );
    expect((await say(manager, calls.memberInvite, { ...invited, roleIds: [roles['own'] as string] })).code).toBe('0');
  });

  it('makes nobody an approver by a role that a process names, but for those who have it', async () => {
    roles['signs'] = await makeRole('财务总监', { hiddenFields: ['amount', 'cost'] });
    await nameInProcess(roles['signs']);
    for (const person of [manager, clerk]) {
      const { roleIds } = await seat(person, {});
      const answer = await say(manager, calls.memberUpdate, await seat(person, { roleIds: [...roleIds, roles['signs']] }));
      expect(answer.data.fields?.roleIds, person.me.name).toContain('得到指定给角色的审批');
    }
    await give(manager, ['limited', 'signs']);
    expect((await say(manager, calls.memberUpdate, await seat(clerk, { roleIds: [roles['own'] as string, roles['signs']] }))).code).toBe('0');
  });

  it('takes over neither a department nor approvals from a colleague', async () => {
    await database().inSystem((tx) =>
      tx
        .insertInto('department')
        .values({ tenant_id: TENANT_A, id: newId(), name: '财务部', leader_id: idOf(clerk) } as never)
        .execute(),
    );
    const people = await makeMember(TENANT_A, '人事', [USER_MANAGE]);
    const answer = await say(people, calls.memberHandOver, { id: idOf(clerk), toId: idOf(people), keys: ['department'] });
    expect(answer.data.fields.keys).toContain('您没有“组织架构”的权限');
    expect((await done(manager, calls.memberHandOver, { id: idOf(clerk), toId: idOf(manager), keys: ['department'] })).moved).toBe(1);
  });

  it('does not take away the role that restricts', async () => {
    await give(clerk, ['own', 'money']);
    await database().inSystem((tx) =>
      tx
        .updateTable('role')
        .set({ hidden_fields: ['amount', 'cost'] })
        .where('id', '=', roles['money'] as string)
        .execute(),
    );
    await database().inSystem((tx) =>
      tx
        .updateTable('role')
        .set({ hidden_fields: ['amount'] })
        .where('id', '=', roles['own'] as string)
        .execute(),
    );
    await give(manager, ['limited', 'own']);
    // 小苏 keeps no cost by either role; with one alone the other field shows.
    await give(clerk, ['money']);
    const shown = await say(manager, calls.memberUpdate, await seat(clerk, { roleIds: [roles['own'] as string] }));
    expect(shown.code, shown.message).toBe('0');
    const bare = await say(manager, calls.memberUpdate, await seat(clerk, { roleIds: [] }));
    expect(bare.code, bare.message).toBe('0');
    expect((await authority(clerk)).hidden).toEqual(['mobile', 'idCard', 'amount', 'cost']);
    const emptied = await say(manager, calls.memberUpdate, await seat(manager, { roleIds: [] }));
    expect(emptied.code, emptied.message).toBe('0');
  });

  it('brings nobody into a department, and no department under another, where that shows more than they see', async () => {
    const east = (await done(admin, calls.departmentSave, { name: '华东', parentId: null })).id;
    const south = (await done(admin, calls.departmentSave, { name: '华南', parentId: null })).id;
    roles['leading'] = await makeRole('部门主管', { permissions: MANAGES, dataScope: 'DEPARTMENT', hiddenFields: ['amount', 'cost'] });
    await give(manager, ['leading']);
    await done(admin, calls.memberUpdate, await seat(manager, { departmentIds: [east] }));
    await done(admin, calls.memberUpdate, await seat(clerk, { departmentIds: [south] }));
    const joined = await say(manager, calls.memberUpdate, await seat(manager, { departmentIds: [east, south] }));
    expect(joined.message).toContain('您自己将看到您数据范围以外的客户');
    const fetched = await say(manager, calls.memberUpdate, await seat(clerk, { departmentIds: [south, east] }));
    expect(fetched.message).toContain('您自己将看到您数据范围以外的客户');
    const moved = await say(manager, calls.departmentMove, { id: south, version: 1, parentId: east, beforeId: null });
    expect(moved.message).toContain('您自己将看到您数据范围以外的客户');
    await done(admin, calls.departmentMove, { id: south, version: 1, parentId: east, beforeId: null });
    expect((await say(manager, calls.memberUpdate, await seat(clerk, { departmentIds: [east] }))).code).toBe('0');
  });

  it('does not let back in who saw more than they do, nor touch a role that does', async () => {
    await give(clerk, ['money']);
    const { id, version } = await seat(clerk, {});
    await done(manager, calls.memberSwitch, { id, version, status: 'DISABLED' });
    expect((await say(manager, calls.memberSwitch, { id, version: version + 1, status: 'ACTIVE' })).message).toContain('“小苏”将看到对您隐藏的字段');
    expect((await say(manager, roleCalls.roleSave, { ...(await role('money')), hiddenFields: ['amount', 'cost'] })).message).toContain('只能由管理员修改');
    expect((await say(manager, roleCalls.roleDelete, { id: roles['wide'] as string, version: 1 })).message).toContain('只能由管理员修改');
  });
});

const authority = (person: Person): Promise<Authority> =>
  database().inSystem(async (tx) => {
    const row = await tx.selectFrom('member').select(['is_admin', 'status']).where('id', '=', person.me.memberId).executeTakeFirstOrThrow();
    return authorityOf(tx, TENANT_A, person.me.memberId as string, row.is_admin);
  });

it('whatever a limited manager tries, nobody ends with more than before or than the manager', async () => {
  const departments = [
    (await done(admin, calls.departmentSave, { name: '总部', parentId: null })).id,
    (await done(admin, calls.departmentSave, { name: '华东', parentId: null })).id,
  ];
  const people = [manager, clerk, await makeMember(TENANT_A, '小许', [CUSTOMER_MANAGE])];
  const names = Object.keys(roles);
  const initial = await database().inSystem((tx) => tx.selectFrom('role').select(['id', 'permissions', 'data_scope', 'hidden_fields']).execute());
  const restore = () =>
    database().inSystem(async (tx) => {
      for (const { id, ...was } of initial) await tx.updateTable('role').set(was).where('id', '=', id).execute();
    });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('seat' as const), who: fc.nat(2), roles: fc.subarray(names), departments: fc.subarray(departments) }),
    fc.record({
      kind: fc.constant('role' as const),
      name: fc.constantFrom(...names),
      permissions: fc.subarray([...MANAGES, FUND_MANAGE], { minLength: 1 }),
      dataScope: fc.constantFrom('SELF' as const, 'DEPARTMENT' as const, 'ALL' as const),
      hiddenFields: fc.subarray(['mobile' as const, 'amount' as const, 'cost' as const]),
    }),
    fc.record({ kind: fc.constant('move' as const), id: fc.constantFrom(...departments), under: fc.option(fc.constantFrom(...departments)) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      await restore();
      for (const [index, held] of [['limited'], ['own'], ['wide']].entries()) await give(people[index] as Person, held);
      for (const one of steps) {
        const before = await Promise.all(people.map(authority));
        const giver = before[0] as Authority;
        const answer =
          one.kind === 'seat'
            ? await say(
                manager,
                calls.memberUpdate,
                await seat(people[one.who] as Person, { roleIds: one.roles.map((name) => roles[name] as string), departmentIds: one.departments }),
              )
            : one.kind === 'role'
              ? await say(manager, roleCalls.roleSave, { ...(await role(one.name)), ...one, name: one.name })
              : await say(manager, calls.departmentMove, {
                  id: one.id,
                  version: (await done(admin, calls.departmentTree, {})).departments.find((department: { id: string }) => department.id === one.id).version,
                  parentId: one.under,
                  beforeId: null,
                });
        expect(answer.status).toBeLessThan(500);
        for (const [index, after] of (await Promise.all(people.map(authority))).entries())
          expect(gainedBeyond(before[index] as Authority, after, giver, index ? (people[index]?.me.memberId as string) : '')).toBeUndefined();
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);
