import { beforeAll, expect, it } from 'vitest';
import { orderPage } from '~/domains/order/calls';
import { answerAs } from '~/server/serve.server';
import '~/server/web.server';
import { LENIENT } from '~/shared/endpoint';
import { BAD_INPUT } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant, type Person, post, TENANT_A } from '../support/app';
import { emptyDatabase, testDatabase } from '../support/database';
import { listEndpoints } from '../support/listCases';

let admin: Person;
let dealer: Person;
beforeAll(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  dealer = await makeDealer(TENANT_A, '某经销商');
});

const lists = listEndpoints();

it('finds the lists', () => {
  expect(lists.length).toBeGreaterThan(100);
});

it.each(lists.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s refuses a filter it does not have instead of answering every row',
  async (path, { access }) => {
    const person = access.kind === 'dealer' ? dealer : admin;
    const answer = await post(path, { pageNo: 1, ascs: '', misspelt: 'x' }, person);
    expect([answer.code, answer.message]).toEqual([BAD_INPUT, '不认识的筛选条件：“misspelt”']);
    expect(answer.data).toEqual({ reason: 'BAD_INPUT', fields: { misspelt: '不认识的筛选条件' } });
  },
);

it('names several, and of many the first', async () => {
  const both = await post(orderPage.path, { orderNum: '1', state: '', orderNo: '' }, admin);
  expect(both.message).toBe('不认识的筛选条件：“orderNum”、“state”');
  const many = await post(orderPage.path, Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`k${n}`, '1'])), admin);
  expect(many.message).toBe('不认识的筛选条件：“k0”、“k1”、“k2”、“k3”、“k4”等7项');
  expect((await post(orderPage.path, '{"__proto__":{"status":"DRAFT"}}', admin)).message).toBe('不认识的筛选条件：“__proto__”');
});

it('lets pages ask by their addresses, which hold more than filters', async () => {
  const address = { status: 'DRAFT', tab: 'x', utm_source: 'letter' };
  expect((await post(orderPage.path, address, admin, LENIENT)).code).toBe('0');
  expect((await post(orderPage.path, address, admin, { prefer: 'return=minimal, handling=lenient' })).code).toBe('0');
  expect((await post(orderPage.path, address, admin, { prefer: 'handling=strict' })).code).toBe(BAD_INPUT);
  const request = { now: new Date(), address: '', agent: '', sessionHash: null, idempotencyKey: null };
  expect(await answerAs(admin.me, orderPage, address, request)).toMatchObject({ totalCount: 0 });
});

it('says nothing of filters to whoever may not ask the list', async () => {
  expect((await post(orderPage.path, { misspelt: 'x' }, dealer)).code).toBe('100000005');
  expect((await post(orderPage.path, { misspelt: 'x' }, null)).code).toBe('100000004');
});
