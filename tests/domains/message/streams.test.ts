import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as account from '~/domains/account/calls';
import * as calls from '~/domains/message/calls';
import { closeStreams, openStreams } from '~/domains/message/streams.server';
import { baseSave } from '~/domains/platform/calls';
import { startJobs } from '~/server/jobs.server';
import { tell } from '~/server/outbox.server';
import { saidYuan } from '~/shared/said';
import { makeMember, makeTenant, type Person, send, TENANT_A } from '../../support/app';
import { ask } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { listen } from '../../support/events';

let clerk: Person;
let other: Person;
let stopJobs: () => Promise<void>;

beforeEach(async () => {
  await emptyDatabase();
  const opened = await testDatabase();
  await makeTenant(TENANT_A, '甲厂');
  clerk = await makeMember(TENANT_A, '文员', []);
  other = await makeMember(TENANT_A, '同事', []);
  stopJobs = startJobs(opened);
});
afterEach(async () => {
  await stopJobs();
  await closeStreams();
});

const say = async (who: Person, orderNo = 'DD1') =>
  (await testDatabase()).inTenant({ tenantId: TENANT_A }, (tx) =>
    tell(
      tx,
      { tenantId: TENANT_A },
      { kind: 'order.submitted', params: { customer: '岩禾', orderNo, amount: '1.00' }, link: '', to: { side: 'account', accountId: who.me.accountId } },
    ),
  );

describe('message streams', () => {
  it('tell the count at once, and a message within a second of the change, to its person alone', async () => {
    const mine = await listen(clerk);
    const theirs = await listen(other);
    expect((await mine.next())?.data).toEqual({ count: 0, arrived: null });
    expect((await theirs.next())?.data).toEqual({ count: 0, arrived: null });
    const started = Date.now();
    await say(clerk);
    expect(await mine.next()).toEqual({ event: 'unread', id: '1', data: { count: 1, arrived: { title: '有新的订单待审核', important: false } } });
    expect(Date.now() - started).toBeLessThan(1000);
    await expect(theirs.next(300)).rejects.toThrow('nothing');
    await send('GET', calls.messageReadAll.path, {}, clerk);
    expect((await mine.next())?.data).toEqual({ count: 0, arrived: null });
    expect(mine.answer.headers.get('cache-control')).toContain('no-transform');
    expect(mine.answer.headers.get('x-accel-buffering')).toBe('no');
  });

  it('hide from a page that was open before what roles hide since then', async () => {
    const mine = await listen(clerk);
    await mine.next();
    const opened = await testDatabase();
    const owed = (title: string) =>
      opened.inTenant({ tenantId: TENANT_A }, (tx) =>
        tell(tx, { tenantId: TENANT_A }, { kind: 'order.submitted', title, body: '', link: '', to: { side: 'account', accountId: clerk.me.accountId } }),
      );
    const title = `订单DD1应付${saidYuan(1_280_000n)}元`;
    await owed(title);
    expect((await mine.next())?.data.arrived.title).toBe('订单DD1应付12,800.00元');
    await opened.pool.query("update role set hidden_fields = '{amount}'");
    await owed(title);
    expect((await mine.next())?.data.arrived.title).toBe('订单DD1应付***元');
  });

  it('tell what was missed to a browser that comes back', async () => {
    await say(clerk, 'DD1');
    const first = await listen(clerk);
    let heard = await first.next();
    while (heard && heard.data.count === 0) heard = await first.next();
    await first.close();
    expect(openStreams()).toBe(0);
    await say(clerk, 'DD2');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const second = await listen(clerk, { 'last-event-id': '1' });
    expect(await second.next()).toMatchObject({ id: '2', data: { count: 2, arrived: { title: '有新的订单待审核' } } });
    const third = await listen(clerk, { 'last-event-id': 'junk; drop' });
    expect((await third.next())?.data).toEqual({ count: 2, arrived: null });
  });

  it('end with the session, and with the server', async () => {
    const mine = await listen(clerk);
    const theirs = await listen(other);
    await mine.next();
    await theirs.next();
    await send('POST', account.logout.path, {}, clerk);
    expect((await mine.next())?.event).toBe('end');
    expect(await mine.next()).toBeNull();
    expect(openStreams()).toBe(1);
    await closeStreams();
    expect(await theirs.next()).toBeNull();
  });

  it('end when the tenant lets sessions rest for less long, like calls do', async () => {
    const boss = await makeMember(TENANT_A, '管理员', 'admin');
    const mine = await listen(clerk);
    const theirs = await listen(other);
    await mine.next();
    await theirs.next();
    const { pool } = await testDatabase();
    await pool.query("update session set used_at = now() - interval '30 minutes' where account_id = $1", [clerk.me.accountId]);
    await ask(boss.me, baseSave, { settings: { idleMinutes: 10 }, version: 0 });
    expect((await mine.next(2000))?.event).toBe('end');
    expect((await send('GET', account.userInfo.path, {}, clerk)).code).toBe('100000004');
    expect(openStreams()).toBe(1);
  });

  it('are refused without a session and beyond what one person may hold', async () => {
    expect((await send('GET', calls.messageStream.path, {}, null)).code).toBe('100000004');
    const held = await Promise.all(Array.from({ length: 20 }, () => listen(clerk)));
    expect((await send('GET', calls.messageStream.path, {}, clerk)).code).toBe('100000008');
    await Promise.all(held.map((one) => one.close()));
    expect(openStreams()).toBe(0);
  });
});
