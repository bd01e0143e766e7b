import { beforeAll, describe, expect, it } from 'vitest';
import '~/domains/message/api.server';
import * as calls from '~/domains/message/calls';
import { closeStreams } from '~/domains/message/streams.server';
import type { Opened } from '~/server/db.server';
import { deliverEvents, tell } from '~/server/outbox.server';
import { makeMember, makeTenant, type Person, TENANT_A, TENANT_B } from '../../support/app';
import { ask } from '../../support/catalogue';
import { listen } from '../../support/events';
import { postgresDatabase } from '../../support/postgresDatabase';

let opened: Opened;
let clerk: Person;

beforeAll(async () => {
  opened = await postgresDatabase({ poolSize: 12 });
  await makeTenant(TENANT_A, '甲厂');
  clerk = await makeMember(TENANT_A, '文员', []);
});

const say = (orderNo: string, tenantId = TENANT_A, to = clerk) =>
  opened.inTenant({ tenantId }, (tx) =>
    tell(
      tx,
      { tenantId },
      { kind: 'order.submitted', params: { customer: '岩禾', orderNo, amount: '1.00' }, link: '', to: { side: 'account', accountId: to.me.accountId } },
    ),
  );
const soon = () => new Date(Date.now() + 1000);

describe('on PostgreSQL', () => {
  it('全部已读 never marks a message that arrives meanwhile, and no number is given twice', async () => {
    for (let round = 0; round < 15; round++) {
      for (let n = 0; n < 6; n++) await say(`DD${round}-${n}`);
      const shown = await ask(clerk.me, calls.messageList, { pageSize: 200, messageStatus: 'UNREAD' });
      const [done] = await Promise.all([
        ask(clerk.me, calls.messageReadAll, { last: shown.last }),
        ...Array.from({ length: 4 }, () => deliverEvents(opened, soon())),
      ]);
      await deliverEvents(opened, soon());
      expect(done.marked).toBe(shown.totalCount);
      const after = await ask(clerk.me, calls.messageList, { pageSize: 200, messageStatus: 'UNREAD' });
      expect(after.totalCount).toBe(6);
      const ids = new Set(shown.pagedRecords.map((row) => row.id));
      expect(after.pagedRecords.some((row) => ids.has(row.id))).toBe(false);
    }
    const { rows } = await opened.pool.query('select count(*)::int as n, count(distinct seq)::int as d from message');
    expect(rows[0].n).toBe(rows[0].d);
  });

  it('notices of two tenants are told by several processes at once without standing in each other’s way', async () => {
    await makeTenant(TENANT_B, '乙厂');
    const other = await makeMember(TENANT_B, '乙厂文员', []);
    for (let round = 0; round < 8; round++) {
      for (let n = 0; n < 60; n++) {
        const first = (Math.floor(n / 20) + round) % 2 === 0 ? n % 20 === 0 : n % 20 !== 0;
        await (first ? say(`DD${n}`) : say(`DD${n}`, TENANT_B, other));
      }
      await Promise.all(Array.from({ length: 4 }, () => deliverEvents(opened, soon())));
    }
    const { rows } = await opened.pool.query('select last_error from outbox where attempts > 0');
    expect(rows).toEqual([]);
  });

  it('a message delivered by another connection reaches the stream, also after the listening connection broke', async () => {
    const stream = await listen(clerk);
    const count = (await stream.next())?.data.count as number;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await say('DD-a');
    await deliverEvents(opened, soon());
    let heard = await stream.next();
    while (heard && heard.data.count !== count + 1) heard = await stream.next();
    expect(heard?.data.arrived?.title).toBe('有新的订单待审核');
    await opened.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trade-credit-portal messages'");
    await say('DD-b');
    await deliverEvents(opened, soon());
    heard = await stream.next(5000);
    while (heard && heard.data.count !== count + 2) heard = await stream.next(5000);
    expect(heard?.data.arrived?.title).toBe('有新的订单待审核');
    await stream.close();
    await closeStreams();
  });
});
