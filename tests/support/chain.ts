import fc from 'fast-check';
import { applyBilling } from '~/domains/billing/apply.server';
import { auditBillings, rejectBilling, voidBilling } from '~/domains/billing/approval.server';
import { BillingForm, EnterForm, RedForm } from '~/domains/billing/billing.schema';
import { enterInvoices } from '~/domains/billing/enter.server';
import { redBilling } from '~/domains/billing/red.server';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { decideChange, requestChange } from '~/domains/order/change/change.server';
import { cancelOrder, closeLines } from '~/domains/order/change/close.server';
import { LineInput } from '~/domains/order/form/orderInput.schema';
import { ReceiptForm } from '~/domains/receivable/receipt.schema';
import { registerReceipt, reverseReceipt, unapplyReceipt } from '~/domains/receivable/receipt.server';
import { previewApply } from '~/domains/receivable/receiptViews.server';
import { cancelReturn, saveReturn } from '~/domains/return/apply.server';
import { ReturnForm } from '~/domains/return/return.schema';
import { makeStatement } from '~/domains/statement/draft.server';
import { sendStatements, withdrawStatement } from '~/domains/statement/send.server';
import { proveStatements } from '~/domains/statement/statementProof.server';
import { formatYuan } from '~/shared/money';
import { Refusal } from '~/shared/refusal';
import { freshInvoiceNo } from './billing';
import { NOON } from './catalogue';
import { differences, orderLinesOf, orderOf, shipped } from './delivery';
import { passed, type ReturnDesk, received, refunded } from './returns';
import { as } from './stock';

/** A walk over everything that happens to an order, from placing it to its invoice and its return, in any sequence, with the books proven on the way. */
const small = fc.integer({ min: 1, max: 9 });
const pick = fc.nat(7);
const one = <K extends string, T extends object>(kind: K, fields: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ kind: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<{ kind: K } & T>;
export const command = fc.oneof(
  {
    weight: 4,
    arbitrary: one('place', {
      a: small,
      b: small,
      expense: fc.integer({ min: 0, max: 5_000 }),
      freight: fc.constantFrom('0', '12.34'),
      pay: fc.constantFrom('BALANCE', 'MIXED', 'OFFLINE'),
    }),
  },
  { weight: 6, arbitrary: one('ship', { order: pick, a: fc.nat(9), b: fc.nat(9) }) },
  { weight: 5, arbitrary: one('sign', { delivery: pick, signed: fc.nat(9), rest: fc.boolean() }) },
  { weight: 1, arbitrary: one('reverse', { delivery: pick }) },
  { weight: 2, arbitrary: one('change', { order: pick, line: fc.nat(1), qty: small }) },
  { weight: 1, arbitrary: one('close', { order: pick }) },
  { weight: 1, arbitrary: one('cancel', { order: pick }) },
  {
    weight: 4,
    arbitrary: one('return', {
      line: pick,
      qty: small,
      type: fc.constantFrom('RETURN_REFUND', 'REFUND_ONLY', 'EXCHANGE'),
      to: fc.constantFrom('ORIGINAL', 'ACCOUNT', 'OFFLINE'),
    }),
  },
  { weight: 6, arbitrary: one('forward', { document: pick, bad: fc.nat(3), reject: fc.nat(2), stop: fc.nat(9) }) },
  { weight: 4, arbitrary: one('invoice', { line: pick, qty: small }) },
  { weight: 5, arbitrary: one('issue', { billing: pick, stop: fc.nat(9) }) },
  { weight: 2, arbitrary: one('red', { billing: pick }) },
  { weight: 4, arbitrary: one('receive', { fen: fc.integer({ min: 100, max: 20_000 }) }) },
  { weight: 1, arbitrary: one('unmatch', { receipt: pick }) },
  { weight: 1, arbitrary: one('unreceive', { receipt: pick }) },
);
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;
type Of<K extends Command['kind']> = Extract<Command, { kind: K }>;

interface Row {
  id: string;
  version: number;
  status: string;
}
/** The rows of this walk's customer, the newest of eight first: walks that begin with an old world still find what they made. */
async function rows<T extends Row>(desk: ReturnDesk, table: string, more = '', columns = ''): Promise<T[]> {
  const version = table === 'sales_order' ? 'row_version as version' : 'version';
  const found = await desk.opened.pool.query(
    `select id, ${version}, status${columns} from ${table} t where customer_id = $1 ${more} order by created_at desc, id desc limit 8`,
    [desk.customers[0]],
  );
  return found.rows;
}
const at = <T>(all: readonly T[], index: number): T | undefined => all[all.length ? index % all.length : 0];
let serial = 0;

type Steps = { [K in Command['kind']]: (desk: ReturnDesk, one: Of<K>) => Promise<unknown> };
const steps: Steps = {
  place: (desk, { a, b, expense, freight, pay }) =>
    orderOf(
      desk,
      [
        [0, String(a)],
        [1, String(b)],
      ],
      { expense: formatYuan(BigInt(expense)), freight, payMethod: pay as 'MIXED' },
    ),
  async ship(desk, { order, a, b }) {
    const of = at(await rows(desk, 'sales_order', "and status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED')"), order);
    if (!of) return;
    const lines = (await orderLinesOf(desk, of.id)).flatMap((line, index) => {
      const left = Number(line.qty) - Number(line.shipped) - Number(line.closed);
      const qty = Math.min(left, index === 0 ? a : b);
      return qty > 0 ? [[line.id, String(qty)] as const] : [];
    });
    if (lines.length) await shipped(desk, lines);
  },
  async sign(desk, { delivery, signed, rest }) {
    const of = at(await rows(desk, 'delivery', "and status in ('SHIPPED', 'PART_SIGNED')"), delivery);
    if (!of) return;
    const found = await desk.opened.pool.query('select id, qty - signed - refused as open from delivery_line where delivery_id = $1 order by line_no', [of.id]);
    const lines = found.rows.map(({ id, open }) => {
      const took = Math.min(signed, Number(open));
      return { lineId: id, signed: String(took), refused: String(rest ? Number(open) - took : 0), damage: '0', note: '外箱破损', photos: [] };
    });
    await as(desk.opened, desk.me, (tx) => signDelivery(tx, desk.me, { ...of, lines }, NOON));
  },
  async reverse(desk, { delivery }) {
    const of = at(await rows(desk, 'delivery', "and status = 'SHIPPED'"), delivery);
    if (of) await as(desk.opened, desk.me, (tx) => reverseDelivery(tx, desk.me, { ...of, reason: '发错' }, NOON));
  },
  async change(desk, { order, line, qty }) {
    const of = at(await rows(desk, 'sales_order', "and status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED')"), order);
    if (!of) return;
    const stored = (await orderLinesOf(desk, of.id)) as unknown as { id: string; sku_id: string; unit_id: string; qty: string }[];
    const lines = stored.map(({ id, sku_id: skuId, unit_id: unitId, qty: was }, index) =>
      LineInput.parse({ id, skuId, unitId, qty: index === line ? String(qty) : String(Number(was)) }),
    );
    await as(desk.opened, desk.me, async (tx) => {
      const asked = await requestChange(tx, desk.me, { id: of.id, rowVersion: of.version, reason: '改', lines }, NOON);
      await decideChange(tx, desk.me, { id: of.id, rowVersion: asked.rowVersion, pass: true, reason: '' }, NOON);
    });
  },
  async close(desk, { order }) {
    const of = at(await rows(desk, 'sales_order', "and status in ('PENDING_DELIVERY', 'PARTIAL_DELIVERED')"), order);
    if (of) await as(desk.opened, desk.me, (tx) => closeLines(tx, desk.me, { id: of.id, rowVersion: of.version, lineIds: [], reason: '缺货' }, NOON));
  },
  async cancel(desk, { order }) {
    const of = at(await rows(desk, 'sales_order', "and status = 'PENDING_DELIVERY'"), order);
    if (of) await as(desk.opened, desk.me, (tx) => cancelOrder(tx, desk.me, { id: of.id, rowVersion: of.version, reason: '不要了' }, NOON));
  },
  async return(desk, { line, qty, type, to }) {
    const { rows: found } = await desk.opened.pool.query(
      `select id, order_id, signed > 0 as took from delivery_line where customer_id = $1 and (signed > 0 or refused > 0) order by id desc limit 8`,
      [desk.customers[0]],
    );
    const of = at(found, line);
    if (!of) return;
    const form = ReturnForm.parse({
      orderId: of.order_id,
      type,
      reasonCode: 'QUALITY',
      refundTo: type === 'EXCHANGE' ? 'ACCOUNT' : to,
      lines: [{ deliveryLineId: of.id, part: of.took ? 'SIGNED' : 'REFUSED', qty: String(qty) }],
    });
    await as(desk.opened, desk.me, (tx) => saveReturn(tx, desk.me, form, NOON));
  },
  async forward(desk, { document, bad, reject, stop }) {
    const of = at(await rows(desk, 'return_order', "and status in ('PENDING_AUDIT', 'WAIT_BACK', 'WAIT_RECEIVE', 'WAIT_REFUND')"), document);
    if (!of) return;
    if (stop === 0) await as(desk.opened, desk.me, (tx) => cancelReturn(tx, desk.me, { ...of, reason: '不退了' }, NOON));
    else if (of.status === 'PENDING_AUDIT') await passed(desk, of);
    else if (of.status === 'WAIT_REFUND') await refunded(desk, of, { payWay: 'BANK', bankFlowNo: `TK${++serial}` });
    else
      await received(desk, of, (agreed) => {
        const spoiled = Math.min(bad, Number(agreed));
        const sentBack = Math.min(reject, Number(agreed) - spoiled);
        return { good: String(Number(agreed) - spoiled - sentBack), bad: String(spoiled), reject: String(sentBack) };
      });
  },
  async invoice(desk, { line, qty }) {
    const { rows: found } = await desk.opened.pool.query('select id from order_line where customer_id = $1 and to_invoice order by id desc limit 8', [
      desk.customers[0],
    ]);
    const of = at(found, line);
    if (!of) return;
    const form = BillingForm.parse({ customerId: desk.customers[0], kind: 'E_GENERAL', title: '客户甲', lines: [{ orderLineId: of.id, qty: String(qty) }] });
    await as(desk.opened, desk.me, (tx) => applyBilling(tx, desk.me, form, NOON));
  },
  async issue(desk, { billing, stop }) {
    const of = at(
      await rows<Row & { amount: bigint; tax: bigint }>(desk, 'billing', "and status in ('PENDING_AUDIT', 'WAIT_ISSUE')", ', amount, tax'),
      billing,
    );
    if (!of) return;
    const { id, version } = of;
    if (of.status === 'PENDING_AUDIT' && stop === 0)
      await as(desk.opened, desk.other, (tx) => rejectBilling(tx, desk.other, { id, version, reason: '抬头有误' }, NOON));
    else if (of.status === 'PENDING_AUDIT') await as(desk.opened, desk.other, (tx) => auditBillings(tx, desk.other, { items: [{ id, version }] }, NOON));
    else if (stop === 0) await as(desk.opened, desk.me, (tx) => voidBilling(tx, desk.me, { id, version, reason: '不开了' }, NOON));
    else {
      const invoice = { code: '', no: freshInvoiceNo(), issuedOn: '2026-06-15', amount: formatYuan(BigInt(of.amount)), tax: formatYuan(BigInt(of.tax)) };
      await as(desk.opened, desk.me, (tx) => enterInvoices(tx, desk.me, EnterForm.parse({ id, version, invoices: [invoice] }), NOON));
    }
  },
  async red(desk, { billing }) {
    const of = at(await rows(desk, 'billing', "and direction = 'BLUE' and status in ('ISSUED', 'PART_RED')"), billing);
    if (of) await as(desk.opened, desk.me, (tx) => redBilling(tx, desk.me, RedForm.parse({ id: of.id, version: of.version, redReason: '02' }), NOON));
  },
  async receive(desk, { fen }) {
    const customerId = desk.customers[0];
    await as(desk.opened, desk.me, async (tx) => {
      const { receivables } = await previewApply(tx, desk.me, { customerId, amount: BigInt(fen) });
      const applies = receivables.flatMap(({ id, apply }) => (apply > 0n ? [{ receivableId: id, amount: formatYuan(apply) }] : []));
      const form = ReceiptForm.parse({
        customerId,
        amount: formatYuan(BigInt(fen)),
        payWay: 'BANK',
        bankFlowNo: `LS${++serial}`,
        receivedAt: NOON.toISOString(),
        applies,
      });
      await registerReceipt(tx, desk.me, form, NOON);
    });
  },
  async unmatch(desk, { receipt }) {
    const of = at(
      await rows<Row & { match: string }>(
        desk,
        'receipt',
        'and exists (select 1 from receipt_apply a where a.receipt_id = t.id and a.reversed_at is null)',
        ', (select a.id from receipt_apply a where a.receipt_id = t.id and a.reversed_at is null limit 1) as match',
      ),
      receipt,
    );
    if (of) await as(desk.opened, desk.me, (tx) => unapplyReceipt(tx, desk.me, { id: of.id, version: of.version, applyId: of.match }, NOON));
  },
  async unreceive(desk, { receipt }) {
    const of = at(await rows(desk, 'receipt', "and status = 'CONFIRMED'"), receipt);
    if (of) await as(desk.opened, desk.other, (tx) => reverseReceipt(tx, desk.other, { id: of.id, version: of.version, reason: '记错' }, NOON));
  },
};

/** Figures no sequence may break; what stands in more than one place is the proofs'. */
async function impossible(desk: ReturnDesk): Promise<unknown[]> {
  const { rows: found } = await desk.opened.pool.query(`
    select 'beyond the goods' as what, l.id from order_line l where not (0 <= returned and returned <= signed and signed + refused <= shipped and shipped <= qty - closed)
    union all select 'invoiced beyond signed', l.id from order_line l where invoiced + invoicing > signed - returned and not red_due and invoiced > signed
    union all select 'owed below nothing', r.id from receivable r where open < 0
    union all select 'billed beyond payable', o.id from sales_order o where status in ('DELIVERED', 'CLOSED', 'COMPLETED')
      and o.payable <> coalesce((select sum(amount) from receivable r where r.order_id = o.id and r.status <> 'REVERSED'), 0)
    union all select 'given back beyond paid', o.id from sales_order o where refunded > paid
    union all select 'done and holding', o.id from sales_order o where status in ('CANCELLED', 'CLOSED', 'COMPLETED') and held > 0
    union all select 'done and reserving', o.id from sales_order o join order_line l on l.order_id = o.id
      where o.status in ('CANCELLED', 'DELIVERED', 'CLOSED', 'COMPLETED') and l.reserved > 0
    union all select 'done and deducting', o.id from sales_order o join expense_use u on u.order_id = o.id
      where o.status in ('CANCELLED', 'DELIVERED', 'CLOSED', 'COMPLETED') and u.open > 0`);
  return found;
}

/** What is done, and what the rules refuse of it, changes no book; answers how often each command was done. */
export async function walk(desk: ReturnDesk, commands: readonly Command[], done: Map<string, number>): Promise<void> {
  for (const one of commands) {
    try {
      await (steps[one.kind] as (desk: ReturnDesk, one: Command) => Promise<unknown>)(desk, one);
      done.set(one.kind, (done.get(one.kind) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    const wrong = [...(await impossible(desk)), ...(await differences(desk))];
    if (wrong.length)
      throw new Error(`after ${JSON.stringify(one)}: ${JSON.stringify(wrong, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`);
  }
  await stated(desk);
}

/** The month as its statement says it: it foots, and ends at what the books say is owed. */
async function stated(desk: ReturnDesk): Promise<void> {
  const later = new Date('2026-07-01T04:00:00Z');
  const { id } = await as(desk.opened, desk.me, (tx) =>
    makeStatement(tx, desk.me, { customerId: desk.customers[0], start: '2026-06-01', end: '2026-06-30', remark: '' }, later),
  );
  const { results } = await as(desk.opened, desk.me, (tx) => sendStatements(tx, desk.me, { items: [{ id, version: 1 }] }, later));
  const { differences: wrong } = await as(desk.opened, desk.me, (tx) => proveStatements(tx, desk.me));
  const { rows: owed } = await desk.opened.pool.query(
    "select s.closing::text as closing, (select coalesce(sum(open), 0)::text from receivable r where r.customer_id = s.debtor_id and r.status <> 'REVERSED') as open, version from statement s where id = $1",
    [id],
  );
  if (!results[0]?.ok || wrong.length || owed[0].closing !== owed[0].open) throw new Error(`the statement: ${JSON.stringify([results, wrong, owed])}`);
  await as(desk.opened, desk.me, (tx) => withdrawStatement(tx, desk.me, { id, version: owed[0].version, reason: '下一轮' }, later));
}
