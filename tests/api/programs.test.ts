import { beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '~/portal/permissionTree';
import { callKey, isForPrograms, openness } from '~/portal/programs';
import { servedCalls } from '~/server/serve.server';
import '~/server/web.server';
import { NO_PERMISSION, NOT_FOUND, refusalCodes } from '~/shared/refusal';
import { makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../support/app';
import { testDatabase } from '../support/database';
import { openDepot, orderOf } from '../support/delivery';
import { type App, asApp, makeApp } from '../support/program';
import { bodyOf, plausible, shapeOf } from './requests';

const endpoints = servedCalls().map(({ endpoint }) => endpoint);
const given = endpoints.filter((endpoint) => openness(endpoint) === 'given');
const missing = '0190a0a0-0000-7000-8000-00000000dea1';
const TOKEN = '/saas-boss/app/token';

let admin: Person;
let every: App;
let none: App;
let foreignOrder: string;

beforeAll(async () => {
  const opened = await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  const permissions = [...allPermissions].filter(isForPrograms);
  const limits = { perMinute: 6000, perDay: 5_000_000 };
  every = await makeApp(admin, '全部', { permissions, calls: given.map(callKey), ...limits });
  none = await makeApp(admin, '仅一', { permissions, calls: [callKey(given[0] as never)], ...limits });
  foreignOrder = (await orderOf(await openDepot(opened, TENANT_B), [[0, '1']])).id;
});

const send = (app: App, { method, path }: { method: string; path: string }, body: unknown) =>
  asApp(app, method, path, method === 'GET' ? Object.fromEntries(Object.entries((body ?? {}) as object).map(([key, value]) => [key, String(value)])) : body);

describe('which calls a program may make', () => {
  it('are most of those a permission opens, and none of people alone', () => {
    expect(given.length).toBeGreaterThan(150);
    expect(given.filter(({ path }) => /\/(partner\/user|role|member|department|app)\//.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it.each(endpoints)('$method $path', async (endpoint) => {
    const open = openness(endpoint);
    const answer = await send(every, endpoint, endpoint.path === TOKEN ? {} : bodyOf(shapeOf(endpoint), plausible(missing)));
    // Whatever it sent, nothing a person's seat would have been needed for breaks.
    expect(answer.status, answer.text.slice(0, 300)).not.toBe(500);
    if (open === 'never') return expect(answer.code).toBe(refusalCodes.APP_CALL);
    expect([refusalCodes.APP_CALL, NO_PERMISSION]).not.toContain(answer.code);
    if (open === 'given' && callKey(endpoint) !== callKey(given[0] as never))
      expect((await send(none, endpoint, {})).code, 'not given').toBe(refusalCodes.APP_CALL);
  });

  it('answers another tenant’s order like a missing one', async () => {
    const detail = { method: 'POST', path: '/saas-ofc/org/order/detail' };
    const [foreign, absent] = [await send(every, detail, { id: foreignOrder }), await send(every, detail, { id: missing })];
    expect(foreign.code).toBe(NOT_FOUND);
    expect(foreign.text).toBe(absent.text);
  });
});
