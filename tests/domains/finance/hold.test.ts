import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { accountOf, fundSummary, postLedger } from '~/domains/finance/fund.server';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { captureForDelivery, holdForOrder, releaseOrderHold, reverseCapture } from '~/domains/finance/hold.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { NOON, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let customerId: string;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  [customerId] = shop.customers;
});

const hold = (orderId: string, amount: bigint) => as(opened, shop.me, (tx) => holdForOrder(tx, shop.me, { customerId, orderId, orderNo: 'DD1', amount }, NOON));
const release = (orderId: string, amount?: bigint) => as(opened, shop.me, (tx) => releaseOrderHold(tx, shop.me, { orderId, orderNo: 'DD1', amount }));
const capture = (orderId: string, amount: bigint, deliveryId = newId()) =>
  as(opened, shop.me, (tx) =>
    captureForDelivery(tx, shop.me, { customerId, orderId, orderNo: 'DD1', deliveryId, deliveryNo: 'FH1', amount, bizDate: '2026-06-15' }),
  );
const undo = (captureEventId: string) => as(opened, shop.me, (tx) => reverseCapture(tx, shop.me, { captureEventId, bizDate: '2026-06-15' }));
const funds = () => as(opened, shop.me, (tx) => fundSummary(tx, shop.me, customerId, '2026-06-15'));
const proof = () => as(opened, shop.me, (tx) => proveFunds(tx, shop.me));

test('a hold above what is available is refused with both figures and leaves nothing', async () => {
  await putFunds(opened, shop.me, customerId, 10_000n);
  const refusal = await refusalOf(hold(newId(), 10_001n));
  expect(refusal.data).toMatchObject({ reason: 'FUND_SHORT', available: '100.00', needed: '100.01' });
  expect(await funds()).toMatchObject({ balance: 10_000n, held: 0n, available: 10_000n });
});

test('a capture takes at most what the order holds, over several holds, and its reversal restores everything exactly', async () => {
  await putFunds(opened, shop.me, customerId, 10_000n);
  const orderId = newId();
  await hold(orderId, 3_000n);
  await hold(orderId, 2_000n);
  const captured = await capture(orderId, 6_000n);
  expect(captured?.amount).toBe(5_000n);
  expect(await funds()).toMatchObject({ balance: 5_000n, held: 0n });
  expect(await capture(orderId, 1n)).toBeNull();
  await undo(captured?.eventId ?? '');
  expect(await funds()).toMatchObject({ balance: 10_000n, held: 5_000n });
  expect(await proof()).toEqual([]);
  await expect(undo(captured?.eventId ?? '')).rejects.toThrow();
  expect(await funds()).toMatchObject({ balance: 10_000n, held: 5_000n });
  expect(await release(orderId)).toBe(5_000n);
  expect(await release(orderId)).toBe(0n);
});

test('a posting that does not balance is refused by the code and by the database', async () => {
  const account = await as(opened, shop.me, (tx) => accountOf(tx, shop.me, customerId));
  const posting = { kind: 'ENTER', bizType: 'ENTER', bizId: newId(), bizNo: 'RZ', bizDate: '2026-06-15', idemKey: newId() };
  const entries = [
    { account: '1002', customerId, dr: 100n },
    { account: '2203', customerId, fundAccountId: account.id, cr: 99n },
  ] as const;
  await expect(as(opened, shop.me, (tx) => postLedger(tx, shop.me, { ...posting, entries }))).rejects.toThrow('unbalanced');
  const inserting = as(opened, shop.me, async (tx) => {
    await tx
      .insertInto('ledger_txn')
      .values({
        tenant_id: shop.me.tenantId,
        id: posting.bizId,
        kind: 'X',
        biz_type: 'X',
        biz_id: newId(),
        biz_no: 'X',
        biz_date: '2026-06-15',
        actor: 'x',
        idem_key: newId(),
      })
      .execute();
    await tx.insertInto('ledger_entry').values({ tenant_id: shop.me.tenantId, id: newId(), txn_id: posting.bizId, account_code: '1002', dr: 100n }).execute();
  });
  await expect(inserting).rejects.toThrow('does not balance');
});

test('the proof names an account somebody changed by hand', async () => {
  await putFunds(opened, shop.me, customerId, 10_000n);
  await opened.pool.query('update fund_account set posted = posted + 1');
  expect(await proof()).toMatchObject([{ name: '东湖建材', figure: '账户余额（分录合计）', balance: 10_001n, proof: 10_000n }]);
});

test('trap 22: any sequence of enter, hold, release, capture and its reversal keeps books, holds and balances together', async () => {
  const commands = fc.array(
    fc.record({
      kind: fc.constantFrom('enter', 'hold', 'release', 'capture', 'undo'),
      order: fc.integer({ min: 0, max: 2 }),
      amount: fc.bigInt({ min: 1n, max: 500_000n }),
    }),
    { minLength: 5, maxLength: 25 },
  );
  const run = async (list: { kind: string; order: number; amount: bigint }[]) => {
    const orders = [newId(), newId(), newId()];
    const captures: string[] = [];
    for (const { kind, order, amount } of list) {
      const orderId = orders[order] as string;
      const step = {
        enter: () => putFunds(opened, shop.me, customerId, amount),
        hold: () => hold(orderId, amount),
        release: () => release(orderId, amount),
        capture: async () => {
          const done = await capture(orderId, amount);
          if (done) captures.push(done.eventId);
        },
        undo: async () => {
          const last = captures.pop();
          if (last) await undo(last);
        },
      }[kind as 'hold'] as () => Promise<unknown>;
      await step().catch((error: unknown) => {
        if (!(error instanceof Refusal && error.data.reason === 'FUND_SHORT')) throw error;
      });
    }
    expect(await proof()).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(commands, run), { numRuns: 25 });
}, 60_000);
