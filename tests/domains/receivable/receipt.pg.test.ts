import { expect, test } from 'vitest';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { applyReceipt, registerReceipt } from '~/domains/receivable/receipt.server';
import { Refusal } from '~/shared/refusal';
import { NOON } from '../../support/catalogue';
import { differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { killedEverywhere } from '../../support/dying';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
const depot = await openDepot(opened);

/** A receivable of `tens` times ten 元. */
async function owe(tens: number): Promise<string> {
  const { lineIds } = await orderOf(depot, [[0, String(tens)]]);
  const delivery = await shipped(depot, [[lineIds[0] as string, String(tens)]]);
  const { rows } = await opened.pool.query('select id from receivable where delivery_id = $1', [delivery.id]);
  return rows[0].id as string;
}
const form = (bankFlowNo: string, amount: string, applies: { receivableId: string; amount: string }[] = []) =>
  ReceiptForm.parse({ customerId: depot.customers[0], amount, payWay: 'BANK', bankFlowNo, receivedAt: NOON.toISOString(), applies });
const inTenant = <T>(work: Parameters<typeof as<T>>[2]) => as(opened, depot.me, work);

const books = async () =>
  JSON.stringify(
    (
      await opened.pool.query(
        `select (select json_agg(t order by id) from receipt t) r, (select json_agg(t order by id) from receipt_apply t) a, (select json_agg(t order by id) from receivable t) o,
          (select json_agg(t order by id) from fund_account t) f, (select count(*)::int from ledger_txn) l, (select count(*)::int from ledger_entry) e, (select count(*)::int from audit_log) g`,
      )
    ).rows[0],
    (_, value) => (typeof value === 'bigint' ? value.toString() : value),
  );

test('trap 35: the connection is killed after each statement of a receipt: nothing is half booked, and it completes after', async () => {
  const receivableId = await owe(3);
  const before = await books();
  const input = form('KILL', '50.00', [{ receivableId, amount: '30.00' }]);
  const died = await killedEverywhere(
    opened,
    inTenant,
    (tx) => registerReceipt(tx, depot.me, input, NOON),
    async () => expect(await books()).toBe(before),
  );
  expect(died).toBeGreaterThan(8);
  const { rows } = await opened.pool.query('select open, status from receivable where id = $1', [receivableId]);
  expect(rows).toEqual([{ open: 0n, status: 'SETTLED' }]);
  expect(await differences(depot)).toEqual([]);
}, 120_000);

test('many people match one receivable at once: never more than is open, never more than came in', async () => {
  const receivableId = await owe(5);
  const receipts = await Promise.all(
    ['1', '2', '3', '4', '5', '6', '7', '8'].map((n) => inTenant((tx) => registerReceipt(tx, depot.me, form(`R${n}`, '10.00'), NOON))),
  );
  const outcomes = await Promise.allSettled(
    receipts.map((receipt) =>
      inTenant((tx) => applyReceipt(tx, depot.me, { id: receipt.id, version: receipt.version, applies: [{ receivableId, amount: 1_000n }] }, NOON)),
    ),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(3);
  for (const error of refused) expect(error).toBeInstanceOf(Refusal);
  const { rows } = await opened.pool.query('select open, settled, status from receivable where id = $1', [receivableId]);
  expect(rows).toEqual([{ open: 0n, settled: 5_000n, status: 'SETTLED' }]);
  expect(await differences(depot)).toEqual([]);
});
