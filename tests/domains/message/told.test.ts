import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/message/api.server';
import * as calls from '~/domains/message/calls';
import { mergeDigests } from '~/domains/message/digest.server';
import { MESSAGE_MANAGE } from '~/portal/permissions';
import { deliverEvents, type Notice, tell } from '~/server/outbox.server';
import { sendOutgoing } from '~/server/outgoing/outgoing.server';
import { sendSms } from '~/server/sms.server';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { withEnvironment } from '../../support/environment';
import { httpServer, mailServer } from '../../support/servers';

let clerk: Person;
let manager: Person;
let dealer: Person;
let stranger: Person;

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  clerk = await makeMember(TENANT_A, '文员', []);
  manager = await makeMember(TENANT_A, '主管', [MESSAGE_MANAGE]);
  dealer = await makeDealer(TENANT_A, '经销商');
  stranger = await makeMember(TENANT_B, '别厂', [MESSAGE_MANAGE]);
});

const to = (who: Person): Notice['to'] => ({ side: 'account', accountId: who.me.accountId });
const submitted = (who: Person, orderNo = 'DD1'): Notice => ({
  kind: 'order.submitted',
  params: { customer: '岩禾', orderNo, amount: '1.00' },
  link: '/portal/temphome',
  to: to(who),
});
const rejected = (who: Person): Notice => ({ kind: 'order.rejected', params: { orderNo: 'DD2', note: '价格' }, link: '', to: to(who) });
const signed = (who: Person): Notice => ({ ...shipped(who), kind: 'delivery.signed' });
const shipped = (who: Person): Notice => ({ kind: 'delivery.shipped', params: { deliveryNo: 'FH1', note: '已出库' }, link: '', to: to(who) });
async function say(...notices: Notice[]) {
  const opened = await testDatabase();
  for (const notice of notices) await opened.inTenant({ tenantId: TENANT_A }, (tx) => tell(tx, { tenantId: TENANT_A }, notice));
  await deliverEvents(opened, new Date(Date.now() + 1000));
}
const list = async (who: Person, query = {}) => ask(who.me, calls.messageList, { pageSize: 200, ...query });
const readAll = (who: Person, input: object) => ask(who.me, calls.messageReadAll, input as never);
const messages = async () => (await (await testDatabase()).pool.query('select * from outgoing order by created_at, id')).rows;
const subscribe = async (who: Person, subscription: object) =>
  ask(who.me, calls.subscriptionSave, { subscription: subscription as never, version: (await ask(who.me, calls.subscriptionRead, {})).version });

describe('marking all read', () => {
  it('marks what the filters show, leaves important ones and what came after the list', async () => {
    await say(submitted(clerk), shipped(clerk), rejected(clerk));
    const shown = await list(clerk);
    expect(shown.tabs).toEqual({ todo: 1, alert: 1, system: 1, ALL: 3 });
    await say(submitted(clerk, '后来的'));
    expect(await readAll(clerk, { messageType: 'todo', last: shown.last })).toEqual({ count: 3, marked: 1, kept: 0 });
    expect(await readAll(clerk, { last: shown.last })).toEqual({ count: 2, marked: 1, kept: 1 });
    expect(await readAll(clerk, { last: shown.last, important: 'true' })).toEqual({ count: 1, marked: 1, kept: 0 });
    expect((await list(clerk, { messageStatus: 'UNREAD' })).pagedRecords.map((row) => row.body)).toEqual(['岩禾提交了订单后来的，应付1.00元']);
  });

  it('never touches another person or tenant', async () => {
    await say(submitted(clerk));
    for (const other of [manager, dealer, stranger]) await readAll(other, { important: 'true' });
    expect((await ask(clerk.me, calls.unreadCount, {})).count).toBe(1);
  });

  it('and the unread count always equal the list under any filters', async () => {
    const kinds = [submitted, shipped, rejected];
    await say(...Array.from({ length: 12 }, (_, index) => (kinds[index % 3] as typeof submitted)(clerk)));
    const filter = fc.record({
      messageType: fc.constantFrom('', 'todo', 'alert', 'system'),
      business: fc.constantFrom('', 'order', 'delivery'),
      messageTitle: fc.constantFrom('', '订单', '发货'),
    });
    await fc.assert(
      fc.asyncProperty(filter, fc.boolean(), async (chosen, all) => {
        const before = await list(clerk, { ...chosen, messageStatus: 'UNREAD' });
        if (all) {
          const done = await readAll(clerk, { ...chosen, last: before.last });
          expect(done.marked).toBe(before.pagedRecords.filter((row) => !row.important).length);
          expect(done.kept).toBe(before.pagedRecords.filter((row) => row.important).length);
        } else if (before.pagedRecords[0]) await ask(clerk.me, calls.messageRead, { id: before.pagedRecords[0].id });
        const unread = await list(clerk, { messageStatus: 'UNREAD' });
        expect((await ask(clerk.me, calls.unreadCount, {})).count).toBe(unread.totalCount);
        expect(unread.tabs?.['ALL'] ?? 0).toBe(unread.totalCount);
        for (const type of ['todo', 'alert', 'system'])
          expect(unread.tabs?.[type] ?? 0).toBe(unread.pagedRecords.filter((row) => row.messageType === type).length);
      }),
      { numRuns: 15 },
    );
  });
});

describe('subscriptions', () => {
  it('send chosen events on chosen channels only, once, after quiet hours', async () => {
    await subscribe(clerk, { choices: { 'order.submitted': ['INAPP', 'SMS'], 'delivery.signed': [] } });
    await say(submitted(clerk), signed(clerk));
    expect((await list(clerk)).pagedRecords.map((row) => row.title)).toEqual(['有新的订单待审核']);
    expect((await messages()).map((row) => [row.channel, row.address, row.body])).toEqual([['SMS', clerk.me.mobile, '岩禾提交了订单DD1，应付1.00元']]);
    await (await testDatabase()).pool.query("update outbox set done_at = null, taken_by = '{}'");
    await deliverEvents(await testDatabase(), new Date(Date.now() + 2000));
    expect(await messages()).toHaveLength(1);
  });

  it('collect mails of the day into one, important ones apart', async () => {
    const smtp = await mailServer();
    withEnvironment({ SMTP_URL: smtp.url });
    const opened = await testDatabase();
    await opened.pool.query('update account set email = $1 where id = $2', ['clerk@example.com', clerk.me.accountId]);
    await subscribe(clerk, {
      choices: Object.fromEntries(['order.submitted', 'delivery.signed'].map((kind) => [kind, ['INAPP', 'MAIL']])),
      mailDigest: true,
      digestAt: '09:00',
    });
    await say(submitted(clerk), signed(clerk));
    expect((await messages()).map((row) => row.state)).toEqual(['COLLECTED', 'COLLECTED']);
    const tomorrow = new Date(Date.now() + 25 * 3600_000);
    expect(await mergeDigests(opened, tomorrow)).toBe(1);
    expect(await mergeDigests(opened, tomorrow)).toBe(0);
    await sendOutgoing(opened, tomorrow);
    expect(smtp.mails).toHaveLength(1);
    expect((await messages()).map((row) => row.state).sort()).toEqual(['MERGED', 'MERGED', 'SENT']);
  });

  it('are refused for an unknown event, a foreign side, an important one without the portal, and over somebody’s change', async () => {
    expect((await refusalOf(subscribe(clerk, { choices: { 'no.event': ['SMS'] } }))).message).toContain('no.event');
    expect((await refusalOf(subscribe(clerk, { choices: { 'order.rejected': ['SMS'] } }))).message).toContain('order.rejected');
    expect((await refusalOf(subscribe(dealer, { choices: { 'order.rejected': ['SMS'] } }))).message).toContain('站内通知不能关闭');
    await subscribe(clerk, {});
    expect((await refusalOf(ask(clerk.me, calls.subscriptionSave, { subscription: {}, version: 0 }))).data.reason).toBe('VERSION');
  });
});

describe('templates of a tenant', () => {
  it('word the next message, only its own, and can be restored', async () => {
    await ask(manager.me, calls.templateSave, { kind: 'order.submitted', title: '新单{订单号}', body: '{客户}：{金额}元[，{订单号}]', version: 0 });
    await say(submitted(clerk));
    expect((await list(clerk)).pagedRecords[0]).toMatchObject({ title: '新单DD1', body: '岩禾：1.00元，DD1' });
    expect((await ask(stranger.me, calls.templateList, {})).templates.every((one) => one.version === 0)).toBe(true);
    expect(
      (await refusalOf(ask(manager.me, calls.templateSave, { kind: 'order.submitted', title: '{密码}', body: 'x', version: 1 }))).data.fields,
    ).toHaveProperty('title');
    expect((await refusalOf(ask(manager.me, calls.templateSave, { kind: 'order.submitted', title: 'a', body: 'x', version: 7 }))).data.reason).toBe('VERSION');
    await ask(manager.me, calls.templateRestore, { kind: 'order.submitted', version: 1 });
    await say(submitted(clerk, 'DD9'));
    expect((await list(clerk)).pagedRecords[0]?.title).toBe('有新的订单待审核');
  });
});

describe('the outbox', () => {
  it('shows every channel masked, hides codes, and sends a dead letter again', async () => {
    let status = 403;
    const gateway = await httpServer(() => ({ status }));
    withEnvironment({ SMS_URL: gateway.url, DEMO: '0', PUBLIC_ORIGIN: 'https://portal.example.com' });
    const opened = await testDatabase();
    await subscribe(clerk, { choices: { 'order.submitted': ['INAPP', 'SMS'] } });
    await say(submitted(clerk));
    await opened.inTenant({ tenantId: TENANT_A }, (tx) => sendSms(tx, '13900000001', '您的验证码为123456', new Date()));
    await sendOutgoing(opened, new Date(Date.now() + 5000));
    const sent = (await ask(manager.me, calls.outboxList, {})).pagedRecords;
    expect(sent.map((row) => row.channel).sort()).toEqual(['INAPP', 'SMS', 'SMS']);
    expect(JSON.stringify(sent)).not.toMatch(/123456|13900000001/);
    expect((await ask(stranger.me, calls.outboxList, {})).totalCount).toBe(0);
    expect(await ask(manager.me, calls.outboxPlatform, {})).toEqual({ messages: [] });
    const dead = sent.find((row) => row.state === 'FAILED' && row.title !== '');
    expect(dead?.lastError).toContain('403');
    expect((await refusalOf(ask(stranger.me, calls.outboxRetry, { id: dead?.id ?? '' }))).data.reason).toBe('NOT_FOUND');
    status = 200;
    await ask(manager.me, calls.outboxRetry, { id: dead?.id ?? '' });
    await sendOutgoing(opened, new Date(Date.now() + 6000));
    expect((await ask(manager.me, calls.outboxList, { state: 'SENT', channel: 'SMS' })).totalCount).toBe(1);
    expect((await send('POST', '/message/inner/outbox/list', {}, clerk)).code).toBe('100000005');
  });
});
