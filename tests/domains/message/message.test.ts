import { beforeEach, describe, expect, it } from 'vitest';
import '~/domains/message/api.server';
import * as calls from '~/domains/message/calls';
import { ORDER_AUDIT } from '~/portal/permissions';
import { queryOf } from '~/server/ask.server';
import { deliverEvents, type Notice, tell } from '~/server/outbox.server';
import { makeDealer, makeMember, makeTenant, type Person, send, TENANT_A, TENANT_B } from '../../support/app';
import { ask } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';

let admin: Person;
let auditor: Person;
let clerk: Person;
let dealer: Person;
let stranger: Person;

beforeEach(async () => {
  await emptyDatabase();
  await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  await makeTenant(TENANT_B, '乙厂');
  admin = await makeMember(TENANT_A, '管理员', 'admin');
  auditor = await makeMember(TENANT_A, '审核员', [ORDER_AUDIT]);
  clerk = await makeMember(TENANT_A, '文员', []);
  dealer = await makeDealer(TENANT_A, '经销商');
  stranger = await makeMember(TENANT_B, '别厂管理员', 'admin');
});

const notice = (to: Notice['to'], title = '订单待审核', kind = 'order.submitted'): Notice => ({
  kind,
  title,
  body: '订单DD001待审核',
  link: '/portal/supplyChain/factory/order/list',
  to,
});
const write = async (one: Notice) => (await testDatabase()).inTenant({ tenantId: TENANT_A }, (tx) => tell(tx, { tenantId: TENANT_A }, one));
const later = (ms: number) => new Date(Date.now() + ms);
const deliver = async (ms = 1000) => deliverEvents(await testDatabase(), later(ms));
const titles = async (who: Person, query = {}) => (await ask(who.me, calls.messageList, query)).pagedRecords.map((one) => one.title);

describe('delivering notices', () => {
  it('ends after the notices at hand when the process stops, and goes on after the next start', async () => {
    const titles = Array.from({ length: 23 }, (_, n) => `第${n}条`);
    for (const title of titles) await write(notice({ side: 'factory', code: ORDER_AUDIT }, title));
    let asked = 0;
    const stopAfterOne = {
      get aborted() {
        return asked++ > 0;
      },
    } as AbortSignal;
    expect(await deliverEvents(await testDatabase(), later(1000), stopAfterOne)).toBe(20);
    expect(await deliver()).toBe(3);
  });

  it('reaches the members who hold the code and nobody else', async () => {
    await write(notice({ side: 'factory', code: ORDER_AUDIT }));
    expect(await deliver()).toBe(1);
    expect(await titles(admin)).toEqual(['订单待审核']);
    expect(await titles(auditor)).toEqual(['订单待审核']);
    for (const who of [clerk, dealer, stranger]) expect(await titles(who)).toEqual([]);
  });

  it('reaches the accounts of the customer, or the one account', async () => {
    await write(notice({ side: 'dealer', customerId: dealer.me.customerId as string }, '已发货'));
    await write(notice({ side: 'account', accountId: clerk.me.accountId }, '导入完成'));
    expect(await deliver()).toBe(2);
    expect(await titles(dealer)).toEqual(['已发货']);
    expect(await titles(clerk)).toEqual(['导入完成']);
    expect(await titles(admin)).toEqual([]);
  });

  it('makes one message however often it runs, also when the row comes back', async () => {
    await write(notice({ side: 'account', accountId: clerk.me.accountId }));
    await deliver();
    expect(await deliver()).toBe(0);
    await (await testDatabase()).pool.query("update outbox set done_at = null, taken_by = '{}'");
    expect(await deliver()).toBe(1);
    expect(await titles(clerk)).toEqual(['订单待审核']);
  });

  it('tries a broken notice again later and lets the others pass', async () => {
    const { pool } = await testDatabase();
    await write(notice({ side: 'account', accountId: clerk.me.accountId }, '坏'));
    await pool.query(`update outbox set payload = '{"kind": "order.x"}'`);
    await write(notice({ side: 'account', accountId: clerk.me.accountId }, '好'));
    expect(await deliver()).toBe(1);
    expect(await titles(clerk)).toEqual(['好']);
    const first = (await pool.query('select attempts, last_error, due_at from outbox where done_at is null')).rows[0];
    expect(first.attempts).toBe(1);
    expect(first.last_error).not.toBe('');
    expect(await deliver()).toBe(0);
    await deliver(10_000);
    const second = (await pool.query('select attempts, due_at from outbox where done_at is null')).rows[0];
    expect(second.attempts).toBe(2);
    expect(second.due_at.getTime()).toBeGreaterThan(first.due_at.getTime());
  });

  it('tells nobody of a change that was rolled back', async () => {
    const failing = (await testDatabase()).inTenant({ tenantId: TENANT_A }, async (tx) => {
      await tell(tx, { tenantId: TENANT_A }, notice({ side: 'account', accountId: clerk.me.accountId }));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await deliver()).toBe(0);
  });
});

describe('reading messages', () => {
  beforeEach(async () => {
    for (const title of ['一', '二', '三']) await write(notice({ side: 'account', accountId: clerk.me.accountId }, title));
    await deliver();
  });

  it('counts, lists and filters by state, title, type and time', async () => {
    const page = await ask(clerk.me, calls.messageList, { messageStatus: 'UNREAD' });
    expect(page.totalCount).toBe(3);
    expect((await ask(clerk.me, calls.messageList, { messageStatus: 'SUCCESS' })).totalCount).toBe(3);
    const unknown = await send('POST', '/message/inner/message/post', { messageStatus: 'FAILURE' }, clerk);
    expect(unknown.message).toContain('消息状态只能是');
    for (const [filter, says] of [
      [{ messageType: 'letter' }, '消息类型只能是'],
      [{ startTime: 'junk' }, '开始时间格式应如'],
      [{ endTime: '2026-02-30' }, '结束时间格式应如'],
      [{ endTime: '2026-02-01 25:00:00' }, '结束时间格式应如'],
    ] as const)
      for (const [method, path] of [['POST', 'post'] as const, ['GET', 'readAll'] as const])
        expect((await send(method, `/message/inner/message/${path}`, filter, clerk)).message, path).toContain(says);
    for (const messageType of ['', 'alert', 'system']) expect((await send('POST', '/message/inner/message/post', { messageType }, clerk)).code).toBe('0');
    expect((await ask(clerk.me, calls.unreadCount, {})).count).toBe(3);
    expect(await titles(clerk, { messageTitle: '二' })).toEqual(['二']);
    expect(await titles(clerk, { business: 'stock' })).toEqual([]);
    expect((await titles(clerk, { business: 'order' })).length).toBe(3);
    expect(await titles(clerk, { endTime: '2020-01-01' })).toEqual([]);
    expect((await titles(clerk, { startTime: '2020-01-01 00:00:00' })).length).toBe(3);
  });

  it('shows who followed an address the list without what it cannot be filtered by', async () => {
    const url = new URL('http://portal/portal/message/list?messageType=letter&startTime=2026-02-30&messageStatus=READ&endTime=2026-03-01&pageNo=x');
    const astro = { url, locals: { visitor: { me: clerk.me } } } as unknown as Parameters<typeof queryOf>[0];
    expect(queryOf(astro, calls.messageList)).toEqual({ messageStatus: 'READ', endTime: '2026-03-01' });
  });

  it('marks one, several or all, and only one’s own', async () => {
    const ids = (await ask(clerk.me, calls.messageList, {})).pagedRecords.map((one) => one.id);
    expect((await send('GET', `/message/inner/message/readMany/${ids.join(',')}`, {}, admin)).data).toEqual({ count: 0 });
    expect((await ask(clerk.me, calls.unreadCount, {})).count).toBe(3);
    expect((await send('GET', '/message/inner/message/read', { id: ids[0] }, clerk)).data).toEqual({ count: 2 });
    expect((await send('GET', `/message/inner/message/readMany/${ids.slice(0, 2).join(',')}`, {}, clerk)).data).toEqual({ count: 1 });
    expect((await send('GET', '/message/inner/message/readMany/%E0%A4%A', {}, clerk)).message).toContain('请选择1到200条消息');
    expect((await send('GET', '/message/inner/message/readAll', {}, clerk)).data).toEqual({ count: 0, marked: 1, kept: 0 });
    expect((await titles(clerk, { messageStatus: 'READ' })).length).toBe(3);
    expect((await send('GET', '/message/inner/message/read', { id: ids[0] }, null)).code).toBe('100000004');
  });
});

describe('messages of one kind', () => {
  const rows = async (query = {}) => (await ask(clerk.me, calls.messageList, { fold: 'true', ...query })).pagedRecords;
  const counts = async () => (await ask(clerk.me, calls.unreadCount, {})).count;
  const to = { side: 'account', accountId: '' } as Extract<Notice['to'], { side: 'account' }>;
  beforeEach(async () => {
    to.accountId = clerk.me.accountId;
    for (const [title, kind] of [['订单待审核'], ['导入完成', 'import.done'], ['订单待审核'], ['订单待审核'], ['另一标题']]) {
      await write(notice(to, title, kind));
      await deliver();
    }
  });

  it('stand as one row with how many they are, while the counts stay those of messages', async () => {
    const list = await ask(clerk.me, calls.messageList, { fold: 'true' });
    expect(list.pagedRecords.map(({ title, alike }) => [title, alike])).toEqual(
      expect.arrayContaining([
        ['另一标题', 1],
        ['订单待审核', 3],
        ['导入完成', 1],
      ]),
    );
    expect([list.pagedRecords.length, list.totalCount, list.tabs?.['ALL'], await counts()]).toEqual([3, 3, 5, 5]);
    expect((await ask(clerk.me, calls.messageList, {})).pagedRecords).toHaveLength(5);
  });

  it('are each shown where the list is narrowed to some of them', async () => {
    const narrowed = [{ kind: 'order.submitted' }, { messageTitle: '订单待审核' }, { startTime: '2000-01-01' }];
    expect(await Promise.all(narrowed.map(async (query) => (await rows(query)).length))).toEqual([4, 3, 5]);
    expect((await rows({ messageStatus: 'UNREAD' })).length).toBe(3);
  });

  it('are marked together up to the one shown, and one by one without that', async () => {
    const shown = (await rows()).find(({ alike }) => alike === 3);
    await write(notice(to));
    await deliver();
    await ask(clerk.me, calls.messageRead, { id: shown?.id ?? '', alike: 'true' });
    expect(await counts()).toBe(3);
    const left = (await rows({ messageStatus: 'UNREAD' })).find(({ title }) => title === '订单待审核');
    expect(left?.alike).toBe(1);
    const other = (await rows()).find(({ title }) => title === '导入完成');
    await ask(clerk.me, calls.messageReadMany, { ids: [left?.id, other?.id].join(',') });
    expect(await counts()).toBe(1);
    await ask(admin.me, calls.messageRead, { id: (await rows({ messageStatus: 'UNREAD' }))[0]?.id ?? '', alike: 'true' });
    expect(await counts()).toBe(1);
  });
});

it('the record of what was sent says no number to whoever may not see numbers, masked or not', async () => {
  const { pool } = await testDatabase();
  await pool.query(
    `insert into outgoing (tenant_id, id, channel, address, account_id, kind, title, body, state, created_at)
     values ($1, gen_random_uuid(), 'SMS', '13912345678', $2, 'order.submitted', '', '', 'KEPT', now())`,
    [TENANT_A, admin.me.accountId],
  );
  const address = async (me: Person['me']) => (await ask(me, calls.outboxList, { channel: 'SMS' })).pagedRecords[0]?.address;
  expect(await address(admin.me)).toBe('139****678');
  expect(await address({ ...admin.me, hidden: ['mobile'] })).toBe('***');
});
