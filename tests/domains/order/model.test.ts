import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import * as tasks from '~/domains/order/audit/auditCalls';
import * as calls from '~/domains/order/calls';
import { allowed, allStatuses, isFinal, next, type OrderAction } from '~/domains/order/order';
import type { OrderStatus } from '~/domains/order/order.schema';
import { recordReversal, recordShipment, recordSigning } from '~/domains/order/order.server';
import type { Me } from '~/portal/me';
import { compareQty, lineAmount, sumQty, taxInside } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { makeMember } from '../../support/app';
import { givenOf } from '../../support/approvals';
import { ask } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { allocatedTo, configure, type Market, NOON, openMarket, orderOf, place, stateOf } from '../../support/order';
import { as } from '../../support/stock';

const opened = await testDatabase();
let market: Market;
/** An administrator and two who may do all but that: between them orders are handed over and asked about. */
let people: Me[];
beforeEach(async () => {
  await emptyDatabase();
  market = await openMarket(opened);
  const codes = [...market.me.permissions];
  people = [];
  for (const name of ['管理员', '审核甲', '审核乙']) people.push((await makeMember(1n, name, name === '管理员' ? 'admin' : codes)).me);
  market.me = people[0] as Me;
});

type Command = { action: OrderAction | TaskAction; who: number; to: number; dealer: boolean; stale: boolean; amount: number; line: number };
type TaskAction = (typeof taskActions)[number];
const taskActions = ['TRANSFER', 'ASK', 'ANSWER', 'TAKE_BACK'] as const;
const isTask = (action: Command['action']): boolean => (taskActions as readonly string[]).includes(action);
const actions = [
  'SAVE',
  'SUBMIT',
  'DELETE',
  'WITHDRAW',
  'APPROVE',
  'REJECT',
  'CONFIRM_PAID',
  'SHIP',
  'REVERSE',
  'SIGN',
  'CHANGE',
  'DECIDE',
  'CLOSE',
  'CANCEL',
] as const;
const command: fc.Arbitrary<Command> = fc.record({
  // The way forward comes up more often, so that walks get to the late states.
  action: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...actions) },
    { weight: 3, arbitrary: fc.constantFrom('SUBMIT', 'APPROVE', 'SHIP', 'SHIP', 'SIGN', 'CONFIRM_PAID', 'CHANGE', 'DECIDE') },
    { weight: 1, arbitrary: fc.constantFrom(...taskActions) },
  ),
  who: fc.integer({ min: 0, max: 2 }),
  to: fc.integer({ min: 0, max: 2 }),
  dealer: fc.boolean(),
  stale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  amount: fc.integer({ min: 1, max: 6 }),
  line: fc.integer({ min: 0, max: 1 }),
});

/** The first steps of an order that goes well, so that walks start in every state. */
const wayForward = (dealer: boolean): Command[] => [
  { action: 'SUBMIT', who: 0, to: 0, dealer, stale: false, amount: 1, line: 0 },
  { action: 'APPROVE', who: 0, to: 0, dealer: false, stale: false, amount: 1, line: 0 },
  { action: dealer ? 'CONFIRM_PAID' : 'SHIP', who: 0, to: 0, dealer: false, stale: false, amount: 3, line: 1 },
  { action: 'SHIP', who: 0, to: 0, dealer: false, stale: false, amount: 4, line: 0 },
];

interface Stored {
  status: OrderStatus;
  row_version: number;
  pending_version_id: string | null;
}
const read = async (id: string) =>
  (await opened.pool.query('select status, row_version, pending_version_id from sales_order where id = $1', [id])).rows[0] as Stored | undefined;
const lines = async (id: string) => (await opened.pool.query('select * from order_line where order_id = $1 order by line_no', [id])).rows;

/** Makes the command as whoever gives it, by the very calls screens use (deliveries by the functions they use). */
async function give(id: string, dealerOrder: boolean, { action, who, to, dealer, stale, amount, line }: Command, stored: Stored): Promise<unknown> {
  const me: Me = dealer ? market.dealer(market.customers[0]) : (people[who] as Me);
  const ref = { id, rowVersion: stored.row_version + (stale ? 1 : 0) };
  const rows = await lines(id);
  const one = rows[line % rows.length];
  const qty = String(amount);
  const content = orderOf(
    market,
    [
      [0, '4'],
      [1, '3'],
    ],
    { ...ref, payMethod: dealerOrder ? 'OFFLINE' : 'BALANCE' },
  );
  const wanted = rows.map((row) => ({ id: row.id, skuId: row.sku_id, unitId: row.unit_id, qty: row.id === one.id ? qty : row.qty }));
  const counted = { orderId: id, orderLineId: one?.id };
  switch (action) {
    case 'SAVE':
      return ask(me, dealer ? calls.myOrderSave : calls.orderSave, content);
    case 'SUBMIT':
      return ask(me, dealer ? calls.myOrderSubmit : calls.orderSubmit, ref);
    case 'DELETE':
      return ask(me, dealer ? calls.myOrderDelete : calls.orderDelete, ref);
    case 'WITHDRAW':
      return ask(me, dealer ? calls.myOrderWithdraw : calls.orderWithdraw, ref);
    case 'APPROVE':
      return ask(me, calls.orderAudit, ref);
    case 'REJECT':
      return ask(me, calls.orderReject, { ...ref, reason: '不行' });
    case 'CONFIRM_PAID':
      return ask(me, calls.orderConfirmPaid, { ...ref, from: 'BALANCE', amount: amount > 3 ? '70.00' : '10.00', confirm: true });
    case 'CHANGE':
      return ask(me, dealer ? calls.myOrderChange : calls.orderChange, { ...ref, reason: '改', lines: wanted });
    case 'DECIDE':
      return ask(me, calls.orderDecideChange, { ...ref, pass: amount > 2, reason: '复核' });
    case 'TRANSFER':
      return ask(me, tasks.auditTransfer, { ...ref, memberId: people[to]?.memberId as string });
    case 'ASK':
      return ask(me, tasks.auditAsk, { ...ref, memberIds: [people[to]?.memberId as string], question: '可以吗' });
    case 'ANSWER':
      return ask(amount > 1 ? await askedOf(id, line) : me, tasks.auditAnswer, {
        id: await openTask(id, line),
        answer: amount > 3 ? 'AGREE' : 'DISAGREE',
        reply: '看过了',
      });
    case 'TAKE_BACK':
      return ask(me, tasks.auditTakeBack, { id: await openTask(id, line) });
    case 'CLOSE':
      return ask(me, calls.orderClose, { ...ref, reason: '停', lineIds: amount > 3 ? [] : [one?.id] });
    case 'CANCEL':
      return ask(me, dealer ? calls.myOrderCancel : calls.orderCancel, { ...ref, reason: '停' });
    case 'SHIP':
      return as(opened, me, (tx) => recordShipment(tx, me, { deliveryNo: 'FH', lines: [{ ...counted, qty, amount: 0n }] }, NOON));
    case 'REVERSE':
      return as(opened, me, (tx) => recordReversal(tx, me, { deliveryNo: 'FH', lines: [{ ...counted, qty, amount: 0n }] }, NOON));
    case 'SIGN':
      return as(opened, me, (tx) => recordSigning(tx, me, { lines: [{ ...counted, signed: qty, refused: '0' }] }, NOON));
  }
}

interface TaskRow {
  id: string;
  kind: string;
  member_id: string;
  answer: string | null;
  ended: string | null;
}
const tasksOf = async (id: string) => (await opened.pool.query(`select * from (${givenOf}) t where subject_id = $1`, [id])).rows as TaskRow[];
/** One that still stands if there is any, else any other, else none there is. */
async function openTask(id: string, index: number): Promise<string> {
  const all = await tasksOf(id);
  const open = all.filter((task) => !task.ended);
  return (open[index % open.length] ?? all[0])?.id ?? id;
}

const askedOf = async (id: string, index: number): Promise<Me> => {
  const task = await openTask(id, index);
  const asked = (await tasksOf(id)).find((one) => one.id === task);
  return people.find((one) => one.memberId === asked?.member_id) ?? (people[0] as Me);
};

/** Whether what was handed over and asked lets this person decide so. */
async function mayDecideNow(id: string, { action, who, amount }: Command, rows: TaskRow[]): Promise<void> {
  const open = rows.filter((task) => !task.ended);
  const holder = open.find((task) => task.kind === 'TRANSFER');
  if (holder && who !== 0) expect(holder.member_id).toBe(people[who]?.memberId);
  if (action === 'APPROVE' || (action === 'DECIDE' && amount > 2))
    expect(open.filter((task) => task.kind === 'OPINION' && task.answer !== 'AGREE')).toEqual([]);
  expect((await tasksOf(id)).filter((task) => !task.ended)).toEqual([]);
}

async function followsTable(id: string, one: Command, before: Stored, after: Stored, given: TaskRow[]): Promise<void> {
  if (one.action === 'APPROVE' || one.action === 'REJECT' || one.action === 'DECIDE') await mayDecideNow(id, one, given);
  const action = one.action as OrderAction;
  expect(allowed(before.status, action, one.dealer ? 'DEALER' : 'FACTORY')).toBe(true);
  expect(next[before.status][action]?.to).toContain(after.status);
}

test('traps 6, 7, 8: whatever commands come, only transitions of the table happen; a refused one changes nothing', async () => {
  const seen = new Set<string>();
  await configure(market, { payFirst: true, reserveAt: 'SUBMIT' });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.integer({ min: 0, max: 4 }), fc.array(command, { minLength: 4, maxLength: 22 }), async (dealerOrder, depth, walk) => {
      const commands = [...wayForward(dealerOrder).slice(0, depth), ...walk];
      const maker = dealerOrder ? market.dealer(market.customers[0]) : market.me;
      const { id } = await ask(
        maker,
        dealerOrder ? calls.myOrderSave : calls.orderSave,
        orderOf(
          market,
          [
            [0, '4'],
            [1, '3'],
          ],
          { payMethod: dealerOrder ? 'OFFLINE' : 'BALANCE' },
        ),
      );
      for (const one of commands) {
        const before = await read(id);
        if (!before) return;
        const state = await stateOf(opened, id);
        const given = await tasksOf(id);
        const refused = await give(id, dealerOrder, one, before).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
            return true;
          },
        );
        const after = await read(id);
        if (refused) expect(await stateOf(opened, id)).toBe(state);
        else if (after && (await stateOf(opened, id)) !== state) {
          seen.add(`${before.status}>${one.action}`);
          if (isTask(one.action)) expect(after).toEqual(before);
          else await followsTable(id, one, before, after, given);
        }
        await holdsTogether(id, after);
      }
    }),
    { numRuns: 30, seed: 20260615 },
  );
  expect(seen.size).toBeGreaterThan(14);
}, 90_000);

/** What is true of every order in every state. */
async function holdsTogether(id: string, order: Stored | undefined): Promise<void> {
  if (!order) return;
  const allocated = await allocatedTo(opened, id);
  if (['DRAFT', 'REJECTED', 'CANCELLED'].includes(order.status)) expect(allocated).toEqual({ held: '0', reserved: '0', shown: '0' });
  if (isFinal(order.status)) expect(order.pending_version_id).toBeNull();
  const open = (await tasksOf(id)).filter((task) => !task.ended);
  if (order.status !== 'PENDING_AUDIT' && !order.pending_version_id) expect(open).toEqual([]);
  expect(open.filter((task) => task.kind === 'TRANSFER').length).toBeLessThanOrEqual(1);
  expect(allocated.reserved).toBe(allocated.shown);
  const [kept] = (await opened.pool.query('select held::text from sales_order where id = $1', [id])).rows;
  expect(kept?.held).toBe(allocated.held);
  for (const line of await lines(id)) {
    expect(compareQty(sumQty([line.shipped, line.closed]), line.qty)).toBeLessThanOrEqual(0);
    expect(compareQty(sumQty([line.signed, line.refused]), line.shipped)).toBeLessThanOrEqual(0);
  }
}

test('the table: every state is reached from a draft, ended ones lead nowhere', () => {
  const reached = new Set<OrderStatus>(['DRAFT']);
  for (let grew = true; grew; ) {
    const size = reached.size;
    for (const status of [...reached]) for (const step of Object.values(next[status])) for (const to of step.to) reached.add(to);
    grew = reached.size > size;
  }
  expect([...reached].sort()).toEqual([...allStatuses].sort());
  for (const status of ['COMPLETED', 'CANCELLED', 'CLOSED'] as const) expect(next[status]).toEqual({});
});

test('trap 17: line amounts add up to the order, tax lies inside, whatever quantities and prices', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 9_999_999 })), { minLength: 1, maxLength: 4 }),
      async (wanted) => {
        const content = orderOf(market, [], {
          payMethod: 'OFFLINE',
          freight: '12.34',
          lines: wanted.map(([qty, price], index) => ({
            skuId: market.skus[index] as string,
            unitId: market.units.piece,
            qty: String(qty),
            manualPrice: `${Math.trunc(price / 1000)}.${String(price % 1000).padStart(3, '0')}1`,
            manualReason: '议价',
          })),
        });
        const done = await place(market, [], content);
        const order = (await opened.pool.query('select * from sales_order where id = $1', [done.id])).rows[0];
        const stored = await lines(done.id);
        for (const line of stored) {
          expect(line.amount).toBe(lineAmount(line.qty, line.price));
          expect(line.tax).toBe(taxInside(line.amount, line.tax_rate_ppm));
        }
        const sum = (key: string) => stored.reduce((total, line) => total + line[key], 0n);
        expect([order.goods_amount, order.tax, order.payable]).toEqual([sum('amount'), sum('tax'), sum('amount') + 1234n]);
      },
    ),
    { numRuns: 25, seed: 17 },
  );
});
