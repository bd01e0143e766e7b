import { applyBilling } from '~/domains/billing/apply.server';
import { auditBillings } from '~/domains/billing/approval.server';
import { BillingForm, EnterForm } from '~/domains/billing/billing.schema';
import { enterInvoices } from '~/domains/billing/enter.server';
import { shipDelivery } from '~/domains/delivery/ship.server';
import { CountEntry, CountForm } from '~/domains/stockCount/count.schema';
import { saveCount } from '~/domains/stockCount/count.server';
import { enterCounts } from '~/domains/stockCount/enter.server';
import { cancelCount, passCounts, submitCount } from '~/domains/stockCount/review.server';
import { openDatabase, type Tx, useDatabase } from '~/server/db.server';
import { formatYuan } from '~/shared/money';
import { NOON } from '../support/catalogue';
import { deliveryOf, orderOf } from '../support/delivery';
import { applied, delivered, passed, type ReturnDesk, received, refunded } from '../support/returns';
import { as } from '../support/stock';

/** A process that trades until it is killed: orders, shipments, returns, invoices and counts. It says what was acknowledged only after it was. */
const {
  url,
  dataDir,
  depot: stored,
} = JSON.parse(process.env['TRADER'] as string, (key, value) => (key === 'tenantId' ? BigInt(value) : key === 'permissions' ? new Set(value) : value));
const opened = await openDatabase({ url, dataDir });
useDatabase(opened);
const depot: ReturnDesk = { ...stored, opened };
const { me, other } = depot;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
say('ready');

async function trade(): Promise<never> {
  for (;;) {
    const order = await orderOf(
      depot,
      [
        [0, '2'],
        [1, '3'],
      ],
      { payMethod: 'BALANCE' },
    );
    say(`placed ${order.id}`);
    const delivery = await deliveryOf(depot, [
      [order.lineIds[0] as string, '1'],
      [order.lineIds[1] as string, '3'],
    ]);
    const shipped = await as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, { id: delivery.id, version: delivery.version }, NOON));
    say(`shipped ${shipped.id}`);
  }
}

const mine = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => as(opened, me, work);
const theirs = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => as(opened, other, work);
let invoices = Date.now();

/** What was signed for comes back in part, and the rest is invoiced. */
async function settle(): Promise<never> {
  for (;;) {
    const of = await delivered(
      depot,
      [
        [0, '4'],
        [1, '1'],
      ],
      { payMethod: 'BALANCE' },
    );
    const back = await received(depot, await passed(depot, await applied(depot, of, [[0, '1']])));
    say(`received ${back.id}`);
    say(`refunded ${(await refunded(depot, back, {})).id}`);
    const form = BillingForm.parse({ customerId: depot.customers[0], kind: 'E_GENERAL', title: '客户甲', lines: [{ orderLineId: of.lineIds[0], qty: '3' }] });
    const { id, version } = await mine((tx) => applyBilling(tx, me, form, NOON));
    await theirs((tx) => auditBillings(tx, other, { items: [{ id, version }] }, NOON));
    const { rows } = await opened.pool.query('select amount, tax from billing where id = $1', [id]);
    const invoice = {
      no: `26${String(++invoices).padStart(18, '0')}`,
      issuedOn: '2026-06-15',
      amount: formatYuan(rows[0].amount),
      tax: formatYuan(rows[0].tax),
    };
    await mine((tx) => enterInvoices(tx, me, EnterForm.parse({ id, version: version + 1, invoices: [invoice] }), NOON));
    say(`invoiced ${id}`);
  }
}

/** Goods are counted one short each time; a count the last process left open is thrown away first. */
async function count(): Promise<never> {
  const left = await opened.pool.query("select id, version from stock_count where status in ('COUNTING', 'WAIT_REVIEW')");
  for (const one of left.rows) await mine((tx) => cancelCount(tx, me, { ...one, reason: '中断' }, NOON));
  const skuId = depot.skus[2];
  for (;;) {
    const form = CountForm.parse({ warehouseId: depot.warehouseId, scope: 'SKU', scopeValues: [skuId], mode: 'OPEN', start: true });
    const { id } = await mine((tx) => saveCount(tx, me, form, NOON));
    const { rows } = await opened.pool.query('select (on_hand - 1)::text as n from stock_balance where warehouse_id = $1 and sku_id = $2', [
      depot.warehouseId,
      skuId,
    ]);
    await mine((tx) => enterCounts(tx, me, CountEntry.parse({ id, lines: [{ skuId, counted: rows[0].n }] }), NOON));
    const version = async () => (await opened.pool.query('select version from stock_count where id = $1', [id])).rows[0].version as number;
    const entered = await version();
    await mine((tx) => submitCount(tx, me, { id, version: entered }, NOON));
    const items = [{ id, version: await version() }];
    await theirs((tx) => passCounts(tx, other, { items } as never, NOON));
    say(`counted ${id}`);
  }
}

await Promise.all([...Array.from({ length: opened.kind === 'postgres' ? 3 : 1 }, trade), settle(), count()]);
