import '~/domains/finance/api.server';
import { expect, test } from 'vitest';
import { depositConfirm, depositSave } from '~/domains/finance/calls';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { newId } from '~/server/ids.server';
import { Refusal } from '~/shared/refusal';
import { ask, openShop } from '../../support/catalogue';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
const shop = await openShop(opened);
const form = (bankFlowNo: string, index: number) => ({
  customerId: shop.customers[index % 2] as string,
  amount: '10.00',
  payWay: 'BANK' as const,
  bankFlowNo,
  paidAt: '2026-06-15T02:00:00.000Z',
  voucher: ['v'],
});

test('trap 26: one flow number entered by 12 people at once is accepted once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => ask(shop.me, depositSave, form('SAME-FLOW', index))));
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(11);
  for (const error of refused) expect(error instanceof Refusal && error.data.reason).toBe('DUP_FLOW_NO');
});

test('one payment confirmed by many at once arrives once', async () => {
  const { id } = await ask(shop.me, depositSave, form('ONE', 0));
  const confirms = Array.from({ length: 8 }, () => ask({ ...shop.me, accountId: newId() }, depositConfirm, { items: [{ id, version: 1 }], amount: '10.00' }));
  const outcomes = await Promise.allSettled(confirms);
  expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const { rows } = await opened.pool.query('select sum(posted)::int as posted from fund_account');
  expect(rows).toEqual([{ posted: 1000 }]);
  expect(await as(opened, shop.me, (tx) => proveFunds(tx, shop.me))).toEqual([]);
});
