import { beforeAll, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import { customerList } from '~/domains/customer/calls';
import { departmentMove, departmentSave, departmentTree, memberList, memberSwitch } from '~/domains/organisation/calls';
import { roleSave } from '~/domains/role/calls';
import { CUSTOMER_MANAGE } from '~/portal/permissions';
import { makeMember, makeTenant, type Person, post, TENANT_A } from '../../support/app';
import { addCustomer } from '../../support/customers';
import { postgresDatabase } from '../../support/postgresDatabase';

let first: Person;
let second: Person;

beforeAll(async () => {
  await postgresDatabase();
  await makeTenant(TENANT_A, '甲厂');
  first = await makeMember(TENANT_A, '甲管理员', 'admin');
  second = await makeMember(TENANT_A, '乙管理员', 'admin');
});

const rowOf = async (name: string) => (await post(memberList.path, { keyword: name }, first)).data.pagedRecords[0];

describe('at the same time', () => {
  it('two departments never end up below each other', async () => {
    const ids: string[] = [];
    for (const name of ['东', '西']) ids.push((await post(departmentSave.path, { name, parentId: null }, first)).data.id);
    const [east, west] = ids as [string, string];
    const answers = await Promise.all([
      post(departmentMove.path, { id: east, version: 1, parentId: west, beforeId: null }, first),
      post(departmentMove.path, { id: west, version: 1, parentId: east, beforeId: null }, second),
    ]);
    expect(answers.filter((answer) => answer.code === '0')).toHaveLength(1);
    const { departments } = (await post(departmentTree.path, {}, first)).data;
    expect(departments.filter((one: { parentId: string | null }) => one.parentId === null)).toHaveLength(1);
  });

  it('a limited person is limited on a shared connection, and the next one is not', async () => {
    const clerk = await makeMember(TENANT_A, '小苏', [CUSTOMER_MANAGE]);
    const role = { name: '本人', permissions: [CUSTOMER_MANAGE], dataScope: 'SELF' };
    const { id } = (await post(roleSave.path, role, first)).data;
    const { id: memberId, version } = await rowOf('小苏');
    await addCustomer(first.me, '东湖建材', { salesMemberId: memberId });
    await addCustomer(first.me, '西山商贸', { contactMobile: '13911112222' });
    await post('/saas-boss/member/update', { id: memberId, version, name: '小苏', roleIds: [id] }, first);
    const counts = await Promise.all(Array.from({ length: 40 }, (_, at) => post(customerList.path, {}, at % 2 ? clerk : first)));
    expect(counts.map((answer) => answer.data.totalCount)).toEqual(counts.map((_, at) => (at % 2 ? 1 : 2)));
  });

  it('two administrators cannot disable each other', async () => {
    const [one, two] = [await rowOf('甲管理员'), await rowOf('乙管理员')];
    await Promise.all([
      post(memberSwitch.path, { id: two.id, version: two.version, status: 'DISABLED' }, first),
      post(memberSwitch.path, { id: one.id, version: one.version, status: 'DISABLED' }, second),
    ]);
    const alive = await Promise.all([first, second].map((person) => post(memberList.path, { keyword: '管理员', status: 'ACTIVE' }, person)));
    const seen = alive.find((answer) => answer.code === '0');
    expect(seen?.data.totalCount).toBe(1);
  });
});
