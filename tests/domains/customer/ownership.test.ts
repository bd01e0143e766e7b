import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import '~/domains/all.server';
import * as calls from '~/domains/customer/calls';
import { blankCustomer } from '~/domains/customer/customer';
import { customerMerge } from '~/domains/customer/partCalls';
import * as people from '~/domains/organisation/calls';
import { CUSTOMER_MANAGE, CUSTOMER_MERGE, CUSTOMER_TRANSFER, ORDER_MANAGE, USER_MANAGE } from '~/portal/permissions';
import type { ScopeKind } from '~/portal/scope';
import { database } from '~/server/db.server';
import { forgetSessions } from '~/server/session.server';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { NOT_FOUND } from '~/shared/refusal';
import { type Envelope, makeMember, makeTenant, type Person, send, TENANT_A } from '../../support/app';
import { addCustomer } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';

let admin: Person;
let colleague: Person;

beforeAll(async () => {
  await testDatabase();
});
beforeEach(async () => {
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  colleague = await makeMember(TENANT_A, '小许', [CUSTOMER_MANAGE, ORDER_MANAGE]);
});

const say = <E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>): Promise<Envelope> => send(endpoint.method, endpoint.path, input, person);
async function done<E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>) {
  const answer = await say(person, endpoint, input);
  expect(answer.code, answer.message).toBe('0');
  return answer.data;
}
async function someone(name: string, codes: string[], dataScope: ScopeKind = 'ALL'): Promise<Person> {
  const person = await makeMember(TENANT_A, name, codes);
  const roles = database().inSystem((tx) =>
    tx.selectFrom('member_role').select('role_id').where('member_id', '=', person.me.memberId).executeTakeFirstOrThrow(),
  );
  const { role_id } = await roles;
  await database().inSystem((tx) => tx.updateTable('role').set({ data_scope: dataScope }).where('id', '=', role_id).execute());
  forgetSessions();
  return person;
}
const idOf = (person: Person): string => person.me.memberId as string;
const ownerOf = async (id: string): Promise<string | null> => {
  const { rows } = await (await testDatabase()).pool.query<{ sales_member_id: string | null }>('select sales_member_id from customer where id = $1', [id]);
  return rows[0]?.sales_member_id ?? null;
};
async function change(person: Person, id: string, salesMemberId: string): Promise<Envelope> {
  const { version, code, name, contactMobile } = await done(person, calls.customerGet, { id });
  return say(person, calls.customerUpdate, { ...blankCustomer, id, version, code, name, contactMobile, salesMemberId });
}

describe('whose a customer is', () => {
  it('is not changed by a hand-over without the right to transfer, or beyond one’s reach', async () => {
    const id = await addCustomer(admin.me, '东湖建材', { salesMemberId: idOf(colleague) });
    const clerk = await someone('人事', [USER_MANAGE, CUSTOMER_MANAGE]);
    const own = await someone('小组长', [USER_MANAGE, CUSTOMER_MANAGE, CUSTOMER_TRANSFER], 'SELF');
    for (const [person, words] of [
      [clerk, '您没有“转移客户”的权限'],
      [own, '数据范围以外'],
    ] as const) {
      const answer = await say(person, people.memberHandOver, { id: idOf(colleague), toId: idOf(person), keys: ['customer'] });
      expect(answer.data.fields?.keys).toContain(words);
      expect(answer.message).not.toContain('东湖');
      const { work } = await done(person, people.memberWork, { id: idOf(colleague) });
      expect(work.find((one: { key: string }) => one.key === 'customer').problem).toContain(words);
    }
    expect(await ownerOf(id)).toBe(idOf(colleague));
    const manager = await someone('经理', [USER_MANAGE, CUSTOMER_TRANSFER]);
    expect((await done(manager, people.memberHandOver, { id: idOf(colleague), toId: idOf(manager), keys: ['customer'] })).moved).toBe(1);
  });

  it('is changed in its form, after the first time, by whoever may transfer', async () => {
    const id = await addCustomer(admin.me, '东湖建材', {});
    const editor = await someone('内勤', [CUSTOMER_MANAGE]);
    expect((await change(editor, id, idOf(editor))).code).toBe('0');
    const away = await change(editor, id, idOf(colleague));
    expect(away.message).toBe('您没有“转移客户”的权限，不能为客户“东湖建材”更换业务员，请联系管理员');
    expect(await ownerOf(id)).toBe(idOf(editor));
    expect((await change(await someone('经理', [CUSTOMER_MANAGE, CUSTOMER_TRANSFER]), id, idOf(colleague))).code).toBe('0');
  });

  it('is not changed by merging one’s own with a colleague’s', async () => {
    const merger = await someone('合并人', [CUSTOMER_MANAGE, CUSTOMER_MERGE]);
    const fromId = await addCustomer(admin.me, '东湖建材', { salesMemberId: idOf(colleague) });
    const intoId = await addCustomer(admin.me, '东湖建材有限公司', { salesMemberId: idOf(merger), contactMobile: '13911112222' });
    const pair = { fromId, intoId, fromVersion: 1, intoVersion: 1, confirm: true };
    expect((await say(merger, customerMerge, pair)).message).toContain('不能为客户“东湖建材”合并');
    expect((await say(await someone('经理', [CUSTOMER_MERGE, CUSTOMER_TRANSFER]), customerMerge, pair)).code).toBe('0');
  });
});

describe('binding an account', () => {
  it('tells nothing of customers outside one’s sight: not by a failure, not by a name', async () => {
    const seller = await someone('业务员', [CUSTOMER_MANAGE], 'SELF');
    const theirs = await addCustomer(admin.me, '东湖建材', { salesMemberId: idOf(colleague) });
    const mine = await addCustomer(admin.me, '西山商贸', { salesMemberId: idOf(seller), contactMobile: '13911112222' });
    await done(admin, calls.customerBind, { customerId: theirs, mobile: '13911114444', name: '陈海燕' });
    await database().inSystem((tx) =>
      tx
        .insertInto('account')
        .values({
          id: crypto.randomUUID(),
          login_account: '13911115555',
          mobile: '13911115555',
          name: '停用',
          user_type: 2,
          password_hash: 'x',
          status: 'DISABLED',
        })
        .execute(),
    );
    const known = await say(seller, calls.customerBind, { customerId: mine, mobile: '13911114444', name: '陈海燕' });
    const disabled = await say(seller, calls.customerBind, { customerId: mine, mobile: '13911115555', name: '停用' });
    expect([known.status, known.code, known.message.replace('444', '555')]).toEqual([disabled.status, disabled.code, disabled.message]);
    expect(known.message).not.toContain('东湖');
    for (const mobile of ['13911114444', '13911116666']) {
      const outside = await say(seller, calls.customerBind, { customerId: theirs, mobile, name: '某人' });
      expect(outside.code).toBe(NOT_FOUND);
    }
    expect((await say(admin, calls.customerBind, { customerId: mine, mobile: '13911114444', name: '陈海燕' })).message).toContain('已绑定客户“东湖建材”');
  });
});
