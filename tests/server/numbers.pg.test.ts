import { beforeAll, expect, test } from 'vitest';
import * as billing from '~/domains/billing/subjects';
import * as order from '~/domains/order/subjects';
import type { Me } from '~/portal/me';
import { oneNumber } from '~/server/numbers.server';
import { openShop } from '../support/catalogue';
import { postgresDatabase } from '../support/postgresDatabase';
import { as } from '../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let me: Me;
beforeAll(async () => {
  me = (await openShop(opened)).me;
});

const at = (text: string): Date => new Date(`${text}+08:00`);
const draw = (subject: Parameters<typeof oneNumber>[2], now: Date, fails = false) =>
  as(opened, me, async (tx) => {
    const no = await oneNumber(tx, me, subject, now);
    if (fails) throw new Error('thought better of it');
    return no;
  });
const serialOf = (no: string): number => Number(no.slice(-6));

test('trap 28: numbers drawn at once are all different; without gaps where a kind must have none, though others roll back', async () => {
  const noon = at('2026-06-15T12:00:00');
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => draw(billing.billing, noon, n % 3 === 0)));
  const numbers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(numbers.map(serialOf).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  const orders = await Promise.all(Array.from({ length: 60 }, () => draw(order.order, noon)));
  expect(new Set(orders).size).toBe(60);
});

test('trap 28: the day of a number is that of Shanghai, to the second', async () => {
  const dayOf = async (text: string) => (await draw(billing.billing, at(text))).slice(-14, -6);
  expect(await dayOf('2026-06-30T23:59:59.999')).toBe('20260630');
  expect(await dayOf('2026-07-01T00:00:00.000')).toBe('20260701');
});

test('trap 28: after a million documents a day numbers grow and stay different', async () => {
  const noon = at('2026-06-16T12:00:00');
  const { prefix } = billing.billing.number;
  await opened.pool.query("insert into doc_counter (tenant_id, prefix, biz_date, n) values ($1, $2, '2026-06-16', 999998)", [me.tenantId, prefix]);
  const numbers = [await draw(billing.billing, noon), await draw(billing.billing, noon), await draw(billing.billing, noon)];
  expect(numbers).toEqual(['999999', '1000000', '1000001'].map((serial) => `${prefix}20260616${serial}`));
});
