import { beforeAll, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { ReceiptQuery } from '~/domains/receivable/receipt.schema';
import { pageReceipts } from '~/domains/receivable/receiptViews.server';
import { MoneyQuery, PayInput } from '~/domains/receivablePlan/pay.schema';
import { registerPay } from '~/domains/receivablePlan/pay.server';
import { listMoney } from '~/domains/receivablePlan/payViews.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { NOON } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { type Depot, openDepot } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
const DAY_MS = 86_400_000;
const today = shanghaiDate(NOON);

/** Money that came so many days ago and was written down so many days after. */
async function came(daysAgo: number, late: number): Promise<void> {
  const at = new Date(NOON.getTime() - daysAgo * DAY_MS);
  const input = PayInput.parse({
    customerId: depot.customers[0],
    amount: '10.00',
    payWay: 'BANK',
    bankFlowNo: `晚记${daysAgo}`,
    receivedAt: at.toISOString(),
    parts: [],
  });
  const { id } = await as(opened, depot.me, (tx) => registerPay(tx, depot.me, input, NOON));
  await opened.pool.query('update receipt set created_at = $2 where id = $1', [id, new Date(at.getTime() + late * DAY_MS)]);
}

beforeAll(async () => {
  depot = await openDepot(opened);
  await came(40, 35);
  await came(30, 0);
  await came(2, 0);
});

const flows = (rows: readonly { bankFlowNo: string | null }[]) => rows.map(({ bankFlowNo }) => bankFlowNo).sort();

test('money that was written down long after it came is found by the days it came on', async () => {
  const until = { receivedEnd: addDays(today, -25) };
  const money = await as(opened, depot.me, (tx) => listMoney(tx, depot.me, MoneyQuery.parse(until)));
  expect(flows(money.pagedRecords)).toEqual(['晚记30', '晚记40']);
  const receipts = await as(opened, depot.me, (tx) => pageReceipts(tx, depot.me, ReceiptQuery.parse(until)));
  expect(flows(receipts.pagedRecords)).toEqual(['晚记30', '晚记40']);
});

test('of what came in, what was reversed and what waits is found by its state alone', async () => {
  const of = async (status: string) => (await as(opened, depot.me, (tx) => listMoney(tx, depot.me, MoneyQuery.parse({ status })))).pagedRecords.length;
  await opened.pool.query("update receipt set status = 'REVERSED' where bank_flow_no = '晚记2'");
  expect([await of('CONFIRMED'), await of('REVERSED'), await of('WAITING')]).toEqual([2, 1, 0]);
});
