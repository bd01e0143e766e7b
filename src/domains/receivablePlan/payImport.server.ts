import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { knownMoney } from '~/domains/finance/knownMoney.server';
import { needsFlowNo, type ReceiptWay } from '~/domains/finance/receiptWay';
import { checkClosed, checkCustomer, customersByCode, type ImportedCustomer, type ImportedCustomers } from '~/domains/receivable/importedCustomers.server';
import { registerMany } from '~/domains/receivable/manyReceipts.server';
import { reverseReceipt, unapplyReceipt } from '~/domains/receivable/receipt.server';
import { firstDueFirst } from '~/domains/receivable/receivable';
import * as receivableSubjects from '~/domains/receivable/subjects';
import type { Me } from '~/portal/me';
import { ARM_PAY } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Applied, defineImport, type ImportRow, type Report, reportRepeats } from '~/server/import.server';
import { choice, code, date, text, yuan } from '~/server/sheet/fields';
import { shanghaiDate, startOfDay } from '~/shared/dates';
import { saidYuan } from '~/shared/said';

const columns = {
  customerCode: { title: '客户编码', field: code(20), required: true, aliases: ['客户代码'], sample: 'KH00001' },
  customerName: { title: '客户名称', field: text(60), aliases: ['付款方'], note: '用于核对，填写时须与客户编码一致', sample: '杭州晴川建材有限公司' },
  amount: { title: '金额(元)', field: yuan({ positive: true }), required: true, aliases: ['收款金额', '到账金额'], sample: '128,000.00' },
  receivedOn: { title: '入账日期', field: date, required: true, aliases: ['到账日期', '收款日期'], sample: '2026-10-31', note: '不能晚于今天' },
  payWay: {
    title: '收款方式',
    field: choice<ReceiptWay>({ 银行转账: 'BANK', 承兑汇票: 'ACCEPTANCE', 微信: 'WECHAT', 支付宝: 'ALIPAY', 现金: 'CASH', 其他: 'OTHER' }),
    required: true,
    sample: '银行转账',
  },
  flowNo: { title: '流水号', field: text(60), aliases: ['银行流水号'], note: '银行、票据、微信和支付宝必填，不能重复', sample: '20261031000001' },
  match: {
    title: '自动核销',
    field: choice<'YES' | 'NO'>({ 是: 'YES', 否: 'NO' }),
    note: '填“是”时按到期先后核销该客户未收且无争议的应收，余款转预收；留空为否',
    sample: '是',
  },
  remark: { title: '备注', field: text(200), sample: '' },
};
type Row = ImportRow<typeof columns>;

interface Plan {
  customers: ImportedCustomers;
}
interface Undo {
  ids: string[];
}

/** 回款导入: receipts as they stand in another book, each matched with what is due first where that was wanted. */
export const payImport = defineImport<typeof columns, Plan>({
  type: 'receivablePay',
  title: '回款',
  permission: ARM_PAY,
  modes: ['INSERT'],
  columns,
  notes: [
    '每行生成一张收款单，全部成功或全部不导入。',
    '没有核销的金额转入客户资金账户（预收）。',
    '撤销导入会反核销并冲销这些收款单，预收已被使用的不能撤销。',
  ],
  async validate(tx, me, { rows, report, now }) {
    const plan: Plan = { customers: await customersByCode(tx, me, rows) };
    const today = shanghaiDate(now);
    for (const row of rows) checkRow(row, plan, today, report);
    reportRepeats(rows, ['flowNo'], report);
    await reportKnown(tx, me, rows, report);
    await checkClosed(tx, me, { rows, customers: plan.customers, dayOf: (row) => row.value.receivedOn }, (row, sentence) =>
      report(row, 'receivedOn', sentence),
    );
    return plan;
  },
  effect: () => 'NEW',
  apply,
  undo: (tx, me, undo: Undo, now) => takeBack(tx, me, undo, now),
});

function checkRow(row: Row, plan: Plan, today: string, report: Report<typeof columns>): void {
  const { value } = row;
  checkCustomer(row, plan.customers, report);
  if (value.receivedOn !== null && value.receivedOn > today) report(row, 'receivedOn', `${value.receivedOn}不能晚于今天（${today}）`);
  if (value.payWay !== null && needsFlowNo(value.payWay) && !value.flowNo) report(row, 'flowNo', '这种收款方式必须填写流水号');
}

/** The same money must not be entered twice, here or in another app. */
async function reportKnown(tx: Tx, me: Me, rows: readonly Row[], report: Report<typeof columns>): Promise<void> {
  const known = await knownMoney(
    tx,
    me,
    rows.flatMap((row) => row.value.flowNo || []),
  );
  const byFlow = new Map(known.map((one) => [one.flowNo, one.where]));
  for (const row of rows) {
    const what = byFlow.get(row.value.flowNo ?? '');
    if (what) report(row, 'flowNo', `“${row.value.flowNo}”已登记在${what}`);
  }
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const customerOf = (row: Row): ImportedCustomer => plan.customers.get(row.value.customerCode as string) as ImportedCustomer;
  const ids = [...new Set(rows.map((row) => customerOf(row).id))].sort();
  await lockCustomerMoney(tx, me, ids);
  const open = await openDebts(tx, me, ids);
  const made = await registerMany(
    tx,
    me,
    rows.map((row) => {
      const { value } = row;
      const amount = value.amount as bigint;
      const customer = customerOf(row);
      return {
        customerId: customer.id,
        amount,
        payWay: value.payWay as ReceiptWay,
        bankFlowNo: value.flowNo ?? '',
        payer: customer.name.slice(0, 60),
        receivedAt: startOfDay(value.receivedOn as string),
        remark: value.remark ?? '',
        applies: value.match === 'YES' ? takeFrom(open.get(customer.id) ?? [], amount) : [],
      };
    }),
    now,
  );
  await audit(tx, me, {
    action: '导入回款',
    subject: receivableSubjects.receipt,
    id: made[0]?.id ?? '',
    no: made[0]?.no ?? '',
    after: {
      收款单: `${made[0]?.no}至${made.at(-1)?.no}，共${made.length}张`,
      金额: `${saidYuan(rows.reduce((sum, row) => sum + (row.value.amount ?? 0n), 0n))}元`,
    },
  });
  return { created: made.length, updated: 0, undo: { ids: made.map((one) => one.id) } satisfies Undo };
}

interface Open {
  id: string;
  no: string;
  dueDate: string;
  bizDate: string;
  open: bigint;
}
async function openDebts(tx: Tx, me: Me, customerIds: readonly string[]): Promise<Map<string, Open[]>> {
  const rows = await tx
    .selectFrom('receivable')
    .select(['id', 'no', 'customer_id', 'due_date as dueDate', 'biz_date as bizDate', sql<bigint>`open - least(disputed, open)`.as('free')])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(customerIds))
    .where('status', 'in', ['OPEN', 'PART'])
    .where('credit_order_id', 'is', null)
    .where('open', '>', 0n)
    .execute();
  const open = rows.map(({ free, ...row }) => ({ ...row, open: BigInt(free) }));
  return new Map([...Map.groupBy(open, (row) => row.customer_id)].map(([id, own]) => [id, own]));
}

/** The earliest due first; what is taken is not open for the next row. */
function takeFrom(debts: readonly Open[], amount: bigint): { receivableId: string; amount: bigint }[] {
  const { parts } = firstDueFirst(debts, amount);
  for (const part of parts) {
    const debt = debts.find((one) => one.id === part.id) as Open;
    debt.open -= part.apply;
  }
  return parts.map((part) => ({ receivableId: part.id, amount: part.apply }));
}

/** Taken back as people would: matches first, then the receipts themselves. */
async function takeBack(tx: Tx, me: Me, { ids }: Undo, now: Date): Promise<void> {
  await lockCustomerMoney(tx, me, tx.selectFrom('receipt').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)));
  const receipts = await tx
    .selectFrom('receipt')
    .select(['id', 'version', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute();
  const applies = await tx
    .selectFrom('receipt_apply')
    .select(['id', 'receipt_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('receipt_id', '=', anyOf(ids))
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const receipt of receipts) {
    if (receipt.status === 'REVERSED') continue;
    let { version } = receipt;
    for (const one of applies.filter((each) => each.receipt_id === receipt.id))
      version = (await unapplyReceipt(tx, me, { id: receipt.id, version, applyId: one.id }, now)).version;
    await reverseReceipt(tx, me, { id: receipt.id, version, reason: '撤销导入' }, now);
  }
}
