import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applyBilling } from '~/domains/billing/apply.server';
import { auditBillings } from '~/domains/billing/approval.server';
import { BillingForm, EnterForm } from '~/domains/billing/billing.schema';
import { enterInvoices } from '~/domains/billing/enter.server';
import { receiveReturn } from '~/domains/return/receive.server';
import { refundReturn } from '~/domains/return/refund.server';
import { ReceiveInput } from '~/domains/return/return.schema';
import { CountEntry, CountForm } from '~/domains/stockCount/count.schema';
import { saveCount } from '~/domains/stockCount/count.server';
import { enterCounts } from '~/domains/stockCount/enter.server';
import { passCounts, submitCount } from '~/domains/stockCount/review.server';
import { formatYuan } from '~/shared/money';
import { freshInvoiceNo } from '../../support/billing';
import { NOON } from '../../support/catalogue';
import { differences, openDepot } from '../../support/delivery';
import { killedEverywhere } from '../../support/dying';
import { colleagueOf } from '../../support/expense';
import { postgresDatabase } from '../../support/postgresDatabase';
import { applied, type Delivered, delivered, openReturnDesk, passed, type ReturnDesk, received } from '../../support/returns';
import { as, putFunds } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let desk: ReturnDesk;
let of: Delivered;

beforeAll(async () => {
  const depot = await openDepot(opened);
  desk = await openReturnDesk(depot, colleagueOf(depot.me));
  await putFunds(opened, depot.me, depot.customers[0], 10_000_000n);
});
beforeEach(async () => {
  of = await delivered(desk, [[0, '6']], { payMethod: 'BALANCE' });
});

/** Everything a half-done change could leave behind. */
async function world(): Promise<unknown> {
  const { rows } = await opened.pool.query(`select
    (select jsonb_agg(to_jsonb(o) order by id) from sales_order o) as orders, (select jsonb_agg(to_jsonb(l) order by id) from order_line l) as lines,
    (select jsonb_agg(to_jsonb(r) order by id) from return_order r) as returns, (select jsonb_agg(to_jsonb(b) order by id) from billing b) as billings,
    (select jsonb_agg(to_jsonb(c) order by id) from stock_count c) as counts, (select jsonb_agg(to_jsonb(c) order by id) from stock_count_line c) as counted,
    (select jsonb_agg(to_jsonb(b) order by warehouse_id, sku_id) from stock_balance b) as stock, (select jsonb_agg(to_jsonb(f) order by id) from fund_account f) as funds,
    (select jsonb_agg(to_jsonb(r) order by id) from receivable r) as receivables, (select count(*)::int from stock_ledger) as moves,
    (select count(*)::int from ledger_entry) as entries, (select count(*)::int from order_refund) as refunds, (select count(*)::int from invoice) as invoices,
    (select count(*)::int from outbox) as told`);
  return rows[0];
}

type Change = Parameters<typeof killedEverywhere>[2];
/** Its connection dies after each of its statements, one after the other; nothing is left of it until it gets through. */
async function dies(me: ReturnDesk['me'], change: Change): Promise<number> {
  const before = await world();
  const killed = await killedEverywhere(
    opened,
    (work) => as(opened, me, work),
    change,
    async () => expect(await world()).toEqual(before),
  );
  expect(await differences(desk)).toEqual([]);
  return killed;
}

test('trap 35: goods of a return are received and its refund is paid whole or not at all, whichever statement the connection dies after', async () => {
  const agreed = await passed(desk, await applied(desk, of, [[0, '4']]));
  const { rows } = await opened.pool.query('select id from return_line where return_id = $1', [agreed.id]);
  const input = ReceiveInput.parse({
    id: agreed.id,
    version: agreed.version,
    goodWarehouseId: desk.returnWarehouse,
    badWarehouseId: desk.defectWarehouse,
    lines: [{ id: rows[0].id, good: '3', bad: '1', reject: '0', note: '' }],
  });
  expect(await dies(desk.other, (tx) => receiveReturn(tx, desk.other, input, NOON))).toBeGreaterThan(15);
  const { rows: waiting } = await opened.pool.query('select id, version, status from return_order where id = $1', [agreed.id]);
  expect(waiting[0].status).toBe('WAIT_REFUND');
  const refund = { id: agreed.id, version: waiting[0].version, payWay: '' as const, bankFlowNo: '' };
  expect(await dies(desk.other, (tx) => refundReturn(tx, desk.other, refund, NOON))).toBeGreaterThan(10);
}, 120_000);

test('trap 35: an exchange takes the goods in and makes its new order, or neither', async () => {
  const agreed = await passed(desk, await applied(desk, of, [[0, '2']], { type: 'EXCHANGE' }));
  const { rows } = await opened.pool.query('select id from return_line where return_id = $1', [agreed.id]);
  const lines = [{ id: rows[0].id, good: '2', bad: '0', reject: '0', note: '' }];
  const input = ReceiveInput.parse({ id: agreed.id, version: agreed.version, goodWarehouseId: desk.returnWarehouse, badWarehouseId: '', lines });
  expect(await dies(desk.other, (tx) => receiveReturn(tx, desk.other, input, NOON))).toBeGreaterThan(20);
}, 120_000);

test('trap 35: an invoice is applied for and registered whole or not at all', async () => {
  const form = BillingForm.parse({ customerId: desk.customers[0], kind: 'E_GENERAL', title: '客户甲', lines: [{ orderLineId: of.lineIds[0], qty: '6' }] });
  expect(await dies(desk.me, (tx) => applyBilling(tx, desk.me, form, NOON))).toBeGreaterThan(5);
  const { rows } = await opened.pool.query('select id, version, amount, tax from billing order by created_at desc limit 1');
  const { id, version, amount, tax } = rows[0];
  await as(opened, desk.other, (tx) => auditBillings(tx, desk.other, { items: [{ id, version }] }, NOON));
  const invoice = { code: '', no: freshInvoiceNo(), issuedOn: '2026-06-15', amount: formatYuan(BigInt(amount)), tax: formatYuan(BigInt(tax)) };
  const entered = EnterForm.parse({ id, version: version + 1, invoices: [invoice] });
  expect(await dies(desk.me, (tx) => enterInvoices(tx, desk.me, entered, NOON))).toBeGreaterThan(5);
}, 120_000);

test('trap 35: the differences of a count are booked all or none', async () => {
  const back = await received(desk, await passed(desk, await applied(desk, of, [[0, '5']])));
  expect(back.status).toBe('WAIT_REFUND');
  const form = CountForm.parse({ warehouseId: desk.warehouseId, scope: 'ALL', scopeValues: [], mode: 'OPEN', freezes: true, start: true });
  const { id } = await as(opened, desk.me, (tx) => saveCount(tx, desk.me, form, NOON));
  const lines = desk.skus.map((skuId, index) => ({ skuId, counted: String(900 + index) }));
  await as(opened, desk.me, (tx) => enterCounts(tx, desk.me, CountEntry.parse({ id, lines }), NOON));
  const versionOf = async () => (await opened.pool.query('select version from stock_count where id = $1', [id])).rows[0].version as number;
  const counted = { id, version: await versionOf() };
  await as(opened, desk.me, (tx) => submitCount(tx, desk.me, counted, NOON));
  const items = [{ id, version: await versionOf() }];
  expect(
    await dies(desk.other, async (tx) => {
      const { results } = (await passCounts(tx, desk.other, { items } as never, NOON)) as { results: { ok: boolean; message: string }[] };
      if (!results[0]?.ok) throw new Error(results[0]?.message);
    }),
  ).toBeGreaterThan(10);
}, 120_000);
