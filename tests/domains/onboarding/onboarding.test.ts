import { beforeEach, describe, expect, it } from 'vitest';
import { defaultRoles } from '~/domains/onboarding/tenantDefaults.server';
import { database } from '~/server/db.server';
import { NO_PERMISSION, NOT_FOUND, refusalCodes } from '~/shared/refusal';
import { browser, codeSentTo, form, letMinutePass, makeLogin, STRONG } from '../../support/account';
import { makeDealer, makeMember, makeTenant, type Person, post, TENANT_A, TENANT_B } from '../../support/app';
import { addCustomer, usccOf } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';

const MOBILE = '13911112222';

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
});

const company = {
  companyName: '杭州晴川防水材料有限公司',
  uscc: usccOf(1),
  province: '浙江省',
  city: '杭州市',
  district: '余杭区',
  name: '王晴川',
  mobile: MOBILE,
  password: STRONG,
  agreement: 'true',
};
const register = async (change: Record<string, string> = {}, at = browser()) => {
  const values = { ...company, ...change };
  await at.get('/ofs/front/verify/fetchSmsCode', { mobile: values.mobile });
  return at.post('/user/corp/registerAccountAndCorpAllAndInitTenant', form({ code: await codeSentTo(values.mobile), ...values }));
};

describe('a company', () => {
  it('registers and stands in its own tenant with roles, levels, units and a list of first steps', async () => {
    const at = browser();
    const done = await register({}, at);
    expect(done.code, done.message).toBe('0');
    expect(done.data.user).toMatchObject({ userType: 1, tenantName: company.companyName, mobile: MOBILE });
    const info = (await at.get('/partner/user/info')).data;
    expect(info.permissions.length).toBeGreaterThan(20);
    expect((await at.post('/saas-boss/customer/levels')).data.levels).toHaveLength(3);
    expect((await at.get('/partner/business/guide')).data.steps.filter((one: { done: boolean }) => one.done)).toEqual([]);
    await at.post('/saas-boss/customer/create', { name: '首个客户', customerType: '2', contactMobile: '13912345678' });
    const steps = (await at.get('/partner/business/guide')).data.steps.filter((one: { done: boolean }) => one.done);
    expect(steps.map((one: { key: string }) => one.key)).toEqual(['customer']);
    const { rows } = await database().pool.query<{ name: string }>('select name from role where tenant_id = $1', [info.tenantId]);
    expect(rows.map(({ name }) => name).sort()).toEqual(defaultRoles.map(({ name }) => name).sort());
  });

  it('of the same code, name or number is refused by field, and nothing is half made', async () => {
    await register();
    await letMinutePass();
    const said = async (change: Record<string, string>) => (await register({ mobile: '13722220001', ...change })).data.fields;
    expect(await said({ companyName: '杭州晴川防水材料二厂有限公司' })).toEqual({ uscc: '该统一社会信用代码已注册，请联系贵公司管理员为您开通账号' });
    await letMinutePass();
    expect(await said({ uscc: usccOf(2) })).toEqual({ companyName: '该企业名称已注册，请联系贵公司管理员为您开通账号' });
    await letMinutePass();
    expect((await browser().get('/ofs/front/verify/fetchSmsCode', { mobile: MOBILE })).data.fields).toEqual({ mobile: '该手机号已注册，请直接登录' });
    const { rows } = await database().pool.query('select (select count(*) from tenant)::int as tenants, (select count(*) from account)::int as accounts');
    expect(rows[0]).toEqual({ tenants: 1, accounts: 1 });
  });

  it.each([
    ['uscc', { uscc: `${usccOf(1).slice(0, 17)}${usccOf(1).endsWith('0') ? '1' : '0'}` }, '校验位'],
    ['uscc', { uscc: '' }, '不能为空'],
    ['companyName', { companyName: '晴川' }, '至少4个字'],
    ['province', { city: '南京市' }, '省、市、区'],
    ['password', { password: '12345678' }, '密码'],
    ['password', { mobile: '13971528463', password: 'Zk#13971528463' }, '手机号'],
    ['agreement', { agreement: 'false' }, '同意'],
    ['code', { code: '12345' }, '6位'],
    ['mobile', { mobile: '1391111' }, '11位'],
    ['name', { name: ' ' }, '姓名不能为空'],
  ])('hears what is wrong with %s %o', async (field, change, why) => {
    const refused = await browser().post('/user/corp/registerAccountAndCorpAllAndInitTenant', form({ ...company, code: '123456', ...change }));
    expect(refused.data.fields[field]).toContain(why);
  });

  it('may ask whether a few numbers are known, and no more within the hour, by whichever call', async () => {
    const known = () => browser().post('/ofs/front/verify/verifyPhoneIsRegister', form({ mobile: MOBILE }));
    for (let n = 0; n < 10; n++) expect((await known()).code).toBe('0');
    expect(await known()).toMatchObject({ code: refusalCodes.LOGIN_LOCKED, data: { reason: 'LOGIN_LOCKED' } });
    expect((await browser().get('/ofs/front/verify/fetchSmsCode', { mobile: MOBILE })).code).toBe(refusalCodes.LOGIN_LOCKED);
  });

  it('is checked before the account, and a wrong or used code makes nothing', async () => {
    expect(
      (await browser().post('/ofs/front/user/saasValidate', form({ companyName: company.companyName, uscc: ` ${company.uscc.toLowerCase()} ` }))).code,
    ).toBe('0');
    expect((await browser().post('/ofs/front/verify/verifyPhoneIsRegister', form({ mobile: MOBILE }))).data).toEqual({ isRegister: false });
    expect((await register({ code: '000000' })).data.fields.code).toContain('验证码不正确');
    await letMinutePass();
    await register();
    expect((await browser().post('/ofs/front/verify/verifyPhoneIsRegister', form({ mobile: MOBILE }))).data).toEqual({ isRegister: true });
    const code = await codeSentTo(MOBILE);
    expect(
      (
        await browser().post(
          '/user/corp/registerAccountAndCorpAllAndInitTenant',
          form({ ...company, uscc: usccOf(9), companyName: '另一家有限公司', mobile: MOBILE, code }),
        )
      ).code,
    ).not.toBe('0');
  });
});

describe('an invited dealer', () => {
  let keeper: Person;
  let customerId: string;
  beforeEach(async () => {
    await makeTenant(TENANT_A, '甲厂');
    keeper = await makeMember(TENANT_A, '客户专员', 'admin');
    customerId = await addCustomer(keeper.me, '晴川建材');
  });
  const invite = async () => {
    const { data } = await post('/saas-boss/customer/invite/create', { customerId }, keeper);
    return { token: new URL(data.link).searchParams.get('invite') ?? '', text: data.text as string };
  };
  const join = async (token: string, change: Record<string, string> = {}, at = browser()) => {
    const mobile = change['mobile'] ?? MOBILE;
    await at.get('/ofs/front/verify/fetchSmsCode', { mobile, scene: 'JOIN' });
    return at.post('/user/corp/invite/join', { token, mobile, code: await codeSentTo(mobile), name: '王晴', password: STRONG, ...change });
  };

  it('joins by the link, is bound to that customer, and the link is used up', async () => {
    const { token, text } = await invite();
    expect(text).toContain(token);
    expect((await browser().get('/user/corp/invite/info', { token })).data).toMatchObject({ state: 'OPEN', tenantName: '甲厂', customerName: '晴川建材' });
    const at = browser();
    const joined = await join(token, {}, at);
    expect(joined.code, joined.message).toBe('0');
    expect(joined.data.user).toMatchObject({ userType: 2, customerId, tenantId: TENANT_A.toString() });
    expect((await at.get('/partner/user/info')).data.permissions).toEqual([]);
    expect((await browser().get('/user/corp/invite/info', { token })).data).toEqual({ state: 'USED', tenantName: '', customerName: '', expiresAt: null });
    expect((await join(token, { mobile: '13722223333' })).message).toContain('已被使用');
    const { data } = await post('/saas-boss/customer/invite/list', { customerId }, keeper);
    expect(data.invites).toMatchObject([{ state: 'USED', usedBy: '王晴 139****222' }]);
    const { rows } = await database().pool.query("select payload->>'title' as title from outbox where payload->>'kind' = 'customer.joined'");
    expect(rows).toEqual([{ title: '客户“晴川建材”已加入' }]);
    const { rows: stored } = await database().pool.query('select token_hash from customer_invite');
    expect(token).not.toContain(stored[0].token_hash);
  });

  it('who has an account proves the number only; a factory’s own account becomes both', async () => {
    await makeTenant(TENANT_B, '乙厂');
    await makeLogin(TENANT_B, MOBILE);
    const joined = await join((await invite()).token, { name: '', password: '' });
    expect(joined.code, joined.message).toBe('0');
    expect(joined.data.user).toMatchObject({ userType: 3, customerTenants: [{ tenantId: TENANT_A.toString() }] });
    const again = await join((await invite()).token, { name: '', password: '' }, browser());
    expect(again.code).not.toBe('0');
  });

  it('may use the account already logged in', async () => {
    await makeTenant(TENANT_B, '乙厂');
    await makeLogin(TENANT_B, MOBILE);
    const at = browser();
    await at.post('/partner/user/login', { account: MOBILE, password: STRONG });
    expect((await at.post('/partner/user/joinByInvite', { token: (await invite()).token })).data.user.userType).toBe(3);
    expect((await at.post('/partner/user/joinByInvite', { token: (await invite()).token })).message).toContain('您已加入');
  });

  it('hears when the link has run out, was cancelled or never was', async () => {
    const { token } = await invite();
    const [open] = (await post('/saas-boss/customer/invite/list', { customerId }, keeper)).data.invites;
    expect((await post('/saas-boss/customer/invite/cancel', { id: open.id }, keeper)).code).toBe('0');
    expect((await join(token)).message).toContain('已作废');
    await letMinutePass();
    const late = (await invite()).token;
    await database().pool.query("update customer_invite set expires_at = now() - interval '1 second'");
    expect((await join(late)).message).toContain('已过期');
    const [tenant, secret = ''] = late.split('.');
    for (const made of [`${tenant}.${'A'.repeat(43)}`, `999.${secret}`, 'nonsense'])
      expect((await browser().get('/user/corp/invite/info', { token: made })).data.state).toBe('UNKNOWN');
  });

  it('is invited by whoever may manage that customer, of that factory', async () => {
    await makeTenant(TENANT_B, '乙厂');
    const stranger = await makeMember(TENANT_B, '别家', 'admin');
    const clerk = await makeMember(TENANT_A, '无权限', []);
    const dealer = await makeDealer(TENANT_A, '某经销商');
    const codes = async (path: string, input: unknown) => Promise.all([stranger, clerk, dealer].map(async (who) => (await post(path, input, who)).code));
    expect(await codes('/saas-boss/customer/invite/create', { customerId })).toEqual([NOT_FOUND, NO_PERMISSION, NO_PERMISSION]);
    await invite();
    const [open] = (await post('/saas-boss/customer/invite/list', { customerId }, keeper)).data.invites;
    expect(await codes('/saas-boss/customer/invite/cancel', { id: open.id })).toEqual([NOT_FOUND, NO_PERMISSION, NO_PERMISSION]);
    expect((await post('/saas-boss/customer/invite/list', { customerId }, stranger)).data.invites).toEqual([]);
  });

  it('of a customer no longer served is turned away', async () => {
    const { token } = await invite();
    await database().pool.query("update customer set status = 'DISABLED'");
    expect((await join(token)).code).toBe(refusalCodes.CUSTOMER_DISABLED);
  });
});
