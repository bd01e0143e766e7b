import { claimLines, depositLines, ignoreLines } from '~/domains/finance/bankLines.server';
import '~/domains/finance/bankStatement.server';
import { builtInTemplates } from '~/domains/collection/dunning';
import { remind } from '~/domains/collection/dunning.server';
import { confirmDeposit, registerDeposits, rejectDeposit, reverseDeposit } from '~/domains/finance/deposit.server';
import '~/domains/receivable/openingReceivable.server';
import { commitImport, uploadImport } from '~/domains/batch/importJob.server';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { addDays, shanghaiDate } from '~/shared/dates';
import type { Trader } from './trade.server';

interface Staff {
  /** Registers and claims. */
  admin: Me;
  /** Confirms what the other registered. */
  finance: Me;
}

const HOUR_MS = 3_600_000;

/** Opening balances, a bank statement half worked through, fund entries in every state, and reminders of what is overdue. */
export async function handleMoney(tx: Tx, { admin, finance }: Staff, traders: readonly Trader[], start: Date): Promise<void> {
  await importOpening(tx, finance, traders, start);
  await enterPayments(tx, { admin, finance }, traders);
  await workStatement(tx, admin, traders);
  await remindLate(tx, finance, traders);
}

async function imported(tx: Tx, me: Me, type: string, fileName: string, header: string[], cells: string[][]): Promise<void> {
  const rows = cells.map((row, index) => ({ rowNumber: index + 2, cells: Object.fromEntries(header.map((title, at) => [title, row[at] ?? ''])) }));
  const now = new Date();
  const { jobId } = await uploadImport(tx, me, { type, fileName, sheet: { header, headerRow: 1, rows } }, now);
  await commitImport(tx, me, { jobId, how: 'ALL' }, now);
}

/** What some dealers owed when the factory began here; payments settle most of it like any receivable. */
async function importOpening(tx: Tx, me: Me, traders: readonly Trader[], start: Date): Promise<void> {
  const day = shanghaiDate(start);
  const owing = traders.filter((_, index) => index % 9 === 4);
  const cells = owing.map((one, index) => [
    one.dealer.code,
    `QC-${String(index + 1).padStart(3, '0')}`,
    addDays(day, -20 - index),
    `${8_600 + index * 1_350}.50`,
    '上线前未收货款',
  ]);
  await imported(tx, me, 'openingReceivable', '期初应收余额表.xlsx', ['客户编码', '原单号', '业务日期', '未收金额(元)', '备注'], cells);
}

async function enterPayments(tx: Tx, { admin, finance }: Staff, traders: readonly Trader[]): Promise<void> {
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * HOUR_MS);
  const forms = [200, 176, 120, 74, 30, 8].map((hours, index) => {
    const trader = traders[(index * 5 + 2) % traders.length] as Trader;
    return {
      customerId: trader.customerId,
      amount: BigInt(1_200_000 + index * 735_000),
      payWay: 'BANK' as const,
      bankFlowNo: `RZ${admin.tenantId}${String(index + 1).padStart(8, '0')}`,
      payer: trader.dealer.name,
      paidAt: at(hours),
      voucher: [],
      remark: index % 2 ? '货款' : '预付款',
    };
  });
  const made = await registerDeposits(tx, admin, forms, at(6));
  // A factory of one person has nobody to confirm what it registered.
  if (admin.accountId === finance.accountId) return;
  const [confirmed, reversed, rejected] = made.map(({ id }, index) => ({ id, version: 1, amount: forms[index]?.amount ?? 0n }));
  if (!confirmed || !reversed || !rejected) return;
  await confirmDeposit(tx, finance, { items: [confirmed, reversed], amount: confirmed.amount + reversed.amount }, at(5));
  await reverseDeposit(tx, finance, { id: reversed.id, version: 2, reason: '客户汇错账户，已退回' }, at(4));
  await rejectDeposit(tx, finance, { id: rejected.id, version: 1, reason: '金额与凭证不符' }, at(5));
}

/** A week of the bank: names exactly right, nearly right, a contact's own account, unknown, and one payment the bank took back. */
async function workStatement(tx: Tx, me: Me, traders: readonly Trader[]): Promise<void> {
  const of = (index: number) => traders[index % traders.length] as Trader;
  const today = shanghaiDate(new Date());
  const paid: [string, string, string][] = [
    [of(3).dealer.name, '36,800.00', '货款'],
    [of(7).dealer.name, '120,000.00', '11月货款'],
    [of(10).dealer.name, '18,450.50', '防水材料款'],
    [of(12).dealer.name.replace(/(有限公司|经营部)$/, ''), '25,600.00', '材料款'],
    [of(15).dealer.contact, '8,000.00', '转账'],
    ['中国人民财产保险', '3,260.00', '理赔款'],
    ['鼎盛劳务服务队', '5,500.00', '转账'],
    [of(18).dealer.name, '42,000.00', '货款'],
    [of(18).dealer.name, '-42,000.00', '退汇冲正'],
    [of(21).dealer.name, '66,000.00', '工程款'],
  ];
  const cells = paid.map(([payer, sum, summary], index) => [
    `${addDays(today, -7 + Math.floor(index / 2))} ${String(9 + index).padStart(2, '0')}:1${index}:05`,
    sum,
    payer,
    `33010400${me.tenantId}00${String((payer.codePointAt(0) ?? 0) * 97 + payer.length).padStart(7, '0')}`,
    `1-33${me.tenantId}${String(10_230 + index).padStart(9, '0')}`,
    summary,
  ]);
  await imported(tx, me, 'bankLine', '对公账户明细.csv', ['交易时间', '贷方发生额', '对方户名', '对方账号', '交易流水号', '摘要'], cells);
  const lines = await tx
    .selectFrom('bank_line')
    .select(['id', 'version', 'payer', 'score'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'OPEN')
    .where('amount', '>', 0n)
    .orderBy('traded_at')
    .execute();
  const now = new Date();
  const sure = lines.filter((line) => line.score >= 90).slice(0, 2);
  if (sure.length) await depositLines(tx, me, { items: sure }, now);
  const insured = lines.filter((line) => line.payer === '中国人民财产保险');
  if (insured.length) await ignoreLines(tx, me, { items: insured, reason: '保险理赔，非客户货款' }, now);
  const known = lines.filter((line) => line.payer === '鼎盛劳务服务队');
  if (known.length) await claimLines(tx, me, { items: known, customerId: of(5).customerId }, now);
}

async function remindLate(tx: Tx, me: Me, traders: readonly Trader[]): Promise<void> {
  const [, template] = builtInTemplates;
  const readers = traders.filter((one) => one.me).map((one) => one.customerId);
  if (readers.length)
    await remind(tx, me, { customerIds: readers, templateName: template.name, body: template.body, confirm: true }, new Date(Date.now() - 26 * HOUR_MS));
}
