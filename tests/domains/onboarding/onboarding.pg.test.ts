import { beforeAll, expect, test } from 'vitest';
import { loginByCode, sendLoginCode } from '~/domains/account/login.server';
import { provesTarget } from '~/domains/account/proofCode.server';
import '~/domains/customer/api.server';
import { createInvite, joinByInvite } from '~/domains/onboarding/invite.server';
import { RegisterForm } from '~/domains/onboarding/onboarding.schema';
import { registerCompany, sendOnboardingCode } from '~/domains/onboarding/register.server';
import { database } from '~/server/db.server';
import { codeSentTo, letMinutePass, makeLogin, requestAt, STRONG } from '../../support/account';
import { makeMember, makeTenant, type Person, TENANT_A } from '../../support/app';
import { addCustomer, usccOf } from '../../support/customers';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

let keeper: Person;
let customerId: string;
const now = () => requestAt(new Date(), { origin: 'http://localhost' });
const won = <T>(all: PromiseSettledResult<T>[]) => all.filter((one) => one.status === 'fulfilled').length;

beforeAll(async () => {
  await postgresDatabase();
  await makeTenant(TENANT_A, '甲厂');
  keeper = await makeMember(TENANT_A, '客户专员', 'admin');
  customerId = await addCustomer(keeper.me, '晴川建材');
});

test('a code used by ten at once lets one in', async () => {
  await makeLogin(TENANT_A, '13911112222');
  await sendLoginCode('13911112222', now());
  const code = await codeSentTo('13911112222');
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => loginByCode({ mobile: '13911112222', code }, now())));
  expect(won(answers)).toBe(1);
});

test('ten wrong guesses at once count as at most five', async () => {
  await letMinutePass();
  await sendLoginCode('13911112222', now());
  const code = await codeSentTo('13911112222');
  const wrong = code === '000000' ? '111111' : '000000';
  await Promise.all(Array.from({ length: 10 }, () => provesTarget('13911112222', 'LOGIN', wrong, new Date())));
  const { rows } = await database().pool.query('select attempts from proof_code order by created_at desc limit 1');
  expect(rows[0].attempts).toBe(5);
  expect(await provesTarget('13911112222', 'LOGIN', code, new Date())).toBe(false);
});

test('an invitation two people open at once lets one join', async () => {
  const { link } = await as(database(), keeper.me, (tx) => createInvite(tx, keeper.me, { customerId, days: '7' }, now()));
  const token = new URL(link).searchParams.get('invite') ?? '';
  const mobiles = ['13722220001', '13722220002', '13722220003'];
  for (const mobile of mobiles) await sendOnboardingCode({ mobile, scene: 'JOIN' }, now());
  const join = async (mobile: string) => joinByInvite({ token, mobile, code: await codeSentTo(mobile), name: '王晴', password: STRONG }, now());
  const answers = await Promise.allSettled(mobiles.map(join));
  expect(won(answers)).toBe(1);
  const { rows } = await database().pool.query(
    'select count(*)::int as seats, (select count(*)::int from account where mobile = any($1)) as accounts from customer_member',
    [mobiles],
  );
  expect(rows[0]).toEqual({ seats: 1, accounts: 1 });
});

test('one company registered by two people at once is one tenant, and the second hears why', async () => {
  const mobiles = ['13733330001', '13733330002'];
  for (const mobile of mobiles) await sendOnboardingCode({ mobile, scene: 'REGISTER' }, now());
  const register = async (mobile: string) =>
    registerCompany(
      RegisterForm.parse({
        companyName: '杭州晴川防水材料有限公司',
        uscc: usccOf(1),
        province: '浙江省',
        city: '杭州市',
        district: '余杭区',
        name: '王晴川',
        mobile,
        code: await codeSentTo(mobile),
        password: STRONG,
        agreement: 'true',
      }),
      now(),
    );
  const answers = await Promise.allSettled(mobiles.map(register));
  expect(won(answers)).toBe(1);
  expect(String(answers.find((one) => one.status === 'rejected')?.reason)).toContain('已注册');
  const { rows } = await database().pool.query('select count(*)::int as n from tenant where uscc = $1', [usccOf(1)]);
  expect(rows[0].n).toBe(1);
});
