import { beforeAll, expect, test } from 'vitest';
import { proveFunds } from '~/domains/finance/fundProof.server';
import * as tasks from '~/domains/order/audit/auditCalls';
import * as calls from '~/domains/order/calls';
import type { OrderInput } from '~/domains/order/form/orderInput.schema';
import { placeOrder } from '~/domains/order/placing/place.server';
import { answerAs, scopeOf } from '~/server/serve.server';
import { Refusal } from '~/shared/refusal';
import { makeMember } from '../../support/app';
import { ask, NOON } from '../../support/catalogue';
import { approved, configure, type Market, openMarket, orderOf, place } from '../../support/order';
import { postgresDatabase } from '../../support/postgresDatabase';
import { as } from '../../support/stock';

const opened = await postgresDatabase({ poolSize: 16 });
let market: Market;
let tenant = 1n;
const fresh = async (options: { stock?: string; funds?: bigint } = {}) => {
  market = await openMarket(opened, { ...options, tenantId: tenant });
  tenant += 1n;
};
beforeAll(() => fresh());

/** Jobs by 16 clients at once: as many as there are connections, so that nobody waits for one. */
async function atOnce<T>(jobs: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const outcomes: PromiseSettledResult<T>[] = [];
  let next = 0;
  const client = async () => {
    for (let job = jobs[next++]; job; job = jobs[next++]) outcomes.push(...(await Promise.allSettled([job()])));
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return outcomes;
}

const reasons = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason instanceof Refusal ? String(one.reason.data.reason) : String(one.reason)] : []));
const count = async (text: string) => Number((await opened.pool.query(text, [market.me.tenantId])).rows[0].n);
const prove = () => as(opened, market.me, (tx) => proveFunds(tx, market.me));

test('trap 2: 30 orders of 1 on a stock of 12: exactly 12 are approved, the others STOCK_SHORT', async () => {
  await fresh({ stock: '12' });
  await configure(market, { reserveAt: 'SUBMIT' });
  const outcomes = await atOnce(Array.from({ length: 30 }, () => () => place(market, [[0, '1']])));
  expect(reasons(outcomes)).toEqual(Array(18).fill('STOCK_SHORT'));
  expect(await count('select count(*)::int n from sales_order where tenant_id = $1')).toBe(12);
  expect(await count('select reserved::int n from stock_balance where tenant_id = $1 and reserved > 0')).toBe(12);
  expect(await prove()).toEqual([]);
});

test('trap 3: orders with the same SKUs in shuffled lines run in parallel without a deadlock surfacing', async () => {
  await fresh();
  await configure(market, { auditMode: 'AUTO' });
  const shuffled = (seed: number) => [0, 1, 2, 3].map((index) => [(index * (seed % 2 ? 1 : 3) + seed) % 4, '1'] as const);
  const outcomes = await atOnce(Array.from({ length: 60 }, (_, seed) => () => place(market, shuffled(seed))));
  expect(reasons(outcomes)).toEqual([]);
  expect(await count('select count(distinct no)::int n from sales_order where tenant_id = $1')).toBe(60);
  expect(await count('select min(reserved)::int n from stock_balance where tenant_id = $1')).toBe(60);
});

test('trap 19: money for 7 orders: exactly 7 of 20 hold it', async () => {
  await fresh({ funds: 7_000n });
  const outcomes = await atOnce(Array.from({ length: 20 }, () => () => place(market, [[0, '1']])));
  expect(reasons(outcomes)).toEqual(Array(13).fill('FUND_SHORT'));
  expect(await prove()).toEqual([]);
});

test('trap 11: one key sent five times at once makes one order and one answer; another body under it is refused', async () => {
  await fresh();
  const send = (qty: string) =>
    answerAs(market.me, calls.orderPlace, orderOf(market, [[0, qty]]), {
      now: NOON,
      address: '',
      agent: '',
      sessionHash: null,
      idempotencyKey: 'one-form-session',
    });
  const answers = await Promise.all(Array.from({ length: 5 }, () => send('2')));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await count('select count(*)::int n from sales_order where tenant_id = $1')).toBe(1);
  await expect(send('3')).rejects.toMatchObject({ data: { reason: 'IDEMPOTENT_MISMATCH' } });
});

test('traps 9 and 12: of many editors, auditors and decisions at once, one wins and the others hear why', async () => {
  await fresh();
  const draft = await ask(market.me, calls.orderSave, orderOf(market, [[0, '1']]));
  const edits = await Promise.allSettled(
    ['2', '3', '4', '5'].map((qty) => ask(market.me, calls.orderSave, orderOf(market, [[0, qty]], { id: draft.id, rowVersion: 1 }))),
  );
  expect(reasons(edits)).toEqual(Array(3).fill('VERSION'));
  const placed = await place(market, [[0, '5']]);
  const audits = await Promise.allSettled(Array.from({ length: 6 }, () => ask(market.me, calls.orderAudit, { id: placed.id, rowVersion: placed.rowVersion })));
  expect(reasons(audits)).toEqual(Array(5).fill('VERSION'));
  const done = await approved(market, [[1, '5']]);
  const { lines } = await ask(market.me, calls.orderDetail, { id: done.id });
  const line = lines[0] as (typeof lines)[number];
  const pending = await ask(market.me, calls.orderChange, {
    id: done.id,
    rowVersion: done.rowVersion,
    reason: '增加',
    lines: [{ id: line.id, skuId: line.skuId, unitId: line.unitId, qty: '9' }],
  });
  const decided = await Promise.allSettled(
    Array.from({ length: 4 }, () => ask(market.me, calls.orderDecideChange, { id: done.id, rowVersion: pending.rowVersion, pass: true })),
  );
  expect(reasons(decided)).toHaveLength(3);
  expect((await ask(market.me, calls.orderDetail, { id: done.id })).held).toBe('90.00');
  expect(await prove()).toEqual([]);
});

test('place, withdraw, approve and cancel of the same orders at once end whole: nothing stays allocated to an ended order', async () => {
  await fresh();
  const placed = await Promise.all(
    Array.from({ length: 12 }, () =>
      place(market, [
        [0, '2'],
        [3, '1'],
      ]),
    ),
  );
  await atOnce<unknown>(
    placed.flatMap(({ id, rowVersion }) => [
      () => ask(market.me, calls.orderAudit, { id, rowVersion }),
      () => ask(market.me, calls.orderWithdraw, { id, rowVersion }),
      () => ask(market.me, calls.orderCancel, { id, rowVersion, reason: '并发' }),
      () => ask(market.me, calls.orderReject, { id, rowVersion, reason: '并发' }),
    ]),
  );
  const { rows } = await opened.pool.query(
    `select o.status, coalesce((select sum(amount - captured - released) from fund_hold h where h.biz_id = o.id), 0)::int held,
      coalesce((select sum(open) from reservation r where r.order_id = o.id), 0)::int reserved from sales_order o where tenant_id = $1`,
    [market.me.tenantId],
  );
  expect(rows).toHaveLength(12);
  for (const row of rows) expect([row.held, row.reserved]).toEqual(row.status === 'PENDING_DELIVERY' ? [3000, 3] : [0, 0]);
  expect(await prove()).toEqual([]);
});

test('trap 35: the connection dies after any statement of a submit: nothing is left, the retry completes', async () => {
  await fresh();
  await configure(market, { reserveAt: 'SUBMIT' });
  const input = calls.orderPlace.input.decode(
    orderOf(market, [
      [0, '2'],
      [1, '1'],
    ]),
  ) as OrderInput;
  let statement = 0;
  for (let done = false; !done; statement += 1) {
    let seen = 0;
    const dying = opened.inTenant(scopeOf(market.me), async (tx) => {
      const counted = tx.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (seen++ === statement) throw new Error('connection lost');
          return result;
        },
      });
      return placeOrder(counted as never, market.me, input, NOON);
    });
    done = await dying.then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('connection lost');
        return false;
      },
    );
    const orders = await count('select count(*)::int n from sales_order where tenant_id = $1');
    const allocated = await count(
      'select (select coalesce(sum(held), 0) from fund_account where tenant_id = $1)::int + (select coalesce(sum(reserved), 0) from stock_balance where tenant_id = $1)::int n',
    );
    expect([orders, allocated]).toEqual(done ? [1, 3003] : [0, 0]);
  }
  expect(statement).toBeGreaterThan(10);
  expect(await prove()).toEqual([]);
});

test('an audit goes to one colleague, and an order is passed or asked about, never both', async () => {
  await fresh();
  const codes = [...market.me.permissions];
  const [from, ...others] = [
    await makeMember(market.me.tenantId, '审核甲', codes),
    await makeMember(market.me.tenantId, '审核乙', codes),
    await makeMember(market.me.tenantId, '审核丙', codes),
  ].map((person) => person.me);
  if (!from) return;
  const { id, rowVersion } = await place(market, [[0, '1']]);
  const memberOf = (index: number) => others[index % others.length]?.memberId as string;
  const transfers = await atOnce(Array.from({ length: 12 }, (_, index) => () => ask(from, tasks.auditTransfer, { id, rowVersion, memberId: memberOf(index) })));
  expect(reasons(transfers)).toEqual(Array(11).fill('AUDIT_ELSEWHERE'));
  for (let round = 0; round < 8; round++) {
    const order = await place(market, [[0, '1']]);
    const ref = { id: order.id, rowVersion: order.rowVersion };
    const pass = () => ask(from, calls.orderAudit, ref);
    const question = () => ask(from, tasks.auditAsk, { ...ref, memberIds: [memberOf(0)], question: '可以吗' });
    const refused = reasons(await atOnce<unknown>(round % 2 ? [pass, question] : [question, pass]));
    expect(refused).toHaveLength(1);
    expect(['OPINION_OPEN', 'VERSION']).toContain(refused[0]);
  }
  expect(
    await count(
      "select count(*)::int n from wf_task t join sales_order o using (tenant_id) where t.tenant_id = $1 and o.id = t.subject_id and t.status in ('PENDING', 'WAITING') and o.status <> 'PENDING_AUDIT'",
    ),
  ).toBe(0);
});
