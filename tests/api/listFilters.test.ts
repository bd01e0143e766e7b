import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { exportSize } from '~/domains/batch/exportCalls';
import { orderPage } from '~/domains/order/calls';
import { filtersOf } from '~/server/hiddenQuery.server';
import { inputLabel } from '~/server/inputLabels.server';
import { answerAddress, readable } from '~/server/listFilters.server';
import { answerAs } from '~/server/serve.server';
import '~/server/web.server';
import { type Endpoint, LENIENT } from '~/shared/endpoint';
import { BAD_INPUT, NOT_FOUND, Refusal } from '~/shared/refusal';
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
  expect(await answerAs(admin.me, orderPage, address, request)).toMatchObject({ totalCount: 0 });
});

it('says nothing of filters to whoever may not ask the list', async () => {
  expect((await post(orderPage.path, { misspelt: 'x' }, dealer)).code).toBe('100000005');
  expect((await post(orderPage.path, { misspelt: 'x' }, null)).code).toBe('100000004');
});

const LONG = 'x'.repeat(300);
/** What a filter refuses; words are refused only where they are too long. */
const wrongFor = (schema: z.ZodType) => (schema.safeParse('~x').success ? LONG : '~x');
const wrongOf = ({ input }: Endpoint): Record<string, string> => ({
  ...Object.fromEntries(filtersOf(input).map(([key, schema]) => [key, wrongFor(schema)])),
  pageNo: '0',
  pageSize: '500',
});
const anId = '018f3c2e-0000-7000-8000-000000000001';
const plain = ['opening', '2026-01-01', anId];
/** What a list cannot do without. */
const needed = ({ input }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    filtersOf(input).flatMap(([key, schema]) =>
      schema.safeParse(undefined).success ? [] : [[key, plain.find((value) => schema.safeParse(value).success) ?? '']],
    ),
  );
const request = { now: new Date(), address: '', agent: '', sessionHash: null, idempotencyKey: null };
const personFor = ({ access }: Endpoint) => (access.kind === 'dealer' ? dealer : admin);
const each = lists.map((endpoint) => [endpoint.path, endpoint] as const);
const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '0',
    (error) => (error instanceof Refusal ? error.code : String(error)),
  );

it.each(each)('%s refuses every value it cannot be filtered by, by the filter’s name', async (path, endpoint) => {
  const wrong = wrongOf(endpoint);
  const answer = await post(path, wrong, personFor(endpoint));
  expect(answer.code).toBe(BAD_INPUT);
  for (const [key, value] of Object.entries(wrong)) {
    const sentence = answer.data.fields[key];
    expect(sentence, `${key}=${value.slice(0, 9)}`).toContain(inputLabel(endpoint.input, [key]));
    expect(sentence).toContain(`（当前值：${value.slice(0, 30)}`);
  }
  for (const [key] of filtersOf(endpoint.input)) if (/Ids?$|Start$|End$|Time$|^(status|state)$/.test(key)) expect(wrong[key], key).toBe('~x');
});

it.each(each)('%s is shown to who follows an address with such values, without them', async (_, endpoint) => {
  const address = { ...wrongOf(endpoint), descs: 'nosuch', ...needed(endpoint) };
  expect(await codeOf(answerAddress(personFor(endpoint).me, endpoint, address, request))).not.toBe(BAD_INPUT);
  expect(Object.keys(readable(endpoint, address)).sort()).toEqual(['descs', ...Object.keys(needed(endpoint))].sort());
});

it.each(each)('%s takes nothing said as no filter', async (path, endpoint) => {
  const blanks = (blank: unknown) => ({ ...Object.fromEntries(Object.keys(wrongOf(endpoint)).map((key) => [key, blank])), ...needed(endpoint) });
  for (const blank of ['', null]) expect((await post(path, blanks(blank), personFor(endpoint))).code).not.toBe(BAD_INPUT);
});

/** They look for the dealer's account first, and there is none. */
const unopened = ['/saas-account/v1/account/my/moves/page', '/saas-account/v1/account/my/hold/page'];
it.each(each.filter(([path]) => !unopened.includes(path)))('%s refuses an order it does not offer', async (path, endpoint) => {
  const answer = await post(path, { ...needed(endpoint), descs: 'nosuch' }, personFor(endpoint));
  if (answer.code === NOT_FOUND) return;
  expect([answer.code, answer.data?.fields?.descs]).toEqual([BAD_INPUT, expect.stringContaining('（当前值：nosuch）')]);
});

it('says what may stand there', async () => {
  const said = async (query: Record<string, unknown>) => (await post(orderPage.path, query, admin)).message;
  expect(await said({ payMethod: 'CASH' })).toBe('“支付方式”只能是“BALANCE”、“CREDIT”、“OFFLINE”、“MIXED”（当前值：CASH）');
  expect(await said({ status: 'DRAFT,SHIPED' })).toMatch(/^“状态”只能是“DRAFT”、.*（当前值：DRAFT,SHIPED）$/);
  expect(await said({ customerId: '17' })).toBe('“客户”的编号格式不正确（当前值：17）');
  expect(await said({ expectEnd: '2026-02-30' })).toBe('“期望到货结束日期”的时间格式应如2026-12-31或2026-12-31 18:00:00（当前值：2026-02-30）');
  expect(await said({ region: '999999' })).toBe('“区域”没有这个行政区划代码（当前值：999999）');
  expect(await said({ pageSize: 500 })).toBe('“每页行数”不能大于200（当前值：500）');
  expect(await said({ orderNo: LONG })).toBe(`“订单号”不能超过40个字（当前值：${'x'.repeat(30)}）`);
  expect(await said({ ascs: 'createTime' })).toMatch(/^“升序字段”只能是“.*，多项以逗号分隔（当前值：createTime）$/);
});

it('tells who typed words or amounts on a page that they cannot stand, and passes over what an address may hold', async () => {
  const page = (query: Record<string, unknown>) => post(orderPage.path, query, admin, LENIENT);
  const kept = { status: 'SHIPED', customerId: 'x', createTimeStart: '2026-02-30', region: '999999', ascs: 'nosuch', pageSize: '500' };
  expect((await page(kept)).code).toBe('0');
  expect((await page({ ...kept, orderNo: LONG })).message).toContain('“订单号”不能超过40个字');
});

it('refuses an export by such a value also to pages, which would hold more than was asked for', async () => {
  const size = (query: Record<string, unknown>) => post(exportSize.path, { type: 'order', query }, admin, LENIENT);
  expect((await size({ status: 'SHIPED', tab: 'x' })).message).toContain('“状态”只能是“DRAFT”');
  expect((await size({ status: '', tab: 'x', descs: 'nosuch' })).message).toContain('没有符合条件的');
});
