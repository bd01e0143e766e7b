import '~/domains/receivable/api.server';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { commitImport, readImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/receivable/calls';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import { writeSheet } from '~/server/sheet/write.server';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { gbk } from '../../support/gbk';
import { as } from '../../support/stock';

const opened = await testDatabase();
const NOW = new Date('2026-06-20T08:00:00Z');
let shop: Shop;
beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
});

async function upload(name: string, bytes: Uint8Array) {
  const sheet = await readImport(shop.me, 'openingReceivable', { name, bytes });
  return as(opened, shop.me, (tx) => uploadImport(tx, shop.me, { type: 'openingReceivable', fileName: name, sheet }, NOW));
}
const commit = (jobId: string) => as(opened, shop.me, (tx) => commitImport(tx, shop.me, { jobId, how: 'ALL' }, NOW));
const undo = (jobId: string) => as(opened, shop.me, (tx) => undoImport(tx, shop.me, jobId, NOW));
const load = async (bytes: Uint8Array) => commit((await upload('期初.csv', bytes)).jobId);
const book = async () => (await ask(shop.me, calls.receivableBook, { ascs: 'bizDate', pageSize: 50 }, NOW)).pagedRecords;
const summary = async (query = {}) => (await ask(shop.me, calls.receivableSummary, query, NOW)).pagedRecords;
const proofs = () => as(opened, shop.me, (tx) => proveReceivables(tx, shop.me));

const file = gbk(`应收账款期初余额表,,,,,,
编制单位：青屿防水,,,,单位：元,,
客户代码,客户名称,单据编号,单据日期,到期日期,应收余额,备注
KH0001,,XS2512-018,2025-12-18,2026-01-17,"12,800.00",上年结转
KH0001,,XS2602-003,2026/2/3,,"￥3,200.5",
KH0002,,,20260601,2026-07-01,"1,000",
`);

test('what was owed before stands in the books with its own days, ages and settles like any receivable', async () => {
  expect(await load(file)).toMatchObject({ created: 3 });
  expect((await book()).map((row) => [row.source, row.sourceNo, row.bizDate, row.dueDate, row.open, row.overdueDays])).toEqual([
    ['OPENING', 'XS2512-018', '2025-12-18', '2026-01-17', '12800.00', 154],
    ['OPENING', 'XS2602-003', '2026-02-03', '2026-03-05', '3200.50', 107],
    ['OPENING', '', '2026-06-01', '2026-07-01', '1000.00', 0],
  ]);
  expect(await summary()).toMatchObject([
    { opening: '16000.50', raised: '0.00', received: '0.00', closing: '16000.50', ages: ['0.00', '0.00', '0.00', '0.00', '16000.50', '0.00', '0.00'] },
    { opening: '0.00', raised: '1000.00', closing: '1000.00', ages: ['1000.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00'] },
  ]);
  const detail = await ask(shop.me, calls.receivableDetail, { id: (await book())[0]?.id ?? '' }, NOW);
  expect(detail.postings.map((one) => [one.memo, one.dr, one.cr])).toEqual([
    ['期初应收', '12800.00', '0.00'],
    ['期初应收', '0.00', '12800.00'],
  ]);
  expect(await proofs()).toEqual([]);
});

test('undo takes the receivables and their postings back, period by period, unless one is settled', async () => {
  const { jobId } = await load(file);
  const [first] = await book();
  const receipt = await ask(
    shop.me,
    calls.registerReceipt,
    {
      customerId: shop.customers[0],
      amount: '800.00',
      payWay: 'BANK',
      bankFlowNo: 'B1',
      receivedAt: '2026-06-19T02:00:00.000Z',
      applies: [{ receivableId: first?.id ?? '', amount: '800.00' }],
    },
    NOW,
  );
  expect((await refusalOf(undo(jobId))).message).toMatch(/期初应收单YS\d+已核销800.00元，请先反核销再撤销导入/);
  const { applies, version } = await ask(shop.me, calls.receiptDetail, { id: receipt.id }, NOW);
  await ask(shop.me, calls.unapplyReceipt, { id: receipt.id, version, applyId: applies[0]?.id ?? '' }, NOW);
  await undo(jobId);
  expect((await book()).every((row) => row.status === 'REVERSED')).toBe(true);
  expect((await summary({ start: '2025-12-01', end: '2025-12-31' })).map((row) => [row.raised, row.closing])).toEqual([
    ['0.00', '0.00'],
    ['0.00', '0.00'],
  ]);
  expect(await proofs()).toEqual([]);
  expect(await load(file)).toMatchObject({ created: 3 });
});

test('every wrong row is named with its value and limit, and nothing can be owed twice', async () => {
  await load(file);
  const preview = await upload(
    '期初2.xlsx',
    await writeSheet(
      ['客户编码', '客户名称', '原单号', '业务日期', '到期日', '未收金额(元)'].map((title) => ({ title })),
      [
        ['KH0009', '', 'A1', '2026-01-01', '', '1'],
        ['KH0001', '别家', 'A2', '2026-01-01', '', '1'],
        ['KH0001', '', 'A3', '2036-07-01', '', '1'],
        ['KH0001', '', 'A4', '2026-02-01', '2026-01-31', '1'],
        ['KH0001', '', 'A5', '2026-02-01', '', '-5'],
        ['KH0001', '', 'XS2512-018', '2026-02-01', '', '5'],
        ['KH0002', '', '', '2026-06-01', '', '1000'],
        ['KH0002', '', 'A8', '2026-06-01', '', '7'],
        ['KH0002', '', 'A8', '2026-06-02', '', '8'],
      ],
      '期初',
    ),
  );
  const messages = preview.errors.map((error) => error.message);
  expect(preview).toMatchObject({ total: 9, good: 1, bad: 8 });
  for (const [index, text] of [
    '第2行“客户编码”“KH0009”不存在',
    '第3行“客户名称”“别家”与客户编码KH0001的名称',
    '第4行“业务日期”2036-07-01不能晚于今天',
    '第5行“到期日”2026-01-31不能早于业务日期2026-02-01',
    '第6行“未收金额(元)”必须大于0',
    '第7行“原单号”“XS2512-018”已导入为应收单YS',
    '第8行“未收金额(元)”与已导入的应收单YS',
    '第10行“原单号”与第9行重复',
  ].entries())
    expect(messages[index]).toContain(text);
});

test('whatever is imported, taken back and imported again, the books agree', async () => {
  const row = fc.record({ customer: fc.constantFrom('KH0001', 'KH0002'), fen: fc.integer({ min: 1, max: 10_000_000 }), day: fc.integer({ min: 1, max: 28 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), fc.boolean(), async (rows, takeBack) => {
      const text = rows.map(
        (one, index) => `${one.customer},P${index}-${Math.random()},2026-03-${String(one.day).padStart(2, '0')},${(one.fen / 100).toFixed(2)}`,
      );
      const before = await summary();
      const { jobId } = await load(gbk(`客户编码,原单号,业务日期,未收金额\n${text.join('\n')}\n`));
      if (takeBack) await undo(jobId);
      const total = (of: Awaited<ReturnType<typeof summary>>) => of.reduce((sum, one) => sum + BigInt(one.closing.replace('.', '')), 0n);
      const expected = takeBack ? 0n : BigInt(rows.reduce((sum, one) => sum + one.fen, 0));
      expect(total(await summary()) - total(before)).toBe(expected);
      expect(await proofs()).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
