import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/order/calls';
import { orderLineExport } from '~/domains/order/export/orderLineExport.server';
import { OrderQuery } from '~/domains/order/form/orderInput.schema';
import { recordReversal, recordShipment, recordSigning } from '~/domains/order/order.server';
import { versionHash } from '~/domains/order/store.server';
import { type Difference, replay, type Snapshot, shownValue } from '~/domains/order/versions/versions';
import { allPermissions } from '~/portal/permissionTree';
import { newId } from '~/server/ids.server';
import { displayUnits } from '~/shared/money';
import { told } from '~/shared/told';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { allocatedTo, approved, configure, type Market, NOON, openMarket, orderOf, place } from '../../support/order';
import { as } from '../../support/stock';

const opened = await testDatabase();
let market: Market;
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
});

const detail = (id: string) => ask(market.me, calls.orderDetail, { id });

test('place holds money, approve reserves stock, the number is of the Shanghai day', async () => {
  const done = await place(market, [
    [0, '3'],
    [1, '2'],
  ]);
  expect(done).toMatchObject({ status: 'PENDING_AUDIT', no: 'DD20260615000001' });
  expect(await allocatedTo(opened, done.id)).toEqual({ held: '5000', reserved: '0', shown: '0' });
  const passed = await ask(market.me, calls.orderAudit, { id: done.id, rowVersion: done.rowVersion });
  expect(passed.status).toBe('PENDING_DELIVERY');
  expect(await allocatedTo(opened, done.id)).toEqual({ held: '5000', reserved: '5', shown: '5' });
  const shown = await detail(done.id);
  expect(shown).toMatchObject({ payable: '50.00', goodsAmount: '50.00', held: '50.00', version: 1, totalQty: '5' });
  expect(shown.events.map((event) => event.action)).toEqual(['审核通过', '提交']);
});

test('every problem of every line is named at once, by its field', async () => {
  await opened.pool.query('update sku set moq = 12, multiple = 12 where id = $1', [market.skus[0]]);
  await opened.pool.query('update sku set list_price = null where id = $1', [market.skus[1]]);
  await opened.pool.query("update product set status = 'OFF' where id = (select product_id from sku where id = $1)", [market.skus[2]]);
  const refusal = await refusalOf(
    place(market, [
      [0, '13'],
      [1, '1'],
      [2, '1'],
      [3, '1'],
    ]),
  );
  expect(Object.keys(refusal.data.fields ?? {})).toEqual(['lines.0.qty', 'lines.1.price', 'lines.2.skuId']);
  expect(refusal.message).toContain('第1行');
  expect(refusal.data['suggestions']).toEqual({ 'lines.0.qty': '24' });
  const inexact = await refusalOf(place(market, [[0, '1.5']]));
  expect(inexact.data.fields).toHaveProperty('lines.0.qty');
});

test('a dearer price asks again, a cheaper one is passed on', async () => {
  const line = { skuId: market.skus[0] as string, unitId: market.units.piece, qty: '2' };
  const refusal = await refusalOf(ask(market.me, calls.orderPlace, orderOf(market, [], { lines: [{ ...line, price: '9.50' }] })));
  expect(refusal.data).toMatchObject({ reason: 'PRICE_CHANGED', changed: [{ index: 0, old: '9.50', now: '10.00' }] });
  const done = await ask(market.me, calls.orderPlace, orderOf(market, [], { lines: [{ ...line, price: '12.00' }] }));
  expect((await detail(done.id)).payable).toBe('20.00');
});

test('too little money: nothing is written', async () => {
  const refusal = await refusalOf(place(market, [[0, '1']], { customerId: market.customers[1] }));
  expect(refusal.data.reason).toBe('FUND_SHORT');
  expect((await opened.pool.query('select 1 from sales_order')).rowCount).toBe(0);
});

test('with neither money nor stock enough, the money is said first, and nothing is written', async () => {
  await configure(market, { reserveAt: 'SUBMIT', allowShort: false });
  const without = { customerId: market.customers[1] };
  expect((await refusalOf(place(market, [[0, '999999']], without))).data.reason).toBe('FUND_SHORT');
  expect((await refusalOf(place(market, [[0, '999999']], { payMethod: 'OFFLINE' }))).data.reason).toBe('STOCK_SHORT');
  for (const table of ['sales_order', 'reservation', 'fund_hold']) expect((await opened.pool.query(`select 1 from ${table}`)).rowCount, table).toBe(0);
});

test('drafts keep what is incomplete, resubmitting a rejected order makes a second version', async () => {
  const draft = await ask(market.me, calls.orderSave, { customerId: market.customers[0], payMethod: 'OFFLINE', lines: [] });
  expect(draft).toMatchObject({ status: 'DRAFT', no: '' });
  expect((await refusalOf(ask(market.me, calls.orderSubmit, { id: draft.id, rowVersion: 1 }))).data.fields).toHaveProperty('lines');
  const placed = await ask(market.me, calls.orderPlace, orderOf(market, [[0, '1']], { id: draft.id, rowVersion: 1, payMethod: 'OFFLINE' }));
  const rejected = await ask(market.me, calls.orderReject, { id: draft.id, rowVersion: placed.rowVersion, reason: '地址不清' });
  expect(rejected.status).toBe('REJECTED');
  const again = await ask(
    market.me,
    calls.orderPlace,
    orderOf(
      market,
      [
        [0, '1'],
        [1, '4'],
      ],
      { id: draft.id, rowVersion: rejected.rowVersion },
    ),
  );
  expect(again.no).toBe(placed.no);
  const shown = await detail(draft.id);
  expect(shown).toMatchObject({ version: 2, payMethod: 'BALANCE', held: '50.00' });
  expect(shown.diff.map((one) => one.label)).toContain('支付方式');
});

test('the auditor changes a quantity and a price: the difference is held, a version is kept', async () => {
  const done = await place(market, [
    [0, '3'],
    [1, '2'],
  ]);
  const { lines } = await detail(done.id);
  const other = { ...market.me, accountId: newId() };
  await opened.pool.query("insert into account (id, login_account, mobile, name, user_type, password_hash) values ($1, $2, $2, '审核员', 1, 'x')", [
    other.accountId,
    other.accountId,
  ]);
  const edits = [
    { lineId: lines[0]?.id as string, qty: '5' },
    { lineId: lines[1]?.id as string, qty: '2', manualPrice: '8.00', manualReason: '老客户让利' },
  ];
  const passed = await ask(other, calls.orderAudit, { id: done.id, rowVersion: done.rowVersion, edits });
  const shown = await detail(passed.id);
  expect(shown).toMatchObject({ version: 2, payable: '66.00', held: '66.00', status: 'PENDING_DELIVERY' });
  expect(await allocatedTo(opened, done.id)).toEqual({ held: '6600', reserved: '7', shown: '7' });
});

test('whoever set a price by hand cannot pass the order; without the permission nobody sets one', async () => {
  const manual = { lines: [{ skuId: market.skus[0] as string, unitId: market.units.piece, qty: '2', manualPrice: '7.00', manualReason: '处理品' }] };
  const done = await place(market, [], manual);
  expect((await refusalOf(ask(market.me, calls.orderAudit, { id: done.id, rowVersion: 1 }))).data.reason).toBe('SAME_PERSON');
  const clerk = { ...market.me, permissions: new Set([...allPermissions].filter((code) => !code.endsWith('PRICE_EDIT'))) };
  expect((await refusalOf(place(market, [], manual, clerk))).message).toContain('没有改价权限');
});

test('change: below the shipped quantity refused; the difference moves only when it is approved', async () => {
  const done = await approved(market, [
    [0, '10'],
    [1, '5'],
  ]);
  const before = await detail(done.id);
  const [a, b] = before.lines;
  await ship(done.id, a?.id as string, '4');
  const { rowVersion } = await detail(done.id);
  const asked = (qty: string) => ({ id: done.id, rowVersion, reason: '工地减量', lines: [wire(a, qty), wire(b, '8')] });
  expect((await refusalOf(ask(market.me, calls.orderChange, asked('3')))).data.fields).toHaveProperty('lines.0.qty');
  const pending = await ask(market.me, calls.orderChange, asked('6'));
  expect(await allocatedTo(opened, done.id)).toMatchObject({ held: '15000' });
  const decided = await ask(market.me, calls.orderDecideChange, { id: done.id, rowVersion: pending.rowVersion, pass: true });
  expect(decided.status).toBe('PARTIAL_DELIVERED');
  expect(await allocatedTo(opened, done.id)).toEqual({ held: '14000', reserved: '10', shown: '10' });
  expect((await refusalOf(ask(market.me, calls.orderDecideChange, { id: done.id, rowVersion: decided.rowVersion, pass: true }))).data.reason).toBe('BAD_STATE');
  expect(await detail(done.id)).toMatchObject({ version: 2, payable: '140.00', pending: null });
});

test('a change may add and remove lines at the prices of the request', async () => {
  const done = await approved(market, [
    [0, '10'],
    [1, '5'],
  ]);
  const { lines, rowVersion } = await detail(done.id);
  const added = { skuId: market.skus[2] as string, unitId: market.units.box, qty: '1' };
  const pending = await ask(market.me, calls.orderChange, { id: done.id, rowVersion, reason: '换货', lines: [wire(lines[0], '10'), added] });
  await opened.pool.query('update sku set list_price = 99 where id = $1', [market.skus[2]]);
  await ask(market.me, calls.orderDecideChange, { id: done.id, rowVersion: pending.rowVersion, pass: true });
  const shown = await detail(done.id);
  expect(shown.lines.map((line) => [line.skuCode, line.qty, line.amount])).toEqual([
    ['A001', '10', '100.00'],
    ['C001', '1', '120.00'],
  ]);
  expect(await allocatedTo(opened, done.id)).toEqual({ held: '22000', reserved: '22', shown: '22' });
});

test.each([
  ['passed', 'PARTIAL_DELIVERED'],
  ['rejected', 'COMPLETED'],
  ['withdrawn', 'COMPLETED'],
] as const)('a change that asks for more outlives the last shipment and signature until it is %s', async (end, status) => {
  const done = await approved(market, [[0, '10']]);
  const { lines, rowVersion } = await detail(done.id);
  const line = lines[0]?.id as string;
  await ask(market.me, calls.orderChange, { id: done.id, rowVersion, reason: '加量', lines: [wire(lines[0], '12')] });
  await ship(done.id, line, '10');
  expect((await detail(done.id)).status).toBe('DELIVERED');
  await sign(done.id, line, '10');
  const waiting = await detail(done.id);
  expect(waiting).toMatchObject({ status: 'DELIVERED', pending: { reason: '加量' } });
  const ref = { id: done.id, rowVersion: waiting.rowVersion };
  expect((await refusalOf(ask(market.me, calls.orderChange, { ...ref, reason: '再加', lines: [wire(lines[0], '13')] }))).data.reason).toBe('BAD_STATE');
  const ended =
    end === 'withdrawn'
      ? await ask(market.me, calls.orderWithdrawChange, ref)
      : await ask(market.me, calls.orderDecideChange, { ...ref, pass: end === 'passed', reason: '已定' });
  expect(ended.status).toBe(status);
  expect(await detail(done.id)).toMatchObject({ status, pending: null });
});

test('a change may not leave an order with nothing to ship', async () => {
  const done = await approved(market, [
    [0, '10'],
    [1, '5'],
  ]);
  const { lines } = await detail(done.id);
  const closed = await ask(market.me, calls.orderClose, { id: done.id, rowVersion: done.rowVersion, reason: '停产', lineIds: [lines[1]?.id as string] });
  const refusal = await refusalOf(
    ask(market.me, calls.orderChange, { id: done.id, rowVersion: closed.rowVersion, reason: '不要了', lines: [wire(lines[1], '5')] }),
  );
  expect(refusal.message).toContain('请改用取消');
});

test('closing lines frees their stock and money; signing the rest closes the order', async () => {
  const done = await approved(market, [
    [0, '10'],
    [1, '5'],
  ]);
  const { lines } = await detail(done.id);
  const [a, b] = lines.map((line) => line.id) as [string, string];
  expect((await refusalOf(ask(market.me, calls.orderClose, { id: done.id, rowVersion: done.rowVersion, reason: '停产' }))).message).toContain('请改用取消');
  await ship(done.id, a, '4');
  let { rowVersion } = await detail(done.id);
  await ask(market.me, calls.orderClose, { id: done.id, rowVersion, reason: '停产', lineIds: [b] });
  expect(await allocatedTo(opened, done.id)).toMatchObject({ held: '10000' });
  expect(await detail(done.id)).toMatchObject({ payable: '100.00', closedAmount: '50.00', goodsAmount: '150.00', tax: '11.50' });
  ({ rowVersion } = await detail(done.id));
  const closed = await ask(market.me, calls.orderClose, { id: done.id, rowVersion, reason: '停产' });
  expect(closed.status).toBe('DELIVERED');
  expect(await detail(done.id)).toMatchObject({ payable: '40.00', closedAmount: '110.00', tax: '4.60' });
  const { pagedRecords } = await ask(market.dealer(market.customers[0]), calls.myOrderPage, {});
  expect(pagedRecords[0]).toMatchObject({ payable: '40.00', closedAmount: '110.00' });
  const exported = await as(opened, market.me, (tx) => orderLineExport.rows(tx, market.me, OrderQuery.parse({}), NOON));
  const cell = (title: string) => orderLineExport.columns.find((column) => column.title === title)?.value;
  expect(exported.pagedRecords.map((row) => [cell('结单数量')?.(row), cell('其中已结单(元)')?.(row)])).toEqual([
    ['6.0000', 6000n],
    ['5.0000', 5000n],
  ]);
  await as(opened, market.me, (tx) => recordSigning(tx, market.me, { lines: [{ orderId: done.id, orderLineId: a, signed: '3', refused: '1' }] }, NOON));
  expect(await detail(done.id)).toMatchObject({ status: 'CLOSED', version: 3 });
});

test('reversing a shipment opens the order again', async () => {
  const done = await approved(market, [[0, '4']]);
  const { lines } = await detail(done.id);
  await ship(done.id, lines[0]?.id as string, '4');
  expect((await detail(done.id)).status).toBe('DELIVERED');
  await as(opened, market.me, (tx) =>
    recordReversal(tx, market.me, { deliveryNo: 'FH1', lines: [{ orderId: done.id, orderLineId: lines[0]?.id as string, qty: '4', amount: 4000n }] }, NOON),
  );
  expect((await detail(done.id)).status).toBe('PENDING_DELIVERY');
});

test('trap 8: cancel, reject and withdraw release everything; a second cancel changes nothing', async () => {
  await configure(market, { reserveAt: 'SUBMIT' });
  const ends = [
    (id: string, rowVersion: number) => ask(market.me, calls.orderCancel, { id, rowVersion, reason: '不要了' }),
    (id: string, rowVersion: number) => ask(market.me, calls.orderReject, { id, rowVersion, reason: '价格不对' }),
    (id: string, rowVersion: number) => ask(market.me, calls.orderWithdraw, { id, rowVersion }),
  ];
  for (const end of ends) {
    const done = await place(market, [
      [0, '3'],
      [1, '2'],
    ]);
    expect(await allocatedTo(opened, done.id)).toEqual({ held: '5000', reserved: '5', shown: '5' });
    await end(done.id, done.rowVersion);
    expect(await allocatedTo(opened, done.id)).toEqual({ held: '0', reserved: '0', shown: '0' });
  }
  const done = await place(market, [[0, '3']]);
  const cancelled = await ask(market.me, calls.orderCancel, { id: done.id, rowVersion: done.rowVersion, reason: '重复' });
  expect(await ask(market.me, calls.orderCancel, { id: done.id, rowVersion: done.rowVersion, reason: '重复' })).toEqual(cancelled);
});

test('trap 9: the versions replay to the newest content and their hashes chain', async () => {
  const done = await approved(market, [
    [0, '10'],
    [1, '5'],
  ]);
  const first = await detail(done.id);
  for (const qty of ['12', '7', '9']) {
    const { rowVersion, lines } = await detail(done.id);
    const pending = await ask(market.me, calls.orderChange, {
      id: done.id,
      rowVersion,
      reason: `改为${qty}`,
      lines: lines.map((line, index) => wire(line, index ? line.qty : qty)),
    });
    await ask(market.me, calls.orderDecideChange, { id: done.id, rowVersion: pending.rowVersion, pass: qty !== '7', reason: '复核' });
  }
  const { rows } = await opened.pool.query('select * from order_version where order_id = $1 order by version', [done.id]);
  expect(rows.map((row) => row.state)).toEqual(['EFFECTIVE', 'EFFECTIVE', 'REJECTED', 'EFFECTIVE']);
  let content: Snapshot | null = null;
  let prevHash = '';
  for (const row of rows) {
    expect(row.prev_hash).toBe(prevHash);
    expect(versionHash({ ...row, prevHash })).toBe(row.hash);
    prevHash = row.hash;
    if (row.state !== 'EFFECTIVE') continue;
    if (content === null) expect(row.diff).toEqual([]);
    content = content ? replay(content, row.diff as Difference[]) : (row.snapshot as Snapshot);
    expect(content).toEqual(row.snapshot);
  }
  expect(content?.lines[0]?.['qty']).toBe('9');
  expect(first.version).toBe(1);
});

test('dealers: own orders only, no floor, stock, remark or losing candidates; drafts of the other side stay hidden', async () => {
  await opened.pool.query('update sku set min_price = 9 where tenant_id = 1');
  const mine = await place(market, [[0, '3']], { internalRemark: '重点客户' });
  const dealer = market.dealer(market.customers[0]);
  const stranger = market.dealer(market.customers[1]);
  const shown = await ask(dealer, calls.myOrderDetail, { id: mine.id });
  expect(JSON.stringify(shown)).not.toMatch(/minPrice|available|internalRemark|重点客户|reserved|belowFloor/);
  for (const id of [mine.id, newId()]) {
    const refusal = await refusalOf(ask(stranger, calls.myOrderDetail, { id }));
    expect([refusal.code, refusal.message]).toEqual(['100000007', '该单据不存在或已删除']);
  }
  expect((await ask(stranger, calls.myOrderPage, {})).totalCount).toBe(0);
  const draft = await ask(market.me, calls.orderSave, orderOf(market, [[0, '1']]));
  expect((await refusalOf(ask(dealer, calls.myOrderDetail, { id: draft.id }))).data.reason).toBe('NOT_FOUND');
  const own = await ask(dealer, calls.myOrderPlace, orderOf(market, [[1, '2']]));
  expect((await refusalOf(ask(market.me, calls.orderWithdraw, { id: own.id, rowVersion: 1 }))).message).toContain('由经销商提交');
  const passed = await ask(market.me, calls.orderAudit, { id: own.id, rowVersion: 1 });
  expect((await refusalOf(ask(dealer, calls.myOrderCancel, { id: own.id, rowVersion: passed.rowVersion, reason: '不要' }))).message).toContain('申请');
  await ask(dealer, calls.myRequestCancel, { id: own.id, rowVersion: passed.rowVersion, reason: '不要' });
});

test('automatic audit, pay first and two-person audit follow the base configuration', async () => {
  await configure(market, { auditMode: 'AUTO', payFirst: true });
  expect((await place(market, [[0, '1']])).status).toBe('PENDING_DELIVERY');
  const offline = await place(market, [[0, '1']], { payMethod: 'OFFLINE' });
  expect(offline.status).toBe('PENDING_PAY');
  const paid = await ask(market.me, calls.orderConfirmPaid, { id: offline.id, rowVersion: offline.rowVersion, from: 'NEW', amount: '10.00', flowNo: 'B1' });
  expect(paid.status).toBe('PENDING_DELIVERY');
  await configure(market, { auditMode: 'MANUAL', twoPersonAudit: true });
  const own = await place(market, [[0, '1']]);
  expect((await refusalOf(ask(market.me, calls.orderAudit, { id: own.id, rowVersion: 1 }))).data.reason).toBe('SAME_PERSON');
});

test('list: filters, tabs, goods; batch audit answers row by row; the export is a workbook', async () => {
  const one = await place(market, [[0, '3']]);
  const two = await place(market, [[1, '2']]);
  await place(market, [[2, '1']], { payMethod: 'OFFLINE' });
  const page = await ask(market.me, calls.orderPage, {
    withTabs: 'true',
    status: 'PENDING_AUDIT',
    createTimeStart: '2026-06-15',
    createTimeEnd: '2026-06-15',
    descs: 'payable',
  });
  expect(page.pagedRecords.map((row) => row.payable)).toEqual(['30.00', '20.00', '10.00']);
  expect(page.tabs).toMatchObject({ PENDING_AUDIT: 3, DRAFT: 0 });
  expect((await ask(market.me, calls.orderPage, { product: 'B001' })).totalCount).toBe(1);
  expect((await ask(market.me, calls.orderPage, { product: '防水' })).totalCount).toBe(3);
  const { results } = await ask(market.me, calls.orderBatchAudit, {
    pass: true,
    items: [
      { id: one.id, rowVersion: 1 },
      { id: two.id, rowVersion: 9 },
    ],
  });
  expect(results.map((row) => [row.id, row.ok])).toEqual(
    [
      [one.id, true],
      [two.id, false],
    ].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );
  expect((await detail(two.id)).status).toBe('PENDING_AUDIT');
});

test('copy takes what is still sold at the price of today', async () => {
  const done = await approved(market, [
    [0, '3'],
    [1, '2'],
  ]);
  await opened.pool.query('update sku set list_price = 11 where id = $1', [market.skus[0]]);
  await opened.pool.query("update sku set status = 'DISABLED' where id = $1", [market.skus[1]]);
  const copy = await ask(market.me, calls.orderCopy, { id: done.id });
  expect(copy.skipped).toEqual(['防水涂料B001（B001）']);
  expect((await detail(copy.id)).payable).toBe('33.00');
  await ask(market.me, calls.orderDelete, { id: copy.id, rowVersion: 1 });
  expect((await refusalOf(detail(copy.id))).data.reason).toBe('NOT_FOUND');
});

test('the list adds up what its filters leave', async () => {
  await place(market, [[0, '2']]);
  await place(market, [[1, '3']], { payMethod: 'OFFLINE' });
  const totals = async (query: object) => (await ask(market.me, calls.orderPage, { ...query, withTabs: 'true' })).totals;
  expect(await totals({})).toEqual({ payable: '50.00', held: '20.00', paid: '0.00' });
  expect(await totals({ payMethod: 'OFFLINE' })).toEqual({ payable: '30.00', held: '0.00', paid: '0.00' });
  expect(await totals({ orderNo: 'DD1999' })).toEqual({ payable: '0.00', held: '0.00', paid: '0.00' });
  expect((await ask(market.me, calls.orderPage, {})).totals).toBeUndefined();
});

test('recent deals: the last three prices of this customer, what came to nothing left out', async () => {
  const deals = (customerId = market.customers[0]) => ask(market.me, calls.orderRecentDeals, { customerId, skuId: market.skus[0] as string });
  expect((await deals()).deals).toEqual([]);
  for (const qty of ['1', '2', '3', '4']) await approved(market, [[0, qty]]);
  await place(market, [[0, '9']]);
  const found = (await deals()).deals;
  expect(found.map((deal) => [deal.qty, deal.price, deal.unitName])).toEqual([
    ['4', '10.00', '个'],
    ['3', '10.00', '个'],
    ['2', '10.00', '个'],
  ]);
  const except = await ask(market.me, calls.orderRecentDeals, {
    customerId: market.customers[0],
    skuId: market.skus[0] as string,
    exceptOrderId: found[0]?.orderId as string,
  });
  expect(except.deals.map((deal) => deal.qty)).toEqual(['3', '2', '1']);
  expect((await deals(market.customers[1])).deals).toEqual([]);
  expect((await ask(market.dealer(market.customers[1]), calls.myRecentDeals, { skuId: market.skus[0] as string })).deals).toEqual([]);
});

test('quote: price, what can be ordered and stock while typing', async () => {
  await opened.pool.query('update sku set moq = 24, multiple = 12 where id = $1', [market.skus[0]]);
  const { lines } = await ask(market.me, calls.orderQuote, {
    customerId: market.customers[0],
    lines: [{ skuId: market.skus[0] as string, unitId: market.units.box, qty: '1' }],
  });
  expect(lines[0]).toMatchObject({ price: '120.00', suggested: '2', available: '83.3333' });
  expect(lines[0]?.problem).toContain('起订量');
});

const wire = (line: { id: string; skuId: string; unitId: string } | undefined, qty: string) => ({
  id: line?.id as string,
  skuId: line?.skuId as string,
  unitId: line?.unitId as string,
  qty,
});
const sign = (orderId: string, orderLineId: string, signed: string) =>
  as(opened, market.me, (tx) => recordSigning(tx, market.me, { lines: [{ orderId, orderLineId, signed, refused: '0' }] }, NOON));
const ship = (orderId: string, orderLineId: string, qty: string) =>
  as(opened, market.me, (tx) =>
    recordShipment(tx, market.me, { deliveryNo: 'FH1', lines: [{ orderId, orderLineId, qty, amount: BigInt(qty) * 1000n }] }, NOON),
  );

test('the same stored line twice in one submit is refused with a sentence', async () => {
  const draft = await ask(market.me, calls.orderSave, orderOf(market, [[0, '1']]));
  const { lines } = await detail(draft.id);
  const line = wire(lines[0], '2');
  const refusal = await refusalOf(ask(market.me, calls.orderSave, orderOf(market, [], { id: draft.id, rowVersion: 1, lines: [line, line] })));
  expect(refusal.message).toContain('重复的行');
});

test('absurd figures and strange ids are refused, never a failure of the system', async () => {
  const line = { skuId: market.skus[0] as string, unitId: market.units.box, qty: '99999999999999' };
  expect((await refusalOf(place(market, [], { lines: [line] }))).data.fields).toHaveProperty('lines.0.qty');
  const dear = { ...line, unitId: market.units.piece, qty: '999999999', manualPrice: '9999999', manualReason: '试' };
  expect((await refusalOf(place(market, [], { lines: [dear] }))).data.reason).toBe('QTY_EXCEED');
  expect((await refusalOf(place(market, [[0, '1']], { salesMemberId: newId() }))).data.reason).toBe('NOT_FOUND');
  expect((await refusalOf(place(market, [[0, '1']], { warehouseId: newId() }))).data.reason).toBe('NOT_FOUND');
  expect((await refusalOf(place(market, [], { lines: [{ ...line, qty: '1', skuId: newId() }] }))).data.fields).toHaveProperty('lines.0.skuId');
  const strange = ask(market.me, calls.orderPage, { createTimeStart: '2026-13-45', expectEnd: 'x', status: 'NOPE', orderNo: "%_'" });
  expect(Object.keys((await refusalOf(strange)).data.fields ?? {}).sort()).toEqual(['createTimeStart', 'expectEnd', 'status']);
});

test('orders are found by the day they are expected, also those expected before they were placed', async () => {
  const ids = await Promise.all([place(market, [[0, '1']]), place(market, [[0, '1']]), place(market, [[0, '1']])]);
  const days = ['2026-01-05', '2026-03-10', '2026-02-01'];
  for (const [at, { id }] of ids.entries())
    await opened.pool.query("update sales_order set expect_date = $2, created_at = '2026-03-01 10:00:00+08' where id = $1", [id, days[at]]);
  const found = async (query: object) => (await ask(market.me, calls.orderPage, query)).pagedRecords.map((row) => row.expectDate).sort();
  expect(await found({ expectEnd: '2026-01-05' })).toEqual(['2026-01-05']);
  expect(await found({ expectEnd: '2026-02-28' })).toEqual(['2026-01-05', '2026-02-01']);
  expect(await found({ expectStart: '2026-02-01', expectEnd: '2026-03-31' })).toEqual(['2026-02-01', '2026-03-10']);
});

test('a line reopened by a change is payable again for what it will deliver', async () => {
  const done = await approved(market, [
    [0, '10'],
    [1, '5'],
  ]);
  const { lines } = await detail(done.id);
  await ship(done.id, lines[0]?.id as string, '4');
  let { rowVersion } = await detail(done.id);
  await ask(market.me, calls.orderClose, { id: done.id, rowVersion, reason: '停产', lineIds: [lines[0]?.id as string] });
  ({ rowVersion } = await detail(done.id));
  const asked = await ask(market.me, calls.orderChange, { id: done.id, rowVersion, reason: '又要了', lines: [wire(lines[0], '12'), wire(lines[1], '5')] });
  await ask(market.me, calls.orderDecideChange, { id: done.id, rowVersion: asked.rowVersion, pass: true });
  expect(await detail(done.id)).toMatchObject({ goodsAmount: '170.00', payable: '110.00', closedAmount: '60.00' });
});

test('what the auditor corrected is told to the dealer with the new sum', async () => {
  const done = await place(market, [
    [0, '15'],
    [1, '2'],
  ]);
  const { lines } = await detail(done.id);
  await ask(market.me, calls.orderAudit, { id: done.id, rowVersion: done.rowVersion, edits: [{ lineId: lines[0]?.id as string, qty: '14' }] });
  const words = `厂家审核时修改：第1行 ${lines[0]?.skuCode} 数量 15 → 14 个；应付 170.00 → 160.00 元`;
  expect(told((await detail(done.id)).events[0]?.note)).toBe(words);
  const { rows } = await opened.pool.query("select payload->'params'->>'note' as note from outbox where payload->>'kind' = 'order.approved'");
  expect(told(rows)).toEqual([{ note: words }]);
});

test('quantities of several units stand side by side, and the progress is told in lines', async () => {
  const line = (sku: number, unitId: string, qty: string) => ({ skuId: market.skus[sku] as string, unitId, qty });
  const done = await ask(
    market.me,
    calls.orderPlace,
    orderOf(market, [], { lines: [line(0, market.units.box, '5'), line(1, market.units.piece, '1200'), line(2, market.units.box, '1')] }),
  );
  const { pagedRecords } = await ask(market.me, calls.orderPage, {});
  expect(pagedRecords[0]).toMatchObject({
    id: done.id,
    doneLines: 0,
    quantities: [
      { unitName: '箱', qty: '6', shipped: '0' },
      { unitName: '个', qty: '1200', shipped: '0' },
    ],
  });
  expect(displayUnits(pagedRecords[0]?.quantities ?? [])).toBe('6箱 1,200个');
});

test('figures of a difference have their thousands set apart, texts of digits stay as they are', () => {
  expect(['lines.x.qty', 'lines.x.price', 'lines.x.amount', 'header.payable'].map((path) => shownValue(path, '1234567.5'))).toEqual(
    Array(4).fill('1,234,567.5'),
  );
  expect(shownValue('lines.x.closed', '12000')).toBe('12,000');
  expect(['lines.x.skuCode', 'lines.x.remark', 'header.receiverPhone'].map((path) => shownValue(path, '13900000001'))).toEqual(Array(3).fill('13900000001'));
  expect(shownValue('header.freight', '')).toBe('（无）');
});

test('goods are expected from today on; a day that has gone by since the order was submitted stands', async () => {
  const past = orderOf(market, [[0, '1']], { expectDate: '2026-06-14' });
  const refusal = await refusalOf(ask(market.me, calls.orderPlace, past));
  expect([refusal.message, refusal.data.fields]).toEqual([
    '期望到货日2026-06-14不能早于今天2026-06-15',
    { expectDate: '期望到货日2026-06-14不能早于今天2026-06-15' },
  ]);
  const done = await ask(market.me, calls.orderPlace, { ...past, expectDate: '2026-06-15' });
  await ask(market.me, calls.orderReject, { id: done.id, rowVersion: done.rowVersion, reason: '改数量' });
  const shown = await detail(done.id);
  const later = new Date('2026-06-17T12:00:00+08:00');
  const again = { id: done.id, rowVersion: shown.rowVersion };
  expect((await refusalOf(ask(market.me, calls.orderPlace, { ...past, ...again, expectDate: '2026-06-16' }, later))).data.fields).toHaveProperty('expectDate');
  expect((await ask(market.me, calls.orderPlace, { ...past, ...again, expectDate: '2026-06-15' }, later)).status).toBe('PENDING_AUDIT');
});
