import '~/domains/statement/api.server';
import '~/domains/receivable/api.server';
import '~/domains/message/api.server';
import { beforeEach, expect, test } from 'vitest';
import { registerReceipt } from '~/domains/receivable/calls';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import { OrderSettings } from '~/domains/settings/orderSettings.schema';
import { saveOrderSettings } from '~/domains/settings/orderSettings.server';
import * as calls from '~/domains/statement/calls';
import { statementLines } from '~/domains/statement/lines.server';
import { monthlyOf } from '~/domains/statement/monthly.server';
import * as mine from '~/domains/statement/myCalls';
import { proveStatements } from '~/domains/statement/statementProof.server';
import type { Me } from '~/portal/me';
import { NOT_FOUND } from '~/shared/refusal';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { colleagueOf, owe } from '../../support/statements';
import { as } from '../../support/stock';

const opened = await testDatabase();
const NOW = new Date('2026-06-15T04:00:00Z');
let shop: Shop;
let buyer: string;
let dealer: Me;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  [buyer] = shop.customers;
  dealer = shop.dealer(buyer);
});

const may = { start: '2026-05-01', end: '2026-05-31' };
async function sent(customerId = buyer, period = may): Promise<{ id: string; version: number; no: string }> {
  const { id } = await ask(shop.me, calls.statementMake, { customerId, ...period }, NOW);
  const { results } = await ask(shop.me, calls.statementSend, { items: [{ id, version: 1 }] }, NOW);
  expect(results.map((one) => one.message)).toEqual([expect.stringContaining('已发送')]);
  return ref(id);
}
async function ref(id: string): Promise<{ id: string; version: number; no: string }> {
  return (await opened.pool.query('select id, version, no from statement where id = $1', [id])).rows[0];
}
const stateOf = async (id: string) => (await opened.pool.query('select status, open_disputes from statement where id = $1', [id])).rows[0];

test('a dealer objects to a line, the factory corrects it with two people, and the dealer confirms', async () => {
  await owe(opened, shop.me, buyer, '2026-05-03', 100_000n);
  await owe(opened, shop.me, buyer, '2026-05-20', -40_000n);
  const { id, version } = await sent();
  const lines = await ask(dealer, mine.myStatementLines, { id }, NOW);
  expect(lines.pagedRecords.map((line) => [line.kindName, line.debit, line.credit, line.balance])).toEqual([
    ['发货应收', '1000.00', '0.00', '1000.00'],
    ['收款', '0.00', '400.00', '600.00'],
  ]);
  const item = { seq: 1, reason: 'AMOUNT' as const, note: '少发一桶', claimed: '900.00' };
  const disputed = await ask(dealer, mine.myDispute, { id, version, items: [item] }, NOW);
  expect((await refusalOf(ask(dealer, mine.myConfirm, disputed, NOW))).message).toContain('还有1条异议');
  expect((await refusalOf(ask(dealer, mine.myDispute, { ...disputed, items: [item] }, NOW))).message).toContain('第1行已有异议');
  const { disputes } = await ask(shop.me, calls.statementDetail, { id }, NOW);
  const fix = { ...disputed, disputeId: disputes[0]?.id ?? null, amount: '-100.00', reason: '少发一桶，减应收' };
  const { id: adjustId } = await ask(shop.me, calls.statementAdjust, fix, NOW);
  expect((await refusalOf(ask(shop.me, calls.adjustPass, { id: adjustId, version: 1 }, NOW))).data.reason).toBe('SAME_PERSON');
  await ask(await colleagueOf(opened, shop.me), calls.adjustPass, { id: adjustId, version: 1 }, NOW);
  const { logs } = await ask(shop.me, calls.adjustDetail, { id: adjustId }, NOW);
  expect(logs.map(({ action }) => action)).toEqual(['通过', '登记']);
  expect(await stateOf(id)).toEqual({ status: 'SENT', open_disputes: 0 });
  const { rows } = await opened.pool.query("select amount::int, biz_date::text from receivable where source = 'ADJUST'");
  expect(rows, 'in the period that is open today').toEqual([{ amount: -10_000, biz_date: '2026-06-15' }]);
  await ask(dealer, mine.myConfirm, await ref(id), NOW);
  const head = await ask(dealer, mine.myStatement, { id }, NOW);
  expect(head).toMatchObject({ status: 'CONFIRMED', closing: '600.00', confirmIp: '127.0.0.1', disputes: [{ status: 'CORRECTED' }] });
  expect(await as(opened, shop.me, (tx) => proveReceivables(tx, shop.me))).toEqual([
    expect.objectContaining({ figure: '应收余额（分录合计）', name: '东湖建材' }), // the postings of this test have no receivable of their own
  ]);
  expect((await as(opened, shop.me, (tx) => proveStatements(tx, shop.me))).differences).toEqual([]);
});

test('a closed period refuses a receipt that came in it, naming period and statement, until it is booked later', async () => {
  await owe(opened, shop.me, buyer, '2026-05-03', 100_000n);
  const { no } = await sent();
  const { rows } = await opened.pool.query<{ id: string }>(
    `insert into receivable (tenant_id, id, no, customer_id, customer_name, source, biz_date, due_date, amount)
     values (1, gen_random_uuid(), 'YS1', $1, '东湖建材', 'OPENING', '2026-05-03', '2026-06-03', 100000) returning id`,
    [buyer],
  );
  const receipt = {
    customerId: buyer,
    amount: '300.00',
    payWay: 'CASH' as const,
    receivedAt: '2026-05-28T02:00:00.000Z',
    applies: [{ receivableId: rows[0]?.id ?? '', amount: '300.00' }],
  };
  const { message, data } = await refusalOf(ask(shop.me, registerReceipt, receipt, NOW));
  expect(data.reason).toBe('CHECK_CLOSED');
  for (const word of ['东湖建材', '2026-05-01至2026-05-31', no, '2026-05-28', '2026-06-01']) expect(message).toContain(word);
  expect((await refusalOf(ask(shop.me, registerReceipt, { ...receipt, bizDate: '2026-05-27' }, NOW))).data.fields).toHaveProperty('bizDate');
  await ask(shop.me, registerReceipt, { ...receipt, bizDate: '2026-06-01' }, NOW);
  const { rows: booked } = await opened.pool.query("select biz_date::text from ledger_txn where kind = 'RECEIPT'");
  expect(booked).toEqual([{ biz_date: '2026-06-01' }]);
});

test('sending refuses a period that is not over, one whose predecessor was not sent, and a draft the ledger has outrun', async () => {
  await owe(opened, shop.me, buyer, '2026-04-03', 50_000n);
  await owe(opened, shop.me, buyer, '2026-05-03', 100_000n);
  const april = await ask(shop.me, calls.statementMake, { customerId: buyer, start: '2026-04-01', end: '2026-04-30' }, NOW);
  const second = await ask(shop.me, calls.statementMake, { customerId: buyer, ...may }, NOW);
  const june = await ask(shop.me, calls.statementMake, { customerId: buyer, start: '2026-06-01', end: '2026-06-15' }, NOW);
  const sendOf = async (id: string) => (await ask(shop.me, calls.statementSend, { items: [await ref(id)] }, NOW)).results[0]?.message;
  expect(await sendOf(june.id)).toContain('2026-06-15才结束');
  expect(await sendOf(second.id)).toContain('还没有发送');
  await owe(opened, shop.me, buyer, '2026-04-09', 7_000n);
  expect(await sendOf(april.id)).toContain('请先更新草稿');
  expect((await ask(shop.me, calls.statementDetail, { id: april.id }, NOW)).stale).toBe(true);
  await ask(shop.me, calls.statementRefresh, await ref(april.id), NOW);
  // Both at once, the later one named first: earlier periods go first, but May's opening was read before April grew.
  const { results } = await ask(shop.me, calls.statementSend, { items: [await ref(second.id), await ref(april.id)] }, NOW);
  expect(results.map((one) => one.ok)).toEqual([true, false]);
  await ask(shop.me, calls.statementRefresh, await ref(second.id), NOW);
  expect(await sendOf(second.id)).toContain('已发送');
  expect(await ask(dealer, mine.myStatements, {}, NOW)).toMatchObject({
    totalCount: 2,
    pagedRecords: [{ opening: '570.00', closing: '1570.00' }, { closing: '570.00' }],
  });
  expect((await refusalOf(ask(shop.me, calls.statementWithdraw, { ...(await ref(april.id)), reason: '错' }, NOW))).message).toContain('请先撤回后一张');
});

test('withdrawn, its rows may stand in another; a customer sees neither drafts nor others, and nobody changes what was sealed', async () => {
  await owe(opened, shop.me, buyer, '2026-05-03', 100_000n);
  const { id } = await ask(shop.me, calls.statementMake, { customerId: buyer, ...may }, NOW);
  for (const me of [dealer, shop.dealer(shop.customers[1])]) expect((await refusalOf(ask(me, mine.myStatement, { id }, NOW))).code).toBe(NOT_FOUND);
  await ask(shop.me, calls.statementSend, { items: [await ref(id)] }, NOW);
  expect((await refusalOf(ask(shop.dealer(shop.customers[1]), mine.myConfirm, await ref(id), NOW))).code).toBe(NOT_FOUND);
  await expect(opened.pool.query('update statement set debit = debit + 1 where id = $1', [id])).rejects.toThrow('was sent and stands');
  await ask(shop.me, calls.statementWithdraw, { ...(await ref(id)), reason: '金额有误' }, NOW);
  expect(await ask(dealer, mine.myStatement, { id }, NOW)).toMatchObject({ status: 'WITHDRAWN', withdrawReason: '金额有误' });
  const again = await sent();
  await opened.pool.query('update statement_line set memo = $2 where statement_id = $1', [again.id, '改过']);
  const { differences } = await as(opened, shop.me, (tx) => proveStatements(tx, shop.me));
  expect(differences).toEqual([expect.objectContaining({ name: again.no, figure: '封存哈希' })]);
});

test('screen, file and paper show the same lines, and figures open to the rows that make them up', async () => {
  for (let day = 1; day <= 25; day++)
    await owe(opened, shop.me, buyer, `2026-05-${String(day).padStart(2, '0')}`, BigInt(day % 3 === 0 ? -1_000 * day : 1_000 * day));
  const { id } = await sent();
  const page = await ask(shop.me, calls.statementLines, { id, pageSize: 100 }, NOW);
  const { head, lines } = await ask(dealer, mine.myPrint, { id }, NOW);
  expect(lines).toEqual(page.pagedRecords);
  const read: { id: string }[] = [];
  let after: readonly (string | null)[] | null = null;
  do {
    const part = await as(opened, shop.me, (tx) =>
      statementLines(tx, shop.me, { id, pageNo: 1, pageSize: 7, ascs: '', descs: '', reading: { after } } as never),
    );
    read.push(...part.pagedRecords);
    after = part.next ?? null;
  } while (after);
  expect(read.map((one) => one.id)).toEqual(page.pagedRecords.map((one) => one.id));
  const debit = await ask(shop.me, calls.statementLines, { id, side: 'DEBIT', pageSize: 100 }, NOW);
  const total = debit.pagedRecords.reduce((sum, line) => sum + Number(line.debit), 0);
  expect(total.toFixed(2)).toBe(head.debit);
  expect(head.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('drafts come by themselves on the day chosen, once, month by month after a stop, for whoever has something to say', async () => {
  await owe(opened, shop.me, buyer, '2026-02-10', 10_000n);
  const run = async (at: string) => {
    let did = 0;
    while (await as(opened, shop.me, (tx) => monthlyOf(tx, shop.me, new Date(at)))) did++;
    return did;
  };
  const made = async () => (await opened.pool.query("select to_char(period_end, 'YYYY-MM') as month from statement order by 1")).rows.map((row) => row.month);
  await run('2026-03-02T03:10:00+08:00');
  expect(await made(), 'before the 3rd: the month before last').toEqual([]);
  await run('2026-03-03T03:10:00+08:00');
  expect(await made()).toEqual(['2026-02']);
  expect(await run('2026-03-03T09:00:00+08:00'), 'again on the same day').toBe(0);
  await owe(opened, shop.me, buyer, '2026-02-11', 5_000n);
  await run('2026-03-04T03:10:00+08:00');
  expect((await opened.pool.query('select closing::int from statement')).rows, 'a draft takes in what was posted since').toEqual([{ closing: 15_000 }]);
  await run('2026-06-05T03:10:00+08:00');
  expect(await made(), 'a balance is said even when nothing moved').toEqual(['2026-02', '2026-03', '2026-04', '2026-05']);
  await as(opened, shop.me, (tx) => saveOrderSettings(tx, shop.me, { config: OrderSettings.parse({ statementAuto: false }), version: 0 }));
  await run('2026-09-05T03:10:00+08:00');
  expect(await made()).toHaveLength(4);
});

test('the factory confirms for a customer with a reason and files only, and answers without correcting', async () => {
  await owe(opened, shop.me, buyer, '2026-05-03', 100_000n);
  const { id, version } = await sent();
  const disputed = await ask(dealer, mine.myDispute, { id, version, items: [{ seq: null, reason: 'MISSING', note: '漏了5月的返利' }] }, NOW);
  const { disputes } = await ask(shop.me, calls.statementDetail, { id }, NOW);
  await ask(shop.me, calls.statementReply, { ...disputed, disputeId: disputes[0]?.id ?? '', reply: '返利在六月入账' }, NOW);
  expect(await stateOf(id)).toEqual({ status: 'SENT', open_disputes: 0 });
  expect((await refusalOf(ask(shop.me, calls.statementConfirmFor, { ...(await ref(id)), reason: '回函', files: [] }, NOW))).message).toContain(
    '请上传客户确认的凭证',
  );
  const key = 'T1/confirm.png';
  await opened.pool.query(
    `insert into stored_file (tenant_id, id, key, name, mime, size, sha256, owner_user, biz)
     values (1, gen_random_uuid(), $1, 'confirm.png', 'image/png', 1, 'x', $2, 'voucher')`,
    [key, shop.me.accountId],
  );
  await ask(shop.me, calls.statementConfirmFor, { ...(await ref(id)), reason: '盖章回函', files: [key] }, NOW);
  expect(await stateOf(id)).toEqual({ status: 'CONFIRMED', open_disputes: 0 });
});
