import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '~/domains/account/securityCalls';
import { customerBind, customerGet, customerPasswordLink } from '~/domains/customer/calls';
import { outboxList } from '~/domains/message/calls';
import { memberInvite } from '~/domains/organisation/calls';
import { database } from '~/server/db.server';
import { refusalCodes } from '~/shared/refusal';
import { browser, STRONG } from '../../support/account';
import { makeMember, makeTenant, type Person, post, TENANT_A, TENANT_B } from '../../support/app';
import { addCustomer } from '../../support/customers';
import { emptyDatabase, testDatabase } from '../../support/database';

const MOBILE = '13911112222';
let boss: Person;
let stranger: Person;
let customerId: string;

beforeEach(async () => {
  await testDatabase();
  await emptyDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  boss = await makeMember(TENANT_A, '管理员', 'admin');
  stranger = await makeMember(TENANT_B, '外人', 'admin');
  customerId = await addCustomer(boss.me, '东湖建材');
});

const bind = (mobile = MOBILE) => post(customerBind.path, { customerId, mobile, name: '陈海燕' }, boss);
const account = async () => (await post(customerGet.path, { id: customerId }, boss)).data.accounts[0];
/** The newest letter to the number, as only its owner reads it. */
async function messageTo(mobile: string): Promise<{ body: string; token: string }> {
  const { body } = await database().inSystem((tx) =>
    tx.selectFrom('outgoing').select('body').where('address', '=', mobile).orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow(),
  );
  return { body, token: /set=([\w-]{43})/.exec(body)?.[1] ?? '' };
}
const info = (token: string) => browser().post(calls.firstPasswordView.path, { token });
const set = (token: string, newPassword = STRONG, at = browser()) => at.post(calls.firstPasswordSet.path, { token, newPassword });

describe('the first password of an account made by a factory', () => {
  it('is set once by the link sent to the number, which logs its person in as the dealer', async () => {
    expect((await bind()).data).toEqual({ created: true });
    expect((await account()).passwordSet).toBe(false);
    const { body, token } = await messageTo(MOBILE);
    expect(body).toContain('甲厂已为您开通汇链通账号13911112222。请在');
    expect((await info(token)).data).toEqual({ name: '陈海燕', mobile: '139****222' });
    const at = browser();
    const weak = await set(token, '12345678', at);
    expect(weak.code).not.toBe('0');
    const done = await set(token, STRONG, at);
    expect([done.code, done.data.user.customerName]).toEqual(['0', '东湖建材']);
    expect((await at.get('/partner/user/info')).data.mobile).toBe(MOBILE);
    expect((await account()).passwordSet).toBe(true);
    expect((await browser().post('/partner/user/login', { account: MOBILE, password: STRONG })).code).toBe('0');
    expect([(await set(token)).message, (await info(token)).data.mobile]).toEqual([expect.stringContaining('已使用或已失效'), '']);
  });

  it('is nothing the factory reads or takes: the record hides the link, and no link is given where there is a password', async () => {
    await bind();
    const sent = (await post(outboxList.path, {}, boss)).data.pagedRecords.find((one: { channel: string }) => one.channel === 'SMS');
    expect(sent).toMatchObject({ title: '设置登录密码', body: '内容含验证码或链接，不显示', address: '139****222' });
    await set((await messageTo(MOBILE)).token);
    const again = await post(customerPasswordLink.path, { customerId, bindingId: (await account()).id }, boss);
    expect(again.message).toContain('已设置过密码');
    expect((await post(customerPasswordLink.path, { customerId, bindingId: (await account()).id }, stranger)).message).toBe('该客户不存在或已删除');
  });

  it('may be sent again after a minute, and then the link before is dead; a link runs out', async () => {
    await bind();
    const first = (await messageTo(MOBILE)).token;
    const resend = async () => post(customerPasswordLink.path, { customerId, bindingId: (await account()).id }, boss);
    expect((await resend()).message).toContain('1分钟后');
    await database().pool.query(
      "update account_ticket set expires_at = expires_at - interval '2 minutes'; update outgoing set created_at = created_at - interval '2 minutes'",
    );
    expect((await resend()).data).toEqual({ mobile: '139****222' });
    const second = (await messageTo(MOBILE)).token;
    expect(second).not.toBe(first);
    expect((await set(first)).code).toBe(refusalCodes.INVITE);
    await database().pool.query("update account_ticket set expires_at = now() - interval '1 minute'");
    expect([(await info(second)).data.mobile, (await set(second)).code]).toEqual(['', refusalCodes.INVITE]);
  });

  it('is asked of invited members alike, and never of people who have an account', async () => {
    await post(memberInvite.path, { mobile: MOBILE, name: '新同事', roleIds: [], departmentIds: [], isAdmin: true }, boss);
    const { token } = await messageTo(MOBILE);
    expect((await set(token)).data.user).toMatchObject({ tenantName: '甲厂', userType: 1 });
    await bind();
    expect((await messageTo(MOBILE)).token).toBe(token);
    expect((await account()).passwordSet).toBe(true);
  });
});
