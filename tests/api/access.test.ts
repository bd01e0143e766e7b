import { beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '~/portal/permissionTree';
import { servedCalls } from '~/server/serve.server';
import '~/server/web.server';
import { NO_PERMISSION, SESSION_INVALID } from '~/shared/refusal';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A } from '../support/app';
import { testDatabase } from '../support/database';

let admin: Person;
let nobody: Person;
let dealer: Person;

beforeAll(async () => {
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  nobody = await makeMember(TENANT_A, '无权限', []);
  dealer = await makeDealer(TENANT_A, '某经销商');
});

const endpoints = servedCalls().map(({ endpoint }) => endpoint);
const codeFor = async (endpoint: (typeof endpoints)[number], person: Person | null) => (await send(endpoint.method, endpoint.path, {}, person)).code;
const turnedAway = [SESSION_INVALID, NO_PERMISSION];

describe('who may make each call', () => {
  it('covers the whole product', () => {
    expect(endpoints.length).toBeGreaterThan(100);
    expect(
      endpoints
        .filter((endpoint) => endpoint.access.kind === 'anyone')
        .map((endpoint) => endpoint.path)
        .sort(),
    ).toEqual([
      '/fs/file/signed',
      '/ofs/front/user/saasValidate',
      '/ofs/front/verify/fetchSmsCode',
      '/ofs/front/verify/verifyPhoneIsRegister',
      '/partner/sms/login',
      '/partner/user/login',
      '/partner/user/loginSecond',
      '/partner/user/logout',
      '/partner/user/passkey/login',
      '/partner/user/passkey/loginOptions',
      '/partner/user/scanLogin',
      '/partner/user/scanLoginUrl',
      '/partner/user/scanWays',
      '/partner/user/smsLogin',
      '/partner/user/visitDemo',
      '/saas-boss/app/token',
      '/saas-boss/area/tree',
      '/saas-boss/country/list',
      '/saas-boss/guideline/list',
      '/saas-boss/guideline/vote',
      '/saas-contract/contract/verify',
      '/saas-credit/v1/credit/creditrepaymentplan/ics',
      '/user/corp/invite/info',
      '/user/corp/invite/join',
      '/user/corp/registerAccountAndCorpAllAndInitTenant',
      '/user/reset/confirmCode',
      '/user/reset/confirmCodeAndUpdatePwd',
      '/user/reset/first/info',
      '/user/reset/first/set',
      '/user/reset/sendUpdatePwdCode',
    ]);
  });

  it.each(endpoints)('$method $path', async (endpoint) => {
    const { access } = endpoint;
    if (access.kind === 'anyone') return expect(turnedAway).not.toContain(await codeFor(endpoint, null));
    expect(await codeFor(endpoint, null), 'anonymous').toBe(SESSION_INVALID);
    if (access.kind === 'person') return expect(turnedAway).not.toContain(await codeFor(endpoint, nobody));
    const mayFactory = access.kind !== 'dealer';
    const mayDealer = access.kind !== 'factory';
    const codes = access.kind === 'dealer' ? [] : access.codes;
    expect((await codeFor(endpoint, dealer)) === NO_PERMISSION, 'dealer refused').toBe(!mayDealer);
    expect((await codeFor(endpoint, nobody)) === NO_PERMISSION, 'member without the code refused').toBe(!mayFactory || codes.length > 0);
    expect((await codeFor(endpoint, admin)) === NO_PERMISSION, 'member with every code refused').toBe(!mayFactory);
  });

  it('names only permission codes that roles can hold', () => {
    for (const { access } of endpoints) if ('codes' in access) for (const code of access.codes) expect(allPermissions).toContain(code);
  });
});
