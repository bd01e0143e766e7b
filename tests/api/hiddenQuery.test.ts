import { beforeAll, describe, expect, it, vi } from 'vitest';
import '~/domains/all.server';
import * as exportCalls from '~/domains/batch/exportCalls';
import { listBehind } from '~/domains/batch/exportJob.server';
import * as customerCalls from '~/domains/customer/calls';
import * as fundCalls from '~/domains/finance/calls';
import * as messageCalls from '~/domains/message/calls';
import * as orderCalls from '~/domains/order/calls';
import * as organisationCalls from '~/domains/organisation/calls';
import { everyField } from '~/portal/authority';
import { allPermissions } from '~/portal/permissionTree';
import { database } from '~/server/db.server';
import { definedExports } from '~/server/export.server';
import { fieldIn, filtersOf, rowsOf, shapeOf, toldByFilter } from '~/server/hiddenQuery.server';
import { servedCalls } from '~/server/serve.server';
import { forgetSessions } from '~/server/session.server';
import type { Endpoint, InputOf } from '~/shared/endpoint';
import { saidYuan } from '~/shared/said';
import { makeMember, makeTenant, type Person, send, TENANT_A } from '../support/app';
import { addCustomer } from '../support/customers';
import { emptyDatabase, testDatabase } from '../support/database';

const seen = vi.hoisted(() => ({ orders: [] as { sort: Record<string, string>; initial: readonly (readonly [string, string])[] }[] }));
vi.mock(import('~/server/list.server'), async (original) => {
  const list = await original();
  const watched =
    (page: (...args: never[]) => unknown) =>
    (...args: unknown[]) => {
      seen.orders.push(args[3] as (typeof seen.orders)[number]);
      return (page as (...rest: unknown[]) => unknown)(...args);
    };
  return { ...list, pageFrom: watched(list.pageFrom) as typeof list.pageFrom, pageFromAll: watched(list.pageFromAll) as typeof list.pageFromAll };
});

const lists = servedCalls()
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => rowsOf(endpoint.answer));
const searches = servedCalls()
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => !rowsOf(endpoint.answer) && endpoint.options.reads && shapeOf(endpoint.input)?.['keyword']);

let admin: Person;
let veiled: Person;
const MOBILE = '13987651234';
const ids: Record<string, string> = {};

beforeAll(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  veiled = await makeMember(TENANT_A, '受限', [...allPermissions]);
  await database().inSystem((tx) =>
    tx
      .updateTable('role')
      .set({ hidden_fields: [...everyField] })
      .execute(),
  );
  forgetSessions();
  ids['customerId'] = await addCustomer(admin.me, '东湖建材', { contactMobile: MOBILE });
  await (await testDatabase()).pool.query(
    "insert into message (tenant_id, id, account_id, seq, kind, type, title, body, link) values ($1, gen_random_uuid(), $2, 1, 'order.submitted', 'todo', '订单DD1待审核，应付' || $3 || '元', '', '')",
    [TENANT_A, veiled.me.accountId, saidYuan(1_280_000n)],
  );
});

const say = <E extends Endpoint>(person: Person, endpoint: E, input: InputOf<E>) => send(endpoint.method, endpoint.path, input, person);
const anId = '018f3c2e-0000-7000-8000-000000000001';
/** The ids a list cannot do without. */
const needed = (endpoint: Endpoint): Record<string, string> =>
  endpoint.input.safeParse({}).success ? {} : Object.fromEntries(filtersOf(endpoint.input).flatMap(([key]) => (key.endsWith('Id') ? [[key, anId]] : [])));

describe('every list', () => {
  it.each(lists.map((endpoint) => [endpoint.path, endpoint] as const))('%s says of each filter what its matches tell', (_, endpoint) => {
    for (const [key, schema] of filtersOf(endpoint.input)) expect(toldByFilter(endpoint.input, key, schema), key).toBeDefined();
  });

  it.each(searches.map((endpoint) => [endpoint.path, endpoint] as const))('%s, a search, does so too', (_, endpoint) => {
    for (const [key, schema] of filtersOf(endpoint.input)) expect(toldByFilter(endpoint.input, key, schema), key).toBeDefined();
  });

  it.each(lists.map((endpoint) => [endpoint.path, endpoint] as const))(
    '%s orders by columns of its rows only, and by none that may be hidden unasked',
    async (_, endpoint) => {
      seen.orders.length = 0;
      const dealer = endpoint.access.kind === 'dealer';
      if (dealer) return;
      const answer = await say(admin, endpoint, needed(endpoint) as never);
      const rows = rowsOf(endpoint.answer) ?? {};
      const fixed = ['/partner/user/security/log', '/saas-boss/excel/import/page'].includes(endpoint.path);
      if (answer.code === '0' && !fixed) expect(seen.orders.length, 'the list pages by pageFrom').toBeGreaterThan(0);
      for (const { sort, initial } of seen.orders) {
        // An instant or a day tells nothing that may be hidden.
        expect(Object.keys(sort).filter((key) => !rows[key] && !/(At|Date)$/.test(key))).toEqual([]);
        for (const [column] of initial) {
          const key = (column.split('.').at(-1) ?? '').replace(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
          expect(rows[key] ? fieldIn(rows[key], key) : '').toBe('');
        }
      }
    },
  );

  it('that is exported takes the query of the list, so that the same is refused', () => {
    const own = definedExports().filter((definition) => !rowsOf(listBehind(definition).answer) && filtersOf(definition.query).length > 0);
    expect(own.map((definition) => definition.type)).toEqual([]);
  });
});

describe('somebody from whom fields are hidden', () => {
  it('finds nothing by them: every filter by an amount or a number, every order by an amount, is refused', async () => {
    for (const endpoint of lists.filter((one) => one.access.kind !== 'dealer')) {
      const given = needed(endpoint);
      for (const [key, schema] of filtersOf(endpoint.input)) {
        if (!toldByFilter(endpoint.input, key, schema)?.length) continue;
        const answer = await say(veiled, endpoint, { ...given, [key]: '13987' } as never);
        if (answer.data?.reason === 'NO_PERMISSION') continue;
        expect(answer.data?.fields?.[key], `${endpoint.path} ${key}`).toMatch(/^“.+”对您的角色隐藏，不能按其查找/);
      }
      for (const [key, schema] of Object.entries(rowsOf(endpoint.answer) ?? {})) {
        if (fieldIn(schema, key) === '') continue;
        const answer = await say(veiled, endpoint, { ...given, descs: `name,${key}` } as never);
        expect(answer.code, `${endpoint.path} ${key}`).not.toBe('0');
      }
    }
  });

  it('is refused by name in the lists people use, their exports included, and searches words as before', async () => {
    expect((await say(veiled, fundCalls.accountList, { balanceStart: '100.00' })).data.fields.balanceStart).toContain('金额与单价');
    expect((await say(veiled, orderCalls.orderPage, { descs: 'payable' })).data.fields.descs).toContain('不能按其排序');
    expect((await say(veiled, customerCalls.customerList, { keyword: '1398' })).data.fields.keyword).toContain('手机号');
    expect((await say(veiled, customerCalls.customerSearch, { keyword: '13987651234' })).data.fields.keyword).toContain('手机号');
    expect((await say(veiled, messageCalls.messageList, { messageTitle: '应付12' })).data.fields.messageTitle).toContain('隐藏');
    const size = exportCalls.exportSize;
    expect((await say(veiled, size, { type: 'customer', query: { mobile: '1398' } })).data.fields.mobile).toContain('手机号');
    expect((await say(veiled, size, { type: 'fund-account', query: { descs: 'available' } })).data.fields.descs).toContain('金额');
    expect((await say(veiled, customerCalls.customerList, { keyword: '东湖' })).data.totalCount).toBe(1);
    expect((await say(veiled, messageCalls.messageList, { messageTitle: '订单DD1' })).data.totalCount).toBe(1);
    expect((await say(admin, fundCalls.accountList, { balanceStart: '100.00' })).code).toBe('0');
  });
});

it('a masked number is found by the whole of it, never by digits its mask does not show', async () => {
  const found = async (mobile: string) => [
    (await say(admin, customerCalls.customerList, { mobile })).data.totalCount,
    (await say(admin, customerCalls.customerList, { keyword: mobile })).data.totalCount,
    (await say(admin, customerCalls.customerSearch, { keyword: mobile })).data.customers.length,
  ];
  expect(await found(MOBILE)).toEqual([1, 1, 1]);
  expect(await found(MOBILE.slice(0, 7))).toEqual([0, 0, 0]);
  const people = async (keyword: string) => (await say(admin, organisationCalls.memberList, { keyword })).data.totalCount;
  expect(await people(admin.me.mobile)).toBe(1);
  expect(await people(admin.me.mobile.slice(3, 8))).toBe(0);
});
