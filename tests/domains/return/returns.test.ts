import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { signDelivery } from '~/domains/delivery/sign.server';
import { registerReceipt } from '~/domains/receivable/receipt.server';
import { cancelReturn, submitReturn, withdrawReturn } from '~/domains/return/apply.server';
import { rejectReturn } from '~/domains/return/audit.server';
import { myReturnDetail, returnDetail } from '~/domains/return/detail.server';
import { returnableOrders, returnForm } from '~/domains/return/form.server';
import { ReturnableOrderQuery } from '~/domains/return/return.schema';
import { returnedAmount } from '~/domains/return/returns';
import type { Me } from '~/portal/me';
import { Refusal } from '~/shared/refusal';
import { makeMember } from '../../support/app';
import { NOON, refusalOf } from '../../support/catalogue';
import { testDatabase } from '../../support/database';
import { differences, openDepot, orderLinesOf, orderOf, shipped } from '../../support/delivery';
import { applied, delivered, openReturnDesk, passed, type ReturnDesk, received, refunded, returnedWhole, sent } from '../../support/returns';
import { as, putFunds } from '../../support/stock';

const opened = await testDatabase();
let desk: ReturnDesk;
let dealer: Me;

beforeAll(async () => {
  const depot = await openDepot(opened);
  const other = (await makeMember(1n, '审核员', [...depot.me.permissions])).me;
  desk = await openReturnDesk(depot, other);
  dealer = depot.dealer(depot.customers[0]);
  await putFunds(opened, depot.me, depot.customers[0], 100_000_000n);
});

const one = async (sql: string, values: unknown[]) => (await opened.pool.query(sql, values)).rows[0];
const fund = async () =>
  (await one("select posted, held from fund_account where customer_id = $1 and type = 'BALANCE'", [desk.customers[0]])) as { posted: bigint; held: bigint };
const receivable = (orderId: string) => one('select * from receivable where order_id = $1', [orderId]);
const stockIn = async (warehouseId: string, skuId: string) =>
  Number((await one('select coalesce(sum(on_hand), 0) as n from stock_balance where warehouse_id = $1 and sku_id = $2', [warehouseId, skuId])).n);

test('goods paid out of the fund account come back: stock, counters, receivable and money follow, and the books agree', async () => {
  const of = await delivered(desk, [[0, '10']], { payMethod: 'BALANCE' });
  const before = await fund();
  const made = await applied(desk, of, [[0, '4']]);
  expect(made.status).toBe('PENDING_AUDIT');
  const agreed = await passed(desk, made, { deduct: 500n });
  expect(agreed.status).toBe('WAIT_BACK');
  const back = await received(desk, await sent(desk, agreed), () => ({ good: '2', bad: '1', reject: '1' }));
  expect(back.status).toBe('WAIT_REFUND');
  expect((await receivable(of.orderId)).returned).toBe(0n);
  expect([await stockIn(desk.returnWarehouse, desk.skus[0]), await stockIn(desk.defectWarehouse, desk.skus[0])]).toEqual([2, 1]);
  expect((await orderLinesOf(desk, of.orderId))[0]).toMatchObject({ returned: '3.0000' });
  const done = await refunded(desk, back, {});
  expect(done.status).toBe('DONE');
  expect((await fund()).posted - before.posted).toBe(2500n);
  expect(await receivable(of.orderId)).toMatchObject({ amount: 10000n, settled: 10000n, returned: 2500n, refunded: 2500n, open: 0n, status: 'SETTLED' });
  expect(await one('select paid, owed, refunded, returned_amount, pay_state, return_state from sales_order where id = $1', [of.orderId])).toMatchObject({
    paid: 10000n,
    owed: 0n,
    refunded: 2500n,
    pay_state: 'PAID',
    return_state: 'PART',
  });
  const detail = await as(opened, desk.other, (tx) => returnDetail(tx, desk.other, { id: done.id }));
  expect(detail.split).toEqual([{ tender: 'BALANCE', target: 'FUND', amount: 2500n }]);
  expect(await differences(desk)).toEqual([]);
});

test('what is still owed falls first; what was paid offline is paid out, with a way and a flow number', async () => {
  const of = await delivered(desk, [[1, '10']]);
  const { id: receivableId } = await receivable(of.orderId);
  const receipt = {
    customerId: desk.customers[0],
    amount: 7000n,
    payWay: 'BANK',
    bankFlowNo: 'IN-1',
    payer: '',
    receivedAt: NOON,
    voucher: [],
    remark: '',
    applies: [{ receivableId, amount: 7000n }],
  };
  await as(opened, desk.me, (tx) => registerReceipt(tx, desk.me, receipt as never, NOON));
  await returnedWhole(desk, of, [[0, '2']]);
  expect(await receivable(of.orderId)).toMatchObject({ returned: 2000n, refunded: 0n, open: 1000n, status: 'PART' });
  const second = await received(desk, await passed(desk, await applied(desk, of, [[0, '5']])));
  expect((await refusalOf(refunded(desk, second, {}))).message).toContain('40.00元需要线下付出');
  expect((await refusalOf(refunded(desk, second, { payWay: 'BANK' }))).data.fields).toHaveProperty('bankFlowNo');
  await refunded(desk, second);
  expect(await receivable(of.orderId)).toMatchObject({ returned: 7000n, refunded: 4000n, open: 0n, status: 'SETTLED' });
  expect(await one('select pay_way, bank_flow_no, amount from order_refund where biz_id = $1', [second.id])).toMatchObject({ pay_way: 'BANK', amount: 4000n });
  await returnedWhole(desk, of, [[0, '3']], { refundTo: 'ACCOUNT' });
  expect(await receivable(of.orderId)).toMatchObject({ returned: 10000n, refunded: 7000n, open: 0n });
  expect(await one('select pay_state, return_state from sales_order where id = $1', [of.orderId])).toEqual({ pay_state: 'PAID', return_state: 'ALL' });
  expect(await differences(desk)).toEqual([]);
});

test('a line cannot come back twice: what others asked for, or brought back, is named with the limit', async () => {
  const of = await delivered(desk, [[0, '5']]);
  await applied(desk, of, [[0, '3']]);
  const refused = await refusalOf(applied(desk, of, [[0, '3']]));
  expect(refused.data).toMatchObject({ reason: 'RETURN_EXCEED', returnable: '2' });
  expect(refused.message).toContain('超过可退的2个');
  const rest = await applied(desk, of, [[0, '2']]);
  await as(opened, desk.me, (tx) => cancelReturn(tx, desk.me, { ...rest, reason: '不退了' }, NOON));
  expect((await applied(desk, of, [[0, '2']])).status).toBe('PENDING_AUDIT');
  expect((await refusalOf(applied(desk, of, [[0, '0.5']]))).message).toContain('最多允许0位小数');
});

test('a signing with refused and damaged goods leaves a draft; refused goods stay owed until it is through, and no invoice is asked back for them', async () => {
  const of = await delivered(desk, [[2, '10']], {}, [{ signed: '7', refused: '3', damage: '4' }]);
  const draft = await one('select * from return_order where order_id = $1', [of.orderId]);
  expect(draft).toMatchObject({ status: 'DRAFT', source: 'SIGNING', reason_code: 'REFUSED', goods_amount: 4000n, delivery_id: of.deliveryId });
  expect(await receivable(of.orderId)).toMatchObject({ open: 10000n });
  const form = await as(opened, dealer, (tx) => returnForm(tx, dealer, { orderId: '', id: draft.id }));
  expect(form.lines.map(({ part, qty, returnable }) => [part, qty, returnable])).toEqual([
    ['SIGNED', '1.0000', '7'],
    ['REFUSED', '3.0000', '3'],
  ]);
  const made = await as(opened, dealer, (tx) => submitReturn(tx, dealer, { id: draft.id, version: draft.version }, NOON));
  const back = await received(desk, await passed(desk, made), (bad) => ({ bad }));
  await refunded(desk, back, {});
  expect((await orderLinesOf(desk, of.orderId))[0]).toMatchObject({ signed: '7.0000', returned: '1.0000', refused: '3.0000', refused_returned: '3.0000' });
  expect(await receivable(of.orderId)).toMatchObject({ open: 6000n, returned: 4000n });
  const mine = await as(opened, dealer, (tx) => myReturnDetail(tx, dealer, { id: draft.id }));
  expect(mine.events[0]).toMatchObject({ actor: '厂家', action: '确认退款' });
  expect(await differences(desk)).toEqual([]);
});

test('a delivery signed in two parts goes on in its draft', async () => {
  const { orderOf } = await import('../../support/delivery');
  const order = await orderOf(desk, [[0, '10']]);
  const delivery = await shipped(desk, [[order.lineIds[0] as string, '10']]);
  const { id: lineId } = await one('select id from delivery_line where delivery_id = $1', [delivery.id]);
  const sign = (version: number, refused: string) =>
    as(opened, dealer, (tx) =>
      signDelivery(tx, dealer, { id: delivery.id, version, lines: [{ lineId, signed: '3', refused, damage: '0', note: '破', photos: [] }] }, NOON),
    );
  const first = await sign(delivery.version, '1');
  await sign(first.version, '3');
  const { rows } = await opened.pool.query(
    'select l.apply_qty, r.goods_amount from return_order r join return_line l on l.return_id = r.id where r.order_id = $1',
    [order.id],
  );
  expect(rows).toEqual([{ apply_qty: '4.0000', goods_amount: 4000n }]);
});

test('仅退款 needs no goods back: passing counts them, confirming pays', async () => {
  const of = await delivered(desk, [[0, '6']], { payMethod: 'BALANCE' });
  const before = await fund();
  const agreed = await passed(desk, await applied(desk, of, [[0, '6']], { type: 'REFUND_ONLY' }));
  expect(agreed.status).toBe('WAIT_REFUND');
  expect((await refusalOf(received(desk, agreed))).message).toContain('仅退款');
  await refunded(desk, agreed, {});
  expect((await fund()).posted - before.posted).toBe(6000n);
  expect((await orderLinesOf(desk, of.orderId))[0]).toMatchObject({ returned: '6.0000' });
  expect(await differences(desk)).toEqual([]);
});

test('换货 makes the same goods again at what was billed, paid with what was given back', async () => {
  const of = await delivered(desk, [[0, '8']], { payMethod: 'BALANCE' });
  const before = await fund();
  const done = await returnedWhole(desk, of, [[0, '3']], { type: 'EXCHANGE' });
  expect(done.status).toBe('DONE');
  const row = await one('select exchange_order_id, exchange_order_no from return_order where id = $1', [done.id]);
  const order = await one('select * from sales_order where id = $1', [row.exchange_order_id]);
  expect(order).toMatchObject({ type: 'EXCHANGE', status: 'PENDING_DELIVERY', payable: 3000n, held: 3000n, no: row.exchange_order_no, short: false });
  const now = await fund();
  expect([now.posted - before.posted, now.held - before.held]).toEqual([3000n, 3000n]);
  const [line] = await orderLinesOf(desk, order.id);
  await shipped(desk, [[line?.id as string, '3']]);
  expect(await receivable(order.id)).toMatchObject({ amount: 3000n, settled: 3000n, open: 0n });
  expect((await fund()).posted).toBe(before.posted);
  expect(await differences(desk)).toEqual([]);
});

test('an exchange of goods not paid for yet lowers what is owed, and the new order owes it again', async () => {
  const of = await delivered(desk, [[1, '4']]);
  const done = await returnedWhole(desk, of, [[0, '4']], { type: 'EXCHANGE' });
  expect(await receivable(of.orderId)).toMatchObject({ open: 0n, returned: 4000n, refunded: 0n });
  const { id } = await one('select exchange_order_id as id from return_order where id = $1', [done.id]);
  const [line] = await orderLinesOf(desk, id);
  await shipped(desk, [[line?.id as string, '4']]);
  expect(await receivable(id)).toMatchObject({ open: 4000n });
  expect(await differences(desk)).toEqual([]);
});

test('whoever applied neither decides nor pays; a rejected or withdrawn application changes nothing', async () => {
  const of = await delivered(desk, [[0, '2']]);
  const made = await applied(desk, of, [[0, '2']]);
  expect((await refusalOf(passed({ ...desk, other: desk.me }, made))).data.reason).toBe('SAME_PERSON');
  const rejected = await as(opened, desk.other, (tx) => rejectReturn(tx, desk.other, { ...made, reason: '超过期限' }, NOON));
  expect(rejected.status).toBe('REJECTED');
  const again = await applied(desk, of, [[0, '2']]);
  const draft = await as(opened, desk.me, (tx) => withdrawReturn(tx, desk.me, again, NOON));
  expect(draft.status).toBe('DRAFT');
  const waiting = await received(desk, await passed(desk, await as(opened, desk.me, (tx) => submitReturn(tx, desk.me, draft, NOON))));
  expect((await refusalOf(refunded({ ...desk, other: desk.me }, waiting))).data.reason).toBe('SAME_PERSON');
  expect((await orderLinesOf(desk, of.orderId))[0]).toMatchObject({ returned: '2.0000' });
});

test('another customer’s dealer finds neither the goods nor the return', async () => {
  const of = await delivered(desk, [[0, '2']]);
  const made = await applied(desk, of, [[0, '1']]);
  const stranger = desk.dealer(desk.customers[1]);
  expect((await refusalOf(applied(desk, of, [[0, '1']], {}, stranger))).data.reason).toBe('NOT_FOUND');
  expect((await refusalOf(as(opened, stranger, (tx) => myReturnDetail(tx, stranger, { id: made.id })))).data.reason).toBe('NOT_FOUND');
  expect((await refusalOf(as(opened, stranger, (tx) => cancelReturn(tx, stranger, { ...made, reason: '' }, NOON)))).data.reason).toBe('NOT_FOUND');
});

test('orders to return from are those of which something may still come back', async () => {
  const offered = async (of: { orderId: string }) => {
    const { no } = await one('select no from sales_order where id = $1', [of.orderId]);
    const page = await as(opened, desk.me, (tx) => returnableOrders(tx, desk.me, ReturnableOrderQuery.parse({ orderNo: no })));
    return page.pagedRecords.length === 1;
  };
  const waiting = await orderOf(desk, [[0, '3']]);
  await shipped(desk, [[waiting.lineIds[0] as string, '3']]);
  expect(await offered({ orderId: waiting.id }), 'nobody has signed for it').toBe(false);
  const refused = await delivered(desk, [[1, '3']], {}, [{ signed: '0', refused: '3', damage: '0' }]);
  expect(await offered(refused)).toBe(true);
  const kept = await delivered(desk, [[0, '3']]);
  expect(await offered(kept)).toBe(true);
  await returnedWhole(desk, kept, [[0, '1']]);
  expect(await offered(kept)).toBe(true);
  await returnedWhole(desk, kept, [[0, '2']]);
  expect(await offered(kept), 'all of it came back').toBe(false);
});

test('trap 19: any partition of the goods into returns gives back exactly what was billed and paid', async () => {
  const shares = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(shares, fc.boolean(), async (all, paid) => {
      const total = all.reduce((sum, qty) => sum + qty, 0);
      const of = await delivered(desk, [[0, String(total)]], { payMethod: paid ? 'BALANCE' : 'OFFLINE', freight: '12.34' });
      // An odd sum, as a discount leaves it.
      const before = await fund();
      let given = 0n;
      for (const qty of all) {
        await returnedWhole(desk, of, [[0, String(qty)]]);
        given = (await fund()).posted - before.posted;
        expect(given).toBeLessThanOrEqual(BigInt(total) * 1000n);
      }
      expect(given).toBe(paid ? BigInt(total) * 1000n : 0n);
      const row = await receivable(of.orderId);
      expect([row.returned, row.open]).toEqual([BigInt(total) * 1000n, paid ? 0n : 1234n]);
      expect(await differences(desk)).toEqual([]);
    }),
    { numRuns: 4 },
  );
});

test('the shares of a line always add up to what it was billed for, whatever it is cut into', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 9_999_999n), fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 9 }), (amount, parts) => {
      const qty = (n: number) => (n / 10_000).toFixed(4);
      const total = parts.reduce((sum, part) => sum + part, 0);
      let [back, taken] = [0, 0n];
      for (const part of parts) {
        const share = returnedAmount({ qty: qty(total), amount, back: qty(back), taken }, qty(part));
        expect(share).toBeGreaterThanOrEqual(0n);
        back += part;
        taken += share;
        expect(taken).toBeLessThanOrEqual(amount);
      }
      expect(taken).toBe(amount);
    }),
  );
});

const moves = ['withdraw', 'submit', 'pass', 'reject', 'send', 'receive', 'refund', 'cancel'] as const;
test('trap 7: whatever is tried in whatever order, only the steps of the table happen and what is refused changes nothing', async () => {
  const { returnFlow } = await import('~/domains/return/returns');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...moves), { minLength: 5, maxLength: 9 }),
      fc.constantFrom('RETURN_REFUND', 'REFUND_ONLY', 'EXCHANGE'),
      async (walk, type) => {
        const of = await delivered(desk, [[0, '2']]);
        let at = await applied(desk, of, [[0, '2']], { type: type as 'EXCHANGE' });
        for (const move of walk) {
          const before = await stateOf(of.orderId, at.id);
          const next = await run(move, at).catch((error) => {
            if (!(error instanceof Refusal)) throw error;
            return null;
          });
          if (!next) expect(await stateOf(of.orderId, at.id)).toBe(before);
          else {
            expect(next.status === at.status || returnFlow.mayBecome(at.status, next.status)).toBe(true);
            at = next;
          }
        }
        const [line] = await orderLinesOf(desk, of.orderId);
        const counted = at.status === 'DONE' || at.status === 'WAIT_REFUND';
        expect(line).toMatchObject({ returned: counted ? '2.0000' : '0.0000' });
        expect((await receivable(of.orderId)).returned).toBe(at.status === 'DONE' ? 2000n : 0n);
      },
    ),
    { numRuns: 10 },
  );
  expect(await differences(desk)).toEqual([]);
});

function run(move: (typeof moves)[number], ref: { id: string; version: number }) {
  if (move === 'withdraw') return as(opened, desk.me, (tx) => withdrawReturn(tx, desk.me, ref, NOON));
  if (move === 'submit') return as(opened, desk.me, (tx) => submitReturn(tx, desk.me, ref, NOON));
  if (move === 'reject') return as(opened, desk.other, (tx) => rejectReturn(tx, desk.other, { ...ref, reason: '不符' }, NOON));
  if (move === 'cancel') return as(opened, desk.me, (tx) => cancelReturn(tx, desk.me, { ...ref, reason: '' }, NOON));
  if (move === 'pass') return passed(desk, ref);
  if (move === 'send') return sent(desk, ref);
  if (move === 'receive') return received(desk, ref);
  return refunded(desk, ref, {});
}

async function stateOf(orderId: string, returnId: string): Promise<string> {
  const { rows } = await opened.pool.query(
    `select (select json_agg(t order by id) from order_line t where order_id = $1) l, (select json_agg(t) from sales_order t where id = $1) o,
      (select json_agg(t order by id) from receivable t where order_id = $1) r, (select json_agg(t order by id) from return_line t where return_id = $2) a,
      (select json_agg(t) from return_order t where id = $2) d, (select json_agg(t order by id) from return_event t where return_id = $2) e,
      (select json_agg(t order by id) from wf_task t where subject_id = $2) w, (select count(*)::int from stock_ledger where biz_id = $2) s`,
    [orderId, returnId],
  );
  return JSON.stringify(rows[0], (_, value) => (typeof value === 'bigint' ? value.toString() : value));
}

test('退货时限: a dealer asks goods back within the days after signing, to the last of them; the factory may at any time', async () => {
  const of = await delivered(desk, [[0, '3']]);
  await opened.pool.query("update tenant_setting set value = value || '{\"returnDays\": 7}' where tenant_id = 1 and key = 'order.base'");
  const signed = (days: number) =>
    opened.pool.query('update delivery_line set signed_at = $2 where delivery_id = $1', [of.deliveryId, new Date(NOON.getTime() - days * 86_400_000)]);
  await signed(8);
  expect((await refusalOf(applied(desk, of, [[0, '1']], {}, dealer))).message).toMatch(/于2026-06-07签收，2026-06-14已过退货时限7天/);
  await applied(desk, of, [[0, '1']]);
  await signed(7);
  await applied(desk, of, [[0, '1']], {}, dealer);
});
