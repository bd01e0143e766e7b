import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import * as calls from '~/domains/billing/calls';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { compareQty } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { applyFor, countersOf, detailOf, enter, freshInvoiceNo, issued, passed, reddened, returnGoods, signedOrder, signMore } from '../../support/billing';
import { ask, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, openDepot, orderOf } from '../../support/delivery';

const opened = await testDatabase();
let depot: Depot;
let other: Me;
let dealer: Me;

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
  other = { ...depot.me, accountId: newId(), name: '审核员' };
  dealer = depot.dealer(depot.customers[0]);
});
const lineOf = async (qty = '10') => (await signedOrder(depot, [[0, qty]])).lineIds[0] as string;
const version = async (id: string) => (await detailOf(depot, id)).version;
const invoiceState = async () => (await opened.pool.query('select invoice_state from sales_order')).rows.map((row) => row.invoice_state);

test('a dealer asks for an invoice over several orders, the clerk issues it by hand, the dealer sees its number', async () => {
  const first = await signedOrder(depot, [[0, '10']]);
  const second = await signedOrder(depot, [[1, '5']]);
  const { lines } = await ask(dealer, calls.myCandidates, {});
  expect(lines.map((line) => [line.orderNo, line.leftQty, line.leftAmount])).toEqual([
    [first.no, '10', '100.00'],
    [second.no, '5', '50.00'],
  ]);
  const { id, no } = await ask(dealer, calls.myBillingApply, {
    kind: 'E_GENERAL',
    title: '客户甲',
    lines: [
      { orderLineId: first.lineIds[0] as string, qty: '4' },
      { orderLineId: second.lineIds[0] as string, amount: '25.00' },
    ],
  });
  expect(no).toBe('KP20260615000001');
  expect(await countersOf(depot, second.lineIds[0] as string)).toMatchObject({ invoicing: '2.5', invoicing_amount: 2500n, invoiced: '0' });
  const doc = await passed(depot, other, id);
  expect(doc).toMatchObject({ status: 'WAIT_ISSUE', amount: '65.00', tax: '7.48', orderNos: [first.no, second.no], source: 'DEALER', platform: false });
  expect(doc.rates).toEqual([{ taxRatePpm: 130_000, amount: '65.00', net: '57.52', tax: '7.48' }]);
  const number = freshInvoiceNo();
  await enter(depot.me, doc, number);
  const mine = await ask(dealer, calls.myBillingDetail, { id });
  expect(mine).toMatchObject({ status: 'ISSUED', invoiceNos: [number] });
  expect(mine).not.toHaveProperty('logs');
  expect(await countersOf(depot, first.lineIds[0] as string)).toMatchObject({ invoicing: '0', invoiced: '4', invoiced_amount: 4000n, to_invoice: true });
  expect(await invoiceState()).toEqual(['PART', 'PART']);
  expect((await ask(dealer, calls.myBillingList, { invoiceNo: number })).pagedRecords).toHaveLength(1);
  expect((await ask(depot.dealer(depot.customers[1]), calls.myBillingList, {})).pagedRecords).toEqual([]);
});

test('more than was signed is refused with every figure that makes the limit, beside its line', async () => {
  const { lineIds, no } = await orderOf(depot, [[0, '10']]);
  const line = lineIds[0] as string;
  expect((await refusalOf(applyFor(depot, [{ orderLineId: line, qty: '1' }]))).data.reason).toBe('BILL_EXCEED');
  await signMore(depot, [[line, '6']]);
  await returnGoods(depot, line, '1');
  await issued(depot, other, [{ orderLineId: line, qty: '2' }]);
  const refused = await refusalOf(applyFor(depot, [{ orderLineId: line, qty: '4' }]));
  expect(refused.data.fields).toHaveProperty('lines.0.qty');
  expect(refused.message).toBe(`订单${no}第1行“防水涂料FS001”（FS001）：本次开票4个，超过可开票3个、30.00元（已签收6、已退1、已开票2）`);
  expect((await refusalOf(applyFor(depot, [{ orderLineId: line, amount: '30.01' }]))).data.reason).toBe('BILL_EXCEED');
  expect((await refusalOf(applyFor(depot, [{ orderLineId: line, qty: '0.5' }]))).message).toContain('最多允许0位小数');
  await applyFor(depot, [{ orderLineId: line, amount: '30.00' }]);
  expect(await countersOf(depot, line)).toMatchObject({ invoicing: '3', to_invoice: false });
});

test('rejected, voided and taken back applications give their goods back; nobody audits their own', async () => {
  const line = await lineOf();
  const all = [{ orderLineId: line, qty: '10' }];
  const own = await applyFor(depot, all);
  const self = await ask(depot.me, calls.billingAudit, { items: [{ id: own.id, version: own.version }] });
  expect(self.results[0]).toMatchObject({ ok: false, message: `开票申请${own.no}由您申请，须由其他人审核` });
  await ask(other, calls.billingReject, { id: own.id, version: await version(own.id), reason: '抬头有误' });
  const voided = await applyFor(depot, all);
  await passed(depot, other, voided.id);
  await ask(depot.me, calls.billingVoid, { id: voided.id, version: await version(voided.id), reason: '不开了' });
  const mine = await ask(dealer, calls.myBillingApply, { kind: 'E_GENERAL', title: '客户甲', lines: all });
  await ask(dealer, calls.myBillingCancel, { id: mine.id, version: mine.version });
  expect(await countersOf(depot, line)).toMatchObject({ invoicing: '0', invoicing_amount: 0n, to_invoice: true });
  const again = await ask(dealer, calls.myBillingApply, { kind: 'E_GENERAL', title: '客户甲', lines: all });
  await passed(depot, other, again.id);
  expect((await refusalOf(ask(dealer, calls.myBillingCancel, { id: again.id, version: await version(again.id) }))).message).toContain('待开票');
  expect([own.no, voided.no, mine.no, again.no].map((no) => no.slice(-2))).toEqual(['01', '02', '03', '04']);
});

test('special invoices need the tax number of a company', async () => {
  const asked = [{ orderLineId: await lineOf(), qty: '1' }];
  expect((await refusalOf(applyFor(depot, asked, { kind: 'E_SPECIAL' }))).message).toContain('税号');
  expect((await refusalOf(applyFor(depot, asked, { kind: 'E_SPECIAL', taxNo: '91330106MA2H2XXXX0' }))).message).toContain('税号');
  await opened.pool.query('update customer set customer_type = 1');
  expect((await refusalOf(applyFor(depot, asked, { kind: 'E_SPECIAL', taxNo: '913301067161234564' }))).message).toMatch(/个人|税号/);
});

test('numbers entered by hand must be the application: its sums, its kind, and nobody else has them', async () => {
  const line = await lineOf();
  const first = await issued(depot, other, [{ orderLineId: line, qty: '3' }]);
  const { id } = await applyFor(depot, [{ orderLineId: line, qty: '7' }]);
  const doc = await passed(depot, other, id);
  const entering = (invoices: object[]) => refusalOf(ask(depot.me, calls.billingEnter, { id, version: doc.version, invoices: invoices as never }));
  const one = { code: '', no: freshInvoiceNo(), issuedOn: '2026-06-15', amount: '70.00', tax: '8.05' };
  expect((await entering([{ ...one, amount: '69.99' }])).message).toContain('共69.99元，与开票申请');
  expect((await entering([{ ...one, tax: '8.06' }])).message).toContain('税额');
  expect((await entering([{ ...one, no: '123' }])).message).toContain('20位');
  expect((await entering([{ ...one, issuedOn: '2026-06-16' }])).message).toContain('不能晚于今天');
  expect((await entering([{ ...one, no: first.invoiceNos[0] }])).message).toContain(`已登记在开票申请${first.no}`);
  const parts = [
    { ...one, amount: '40.00', tax: '4.60' },
    { ...one, no: freshInvoiceNo(), amount: '30.00', tax: '3.45' },
  ];
  await ask(depot.me, calls.billingEnter, { id, version: doc.version, invoices: parts });
  expect((await detailOf(depot, id)).invoices).toHaveLength(2);
  expect(await invoiceState()).toEqual(['ALL']);
});

test('goods returned between the application and the invoice are not invoiced', async () => {
  const line = await lineOf();
  const { id } = await applyFor(depot, [{ orderLineId: line, qty: '10' }]);
  const doc = await passed(depot, other, id);
  await returnGoods(depot, line, '1');
  expect((await refusalOf(enter(depot.me, doc))).message).toContain('已签收10、已退1、已开票0个，本次10个、100.00元超出');
});

test('trap 6: a return after the invoice is due in red, blocks new invoices of the order, and the red letter settles it', async () => {
  const order = await signedOrder(depot, [
    [0, '10'],
    [1, '10'],
  ]);
  const [line, second] = order.lineIds as [string, string];
  const doc = await issued(depot, other, [{ orderLineId: line, qty: '10' }]);
  await returnGoods(depot, line, '4');
  expect(await countersOf(depot, line)).toMatchObject({ red_due: true, to_invoice: false });
  expect((await refusalOf(applyFor(depot, [{ orderLineId: second, qty: '1' }]))).data.reason).toBe('BILL_RED_FIRST');
  const due = (await ask(depot.me, calls.billingList, { redDue: 'true' })).pagedRecords;
  expect(due.map((row) => row.no)).toEqual([doc.no]);
  expect((await detailOf(depot, doc.id)).lines[0]).toMatchObject({ redDueQty: '4', redDueAmount: '40.00' });
  const red = await reddened(depot, other, doc, { lines: [{ lineId: doc.lines[0]?.id, qty: '4' }] });
  expect(red).toMatchObject({ direction: 'RED', amount: '40.00', redReason: '02', status: 'ISSUED' });
  expect(await detailOf(depot, doc.id)).toMatchObject({ status: 'PART_RED', redAmount: '40.00' });
  expect(await countersOf(depot, line)).toMatchObject({ invoiced: '6', invoiced_amount: 6000n, red_due: false });
  await applyFor(depot, [{ orderLineId: second, qty: '1' }]);
  expect((await ask(depot.me, calls.billingList, { redDue: 'true' })).pagedRecords).toEqual([]);
});

test('a whole red letter after partial ones and an allowance nets to 0, and cannot be taken twice', async () => {
  const line = await lineOf('3');
  const doc = await issued(depot, other, [{ orderLineId: line, qty: '3' }]);
  const lineId = doc.lines[0]?.id as string;
  const allowance = (asked: object) =>
    refusalOf(ask(depot.me, calls.billingRed, { id: doc.id, version: doc.version, redReason: '04', lines: [{ lineId, ...asked }] }));
  expect((await allowance({ qty: '1' })).message).toContain('只按金额红冲');
  await reddened(depot, other, doc, { redReason: '04', lines: [{ lineId, amount: '5.55' }] });
  await reddened(depot, other, doc, { redReason: '02', lines: [{ lineId, qty: '1' }] });
  const last = await reddened(depot, other, doc, { redReason: '01' });
  const chain = (await detailOf(depot, last.id)).chain;
  expect(chain.map((one) => one.direction)).toEqual(['BLUE', 'RED', 'RED', 'RED']);
  const { rows } = await opened.pool.query(
    "select sum(case direction when 'RED' then -amount else amount end)::text as amount, sum(case direction when 'RED' then -tax else tax end)::text as tax from billing",
  );
  expect(rows[0]).toEqual({ amount: '0', tax: '0' });
  expect(await detailOf(depot, doc.id)).toMatchObject({ status: 'RED' });
  expect(await countersOf(depot, line)).toMatchObject({ invoiced: '0', invoiced_amount: 0n });
  expect((await refusalOf(ask(depot.me, calls.billingRed, { id: doc.id, version: await version(doc.id), redReason: '01' }))).data.reason).toBe('BAD_STATE');
});

test('the bank account is masked, shown whole only on asking, and that is written down', async () => {
  const { id } = await applyFor(depot, [{ orderLineId: await lineOf(), qty: '1' }], { bank: '工商银行', bankAccount: '6222021234567890123' });
  expect((await detailOf(depot, id)).bankAccount).toBe('6222***********0123');
  expect(await ask(depot.me, calls.billingReveal, { id })).toEqual({ bankAccount: '6222021234567890123' });
  expect((await detailOf(depot, id)).logs.map((one) => one.action)).toContain('查看完整银行账号');
});

type Command = { what: 'apply' | 'amount' | 'pass' | 'enter' | 'void' | 'reject' | 'red' | 'redPart' | 'return' | 'sign'; which: number; much: number };
const command: fc.Arbitrary<Command> = fc.record({
  what: fc.constantFrom('apply', 'apply', 'amount', 'pass', 'pass', 'enter', 'enter', 'void', 'reject', 'red', 'redPart', 'return', 'sign'),
  which: fc.nat(9),
  much: fc.integer({ min: 1, max: 6 }),
});

test('trap 6: whatever is tried in whatever order, nothing is ever issued above signed − returned, counters are the documents, refusals change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 22 }), async (commands) => {
      const { lineIds, id: orderId } = await orderOf(depot, [[0, '12']], {});
      const line = lineIds[0] as string;
      await signMore(depot, [[line, '6']]);
      for (const one of commands) {
        const before = await countersOf(depot, line);
        const refused = await run(line, orderId, one).then(
          () => false,
          (error) => {
            if (!(error instanceof Refusal)) throw error;
            return true;
          },
        );
        const after = await countersOf(depot, line);
        if (refused) expect(after).toEqual(before);
        await holds(line, before, one);
      }
    }),
    { numRuns: 6 },
  );
}, 60_000);

async function run(line: string, orderId: string, { what, which, much }: Command): Promise<unknown> {
  if (what === 'apply') return applyFor(depot, [{ orderLineId: line, qty: String(much) }]);
  if (what === 'amount') return applyFor(depot, [{ orderLineId: line, amount: `${much}3.37` }]);
  const counters = await countersOf(depot, line);
  if (what === 'sign') return compareQty(counters.signed, '12') < 0 ? signMore(depot, [[line, '1']]) : undefined;
  if (what === 'return') return compareQty(counters.signed, String(Number(counters.returned) + 1)) >= 0 ? returnGoods(depot, line, '1') : undefined;
  const wanted = {
    pass: "= 'PENDING_AUDIT'",
    reject: "= 'PENDING_AUDIT'",
    enter: "= 'WAIT_ISSUE'",
    void: "in ('PENDING_AUDIT', 'WAIT_ISSUE')",
    red: "in ('ISSUED', 'PART_RED')",
    redPart: "in ('ISSUED', 'PART_RED')",
  }[what];
  const { rows } = await opened.pool.query(
    `select b.id from billing b where status ${wanted} and exists (select from billing_line l where l.billing_id = b.id and l.order_id = $1) order by no`,
    [orderId],
  );
  const id = rows[which % Math.max(rows.length, 1)]?.id;
  if (!id) return undefined;
  const doc = await detailOf(depot, id);
  const ref = { id, version: doc.version };
  if (what === 'pass') return passed(depot, other, id);
  if (what === 'reject') return ask(other, calls.billingReject, { ...ref, reason: '不对' });
  if (what === 'enter') return enter(depot.me, doc);
  if (what === 'void') return ask(depot.me, calls.billingVoid, { ...ref, reason: '不要' });
  return ask(depot.me, calls.billingRed, { ...ref, redReason: '02', lines: what === 'red' ? [] : [{ lineId: doc.lines[0]?.id as string, qty: '1' }] });
}

async function holds(line: string, before: Awaited<ReturnType<typeof countersOf>>, { what }: Command): Promise<void> {
  const now = await countersOf(depot, line);
  const due = BigInt(Number(now.signed) - Number(now.returned)) * 1000n;
  if (what === 'enter' && now.invoiced_amount > before.invoiced_amount) {
    expect(now.invoiced_amount).toBeLessThanOrEqual(due);
    expect(Number(now.invoiced)).toBeLessThanOrEqual(Number(now.signed) - Number(now.returned));
  }
  expect(now.red_due).toBe(Number(now.invoiced) > Number(now.signed) - Number(now.returned) || now.invoiced_amount > due);
  const { rows } = await opened.pool.query(
    `select
       coalesce(sum(l.amount) filter (where b.direction = 'BLUE' and b.status in ('PENDING_AUDIT', 'WAIT_ISSUE')), 0)::bigint as invoicing,
       coalesce(sum(case b.direction when 'BLUE' then l.amount else -l.amount end) filter (where b.status in ('ISSUED', 'PART_RED', 'RED')), 0)::bigint as invoiced
     from billing_line l join billing b on b.tenant_id = l.tenant_id and b.id = l.billing_id where l.order_line_id = $1`,
    [line],
  );
  expect([now.invoicing_amount, now.invoiced_amount]).toEqual([rows[0].invoicing, rows[0].invoiced]);
}
