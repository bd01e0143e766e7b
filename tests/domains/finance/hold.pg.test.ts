import { beforeAll, expect, test } from 'vitest';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { captureForDelivery, holdForOrder, releaseOrderHold } from '~/domains/finance/hold.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { NOON, openShop, type Shop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as, putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let shop: Shop;

beforeAll(async () => {
  shop = await openShop(opened);
});

const hold = (customerId: string, orderId: string, amount: bigint) =>
  as(opened, shop.me, (tx) => holdForOrder(tx, shop.me, { customerId, orderId, orderNo: 'DD', amount }, NOON));

test('trap 22: 30 orders of 1 元 on 12 元: exactly 12 hold, available never falls below 0', async () => {
  const [customerId] = shop.customers;
  await putFunds(opened, shop.me, customerId, 1_200n);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => hold(customerId, newId(), 100n)));
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(18);
  for (const error of refused) expect(error instanceof Refusal && error.data.reason).toBe('FUND_SHORT');
  expect(await as(opened, shop.me, (tx) => proveFunds(tx, shop.me))).toEqual([]);
});

test('one order captured and released from many sides at once: capture + release = amount, nothing twice', async () => {
  const [, customerId] = shop.customers;
  await putFunds(opened, shop.me, customerId, 100_000n);
  const orderId = newId();
  await hold(customerId, orderId, 10_000n);
  const sides = Array.from({ length: 24 }, (_, index) =>
    as<unknown>(opened, shop.me, async (tx) =>
      index % 2
        ? releaseOrderHold(tx, shop.me, { orderId, orderNo: 'DD', amount: 700n })
        : captureForDelivery(tx, shop.me, { customerId, orderId, orderNo: 'DD', deliveryId: newId(), deliveryNo: 'FH', amount: 900n, bizDate: '2026-06-15' }),
    ),
  );
  await Promise.all(sides);
  const { rows } = await opened.pool.query(
    'select captured + released = amount as whole, state, held::int, posted = 100000 - captured as exact from fund_hold join fund_account on fund_account.id = account_id where biz_id = $1',
    [orderId],
  );
  expect(rows).toEqual([{ whole: true, state: 'CAPTURED', held: 0, exact: true }]);
  expect(await as(opened, shop.me, (tx) => proveFunds(tx, shop.me))).toEqual([]);
});
