import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { commitCredit, repaidCredit, returnCredit, reverseCommit } from '~/domains/credit/commit.server';
import { effectiveOn, type Line } from '~/domains/credit/credit';
import { lockCreditOrder } from '~/domains/credit/creditOrder.server';
import { freezeAccount, thawAccount } from '~/domains/credit/freeze.server';
import { holdCredit, releaseCredit } from '~/domains/credit/hold.server';
import { setLine } from '~/domains/credit/line.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { NOON, openShop, type Shop } from '../../support/catalogue';
import { accountNow, creditDifferences, grantCredit } from '../../support/credit';
import { addCustomer } from '../../support/customers';
import { testDatabase } from '../../support/database';
import { as } from '../../support/stock';

const opened = await testDatabase();
let shop: Shop;
let customers = 0;
beforeAll(async () => {
  shop = await openShop(opened);
});

const days = ['2026-06-01', '2026-06-10', '2026-06-20', '2026-06-30'] as const;
const line = fc
  .record({
    kind: fc.constantFrom('BASE', 'TEMP', 'ADJUST'),
    amount: fc.bigInt(-9_000n, 9_000n),
    from: fc.integer({ min: 0, max: 3 }),
    to: fc.option(fc.integer({ min: 0, max: 3 })),
  })
  .map(({ kind, amount, from, to }): Line => {
    const validTo = to === null && kind !== 'TEMP' ? null : (days[Math.max(from, to ?? 3)] as string);
    return { kind, amount: kind === 'BASE' && amount < 0n ? -amount : amount, validFrom: days[from] as string, validTo } as Line;
  });

test('a limit is the sum of the lines of the day, never below nothing, and changes on no day but those it names', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      for (let day = 1; day < 31; day++) {
        const on = `2026-06-${String(day).padStart(2, '0')}`;
        const next = `2026-06-${String(day + 1).padStart(2, '0')}`;
        const [today, tomorrow] = [effectiveOn(lines, on), effectiveOn(lines, next)];
        expect(today.limit).toBeGreaterThanOrEqual(0n);
        if (today.limit !== tomorrow.limit && day < 30) expect(today.changesOn).toBe(next);
        if (today.changesOn !== null) expect(today.changesOn > on).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

type Step = { do: 'hold' | 'commit' | 'release' | 'reverse' | 'return' | 'repay' | 'unpay' | 'limit' | 'freeze' | 'thaw'; amount: bigint; at: number };
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('hold', 'commit', 'release', 'reverse', 'return', 'repay', 'unpay', 'limit', 'freeze', 'thaw'),
  amount: fc.bigInt(1n, 6_000n),
  at: fc.nat(3),
});

test('trap 5: whatever is done in whatever order, a refusal changes nothing, no figure is negative, and account, orders and ledger agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
      const account = await grantCredit(opened, shop.me, await addCustomer(shop.me, `模型${++customers}`), 10_000n);
      const orders: string[] = [];
      const deliveries: string[] = [];
      for (const one of steps) {
        const before = await accountNow(opened, account.id);
        try {
          await as(opened, shop.me, (tx) => run(tx, account.id, one, orders, deliveries));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(await accountNow(opened, account.id)).toEqual(before);
        }
        const now = await accountNow(opened, account.id);
        expect([now.held, now.used, now.spent, now.frozen_amount].every((figure) => figure >= 0n)).toBe(true);
        if (one.do === 'hold' && now.version > before.version) expect(now.available).toBeGreaterThanOrEqual(0n);
      }
      expect(await creditDifferences(opened, shop.me)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 60_000);

async function run(tx: Parameters<typeof lockCreditOrder>[0], accountId: string, one: Step, orders: string[], deliveries: string[]): Promise<void> {
  const { me } = shop;
  const { amount } = one;
  const biz = (type: string, deliveryId: string | null = null) => ({
    bizType: type,
    bizId: deliveryId ?? newId(),
    bizNo: type,
    bizDate: '2026-06-15',
    deliveryId,
  });
  if (one.do === 'hold') return void orders.push((await holdCredit(tx, me, { accountId, source: 'FORM', orderId: null, orderNo: 'M', amount }, NOON)).id);
  if (one.do === 'limit')
    return void (await setLine(tx, me, accountId, { kind: 'BASE', amount: amount * 2n, validFrom: '2026-06-15', validTo: null, reason: '调整' }, NOON));
  if (one.do === 'freeze') return void (await freezeAccount(tx, me, { accountId, amount: one.at % 2 ? amount : null, source: 'MANUAL', reason: '检查' }, NOON));
  if (one.do === 'thaw') return void (await thawAccount(tx, me, { accountId, reason: '恢复' }, NOON));
  const id = orders[one.at % Math.max(orders.length, 1)];
  if (!id) return;
  const order = await lockCreditOrder(tx, me, id);
  const delivery = deliveries[one.at % Math.max(deliveries.length, 1)] ?? newId();
  if (one.do === 'commit') {
    const own = newId();
    await commitCredit(tx, me, order, { ...biz('DELIVERY', own), amount }, NOON);
    deliveries.push(own);
  }
  if (one.do === 'release') await releaseCredit(tx, me, order, { amount }, NOON);
  if (one.do === 'reverse') await reverseCommit(tx, me, order, { ...biz('DELIVERY', delivery) }, NOON);
  if (one.do === 'return') await returnCredit(tx, me, order, { ...biz('RETURN'), deliveryId: delivery, amount }, NOON);
  if (one.do === 'repay' || one.do === 'unpay') await repaidCredit(tx, me, id, { ...biz('REPAYMENT'), amount: one.do === 'repay' ? amount : -amount }, NOON);
}
