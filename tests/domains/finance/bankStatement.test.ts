import '~/domains/finance/api.server';
import { beforeEach, describe, expect, test } from 'vitest';
import { commitImport, readImport, undoImport, uploadImport } from '~/domains/batch/importJob.server';
import * as calls from '~/domains/finance/calls';
import { proveFunds } from '~/domains/finance/fundProof.server';
import { proveReceivables } from '~/domains/receivable/receivableProof.server';
import type { Me } from '~/portal/me';
import { newId } from '~/server/ids.server';
import { writeSheet } from '~/server/sheet/write.server';
import { told } from '~/shared/told';
import { ask, openShop, refusalOf, type Shop } from '../../support/catalogue';
import { emptyDatabase, testDatabase } from '../../support/database';
import { gbk } from '../../support/gbk';
import { as } from '../../support/stock';

const opened = await testDatabase();
const NOW = new Date('2026-06-20T08:00:00Z');
let shop: Shop;
let other: Me;

beforeEach(async () => {
  await emptyDatabase();
  shop = await openShop(opened);
  other = { ...shop.me, accountId: newId(), name: '出纳' };
  await name(0, '杭州恒泽建材有限公司', '周建国');
  await name(1, '宁波瑞博防水材料经营部', '马海燕');
});
const name = (index: number, text: string, contact: string) =>
  opened.pool.query('update customer set name = $2, contact_name = $3 where id = $1', [shop.customers[index], text, contact]);

async function upload(fileName: string, bytes: Uint8Array, mode: 'MERGE' | 'INSERT' = 'MERGE') {
  const sheet = await readImport(shop.me, 'bankLine', { name: fileName, bytes });
  return as(opened, shop.me, (tx) => uploadImport(tx, shop.me, { type: 'bankLine', mode, fileName, sheet }, NOW));
}
async function load(fileName: string, bytes: Uint8Array) {
  const preview = await upload(fileName, bytes);
  expect(preview.errors).toEqual([]);
  return as(opened, shop.me, (tx) => commitImport(tx, shop.me, { jobId: preview.jobId, how: 'ALL' }, NOW));
}
const lines = async (query = {}) => (await ask(shop.me, calls.bankLineList, { ascs: 'tradedAt', pageSize: 50, ...query })).pagedRecords;
const refs = (rows: { id: string; version: number }[]) => rows.map(({ id, version }) => ({ id, version }));
const proofs = () => as(opened, shop.me, async (tx) => [...(await proveFunds(tx, shop.me)), ...(await proveReceivables(tx, shop.me))]);

/** As the construction bank's web site gives it: GBK, title rows, full-width units in the heading, totals at the end. */
const jianhang = gbk(`中国建设银行账户明细信息,,,,,,,,,
账号：33050161000000000018,,户名：青屿防水,,起始日期：20260601,,截止日期：20260615,,,
,,,,,,,,,
交易时间,借方发生额（支取）,贷方发生额（收入）,余额,币种,对方户名,对方账号,记账日期,摘要,账户明细编号-交易流水号
20260601 09:12:33,0.00,"120,000.00","520,000.00",人民币元,杭州恒泽建材有限公司,'3301040160000123456,20260601,货款,1-3300000000123
20260602 10:00:01,"8,600.50",0.00,"511,399.50",人民币元,国网浙江电力,3301000000009,20260602,电费,2-3300000000124
20260603 15:20:45,0.00,"35,000.00","546,399.50",人民币元,宁波瑞博防水材料商行,6228480312345678901,20260603,材料款,3-3300000000125
20260603 15:21:02,0.00,"-35,000.00","511,399.50",人民币元,宁波瑞博防水材料商行,6228480312345678901,20260603,冲正,4-3300000000126
20260604 08:30:00,0.00,"2,000.00","513,399.50",人民币元,马海燕,6228480399999999999,20260604,转账,5-3300000000127
20260605 08:30:00,0.00,"500.00","513,899.50",人民币元,王某某,6228480377777777777,20260605,转账,6-3300000000128
合计,"8,600.50","122,500.00",,,,,,,
`);

describe('real statements', () => {
  test('the construction bank in GBK: what came in becomes lines, matched as surely as the name allows; red cancels out', async () => {
    const done = await load('账户明细.csv', jianhang);
    expect(done).toMatchObject({ created: 5, updated: 0 });
    const rows = await lines();
    expect(rows.map((row) => [row.amount, row.customerName, row.basis, row.score, row.status, row.payerTail])).toEqual([
      ['120000.00', '杭州恒泽建材有限公司', 'NAME', 95, 'OPEN', '3456'],
      ['35000.00', '宁波瑞博防水材料经营部', 'LIKELY', 85, 'IGNORED', '8901'],
      ['-35000.00', '', 'NONE', 0, 'IGNORED', '8901'],
      ['2000.00', '宁波瑞博防水材料经营部', 'CONTACT', 70, 'OPEN', '9999'],
      ['500.00', '', 'NONE', 0, 'OPEN', '7777'],
    ]);
    expect(rows[0]).toMatchObject({ flowNo: '1-3300000000123', tradedAt: '2026-06-01T01:12:33.000Z', summary: '货款', ready: true });
    expect(rows[1]?.reason).toBe('已被流水4-3300000000126冲正');
    expect((await opened.pool.query('select payer_account from bank_line where payer_account not like $1', ['v1.%'])).rows).toEqual([]);
  });

  test('the merchants bank as a workbook: day and time apart, names of its own', async () => {
    const bytes = await writeSheet(
      ['交易日', '交易时间', '起息日', '交易类型', '借方金额', '贷方金额', '余额', '摘要', '流水号', '收(付)方名称', '收(付)方帐号'].map((title) => ({
        title,
      })),
      [
        ['20260610', '10:15:00', '20260610', '网银转账', '', '18,888.88', '1,000,000.00', '货款', 'G0012300123', '杭州恒泽建材有限公司', '571900000010101'],
        ['20260611', '17:45:10', '20260611', '代发', '3,000.00', '', '997,000.00', '工资', 'G0012300124', '青屿防水', '571900000010102'],
      ],
      '明细',
    );
    await load('招行.xlsx', bytes);
    expect((await lines()).map((row) => [row.flowNo, row.tradedAt, row.amount, row.customerName])).toEqual([
      ['G0012300123', '2026-06-10T02:15:00.000Z', '18888.88', '杭州恒泽建材有限公司'],
    ]);
  });

  test('one amount with a direction, without numbers: repeats are known by time, amount and account', async () => {
    const file = gbk(
      "交易日期[ Transaction Date ],交易类型[ Transaction Type ],交易金额[ Trade Amount ],付款人名称[ Payer's Name ],付款人账号[ Debit Account No. ]\n" +
        '2026/6/8 9:05,来账,"6,600.00",杭州恒泽建材有限公司,330100001234\n2026/6/8 9:06,往账,-100.00,青屿防水,330100009999\n',
    );
    await load('中行.csv', file);
    const again = await load('中行.csv', file);
    expect(again.created).toBe(0);
    expect((await lines()).map((row) => [row.flowNo, row.amount])).toEqual([['20260608090500-6600.00-1234', '6600.00']]);
  });

  test('statements may overlap; what somebody entered by hand is passed over too, unless the sums differ', async () => {
    await load('六月上.csv', jianhang);
    await ask(shop.me, calls.depositSave, {
      customerId: shop.customers[0],
      amount: '700.00',
      payWay: 'BANK' as const,
      bankFlowNo: '7-1',
      paidAt: '2026-06-07T02:00:00.000Z',
      voucher: ['0'.repeat(36)],
    });
    const next = (sum: string) =>
      gbk(`交易时间,贷方发生额,对方户名,流水号\n20260601 09:12:33,"120,000.00",杭州恒泽建材有限公司,1-3300000000123\n20260607 10:00:00,${sum},杭州恒泽,7-1\n`);
    const passed = await load('六月下.csv', next('700.00'));
    expect([passed.created, passed.effects]).toEqual([0, { NEW: 0, CHANGED: 0, SAME: 0, PASSED: 2 }]);
    const fresh = await upload('六月末.csv', gbk('交易时间,贷方发生额,借方发生额,流水号\n20260609 101500,￥1200,,9-1\n20260609 101600,,30,9-2\n'));
    expect(fresh.sample.map((row) => [row.effect, ...row.cells])).toEqual([
      ['NEW', '2026-06-09 10:15:00', '1,200.00', '', '9-1'],
      ['PASSED', '2026-06-09 10:16:00', '', '30.00', '9-2'],
    ]);
    const wrong = await upload('六月下.csv', next('701.00'));
    expect(told(wrong.errors[0]?.message)).toMatch(/第3行“交易流水号”“7-1”已属于入账单RZ\d+，金额700.00元与本行701.00元不同/);
    const strict = await upload('六月下.csv', next('700.00'), 'INSERT');
    expect(strict.errors.map((error) => error.message)).toEqual([
      expect.stringContaining('第2行“交易流水号”“1-3300000000123”已登记在已导入的银行流水'),
      expect.stringContaining('第3行“交易流水号”“7-1”已登记在入账单RZ'),
    ]);
  });

  test('every wrong row is named; a file that is no statement is refused with what it lacks', async () => {
    const preview = await upload(
      '坏.csv',
      gbk(`交易时间,贷方发生额,对方户名,流水号
2026-13-01,100.00,甲,A1
2026-06-01 10:00,壹佰,甲,A2
2026-06-01 10:00,1.005,甲,A3
2036-06-01 10:00,5.00,甲,A4
2026-06-01 10:00,5.00,甲,A5
2026-06-01 10:01,6.00,甲,A5
,8.00,甲,A6
`),
    );
    expect(preview.errors.map((error) => error.message)).toEqual([
      expect.stringContaining('第2行“交易时间”日期时间无法识别（当前值：2026-13-01）'),
      expect.stringContaining('第3行“贷方发生额”不是有效的金额（当前值：壹佰）'),
      expect.stringContaining('第4行“贷方发生额”最多允许2位小数'),
      expect.stringContaining('第5行“交易时间”2036-06-01 10:00:00晚于当前时间'),
      expect.stringContaining('第7行“交易流水号”“A5”与第6行重复'),
      expect.stringContaining('第8行“交易日期”不能为空'),
    ]);
    expect((await refusalOf(upload('名单.csv', gbk('对方户名,摘要\n甲,乙\n')))).message).toContain('缺少“交易时间”或“交易日期”列');
    expect((await refusalOf(upload('名单.csv', gbk('交易时间,摘要\n2026-06-01,乙\n')))).message).toContain('缺少“贷方发生额（收入）”或“交易金额”列');
  });
});

describe('from lines to money', () => {
  test('sure lines are entered in batch, unsure ones only when claimed; another person confirms; the books agree', async () => {
    await load('账户明细.csv', jianhang);
    const [sure, , , contact, unknown] = await lines();
    if (!sure || !contact || !unknown) throw new Error('five lines expected');
    expect((await refusalOf(ask(shop.me, calls.bankLineDeposit, { items: refs([sure, contact]) }))).message).toContain('（付款人“马海燕”）还没有确定客户');
    await ask(shop.me, calls.bankLineClaim, { items: refs([contact]), customerId: shop.customers[1] });
    await ask(shop.me, calls.bankLineIgnore, { items: refs([unknown]), reason: '员工还款' });
    const ready = (await lines()).filter((row) => row.ready);
    expect(await ask(shop.me, calls.bankLineDeposit, { items: refs(ready) })).toEqual({ count: 2 });
    const docs = (await ask(shop.me, calls.depositList, { status: 'PENDING', ascs: 'amount' })).pagedRecords;
    expect(docs.map((doc) => [doc.amount, doc.bankFlowNo, doc.payWay])).toEqual([
      ['2000.00', '5-3300000000127', 'BANK'],
      ['120000.00', '1-3300000000123', 'BANK'],
    ]);
    expect((await refusalOf(ask(shop.me, calls.depositConfirm, { items: refs(docs), amount: '122000.00' }))).data.reason).toBe('SAME_PERSON');
    await ask(other, calls.depositConfirm, { items: refs(docs), amount: '122000.00' });
    expect((await ask(shop.me, calls.accountList, { ascs: 'posted' })).pagedRecords.map((row) => row.posted)).toEqual(['2000.00', '120000.00']);
    expect(await proofs()).toEqual([]);
  });

  test('a rejected entry gives its line back, and the account that paid is known next time', async () => {
    await load('账户明细.csv', jianhang);
    const unknown = (await lines()).at(-1) as Awaited<ReturnType<typeof lines>>[number];
    await ask(shop.me, calls.bankLineClaim, { items: refs([unknown]), customerId: shop.customers[0] });
    const claimed = (await lines({ basis: 'MANUAL' }))[0] as typeof unknown;
    await ask(shop.me, calls.bankLineDeposit, { items: refs([claimed]) });
    const doc = (await ask(shop.me, calls.depositList, {})).pagedRecords[0];
    await ask(other, calls.depositReject, { id: doc?.id ?? '', version: 1, reason: '金额待查' });
    const back = (await lines({ basis: 'MANUAL' }))[0] as typeof unknown;
    expect([back.status, back.enterId]).toEqual(['OPEN', null]);
    await ask(shop.me, calls.bankLineDeposit, { items: refs([back]) });
    await load('下月.csv', gbk('交易时间,贷方发生额,对方户名,对方账号,流水号\n20260618 09:00:00,900.00,王某某,6228480377777777777,9-1\n'));
    expect((await lines({ flowNo: '9-1' }))[0]).toMatchObject({ basis: 'ACCOUNT', score: 100, customerId: shop.customers[0], ready: true });
  });

  test('a line whose money a receipt took in leads to that receipt', async () => {
    await load('账户明细.csv', jianhang);
    const [line] = await lines();
    const receiptId = newId();
    await opened.pool.query(
      "insert into receipt (tenant_id, id, no, customer_id, amount, unapplied, pay_way, received_at) values (1, $1, 'SK1', $2, 100, 100, 'BANK', now())",
      [receiptId, shop.customers[0]],
    );
    await opened.pool.query("update bank_line set status = 'ENTERED', receipt_id = $2 where id = $1", [line?.id, receiptId]);
    expect((await lines({ status: 'ENTERED' }))[0]).toMatchObject({ enterId: null, enterNo: '', receiptId, receiptNo: 'SK1' });
  });

  test('undo takes the lines away, but not one that was entered', async () => {
    const done = await load('账户明细.csv', jianhang);
    const undo = () => as(opened, shop.me, (tx) => undoImport(tx, shop.me, done.jobId, NOW));
    const [sure] = await lines();
    await ask(shop.me, calls.bankLineDeposit, { items: refs([sure as { id: string; version: number }]) });
    expect((await refusalOf(undo())).message).toContain('流水1-3300000000123已生成入账单，不能撤销导入');
    const doc = (await ask(shop.me, calls.depositList, {})).pagedRecords[0];
    await ask(other, calls.depositReject, { id: doc?.id ?? '', version: 1, reason: '重新导入' });
    await undo();
    expect(await lines()).toEqual([]);
  });
});
