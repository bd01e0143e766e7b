import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { uploadImport } from '~/domains/batch/importJob.server';
import '~/domains/order/api.server';
import * as calls from '~/domains/order/calls';
import { OrderInput } from '~/domains/order/form/orderInput.schema';
import { columns } from '~/domains/order/import/importColumns.server';
import { inUnit } from '~/domains/order/lines/lines.server';
import { placeOrder } from '~/domains/order/placing/place.server';
import { newId } from '~/server/ids.server';
import { convertQty } from '~/shared/money';
import { ask, NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Market, openMarket, orderOf, place } from '../../support/order';
import { as } from '../../support/stock';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

test('trap 29: a quantity in any unit comes to exact base units and back, or to the next whole unit', async () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 1, max: 48 }), fc.integer({ min: 1, max: 48 }), (qty, num, den) => {
      const base = convertQty(String(qty), num, den);
      if (base !== null) expect(inUnit(base, { num, den })).toBe(String(qty));
    }),
    { seed: 29 },
  );
  expect(inUnit('13', { num: 12, den: 1 })).toBe('2');
  const fraction = await refusalOf(place(market, [[0, '1.00001']]));
  expect(fraction.code).toBe('100000006');
});

const titles = Object.values(columns).map((column) => column.title);
const FILE: Record<string, string>[] = ['7', '１２', ' 3 '].map((qty, index) => ({
  外部单号: `00${index}`,
  SKU编码: 'A001',
  数量: qty,
  收货人: '王小明',
  电话: '13900001111',
  省: '浙江',
  市: '杭州',
  区: '西湖',
  详细地址: '文三路1号',
  行备注: '=1+1',
}));

test('trap 30: the order of columns does not matter, codes keep their zeros, every bad row is told: good and bad make all', async () => {
  const { rows } = await opened.pool.query('select code from customer where tenant_id = 1 and id = $1', [market.customers[0]]);
  const upload = (header: string[], file: Record<string, string>[]) =>
    as(opened, market.me, (tx) =>
      uploadImport(
        tx,
        market.me,
        {
          type: 'order',
          mode: 'INSERT',
          fileName: '订单.csv',
          sheet: { header, headerRow: 1, rows: file.map((cells, index) => ({ rowNumber: index + 2, cells: { 客户编码: rows[0].code, ...cells } })) },
        },
        NOON,
      ),
    );
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(titles, { minLength: titles.length }), fc.subarray([0, 1, 2]), async (header, bad) => {
      const job = await upload(
        header,
        FILE.map((row, index) => (bad.includes(index) ? { ...row, SKU编码: '没有' } : row)),
      );
      expect([job.total, job.good, job.bad, new Set(job.errors.map((error) => error.rowNumber)).size]).toEqual([3, 3 - bad.length, bad.length, bad.length]);
    }),
    { numRuns: 12, seed: 30 },
  );
});

test('trap 33: sums and quantities of orders cross as strings of exact decimals', async () => {
  const placed = await place(market, [[0, '3']], { payMethod: 'OFFLINE', freight: '9999999969.99' });
  const order = await ask(market.me, calls.orderDetail, { id: placed.id });
  expect([order.payable, order.freight, order.goodsAmount, order.lines[0]?.amount]).toEqual(['9999999999.99', '9999999969.99', '30.00', '30.00']);
  expect(typeof order.totalQty).toBe('string');
});

test('trap 34: one clock decides a whole order: the price of its Shanghai day, to the millisecond', async () => {
  await opened.pool.query(
    `insert into customer_price (tenant_id, id, customer_id, sku_id, unit_id, min_qty, price, valid_from, valid_to, status)
     values (1, $1, $2, $3, $4, 0, 8, '2026-06-15', '2026-06-15', 'ACTIVE')`,
    [newId(), market.customers[0], market.skus[0], market.units.piece],
  );
  const at = async (time: string) => {
    const input = OrderInput.decode(orderOf(market, [[0, '1']]) as never);
    const { id } = await as(opened, market.me, (tx) => placeOrder(tx, market.me, input, new Date(time)));
    const order = await ask(market.me, calls.orderDetail, { id });
    return [order.lines[0]?.price, order.no.slice(2, 10)];
  };
  expect(await at('2026-06-14T15:59:59.999Z')).toEqual(['10.00', '20260614']);
  expect(await at('2026-06-14T16:00:00.000Z')).toEqual(['8.00', '20260615']);
  expect(await at('2026-06-15T15:59:59.999Z')).toEqual(['8.00', '20260615']);
  expect(await at('2026-06-15T16:00:00.000Z')).toEqual(['10.00', '20260616']);
});
