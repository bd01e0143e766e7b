import { beforeEach, describe, expect, it } from 'vitest';
import { sendMail } from '~/server/mail.server';
import { type NewMessage, queueOutboundMessages, sendOutgoing } from '~/server/outgoing/outgoing.server';
import { sendSms } from '~/server/sms.server';
import { makeTenant, TENANT_A } from '../../support/app';
import { emptyDatabase, testDatabase } from '../../support/database';
import { withEnvironment } from '../../support/environment';
import { type Asked, httpServer, mailServer } from '../../support/servers';

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
});

const rows = async () => (await (await testDatabase()).pool.query('select * from outgoing order by id')).rows;
const queue = async (message: NewMessage) => (await testDatabase()).inTenant({ tenantId: TENANT_A }, (tx) => queueOutboundMessages(tx, [message]));
const send = async (ms = 1000) => sendOutgoing(await testDatabase(), new Date(Date.now() + ms));
const sms = { channel: 'SMS', address: '13900000001', title: '已发货', body: '发货单FH1已发出' } as const;

describe('outbound messages', () => {
  it('are kept with their text while the channel is not configured', async () => {
    await (await testDatabase()).inSystem((tx) => sendSms(tx, '13900000001', '您的验证码为123456', new Date()));
    expect(await send()).toBe(0);
    expect(await rows()).toMatchObject([{ tenant_id: 0n, state: 'KEPT', body: '您的验证码为123456', attempts: 0 }]);
  });

  it('belong to the tenant whose transaction wrote them, and go unwritten with it', async () => {
    await queue(sms);
    const failing = (await testDatabase()).inTenant({ tenantId: TENANT_A }, async (tx) => {
      await sendMail(tx, { to: 'a@example.com', subject: '标题', text: '内容' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await rows()).map((row) => [row.tenant_id, row.channel])).toEqual([[TENANT_A, 'SMS']]);
  });

  it('go to the SMS gateway once, with the key, and a code is blanked afterwards', async () => {
    const gateway = await httpServer(() => ({}));
    withEnvironment({ SMS_URL: `${gateway.url}/send`, SMS_KEY: 'key-1' });
    await queue(sms);
    await (await testDatabase()).inSystem((tx) => sendSms(tx, '13900000002', '您的验证码为123456', new Date()));
    expect(await send()).toBe(2);
    expect(await send()).toBe(0);
    expect(gateway.asked.map((one) => [one.headers.authorization, one.body]).sort()).toEqual(
      [
        ['Bearer key-1', { mobile: '13900000001', text: '已发货：发货单FH1已发出' }],
        ['Bearer key-1', { mobile: '13900000002', text: '您的验证码为123456' }],
      ].sort(),
    );
    expect((await rows()).map((row) => [row.state, row.body])).toEqual([
      ['SENT', '发货单FH1已发出'],
      ['SENT', '您的验证码为****'],
    ]);
  });

  it('are tried again with growing pauses, then are dead; what the vendor refuses for good is dead at once', async () => {
    let status = 503;
    const gateway = await httpServer(() => ({ status }));
    withEnvironment({ SMS_URL: gateway.url });
    await queue(sms);
    const pauses: number[] = [];
    let at = 1000;
    for (let turn = 0; turn < 8; turn++) {
      await send(at);
      const [row] = await rows();
      pauses.push(row.due_at.getTime() - Date.now() - at);
      at = row.due_at.getTime() - Date.now() + 10;
    }
    expect(gateway.asked).toHaveLength(8);
    for (let turn = 1; turn < 7; turn++) expect(pauses[turn]).toBeGreaterThan(pauses[turn - 1] as number);
    expect(await rows()).toMatchObject([{ state: 'FAILED', attempts: 8, last_error: '短信网关返回 HTTP 503' }]);
    status = 403;
    await queue({ ...sms, address: '13900000009' });
    await send();
    expect((await rows())[1]).toMatchObject({ state: 'FAILED', attempts: 1, last_error: '短信网关拒绝了该短信（HTTP 403）' });
  });

  it('whose time is over are not sent', async () => {
    const gateway = await httpServer(() => ({}));
    withEnvironment({ SMS_URL: gateway.url });
    await (await testDatabase()).inSystem((tx) => sendSms(tx, '13900000001', '您的验证码为123456', new Date()));
    await send(6 * 60_000);
    expect(gateway.asked).toEqual([]);
    expect((await rows())[0]).toMatchObject({ state: 'EXPIRED', body: '您的验证码为****' });
  });
});

describe('channels', () => {
  it('mail goes by SMTP with an absolute link and a one-line subject', async () => {
    const smtp = await mailServer();
    withEnvironment({ SMTP_URL: smtp.url, MAIL_FROM: 'Portal <portal@example.com>', PUBLIC_ORIGIN: 'https://portal.example.com' });
    await queue({ channel: 'MAIL', address: 'a@example.com', title: '订单\r\nBcc: evil@example.com', body: '请审核', link: '/portal/message/list' });
    await queue({ channel: 'MAIL', address: 'nobody@example.com', title: 'x', body: 'y' });
    await queue({ channel: 'MAIL', address: 'busy@example.com', title: 'x', body: 'y' });
    expect(await send()).toBe(1);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.to).toEqual(['a@example.com']);
    expect(smtp.mails[0]?.text).not.toMatch(/^Bcc:/m);
    const text = smtp.mails[0]?.text.replace(/=\r?\n/g, '') ?? '';
    const decoded = /base64/i.test(text) ? Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'base64').toString() : text;
    expect(decoded).toContain('https://portal.example.com/portal/message/list');
    expect((await rows()).map((row) => row.state)).toEqual(['SENT', 'FAILED', 'WAITING']);
  });

  it('DingTalk takes a token, finds the person by mobile and sends a work notice; a stale token is renewed once', async () => {
    let served = 0;
    const vendor = await httpServer(({ path, query }: Asked) => {
      if (path === '/gettoken') return { json: { errcode: 0, access_token: `t${++served}`, expires_in: 7200 } };
      if (query.get('access_token') === 't1') return { json: { errcode: 42001, errmsg: 'expired' } };
      if (path === '/topapi/v2/user/getbymobile') return { json: { errcode: 0, result: { userid: 'u1' } } };
      return { json: { errcode: 0, task_id: 1 } };
    });
    withEnvironment({
      DINGTALK_URL: vendor.url,
      DINGTALK_APP_KEY: 'k',
      DINGTALK_APP_SECRET: 's',
      DINGTALK_AGENT_ID: '7',
      PUBLIC_ORIGIN: 'https://portal.example.com',
    });
    await queue({ channel: 'DINGTALK', address: '13900000001', title: '订单待审核', body: '请审核', link: '/portal/temphome' });
    expect(await send()).toBe(1);
    const last = vendor.asked.at(-1);
    expect(last?.path).toBe('/topapi/message/corpconversation/asyncsend_v2');
    expect(last?.query.get('access_token')).toBe('t2');
    expect(last?.body).toMatchObject({
      agent_id: 7,
      userid_list: 'u1',
      msg: { msgtype: 'action_card', action_card: { single_url: 'https://portal.example.com/portal/temphome' } },
    });
  });

  it('WeChat sends the template with cut values, and a person who does not follow is not asked again', async () => {
    const vendor = await httpServer(({ path, body }: Asked) => {
      if (path === '/cgi-bin/stable_token') return { json: { access_token: 'w', expires_in: 7200 } };
      return { json: body.touser === 'gone' ? { errcode: 43004, errmsg: 'require subscribe' } : { errcode: 0 } };
    });
    withEnvironment({ WECHAT_MP_URL: vendor.url, WECHAT_MP_APP_ID: 'a', WECHAT_MP_SECRET: 's', WECHAT_MP_TEMPLATE: 'T' });
    await queue({ channel: 'WECHAT', address: 'openid', title: '订单', body: '长'.repeat(40) });
    await queue({ channel: 'WECHAT', address: 'gone', title: '订单', body: '短' });
    expect(await send()).toBe(1);
    const sent = vendor.asked.find((one) => one.body?.touser === 'openid');
    expect(sent?.body).toMatchObject({ template_id: 'T', data: { thing1: { value: '订单' }, thing2: { value: `${'长'.repeat(19)}…` } } });
    expect((await rows()).map((row) => row.state)).toEqual(['SENT', 'FAILED']);
  });
});
