import { createHmac } from 'node:crypto';
import '~/domains/message/api.server';
import { beforeEach, describe, expect, it } from 'vitest';
import * as calls from '~/domains/message/calls';
import { MESSAGE_MANAGE, ORDER_AUDIT } from '~/portal/permissions';
import { database } from '~/server/db.server';
import { deliverEvents, tell } from '~/server/outbox.server';
import { sendOutgoing } from '~/server/outgoing/outgoing.server';
import { makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../../support/app';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { withEnvironment } from '../../support/environment';
import { httpServer } from '../../support/servers';

const SECRET = `SEC${'a1'.repeat(32)}`;
const TOKEN = 'f0'.repeat(32);
let boss: Person;
let stranger: Person;
let said: { errcode: number; errmsg: string };
let vendor: Awaited<ReturnType<typeof httpServer>>;

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  boss = await makeMember(TENANT_A, '管理员', [MESSAGE_MANAGE]);
  stranger = await makeMember(TENANT_B, '外人', [MESSAGE_MANAGE]);
  said = { errcode: 0, errmsg: 'ok' };
  vendor = await httpServer(() => ({ json: said }));
  withEnvironment({ DINGTALK_URL: vendor.url });
});

const save = (change: object = {}) =>
  ask(boss.me, calls.robotSave, {
    name: '订单通知群',
    webhook: `${vendor.url}/robot/send?access_token=${TOKEN}`,
    secret: SECRET,
    events: 'order.submitted',
    ...change,
  });
const submitted = (kind = 'order.submitted') =>
  database().inTenant({ tenantId: TENANT_A }, (tx) =>
    tell(
      tx,
      { tenantId: TENANT_A },
      { kind, params: { customer: '岩禾', orderNo: 'DD1', amount: '1.00' }, link: '', to: { side: 'factory', code: ORDER_AUDIT } },
    ),
  );
const sendAll = async () => {
  await deliverEvents(database(), new Date());
  return sendOutgoing(database(), new Date(Date.now() + 1000));
};

describe('DingTalk group robots', () => {
  it('are set up by nobody who sees less than the group would read', async () => {
    const whole = boss.me;
    for (const less of [{ hidden: ['amount'] }, { scope: { customers: { member: whole.memberId ?? '', owners: [], regions: [] }, warehouses: null } }]) {
      boss.me = { ...whole, isAdmin: false, ...less };
      expect((await refusalOf(save())).data.fields?.['events']).toContain('全部客户和金额');
    }
    boss.me = whole;
    await save();
  });

  it('are told the chosen events once, signed as the vendor asks, also when nobody holds the permission', async () => {
    await save();
    await submitted();
    await submitted('order.change');
    expect(await sendAll()).toBe(1);
    expect(await sendAll()).toBe(0);
    expect(vendor.asked).toHaveLength(1);
    const [asked] = vendor.asked;
    const at = asked?.query.get('timestamp') ?? '';
    expect([asked?.path, asked?.query.get('access_token')]).toEqual(['/robot/send', TOKEN]);
    expect(Math.abs(Number(at) - Date.now())).toBeLessThan(10_000);
    expect(asked?.query.get('sign')).toBe(createHmac('sha256', SECRET).update(`${at}\n${SECRET}`).digest('base64'));
    expect(asked?.body).toEqual({
      msgtype: 'markdown',
      markdown: { title: '有新的订单待审核', text: '### 有新的订单待审核\n\n岩禾提交了订单DD1，应付1.00元' },
    });
    const [sent] = (await ask(boss.me, calls.outboxList, { channel: 'ROBOT' })).pagedRecords;
    expect(sent).toMatchObject({ receiver: '订单通知群', state: 'SENT', address: '' });
  });

  it('say what the vendor refuses, at a test and in the record; a busy one is tried again', async () => {
    const { id } = await save();
    await ask(boss.me, calls.robotTest, { id });
    said = { errcode: 310000, errmsg: 'sign not match' };
    expect((await refusalOf(ask(boss.me, calls.robotTest, { id }))).message).toBe('测试消息未送达：钉钉群机器人拒绝：sign not match（310000）');
    await submitted();
    await sendAll();
    said = { errcode: 130101, errmsg: 'send too fast' };
    await submitted();
    await sendAll();
    const { pagedRecords } = await ask(boss.me, calls.outboxList, { channel: 'ROBOT' });
    expect(pagedRecords.map((row) => [row.state, row.lastError]).sort()).toEqual([
      ['FAILED', '钉钉群机器人拒绝：sign not match（310000）'],
      ['WAITING', '钉钉群机器人拒绝：send too fast（130101）'],
    ]);
  });

  it('keep token and secret sealed, unshown and as they were when nothing is typed; only the vendor’s address is taken', async () => {
    const { id } = await save();
    const { robots } = await ask(boss.me, calls.robotList, {});
    expect(robots).toMatchObject([{ id, token: '****f0f0', events: ['order.submitted'], enabled: true }]);
    const { rows } = await database().pool.query('select token, secret from group_robot');
    expect(JSON.stringify(rows)).not.toMatch(/f0f0|SEC/);
    await ask(boss.me, calls.robotSave, { id, version: 1, name: '销售群', webhook: '', secret: '', events: 'order.submitted,order.change', enabled: true });
    await ask(boss.me, calls.robotTest, { id });
    expect(vendor.asked[0]?.query.get('access_token')).toBe(TOKEN);
    const elsewhere = await refusalOf(save({ name: '别处', webhook: `http://169.254.169.254/robot/send?access_token=${TOKEN}` }));
    expect(elsewhere.data.fields?.['webhook']).toContain('Webhook地址应以');
    expect((await refusalOf(save({ name: '新', webhook: '' }))).data.fields).toEqual({ webhook: '请粘贴机器人的Webhook地址' });
    expect((await refusalOf(save({ name: '销售群' }))).data.fields?.['name']).toContain('已有名为');
    expect((await refusalOf(save({ name: '新', events: 'order.approved' }))).message).toContain('不存在的事件');
  });

  it('belong to their tenant; a deleted one is not told any more, and the record says why', async () => {
    const { id } = await save();
    expect((await ask(stranger.me, calls.robotList, {})).robots).toEqual([]);
    for (const work of [ask(stranger.me, calls.robotTest, { id }), ask(stranger.me, calls.robotDelete, { id, version: 1 })])
      expect((await refusalOf(work)).message).toBe('该群机器人不存在或已删除');
    await submitted();
    await deliverEvents(database(), new Date());
    await ask(boss.me, calls.robotDelete, { id, version: 1 });
    await sendAll();
    expect((await ask(boss.me, calls.outboxList, { channel: 'ROBOT' })).pagedRecords[0]?.lastError).toBe('钉钉群机器人已停用或已删除');
    expect(vendor.asked).toEqual([]);
  });
});
