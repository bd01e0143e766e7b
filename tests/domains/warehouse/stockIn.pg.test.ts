import '~/domains/warehouse/api.server';
import { beforeAll, expect, test } from 'vitest';
import * as calls from '~/domains/warehouse/calls';
import { proveStock } from '~/domains/warehouse/proof.server';
import { auditStockIn } from '~/domains/warehouse/stockIn.server';
import { Refusal } from '~/shared/refusal';
import { addProduct, ask, NOON, openShop, type Shop } from '../../support/catalogue';
import { killedEverywhere } from '../../support/dying';
import { postgresDatabase } from '../../support/postgresDatabase';
import { addWarehouse, as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let shop: Shop;
let warehouseId: string;
let skus: string[];

beforeAll(async () => {
  shop = await openShop(opened);
  warehouseId = await addWarehouse(opened, shop.me);
  skus = [];
  for (const code of ['B1', 'B2', 'B3']) skus.push((await addProduct(opened, shop, code)).skuIds[0] as string);
});

const waiting = (qty: string) =>
  ask(shop.me, calls.stockInSave, {
    warehouseId,
    kind: 'PURCHASE' as const,
    bizDate: '2026-06-15',
    lines: skus.map((skuId) => ({ skuId, unitId: shop.units.piece, qty, price: '2' })),
    submit: true,
  });
const state = async () =>
  JSON.stringify(
    (
      await opened.pool.query(
        `select (select json_agg(t order by sku_id) from stock_balance t) b, (select count(*)::int from stock_ledger) l, (select json_agg(t order by id) from stock_doc t) d,
          (select count(*)::int from audit_log) g`,
      )
    ).rows[0],
  );
const prove = () => as(opened, shop.me, (tx) => proveStock(tx, shop.me));

test('trap 35: the connection is killed after each statement of an audit: no goods came in by half, and it completes after', async () => {
  const doc = await waiting('7');
  const before = await state();
  const died = await killedEverywhere(
    opened,
    (work) => as(opened, shop.me, work),
    (tx) => auditStockIn(tx, shop.me, doc, NOON),
    async () => expect(await state()).toBe(before),
  );
  expect(died).toBeGreaterThan(5);
  const { rows } = await opened.pool.query('select on_hand::float8::text as on_hand from stock_balance');
  expect(rows.map((row) => row.on_hand)).toEqual(['7', '7', '7']);
  expect(await prove()).toEqual([]);
}, 120_000);

test('trap 12: one document audited, returned and audited again by many at once moves once; the others hear why', async () => {
  const doc = await waiting('5');
  const ref = { id: doc.id, version: doc.version };
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => ask(shop.me, calls.stockInAudit, { items: [ref] })),
    ...Array.from({ length: 3 }, () => ask(shop.me, calls.stockInReturn, { ...ref, reason: '数量不对' })),
  ]);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(8);
  for (const error of refused) expect(error instanceof Refusal && error.data.reason).toBe('VERSION');
  const { rows } = await opened.pool.query(
    'select d.status, (select count(*)::int from stock_ledger l where l.biz_id = d.id) moved from stock_doc d where id = $1',
    [doc.id],
  );
  expect(rows).toEqual([rows[0].status === 'DONE' ? { status: 'DONE', moved: 3 } : { status: 'DRAFT', moved: 0 }]);
  expect(await prove()).toEqual([]);
});
