import { beforeEach, describe, expect, test } from 'vitest';
import '~/domains/receivablePlan/api.server';
import { reverseDelivery } from '~/domains/delivery/ship.server';
import { signDelivery } from '~/domains/delivery/sign.server';
import { ArConfig } from '~/domains/receivablePlan/config.schema';
import { saveArConfig } from '~/domains/receivablePlan/config.server';
import { PlanInput } from '~/domains/receivablePlan/plan.schema';
import { fireEvents } from '~/domains/receivablePlan/planEvents.server';
import { proveOwing } from '~/domains/receivablePlan/planProof.server';
import { recordHappening } from '~/domains/receivablePlan/planRun.server';
import { savePlan } from '~/domains/receivablePlan/planSave.server';
import { planDetail } from '~/domains/receivablePlan/planViews.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import { NOON, refusalOf } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { type Depot, differences, openDepot, orderOf, shipped } from '../../support/delivery';
import { as } from '../../support/stock';

const opened = await testDatabase();
let depot: Depot;
const today = shanghaiDate(NOON);
const later = (days: number) => new Date(NOON.getTime() + days * 86_400_000);

beforeEach(async () => {
  await emptyDatabase();
  depot = await openDepot(opened);
});

const run = <T>(work: (tx: Tx, me: Me) => Promise<T>): Promise<T> => as(opened, depot.me, (tx) => work(tx, depot.me));
const proven = async () => [...(await differences(depot)), ...(await run((tx, me) => proveOwing(tx, me)))];
const made = (change: object) =>
  run((tx, me) => savePlan(tx, me, PlanInput.parse({ customerId: depot.customers[0], source: 'MANUAL', title: '供货', start: true, ...change }), NOON));
const itemsOf = async (id: string, now = NOON) => (await run((tx, me) => planDetail(tx, me, { id }, now))).items;
const fire = (now = NOON) => run((tx, me) => fireEvents(tx, me, now));
const sql = (text: string, values: unknown[] = []) => opened.pool.query(text, values);
const signed = async (delivery: { id: string }, now: Date) => {
  const { rows } = await sql('select l.id, l.qty, d.version from delivery_line l join delivery d on d.id = l.delivery_id where d.id = $1', [delivery.id]);
  const lines = rows.map((row) => ({ lineId: row.id, signed: String(Number(row.qty)), refused: '0', damage: '0', note: '', photos: [] }));
  await run((tx, me) => signDelivery(tx, me, { id: delivery.id, version: rows[0].version, lines }, now));
};
const invoice = async (orderId: string, lineId: string, day: string) => {
  const [billing, customer] = [newId(), depot.customers[0]];
  await sql(
    "insert into billing (tenant_id, id, no, customer_id, direction, kind, source, title, amount, tax, line_count, status) values (1, $1, 'KP1', $2, 'BLUE', 'E_GENERAL', 'FACTORY', '东湖', 100, 0, 1, 'ISSUED')",
    [billing, customer],
  );
  await sql(
    "insert into billing_line (tenant_id, id, billing_id, customer_id, line_no, order_id, order_line_id, sku_code, name, qty, amount, tax_rate_ppm, tax) values (1, $1, $2, $3, 1, $4, $5, 'A', '砖', 0, 100, 0, 0)",
    [newId(), billing, customer, orderId, lineId],
  );
  await sql('update order_line set invoiced_amount = 100 where id = $1', [lineId]);
  await sql("insert into invoice (tenant_id, id, billing_id, customer_id, no, issued_on, amount, tax) values (1, $1, $2, $3, '2600001', $4, 100, 0)", [
    newId(),
    billing,
    customer,
    day,
  ]);
};

describe('orders in stages', () => {
  const stages = [
    { nature: 'DELIVERY', ppm: 600_000, dueBy: 'SHIP', dueDays: 10 },
    { nature: 'ACCEPTANCE', ppm: 200_000, dueBy: 'ACCEPT', dueDays: 5 },
    { nature: 'PROGRESS', ppm: 150_000, dueBy: 'INVOICE', dueDays: 15 },
    { nature: 'RETENTION', ppm: 50_000, dueBy: 'WARRANTY', dueDays: 0 },
  ];

  test('a delivery is owed in parts, each due by what happens to it, and nothing is owed twice', async () => {
    const order = await orderOf(depot, [[0, '10']]);
    const plan = await made({ source: 'ORDER', orderId: order.id, stages, warrantyDays: 100 });
    const delivery = await shipped(depot, [[order.lineIds[0] as string, '10']]);
    expect((await itemsOf(plan.id)).map((item) => [item.nature, item.amount, item.dueDate, item.provisional])).toEqual([
      ['DELIVERY', 6_000n, addDays(today, 10), false],
      ['ACCEPTANCE', 2_000n, addDays(today, 35), true],
      ['PROGRESS', 1_500n, addDays(today, 45), true],
      ['RETENTION', 500n, addDays(today, 130), true],
    ]);
    expect(await fire()).toBe(0);
    await signed(delivery, later(3));
    await invoice(order.id, order.lineIds[0] as string, addDays(today, 4));
    expect(await fire(later(4))).toBe(3);
    expect(await fire(later(4))).toBe(0);
    expect((await itemsOf(plan.id)).map((item) => [item.dueDate, item.provisional, item.happenedBy.slice(0, 2)])).toEqual([
      [addDays(today, 10), false, '发货'],
      [addDays(today, 8), false, '发货'],
      [addDays(today, 19), false, '开票'],
      [addDays(today, 103), false, '发货'],
    ]);
    expect((await sql('select sum(open)::bigint as open, count(*)::int as n from receivable')).rows).toEqual([{ open: 10_000n, n: 4 }]);
    expect(await proven()).toEqual([]);
  });

  test('a reversed delivery takes all its parts back', async () => {
    const order = await orderOf(depot, [[0, '10']]);
    const plan = await made({ source: 'ORDER', orderId: order.id, stages });
    const delivery = await shipped(depot, [[order.lineIds[0] as string, '10']]);
    const { rows } = await sql('select version from delivery where id = $1', [delivery.id]);
    await run((tx, me) => reverseDelivery(tx, me, { id: delivery.id, version: rows[0].version, reason: '发错' }, NOON));
    expect(await itemsOf(plan.id)).toEqual([]);
    expect((await sql("select count(*)::int as n from receivable where status <> 'REVERSED'")).rows[0].n).toBe(0);
    expect(await proven()).toEqual([]);
  });

  test('shares must be the whole', () => {
    const bad = PlanInput.safeParse({ customerId: newId(), source: 'ORDER', title: '供货', orderId: newId(), stages: stages.slice(1) });
    expect(bad.error?.issues[0]?.message).toBe('付款阶段的比例合计应为100%');
  });
});

describe('contracts', () => {
  const items = [
    { nature: 'ADVANCE', amount: '300.00', dueBy: 'SIGN', dueDays: 7 },
    { nature: 'ACCEPTANCE', amount: '600.00', dueBy: 'ACCEPT', dueDays: 10 },
    { nature: 'RETENTION', amount: '100.00', dueBy: 'WARRANTY', dueDays: 0 },
  ];
  const paper = async (change: object = {}) => {
    const id = newId();
    const row = { status: 'SIGNING', biz_type: null, ...change };
    await sql(
      `insert into ct_contract (tenant_id, id, no, title, kind, source, upload_key, customer_id, deadline, status, biz_type)
       values (1, $1, 'HT20260601000001', '供货合同', 'SALES', 'UPLOAD', 'k', $2, '2026-12-31', $3, $4)`,
      [id, depot.customers[0], row.status, row.biz_type],
    );
    return id;
  };

  test('signing makes the advance owed, acceptance by hand the next part, and the end of the warranty the retention money, each once', async () => {
    const contractId = await paper();
    const plan = await made({ contractId, total: '1000.00', items, warrantyDays: 30 });
    expect((await itemsOf(plan.id)).map((item) => item.receivableId)).toEqual([null, null, null]);
    expect(await fire()).toBe(0);
    await sql("update ct_contract set status = 'DONE', ended_at = $2 where id = $1", [contractId, NOON]);
    expect(await fire()).toBe(1);
    let now = await itemsOf(plan.id);
    expect(now[0]).toMatchObject({ happenedOn: today, dueDate: addDays(today, 7), happenedBy: '合同HT20260601000001' });
    const { version } = await run((tx, me) => planDetail(tx, me, { id: plan.id }, NOON));
    const happened = (itemId: string | undefined, on: string, of: number) =>
      run((tx, me) => recordHappening(tx, me, { id: plan.id, version: of, itemId: itemId as string, happenedOn: on }, NOON));
    expect((await refusalOf(happened(now[0]?.id, today, version))).message).toContain('已经确定');
    await happened(now[1]?.id, today, version);
    expect(await fire(later(29))).toBe(0);
    expect(await fire(later(30))).toBe(1);
    now = await itemsOf(plan.id, later(30));
    expect(now.map((item) => item.dueDate)).toEqual([addDays(today, 7), addDays(today, 10), addDays(today, 30)]);
    expect(await proven()).toEqual([]);
  });

  test('shipping, acceptance and invoice are recorded by hand, each part due from its own day; retention waits for the term that 应收设置 gives', async () => {
    await run((tx, me) => saveArConfig(tx, me, { config: { ...ArConfig.parse({}), retentionDays: 45 }, version: 0 }, NOON));
    const plan = await made({
      signedOn: addDays(today, -40),
      total: '1000.00',
      items: [
        { nature: 'DELIVERY', amount: '500.00', dueBy: 'SHIP', dueDays: 10 },
        { nature: 'ACCEPTANCE', amount: '200.00', dueBy: 'ACCEPT', dueDays: 5 },
        { nature: 'PROGRESS', amount: '200.00', dueBy: 'INVOICE', dueDays: 15 },
        { nature: 'RETENTION', amount: '100.00', dueBy: 'WARRANTY', dueDays: 0 },
      ],
    });
    const items = await itemsOf(plan.id);
    const record = async (at: number, on: string) => {
      const { version } = await run((tx, me) => planDetail(tx, me, { id: plan.id }, NOON));
      await run((tx, me) => recordHappening(tx, me, { id: plan.id, version, itemId: items[at]?.id as string, happenedOn: on }, NOON));
    };
    expect((await refusalOf(record(0, addDays(today, 1)))).message).toContain('不能晚于今天');
    await record(0, addDays(today, -20));
    await record(2, addDays(today, -12));
    await record(1, addDays(today, -15));
    const day = (days: number) => addDays(today, days);
    expect((await itemsOf(plan.id)).map((item) => [item.nature, item.happenedOn, item.dueDate])).toEqual([
      ['DELIVERY', day(-20), day(-10)],
      ['ACCEPTANCE', day(-15), day(-10)],
      ['PROGRESS', day(-12), day(3)],
      ['RETENTION', null, null],
    ]);
    expect((await refusalOf(record(0, today))).message).toContain('已经确定');
    // 45 days from acceptance.
    expect(await fire(later(29))).toBe(0);
    expect(await fire(later(30))).toBe(1);
    expect((await itemsOf(plan.id, later(30)))[3]).toMatchObject({ happenedOn: day(30), dueDate: day(30) });
    expect((await sql('select count(*)::int as n, sum(open)::bigint as open from receivable')).rows).toEqual([{ n: 4, open: 100_000n }]);
    expect(await proven()).toEqual([]);
  });

  test('a contract about an order is paid as the order is', async () => {
    const contractId = await paper({ biz_type: 'order' });
    expect((await refusalOf(made({ contractId, total: '1000.00', items }))).message).toContain('请按订单建立计划');
  });

  test('a due day that an event makes goes where the company wants it, around its own days off', async () => {
    const day = addDays(today, 10);
    const config = {
      ...ArConfig.parse({}),
      dueShift: 'NEXT' as const,
      holidays: [0, 1, 2, 3].map((n) => ({ day: addDays(day, n), works: n === 3, name: '厂休' })),
    };
    await run((tx, me) => saveArConfig(tx, me, { config, version: 0 }, NOON));
    const plan = await made({ signedOn: today, total: '300.00', items: [{ ...items[0], dueDays: 10 }] });
    expect((await itemsOf(plan.id))[0]?.dueDate).toBe(addDays(day, 3));
  });
});

test('a plan that begins with money takes the bank line in: its items are paid by their days, what is left is prepaid', async () => {
  const line = newId();
  await sql(
    `insert into bank_line (tenant_id, id, flow_no, traded_at, amount, payer, customer_id, basis, score) values (1, $1, 'LS1', $2, 50000, '东湖建材', $3, 'NAME', 95)`,
    [line, NOON, depot.customers[0]],
  );
  const items = [
    { nature: 'ADVANCE', amount: '300.00', dueBy: 'DATE', dueDate: today },
    { nature: 'PROGRESS', amount: '700.00', dueBy: 'ACCEPT', dueDays: 0 },
  ];
  const plan = await made({ source: 'BANK', bankLineId: line, total: '1000.00', items });
  const detail = await run((tx, me) => planDetail(tx, me, { id: plan.id }, NOON));
  expect([detail.paid, detail.open, detail.bankFlowNo, detail.status]).toEqual([30_000n, 0n, 'LS1', 'RUNNING']);
  expect((await sql('select amount, unapplied, bank_flow_no from receipt')).rows).toEqual([{ amount: 50_000n, unapplied: 20_000n, bank_flow_no: 'LS1' }]);
  expect((await sql('select status, receipt_id from bank_line')).rows).toEqual([{ status: 'ENTERED', receipt_id: detail.receiptId }]);
  expect((await refusalOf(made({ source: 'BANK', bankLineId: line, total: '1000.00', items }))).message).toContain('已经处理');
  expect(await proven()).toEqual([]);
});
