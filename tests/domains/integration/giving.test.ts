import { beforeAll, expect, it } from 'vitest';
import { BASE_CONFIG, FUND_MANAGE, ORDER_ADD, ORDER_MANAGE, ROLE_MANAGE, THIRD_APPLICATION } from '~/portal/permissions';
import { database, type Opened } from '~/server/db.server';
import { forgetSessions } from '~/server/session.server';
import { BAD_INPUT, NOT_FOUND, refusalCodes } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, post, TENANT_A } from '../../support/app';
import { testDatabase } from '../../support/database';
import { openMarket, orderOf } from '../../support/order';
import { asApp, makeApp } from '../../support/program';

const PAGE = 'POST /saas-ofc/org/order/page';
const PLACE = '/saas-ofc/org/order/place';
let opened: Opened;
let admin: Person;
let clerk: Person;

beforeAll(async () => {
  opened = await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  clerk = await makeMember(TENANT_A, '接口员', [THIRD_APPLICATION, ORDER_MANAGE]);
});

const detail = async (id: string, person = admin) => (await post('/saas-boss/app/get', { id }, person)).data;

it('nobody gives an app a right, a field or rows they lack themselves', async () => {
  await expect(makeApp(clerk, '超权', { permissions: [ORDER_MANAGE, FUND_MANAGE], calls: [PAGE] })).rejects.toThrow('所选权限超过您自己的权限');
  const limited = await makeMember(TENANT_A, '业务员', [THIRD_APPLICATION, ORDER_MANAGE]);
  await opened.pool.query(
    "update role set data_scope = 'SELF', hidden_fields = '{amount}' where tenant_id = $1 and id in (select role_id from member_role where member_id = $2)",
    [TENANT_A.toString(), limited.me.memberId],
  );
  forgetSessions();
  await expect(makeApp(limited, '全部数据', { permissions: [ORDER_MANAGE], calls: [PAGE], hiddenFields: ['amount'] })).rejects.toThrow('数据范围');
  await opened.pool.query("update role set data_scope = 'ALL' where id in (select role_id from member_role where member_id = $1)", [limited.me.memberId]);
  forgetSessions();
  await expect(makeApp(limited, '看金额', { permissions: [ORDER_MANAGE], calls: [PAGE] })).rejects.toThrow('对您隐藏的字段');
  expect((await makeApp(limited, '不看金额', { permissions: [ORDER_MANAGE], calls: [PAGE], hiddenFields: ['amount'] })).secret).toHaveLength(43);
});

it('an app with more than a person has is neither edited, started nor given a new secret by them; stopped it may be', async () => {
  const { id } = await makeApp(admin, '财务系统', { permissions: [FUND_MANAGE], calls: [await aFundCall()] });
  const { version } = await detail(id);
  const own = await detail(id, clerk);
  expect(own.mayEdit).toBe(false);
  expect((await post('/saas-boss/app/update', { ...own, version }, clerk)).code).toBe(refusalCodes.APP_RULE);
  expect((await post('/saas-boss/app/rotate', { id, version, keepHours: 0 }, clerk)).code).toBe(refusalCodes.APP_RULE);
  expect((await post('/saas-boss/app/switch', { id, version, status: 'DISABLED' }, clerk)).code).toBe('0');
  expect((await post('/saas-boss/app/switch', { id, version: version + 1, status: 'ENABLED' }, clerk)).code).toBe(refusalCodes.APP_RULE);
});

it('rights of people alone, unknown calls and calls outside the chosen rights are refused', async () => {
  await expect(makeApp(admin, '角色', { permissions: [ROLE_MANAGE], calls: ['POST /saas-boss/role/save'] })).rejects.toThrow('只供人员使用');
  await expect(makeApp(admin, '无', { permissions: [ORDER_MANAGE], calls: ['POST /nowhere'] })).rejects.toThrow('没有可授予应用的接口');
  await expect(makeApp(admin, '外', { permissions: [BASE_CONFIG], calls: [PAGE] })).rejects.toThrow('不在所选权限内');
});

it('says when whoever was shown the secret has left or may do less than the app', async () => {
  const leaver = await makeMember(TENANT_A, '离职者', [THIRD_APPLICATION, ORDER_MANAGE]);
  const app = await makeApp(leaver, '老系统', { permissions: [ORDER_MANAGE], calls: [PAGE] });
  expect((await detail(app.id)).risk).toBe('');
  await database().inSystem((tx) =>
    tx
      .deleteFrom('member_role')
      .where('member_id', '=', leaver.me.memberId as string)
      .execute(),
  );
  expect((await detail(app.id)).risk).toContain('权限或数据范围小于应用');
  await database().inSystem((tx) =>
    tx
      .updateTable('member')
      .set({ status: 'DISABLED' })
      .where('id', '=', leaver.me.memberId as string)
      .execute(),
  );
  expect((await detail(app.id)).risk).toContain('停用或离职');
  const { data } = await post('/saas-boss/app/rotate', { id: app.id, version: (await detail(app.id)).version, keepHours: 0 }, admin);
  expect((await detail(app.id)).risk).toBe('');
  expect((await asApp(app, 'POST', '/saas-ofc/org/order/page')).code).toBe(refusalCodes.APP_SIGNATURE);
  expect((await asApp(data, 'POST', '/saas-ofc/org/order/page')).code).toBe('0');
});

it('an app places an order once however often it is sent, and stands in its events by name; a sandbox changes nothing', async () => {
  const market = await openMarket(opened);
  const owner = await makeMember(1n, '老板', 'admin');
  const granted = { permissions: [ORDER_MANAGE, ORDER_ADD], calls: [PAGE, `POST ${PLACE}`] };
  const app = await makeApp(owner, 'ERP', granted);
  const key = { 'idempotency-key': 'erp-0000000001' };
  const body = orderOf(market, [[0, '2']]);
  const first = await asApp(app, 'POST', PLACE, body, key);
  expect(first).toMatchObject({ code: '0' });
  const again = await asApp(app, 'POST', PLACE, body, key);
  expect(again.data).toEqual(first.data);
  expect((await asApp(app, 'POST', PLACE, orderOf(market, [[0, '3']]), key)).code).toBe(refusalCodes.IDEMPOTENT_MISMATCH);
  const { rows } = await opened.pool.query('select actor from order_event where order_id = $1', [first.data.id]);
  expect(new Set(rows.map((row: { actor: string }) => row.actor))).toEqual(new Set(['应用：ERP']));

  const named = { 'idempotency-key': 'erp:order/2026.1' };
  const once = await asApp(app, 'POST', PLACE, body, named);
  expect((await asApp(app, 'POST', PLACE, body, named)).data).toEqual(once.data);
  for (const odd of ['short', 'with blank 1', 'x'.repeat(81)])
    expect(await asApp(app, 'POST', PLACE, body, { 'idempotency-key': odd })).toMatchObject({
      code: BAD_INPUT,
      message: expect.stringContaining('Idempotency-Key'),
    });

  const orders = async () => Number((await opened.pool.query('select count(*) as n from sales_order where tenant_id = 1')).rows[0].n);
  const before = await orders();
  const sandbox = await makeApp(owner, '试验', { ...granted, kind: 'SANDBOX' });
  const tried = await asApp(sandbox, 'POST', PLACE, body, key);
  expect(tried).toMatchObject({ code: '0', data: { id: expect.any(String) } });
  expect(await orders()).toBe(before);
  const { data } = await asApp(app, 'POST', '/saas-ofc/org/order/page', {});
  expect(data.totalCount).toBe(before);
  expect((await asApp(app, 'POST', '/saas-ofc/org/order/detail', { id: tried.data.id })).code).not.toBe('0');
  expect((await post('/saas-ofc/org/order/detail', { id: tried.data.id }, owner)).code).toBe(NOT_FOUND);
  expect((await asApp(sandbox, 'POST', PLACE, { ...body, customerId: 'x' })).code).toBe(BAD_INPUT);
});

const aFundCall = async (): Promise<string> =>
  (await post('/saas-boss/app/apiPermissions', {}, admin)).data.calls.find((one: { codes: string[] }) => one.codes.includes(FUND_MANAGE)).key;
