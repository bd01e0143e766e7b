import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as accountCalls from '~/domains/account/calls';
import * as customerCalls from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import { customerMove } from '~/domains/customer/partCalls';
import { messageList } from '~/domains/message/calls';
import * as orderCalls from '~/domains/order/calls';
import * as calls from '~/domains/organisation/calls';
import * as roleCalls from '~/domains/role/calls';
import { CUSTOMER_MANAGE, ORDER_MANAGE, ROLE_MANAGE, USER_MANAGE } from '~/portal/permissions';
import { database } from '~/server/db.server';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { NO_PERMISSION, NOT_FOUND, SESSION_INVALID } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { type Envelope, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { addCustomer } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';

let admin: Person;
let clerk: Person;
let other: Person;

beforeAll(async () => {
  await testDatabase();
});
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  clerk = await makeMember(TENANT_A, '小苏', [CUSTOMER_MANAGE, ORDER_MANAGE]);
  other = await makeMember(TENANT_B, '乙厂管理员', 'admin');
});

const say = <E extends Endpoint>(person: Person | null, endpoint: E, input: InputOf<E>): Promise<Envelope> =>
  send(endpoint.method, endpoint.path, input, person);
async function done<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>) {
  const answer = await say(person, endpoint, input);
  expect(answer.code, answer.message).toBe('0');
  return answer.data;
}
const department = async (name: string, parentId: string | null = null): Promise<string> => (await done(admin, calls.departmentSave, { name, parentId })).id;
const tree = async () => (await done(admin, calls.departmentTree, {})).departments as { id: string; parentId: string | null; name: string; version: number }[];
const find = async (name: string) => (await tree()).find((one) => one.name === name) as Awaited<ReturnType<typeof tree>>[number];
const rowOf = async (name: string) => (await done(admin, calls.memberList, { keyword: name })).pagedRecords[0];
const seat = async (name: string, change: object) => {
  const { id, version, jobTitle, departments, roles, isAdmin } = await rowOf(name);
  const ids = (list: { id: string }[]) => list.map((one) => one.id);
  return { id, version, name, jobTitle, departmentIds: ids(departments), roleIds: ids(roles), isAdmin, ...change };
};
const roleIn = async (person: Person): Promise<string> => (await done(person, roleCalls.roleSave, { ...role, permissions: [CUSTOMER_MANAGE] })).id;
const role = { name: '区域经理', permissions: [CUSTOMER_MANAGE], dataScope: 'SELF' as const, regions: [], warehouses: [], hiddenFields: [] };

describe('departments', () => {
  it('move with everything below, keep an order, and never below themselves', async () => {
    const head = await department('总部');
    const east = await department('华东', head);
    await department('华南', head);
    const city = await department('杭州', east);
    await done(admin, calls.departmentMove, { id: (await find('华南')).id, version: (await find('华南')).version, parentId: head, beforeId: east });
    expect((await tree()).filter((one) => one.parentId === head).map((one) => one.name)).toEqual(['华南', '华东']);
    const ring = await say(admin, calls.departmentMove, { id: head, version: (await find('总部')).version, parentId: city, beforeId: null });
    expect(ring.message).toContain('不能移动到自己的下级“总部 / 华东 / 杭州”');
    const stale = await say(admin, calls.departmentMove, { id: (await find('华南')).id, version: 1, parentId: null, beforeId: null });
    expect(stale.message).toMatch(/已被他人修改|已在您的另一个页面修改/);
  });

  it('close only when nobody is left in them, and say who is', async () => {
    const head = await department('总部');
    const east = await department('华东', head);
    await done(admin, calls.memberUpdate, await seat('小苏', { departmentIds: [east, head] }));
    expect((await rowOf('小苏')).departments.map((one: { name: string }) => one.name)).toEqual(['华东', '总部']);
    const busy = await say(admin, calls.departmentSwitch, { id: head, version: 1, status: 'DISABLED' });
    expect(busy.message).toMatch(/还有1名在职人员/);
    expect((await say(admin, calls.departmentDelete, { id: head })).message).toContain('下还有1个部门');
    await done(admin, calls.memberUpdate, await seat('小苏', { departmentIds: [] }));
    await done(admin, calls.departmentDelete, { id: east });
    await done(admin, calls.departmentSwitch, { id: head, version: 1, status: 'DISABLED' });
    expect((await say(admin, calls.memberUpdate, await seat('小苏', { departmentIds: [head] }))).data.fields.departmentIds).toContain('已停用');
    expect((await say(admin, calls.departmentSave, { name: '总部', parentId: null })).data.fields.name).toContain('已有部门');
  });

  it('belong to their company: another one’s id is a missing one', async () => {
    const head = await department('总部');
    for (const answer of [
      await say(other, calls.departmentSwitch, { id: head, version: 1, status: 'DISABLED' }),
      await say(other, calls.departmentDelete, { id: head }),
      await say(other, calls.departmentMove, { id: head, version: 1, parentId: null, beforeId: null }),
    ])
      expect(answer.code).toBe(NOT_FOUND);
  });
});

describe('accounts', () => {
  it('are invited by mobile number, once, with a link to set their password', async () => {
    const invited = { mobile: '13612345678', name: '王新', jobTitle: '业务员', departmentIds: [], roleIds: [], isAdmin: false };
    expect((await done(admin, calls.memberInvite, invited)).created).toBe(true);
    const again = await say(admin, calls.memberInvite, invited);
    expect(again.data.fields.mobile).toContain('已是本企业账号“王新”');
    expect((await done(other, calls.memberInvite, invited)).created).toBe(false);
    const { rows } = await (await testDatabase()).pool.query("select body from outgoing where address = '13612345678' order by id");
    expect(rows[0].body).toContain('甲厂已为您开通汇链通账号13612345678');
    expect((await rowOf('王新')).mobile).toBe('136****678');
  });

  it('are out at once when disabled, and back when enabled', async () => {
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe('0');
    const { id, version } = await rowOf('小苏');
    await done(admin, calls.memberSwitch, { id, version, status: 'DISABLED' });
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe(SESSION_INVALID);
    expect((await say(other, calls.memberSwitch, { id, version: version + 1, status: 'ACTIVE' })).code).toBe(NOT_FOUND);
    await done(admin, calls.memberSwitch, { id, version: version + 1, status: 'ACTIVE' });
  });

  it('are read one by one as the list shows them, and deleting one disables it', async () => {
    const row = await rowOf('小苏');
    expect(await done(admin, calls.memberGet, { id: row.id })).toEqual(row);
    expect((await say(other, calls.memberGet, { id: row.id })).code).toBe(NOT_FOUND);
    expect((await say(other, calls.memberDelete, { id: row.id, version: row.version })).code).toBe(NOT_FOUND);
    await done(admin, calls.memberDelete, { id: row.id, version: row.version });
    expect((await rowOf('小苏')).status).toBe('DISABLED');
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe(SESSION_INVALID);
    await done(admin, calls.memberSwitch, { id: row.id, version: row.version + 1, status: 'ACTIVE' });
  });

  it('keep at least one administrator, who cannot be touched from below', async () => {
    const helper = await makeMember(TENANT_A, '人事', [USER_MANAGE]);
    const self = await rowOf('管理员');
    expect((await say(admin, calls.memberSwitch, { id: self.id, version: self.version, status: 'DISABLED' })).message).toContain('不能停用自己');
    expect((await say(admin, calls.memberUpdate, await seat('管理员', { isAdmin: false }))).message).toContain('唯一的管理员');
    expect((await say(helper, calls.memberSwitch, { id: self.id, version: self.version, status: 'DISABLED' })).message).toContain('只有管理员');
    expect((await say(helper, calls.memberReset, { id: self.id })).message).toContain('只有管理员');
    expect((await say(helper, calls.memberUpdate, await seat('小苏', { isAdmin: true }))).data.fields.isAdmin).toBeTruthy();
    const strong = (await done(admin, roleCalls.roleSave, { ...role, permissions: [ROLE_MANAGE], dataScope: 'ALL' })).id;
    expect((await say(helper, calls.memberUpdate, await seat('小苏', { roleIds: [strong] }))).data.fields.roleIds).toContain('超过您自己的');
  });

  it('lose their password and every session by a reset; nobody is told one', async () => {
    const { id } = await rowOf('小苏');
    const answer = await done(admin, calls.memberReset, { id });
    expect(answer).toEqual({ mobile: expect.stringContaining('****') });
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe(SESSION_INVALID);
  });

  it('keep it where they act for another company too, which anybody could invite them into', async () => {
    const { mobile } = clerk.me;
    const { id } = await done(other, calls.memberInvite, {
      name: '小苏',
      mobile,
      jobTitle: '',
      departmentIds: [],
      roleIds: [await roleIn(other)],
      isAdmin: false,
    });
    expect((await say(other, calls.memberReset, { id })).message).toContain('也用于其他企业');
    expect((await say(admin, calls.memberReset, { id: (await rowOf('小苏')).id })).message).toContain('“忘记密码”');
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe('0');
    const row = await done(other, calls.memberGet, { id });
    await done(other, calls.memberSwitch, { id, version: row.version, status: 'DISABLED' });
    await done(admin, calls.memberReset, { id: (await rowOf('小苏')).id });
  });

  it('hand their work over after it was shown, and the colleague sees it', async () => {
    const heir = await makeMember(TENANT_A, '小许', [CUSTOMER_MANAGE]);
    const [from, to] = [await rowOf('小苏'), await rowOf('小许')];
    await addCustomer(admin.me, '东湖建材', { salesMemberId: from.id });
    await addCustomer(admin.me, '西山商贸', { salesMemberId: from.id, contactMobile: '13911112222' });
    const { work } = await done(admin, calls.memberWork, { id: from.id });
    expect(work.find((one: { key: string }) => one.key === 'customer')).toMatchObject({ count: 2, examples: expect.arrayContaining(['东湖建材']) });
    expect((await done(admin, calls.memberHandOver, { id: from.id, toId: to.id, keys: ['customer'], reason: '岗位调整' })).moved).toBe(2);
    expect((await done(heir, customerCalls.customerList, { salesMemberId: to.id })).totalCount).toBe(2);
    expect((await say(admin, calls.memberHandOver, { id: from.id, toId: to.id, keys: ['customer'] })).message).toContain('没有所选的工作');
    expect((await say(other, calls.memberWork, { id: from.id })).code).toBe(NOT_FOUND);
    expect((await say(other, calls.memberHandOver, { id: from.id, toId: to.id, keys: ['customer'] })).code).toBe(NOT_FOUND);
  });
});

describe('roles', () => {
  it('count from the next request on', async () => {
    const { id } = await done(admin, roleCalls.roleSave, role);
    await done(admin, calls.memberUpdate, await seat('小苏', { roleIds: [id] }));
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe('0');
    expect((await say(clerk, orderCalls.orderPage, {})).code).toBe(NO_PERMISSION);
    await done(admin, roleCalls.roleSave, { ...role, id, version: 1, permissions: [ORDER_MANAGE] });
    expect((await say(clerk, customerCalls.customerList, {})).code).toBe(NO_PERMISSION);
    expect((await say(clerk, orderCalls.orderPage, {})).code).toBe('0');
    expect((await done(clerk, accountCalls.userInfo, {})).permissions).toEqual([ORDER_MANAGE]);
    const stale = await say(admin, roleCalls.roleSave, { ...role, id, version: 1 });
    expect(stale.message).toMatch(/已被他人修改|已在您的另一个页面修改/);
    expect((await say(admin, roleCalls.roleDelete, { id, version: 2 })).message).toContain('正被1个账号使用（小苏）');
    const detail = await done(admin, roleCalls.roleGet, { id });
    expect(detail.log[0].changes.join()).toContain('权限：客户管理 → 订单管理');
  });

  it('bring the menu of a button along, and need regions or warehouses where they name them', async () => {
    const { id } = await done(admin, roleCalls.roleSave, { ...role, permissions: ['PTN:SUPPLIER:CHAIN_ORDER:AUDIT'] });
    expect((await done(admin, roleCalls.roleGet, { id })).permissions.sort()).toEqual(['PTN:SUPPLIER:CHAIN_ORDER:AUDIT', ORDER_MANAGE]);
    expect((await say(admin, roleCalls.roleSave, { ...role, name: '甲', dataScope: 'REGION' })).data.fields.regions).toContain('至少选择一个区域');
    expect((await say(admin, roleCalls.roleSave, { ...role, name: '乙', dataScope: 'WAREHOUSE' })).data.fields.warehouses).toContain('至少选择一个仓库');
    expect((await say(admin, roleCalls.roleSave, role)).data.fields.name).toContain('已存在');
    expect((await say(other, roleCalls.roleGet, { id })).code).toBe(NOT_FOUND);
  });

  it('are not made wider than their maker', async () => {
    const maker = await makeMember(TENANT_A, '主管', [ROLE_MANAGE]);
    expect((await say(maker, roleCalls.roleSave, role)).data.fields.permissions).toContain('超过您自己的权限');
  });

  it('are previewed read-only, with their rows and nothing beyond one’s own', async () => {
    const mine = await rowOf('管理员');
    await addCustomer(admin.me, '我的客户', { salesMemberId: mine.id });
    await addCustomer(admin.me, '别人的客户', { salesMemberId: (await rowOf('小苏')).id, contactMobile: '13911112222' });
    const { id } = await done(admin, roleCalls.roleSave, { ...role, hiddenFields: ['mobile'] });
    await done(admin, roleCalls.previewStart, { id });
    const list = await done(admin, customerCalls.customerList, {});
    expect(list.pagedRecords).toMatchObject([{ name: '我的客户', contactMobile: '***' }]);
    expect((await say(admin, orderCalls.orderPage, {})).code).toBe(NO_PERMISSION);
    const refused = await say(admin, customerMove, { items: [{ id: list.pagedRecords[0].id, version: 1 }], status: 'DISABLED', reason: '试' });
    expect(refused.data.reason).toBe('PREVIEW');
    expect((await done(admin, accountCalls.userInfo, {})).preview.roleName).toBe('区域经理');
    await done(admin, accountCalls.previewEnd, {});
    expect((await done(admin, customerCalls.customerList, {})).totalCount).toBe(2);
    expect((await say(other, roleCalls.previewStart, { id })).code).toBe(NOT_FOUND);
  });

  it('keep fields from their people only while every role they hold does', async () => {
    await addCustomer(admin.me, '东湖建材', { contactMobile: '13911112222' });
    const hiding = (await done(admin, roleCalls.roleSave, { ...role, dataScope: 'ALL', hiddenFields: ['mobile', 'amount'] })).id;
    const open = (await done(admin, roleCalls.roleSave, { ...role, name: '开放', dataScope: 'ALL' })).id;
    await done(admin, calls.memberUpdate, await seat('小苏', { roleIds: [hiding] }));
    const [row] = (await done(clerk, customerCalls.customerList, {})).pagedRecords;
    expect(row.contactMobile).toBe('***');
    expect((await done(clerk, customerCalls.customerReveal, { id: row.id })).contactMobile).toBe('***');
    // Nor in words: a change in the log, a message, a refusal, a text of an export.
    const id = row.id;
    const { version, code } = await done(admin, customerCalls.customerGet, { id });
    await done(admin, customerCalls.customerUpdate, { ...blankCustomer, id, version, code, name: '东湖建材', contactMobile: '13911113333' });
    await done(admin, customerCalls.customerBind, { customerId: id, mobile: '13911114444', name: '陈海燕' });
    const { log } = await done(clerk, customerCalls.customerGet, { id });
    expect(JSON.stringify(log)).toContain('陈海燕 ***');
    expect(JSON.stringify(log)).not.toMatch(/139\*{4}/);
    expect((await say(clerk, customerCalls.customerBind, { customerId: id, mobile: '13911114444', name: '陈海燕' })).message).toBe('手机号***已绑定该客户');
    await database().pool.query(
      "insert into message (tenant_id, id, account_id, seq, kind, type, title, body, link) values ($1, gen_random_uuid(), $2, 1, 'order.submitted', 'todo', '有新的订单待审核', '东湖建材提交了订单DD1，应付' || $3 || '元', '')",
      [TENANT_A, clerk.me.accountId, saidYuan(1_280_000n)],
    );
    expect((await done(clerk, messageList, {})).pagedRecords[0].body).toBe('东湖建材提交了订单DD1，应付***元');
    await done(admin, calls.memberUpdate, await seat('小苏', { roleIds: [hiding, open] }));
    expect((await done(clerk, messageList, {})).pagedRecords[0].body).toContain('12,800.00元');
    expect((await done(clerk, customerCalls.customerList, {})).pagedRecords[0].contactMobile).toBe('139****333');
  });
});
