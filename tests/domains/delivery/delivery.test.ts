import { beforeEach, describe, expect, test } from 'vitest';
import { signOverdue } from '~/domains/delivery/autoSign.server';
import { DeliveryQuery, ToDeliverQuery } from '~/domains/delivery/delivery.schema';
import { cancelDelivery } from '~/domains/delivery/delivery.server';
import { deliveryDetail, pageDeliveries } from '~/domains/delivery/deliveryViews.server';
import { logisticOf } from '~/domains/delivery/logistic.server';
import { addTrace, savePackages } from '~/domains/delivery/packages.server';
import { reverseDelivery, shipDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { newDelivery, pageToDeliver } from '~/domains/delivery/toDeliver.server';
import { requestChange } from '~/domains/order/change/change.server';
import { ChangeInput, OrderQuery } from '~/domains/order/form/orderInput.schema';
import { orderRows } from '~/domains/order/views/list.server';
import { orderDetail } from '~/domains/order/views/view.server';
import { mayOpenFile } from '~/server/attachments.server';
import { newId } from '~/server/ids.server';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, deliveryOf, differences, openDepot, orderLinesOf, orderOf, shipped, statusOf } from '../../support/delivery';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
const LATER = new Date(NOON.getTime() + 8 * 86_400_000);

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
});

const part = (lineId: string, signed: string, refused = '0', damage = '0', note = '') => ({ lineId, signed, refused, damage, note, photos: [] });
const linesOf = async (deliveryId: string) =>
  (await opened.pool.query('select * from delivery_line where delivery_id = $1 order by line_no', [deliveryId])).rows;
const balance = async () => (await opened.pool.query('select on_hand::text, reserved::text from stock_balance where sku_id = $1', [depot.skus[0]])).rows[0];

/** A stored file of this person. */
async function photoOf(owner: Depot['me'], customerId: string | null): Promise<string> {
  const key = `${newId()}.jpg`;
  await opened.pool.query(
    "insert into stored_file (tenant_id, id, key, name, mime, size, sha256, owner_user, customer_id, biz) values (1, $1, $2, '现场.jpg', 'image/jpeg', 10, $2, $3, $4, 'ATTACHMENT')",
    [newId(), key, owner.accountId, customerId],
  );
  return key;
}

describe('photos of a signing', () => {
  test('taken by either side are opened by both, by nobody else, and only files one may open are taken', async () => {
    const { lineIds } = await orderOf(depot, [[0, '10']]);
    const sent = await shipped(depot, [[lineIds[0] as string, '10']]);
    const [line] = await linesOf(sent.id);
    const dealer = { ...depot.dealer(depot.customers[0]), accountId: newId() };
    const other = { ...depot.dealer(depot.customers[1]), accountId: newId() };
    const opens = (who: Depot['me'], key: string) => as(opened, who, (tx) => mayOpenFile(tx, who, key));
    const ours = await photoOf(depot.me, null);
    const sign = (who: Depot['me'], photos: string[], version: number) =>
      as(opened, who, (tx) => signDelivery(tx, who, { id: sent.id, version, lines: [{ ...part(line.id, '5'), photos }] }, NOON));
    expect(await opens(dealer, ours)).toBe(false);
    expect((await refusalOf(sign(dealer, [ours], sent.version))).data.reason).toBe('NOT_FOUND');
    const once = await sign(depot.me, [ours], sent.version);
    const theirs = await photoOf(dealer, depot.customers[0]);
    await sign(dealer, [theirs], once.version);
    expect((await linesOf(sent.id))[0].sign_photos).toEqual([ours, theirs]);
    for (const key of [ours, theirs]) expect([await opens(depot.me, key), await opens(dealer, key), await opens(other, key)]).toEqual([true, true, false]);
  });
});

describe('making deliveries', () => {
  test('partial deliveries of two orders: counters, stock, amounts and receivables follow', async () => {
    const one = await orderOf(depot, [
      [0, '10'],
      [1, '3'],
    ]);
    const two = await orderOf(depot, [[0, '5']]);
    const [a, b] = one.lineIds as [string, string];
    const first = await shipped(depot, [
      [a, '4'],
      [two.lineIds[0] as string, '5'],
    ]);
    expect(first.status).toBe('SHIPPED');
    expect([await statusOf(depot, one.id), await statusOf(depot, two.id)]).toEqual(['PARTIAL_DELIVERED', 'DELIVERED']);
    await shipped(depot, [
      [a, '6'],
      [b, '3'],
    ]);
    expect(await statusOf(depot, one.id)).toBe('DELIVERED');
    const { rows } = await opened.pool.query('select order_no, amount, open, due_date, status from receivable order by no');
    expect(rows).toEqual(
      [
        { order_no: one.no, amount: 4_000n, open: 4_000n, due_date: '2026-07-15', status: 'OPEN' },
        { order_no: two.no, amount: 5_000n, open: 5_000n, due_date: '2026-07-15', status: 'OPEN' },
        { order_no: one.no, amount: 9_000n, open: 9_000n, due_date: '2026-07-15', status: 'OPEN' },
      ].sort((x, y) => rows.findIndex((row) => row.amount === x.amount) - rows.findIndex((row) => row.amount === y.amount)),
    );
    expect(await balance()).toEqual({ on_hand: '985.0000', reserved: '0.0000' });
    expect(await differences(depot)).toEqual([]);
  });

  test('the order freight is charged once, with the first delivery', async () => {
    const { lineIds } = await orderOf(depot, [[0, '10']], { freight: '30.00' });
    const id = lineIds[0] as string;
    await shipped(depot, [[id, '1']]);
    await shipped(depot, [[id, '9']]);
    const { rows } = await opened.pool.query('select amount from receivable order by no');
    expect(rows.map((row) => row.amount)).toEqual([4_000n, 9_000n]);
  });

  test('more than remains is refused with the figures, waiting documents counted', async () => {
    const { lineIds } = await orderOf(depot, [[0, '10']]);
    const id = lineIds[0] as string;
    const waiting = await deliveryOf(depot, [[id, '8']]);
    const refusal = await refusalOf(deliveryOf(depot, [[id, '3']]));
    expect(refusal.message).toContain('本次发货3个超过待发数量2个');
    expect(refusal.data.fields).toHaveProperty(['lines.0.qty']);
    await as(opened, depot.me, (tx) => cancelDelivery(tx, depot.me, { id: waiting.id, version: waiting.version, reason: '' }, NOON));
    await deliveryOf(depot, [[id, '10']]);
  });

  test('different customers or addresses do not share a delivery', async () => {
    const one = await orderOf(depot, [[0, '1']]);
    const two = await orderOf(depot, [[0, '1']], { customerId: depot.customers[1] });
    const three = await orderOf(depot, [[0, '1']], { address: '别处2号' });
    const [a, b, c] = [one, two, three].map((order) => order.lineIds[0] as string) as [string, string, string];
    expect(
      (
        await refusalOf(
          deliveryOf(depot, [
            [a, '1'],
            [b, '1'],
          ]),
        )
      ).message,
    ).toContain('不是同一客户');
    expect(
      (
        await refusalOf(
          deliveryOf(depot, [
            [a, '1'],
            [c, '1'],
          ]),
        )
      ).message,
    ).toContain('收货地址不同');
  });

  test('trap 10: during a pending change no more than the smaller quantity goes out, documents made before included', async () => {
    const order = await orderOf(depot, [[0, '10']]);
    const id = order.lineIds[0] as string;
    const made = await deliveryOf(depot, [[id, '8']]);
    const { rows } = await opened.pool.query('select row_version from sales_order where id = $1', [order.id]);
    const change = ChangeInput.parse({
      id: order.id,
      rowVersion: rows[0].row_version,
      reason: '减量',
      lines: [{ id, skuId: depot.skus[0], unitId: depot.units.piece, qty: '5' }],
    });
    await as(opened, depot.me, (tx) => requestChange(tx, depot.me, change, NOON));
    const out = () => as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, { id: made.id, version: made.version }, NOON));
    expect((await refusalOf(out())).message).toContain('本次发货8个超过订单变更审核期间的待发数量5个');
    await as(opened, depot.me, (tx) => cancelDelivery(tx, depot.me, { id: made.id, version: made.version, reason: '' }, NOON));
    expect(
      (await as(opened, depot.me, (tx) => newDelivery(tx, depot.me, { orderIds: [order.id] }))).lines.map((line) => [line.remaining, line.changing]),
    ).toEqual([['5', true]]);
    await shipped(depot, [[id, '5']]);
    expect(await differences(depot)).toEqual([]);
  });

  test('waybills are required when the factory wants them', async () => {
    const strict = await openDepot(opened, 2n, { waybillRequired: true });
    const { lineIds } = await orderOf(strict, [[0, '1']]);
    const made = await deliveryOf(strict, [[lineIds[0] as string, '1']], { packages: [{ carrier: '德邦', waybillNo: '', pieces: 1 }] });
    const out = (version: number) => as(opened, strict.me, (tx) => shipDelivery(tx, strict.me, { id: made.id, version }, NOON));
    expect((await refusalOf(out(made.version))).message).toContain('第1个包裹没有物流单号');
    const { version } = await as(opened, strict.me, (tx) =>
      savePackages(tx, strict.me, { id: made.id, version: made.version, packages: [{ carrier: '德邦', waybillNo: 'DB123', pieces: 2 }] }, NOON),
    );
    expect((await out(version)).status).toBe('SHIPPED');
  });

  test('shipping twice and an outdated version change nothing', async () => {
    const { lineIds } = await orderOf(depot, [[0, '5']]);
    const made = await deliveryOf(depot, [[lineIds[0] as string, '5']]);
    const out = () => as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, { id: made.id, version: made.version }, NOON));
    await out();
    expect((await refusalOf(out())).data.reason).toBe('VERSION');
    expect(await balance()).toEqual({ on_hand: '995.0000', reserved: '0.0000' });
  });
});

describe('reversing', () => {
  test('gives back stock, reservation, counters, capture and receivable, exactly', async () => {
    await putFunds(opened, depot.me, depot.customers[0], 100_000n);
    const { id: orderId, lineIds } = await orderOf(depot, [[0, '10']], { payMethod: 'BALANCE' });
    const funds = async () => (await opened.pool.query('select posted, held from fund_account')).rows[0];
    const before = { funds: await funds(), stock: await balance(), line: (await orderLinesOf(depot, orderId))[0], status: await statusOf(depot, orderId) };
    const sent = await shipped(depot, [[lineIds[0] as string, '4']]);
    expect(await funds()).toEqual({ posted: 96_000n, held: 6_000n });
    expect((await opened.pool.query('select settled, status from receivable')).rows).toEqual([{ settled: 4_000n, status: 'SETTLED' }]);
    await as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { id: sent.id, version: sent.version, reason: '装错车' }, NOON));
    const after = { funds: await funds(), stock: await balance(), line: (await orderLinesOf(depot, orderId))[0], status: await statusOf(depot, orderId) };
    expect(after).toEqual(before);
    expect((await opened.pool.query('select settled, status from receivable')).rows).toEqual([{ settled: 0n, status: 'REVERSED' }]);
    expect(await differences(depot)).toEqual([]);
    await shipped(depot, [[lineIds[0] as string, '10']]);
    expect(await funds()).toEqual({ posted: 90_000n, held: 0n });
    expect(await differences(depot)).toEqual([]);
  });

  test('not after anything was signed', async () => {
    const { lineIds } = await orderOf(depot, [[0, '5']]);
    const sent = await shipped(depot, [[lineIds[0] as string, '5']]);
    const [line] = await linesOf(sent.id);
    const signed = await as(opened, depot.me, (tx) => signDelivery(tx, depot.me, { id: sent.id, version: sent.version, lines: [part(line.id, '1')] }, NOON));
    const refusal = await refusalOf(as(opened, depot.me, (tx) => reverseDelivery(tx, depot.me, { id: sent.id, version: signed.version, reason: '错' }, NOON)));
    expect(refusal.message).toContain('当前为“部分签收”，不能冲销');
  });
});

describe('signing', () => {
  test('the dealer signs with a refusal and a damaged piece; the order completes; the receivable stays', async () => {
    const { id: orderId, lineIds } = await orderOf(depot, [
      [0, '5'],
      [1, '2'],
    ]);
    const sent = await shipped(
      depot,
      lineIds.map((id, index) => [id, ['5', '2'][index] as string]),
    );
    const [a, b] = await linesOf(sent.id);
    const dealer = depot.dealer(depot.customers[0]);
    const sign = (version: number, lines: ReturnType<typeof part>[]) =>
      as(opened, dealer, (tx) => signDelivery(tx, dealer, { id: sent.id, version, lines }, NOON));
    expect((await refusalOf(sign(sent.version, [part(a.id, '4', '2')]))).message).toContain('超过待签收数量5个');
    expect((await refusalOf(sign(sent.version, [part(a.id, '4', '1')]))).message).toContain('请填写签收说明');
    const all = await refusalOf(sign(sent.version, [part(a.id, '4', '2', '7'), part(b.id, '3')]));
    expect(Object.keys(all.data.fields ?? {})).toEqual(['lines.0.signed', 'lines.0.damage', 'lines.0.note', 'lines.1.signed']);
    expect(all.message).toContain('另有3处需要修改');
    const first = await sign(sent.version, [part(a.id, '4', '1', '1', '一桶破损')]);
    expect(first.status).toBe('PART_SIGNED');
    const last = await sign(first.version, [part(b.id, '2')]);
    expect([last.status, await statusOf(depot, orderId)]).toEqual(['SIGNED', 'COMPLETED']);
    expect((await opened.pool.query('select open from receivable')).rows).toEqual([{ open: 7_000n }]);
    const detail = await as(opened, depot.me, (tx) => deliveryDetail(tx, depot.me, { id: sent.id }));
    expect(detail.lines.map(({ signed, refused, damage, signNote }) => [signed, refused, damage, signNote])).toEqual([
      ['4.0000', '1.0000', '1.0000', '一桶破损'],
      ['2.0000', '0.0000', '0.0000', ''],
    ]);
    expect(detail.events.some((event) => event.note.includes('待退货处理'))).toBe(true);
  });

  test('trap 32: another customer and another factory meet the same answer as for a missing delivery', async () => {
    const { id: orderId, lineIds } = await orderOf(depot, [[0, '5']]);
    const sent = await shipped(depot, [[lineIds[0] as string, '5']]);
    const [line] = await linesOf(sent.id);
    const other = depot.dealer(depot.customers[1]);
    const stranger = (await openDepot(opened, 2n)).me;
    const input = { id: sent.id, version: sent.version, lines: [part(line.id, '5')] };
    const missing = await refusalOf(as(opened, other, (tx) => signDelivery(tx, other, { ...input, id: newId() }, NOON)));
    for (const me of [other, stranger]) {
      const refusal = await refusalOf(as(opened, me, (tx) => signDelivery(tx, me, input, NOON)));
      expect([refusal.code, refusal.message]).toEqual([missing.code, missing.message]);
      expect((await refusalOf(as(opened, me, (tx) => logisticOf(tx, me, { orderId })))).code).toBe(missing.code);
    }
    expect((await refusalOf(as(opened, stranger, (tx) => deliveryDetail(tx, stranger, { id: sent.id })))).message).toBe(missing.message);
    expect((await refusalOf(as(opened, stranger, (tx) => shipDelivery(tx, stranger, sent, NOON)))).message).toBe(missing.message);
  });

  test('the job signs in full what waited long enough, once', async () => {
    const { id: orderId, lineIds } = await orderOf(depot, [[0, '5']]);
    await shipped(depot, [[lineIds[0] as string, '5']]);
    expect([await signOverdue(opened, NOON), await signOverdue(opened, LATER), await signOverdue(opened, LATER)]).toEqual([0, 1, 0]);
    expect(await statusOf(depot, orderId)).toBe('COMPLETED');
    const { rows } = await opened.pool.query("select side, actor from delivery_event where to_status = 'SIGNED'");
    expect(rows).toEqual([{ side: 'SYSTEM', actor: '系统' }]);
  });
});

describe('lists and logistics', () => {
  test('orders to deliver say what is left, what stock covers and whether all of it does', async () => {
    const small = await orderOf(depot, [
      [0, '10'],
      [1, '3'],
    ]);
    await shipped(depot, [[small.lineIds[0] as string, '4']]);
    const page = (query: Record<string, string>) => as(opened, depot.me, (tx) => pageToDeliver(tx, depot.me, ToDeliverQuery.parse(query)));
    const { pagedRecords, totalCount } = await page({});
    expect(totalCount).toBe(1);
    expect(pagedRecords[0]).toMatchObject({ no: small.no, complete: true });
    expect([Number(pagedRecords[0]?.pendingQty), Number(pagedRecords[0]?.deliverableQty)]).toEqual([9, 9]);
    expect((await page({ complete: 'false' })).totalCount).toBe(0);
    expect(pagedRecords[0]).toMatchObject({ units: ['个'], pendingLines: 2, readyLines: 2 });
    const form = await as(opened, depot.me, (tx) => newDelivery(tx, depot.me, { orderIds: [small.id] }));
    expect(form.lines.map((line) => [line.remaining, line.deliverable])).toEqual([
      ['6', '6'],
      ['3', '3'],
    ]);
  });

  test('a delivery is offered only while something is left that no waiting one holds', async () => {
    const { id, lineIds } = await orderOf(depot, [[0, '10']]);
    const offered = async () => {
      const { pagedRecords } = await as(opened, depot.me, (tx) => orderRows(tx, depot.me, OrderQuery.parse({})));
      const detail = await as(opened, depot.me, (tx) => orderDetail(tx, depot.me, { id }, NOON));
      return [pagedRecords[0]?.sendable, detail.sendable];
    };
    await deliveryOf(depot, [[lineIds[0] as string, '4']]);
    expect(await offered()).toEqual([true, true]);
    const rest = await deliveryOf(depot, [[lineIds[0] as string, '6']]);
    expect(await offered()).toEqual([false, false]);
    const { data } = await refusalOf(as(opened, depot.me, (tx) => newDelivery(tx, depot.me, { orderIds: [id] })));
    expect(data.reason).toBe('QTY_EXCEED');
    expect(data.ways?.map((way) => way.href)).toEqual([`/portal/supplyChain/factory/order/detail?id=${id}`]);
    await as(opened, depot.me, (tx) => cancelDelivery(tx, depot.me, { id: rest.id, version: rest.version, reason: '' }, NOON));
    expect(await offered()).toEqual([true, true]);
  });

  test('both sides read what has not left yet; what is closed or gone is not waited for', async () => {
    const order = await orderOf(
      depot,
      [
        [0, '10'],
        [1, '3'],
      ],
      { expectDate: '2026-06-30' },
    );
    await shipped(depot, [[order.lineIds[0] as string, '4']]);
    const dealer = depot.dealer(depot.customers[0]);
    const seen = async () => {
      const { status, expectDate, waiting, deliveries } = await as(opened, dealer, (tx) => logisticOf(tx, dealer, { orderId: order.id }));
      return [status, expectDate, deliveries.length, waiting.map((line) => [line.skuCode, Number(line.ordered), Number(line.shipped), Number(line.left)])];
    };
    expect(await seen()).toEqual([
      'PARTIAL_DELIVERED',
      '2026-06-30',
      1,
      [
        ['FS001', 10, 4, 6],
        ['FS002', 3, 0, 3],
      ],
    ]);
    await shipped(depot, [
      [order.lineIds[0] as string, '6'],
      [order.lineIds[1] as string, '3'],
    ]);
    expect(await seen()).toEqual(['DELIVERED', '2026-06-30', 2, []]);
  });

  test('packages and traces reach the dealer, documents that wait do not', async () => {
    const order = await orderOf(depot, [[0, '5']]);
    const made = await deliveryOf(depot, [[order.lineIds[0] as string, '5']], { packages: [{ carrier: '顺丰', waybillNo: 'SF1001', pieces: 2 }] });
    const dealer = depot.dealer(depot.customers[0]);
    const mine = () => as(opened, dealer, (tx) => logisticOf(tx, dealer, { orderId: order.id }));
    expect((await mine()).deliveries).toEqual([]);
    await as(opened, depot.me, (tx) => shipDelivery(tx, depot.me, made, NOON));
    const [parcel] = (await mine()).deliveries[0]?.packages ?? [];
    expect(parcel).toMatchObject({ waybillNo: 'SF1001', pieces: 2, status: 'IN_TRANSIT', traces: [] });
    const trace = { packageId: parcel?.id as string, at: NOON, node: '杭州', text: '已揽收', status: 'ARRIVED' as const };
    await as(opened, depot.me, (tx) => addTrace(tx, depot.me, trace, NOON));
    expect((await refusalOf(as(opened, depot.me, (tx) => addTrace(tx, depot.me, { ...trace, at: LATER }, NOON)))).message).toContain('不能晚于当前时间');
    expect((await mine()).deliveries[0]?.packages[0]?.traces).toHaveLength(1);
    const list = await as(opened, depot.me, (tx) =>
      pageDeliveries(tx, depot.me, DeliveryQuery.parse({ waybillNo: 'sf10', status: 'SHIPPED', shippedStart: '2026-06-15', shippedEnd: '2026-06-15' })),
    );
    expect([list.totalCount, list.totals?.['amount'], list.tabs?.['SHIPPED']]).toEqual([1, '50.00', 1]);
  });
});
