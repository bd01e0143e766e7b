import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { tabsOf } from '~/server/tally.server';
import { openShop, type Shop } from '../support/catalogue';
import { addCustomer } from '../support/customers';
import { testDatabase } from '../support/database';
import { as } from '../support/stock';

vi.mock('~/shared/tabCap', () => ({ TAB_CAP: 3 }));

const opened = await testDatabase();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop(opened);
  for (const name of ['甲', '乙', '丙', '丁', '戊']) await addCustomer(shop.me, `计数客户${name}`);
});
afterEach(() => void vi.useRealTimers());

const counted = () =>
  as(opened, shop.me, (tx) => tabsOf(tx, tx.selectFrom('customer as c').where('c.name', 'like', '计数客户%'), 'c.status', ['ACTIVE', 'DISABLED', 'ENDED']));
const become = (status: string, name: string) => opened.pool.query('update customer set status = $1 where name = $2', [status, `计数客户${name}`]);

it('counts each state up to the cap; what had more is not counted again for half a minute, what had less always is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
  expect(await counted()).toEqual({ ALL: 3, ACTIVE: 3 });
  for (const name of ['甲', '乙', '丙']) await become('DISABLED', name);
  expect(await counted()).toEqual({ ALL: 6, ACTIVE: 3, DISABLED: 3 });
  await become('ENDED', '丁');
  expect(await counted()).toEqual({ ALL: 7, ACTIVE: 3, DISABLED: 3, ENDED: 1 });
  vi.setSystemTime(Date.now() + 31_000);
  expect(await counted()).toEqual({ ALL: 5, ACTIVE: 1, DISABLED: 3, ENDED: 1 });
});
