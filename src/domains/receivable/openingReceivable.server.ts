import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { type Posting, postLedgers } from '~/domains/finance/fund.server';
import type { Me } from '~/portal/me';
import { FUND_ENTER } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { type Applied, defineImport, type ImportRow, type Report, reportRepeats } from '~/server/import.server';
import { nextNumber } from '~/server/numbers.server';
import { code, date, text, yuan } from '~/server/sheet/fields';
import { addDays, shanghaiDate } from '~/shared/dates';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { tellDebtChange } from './debtChange.server';
import { checkClosed, checkCustomer, customersByCode, type ImportedCustomer, type ImportedCustomers } from './importedCustomers.server';
import { OPENING, OPENING_REVERSED } from './receivable';
import * as subjects from './subjects';

const columns = {
  customerCode: { title: '客户编码', field: code(20), required: true, aliases: ['客户代码', '往来单位编码'], sample: 'KH00001' },
  customerName: { title: '客户名称', field: text(60), aliases: ['客户', '往来单位'], note: '用于核对，填写时须与客户编码一致', sample: '杭州晴川建材有限公司' },
  sourceNo: {
    title: '原单号',
    field: text(40),
    aliases: ['单据编号', '来源单号', '原单据号'],
    note: '原系统的单据号，同一客户不能重复',
    sample: 'XS202512-018',
  },
  bizDate: { title: '业务日期', field: date, required: true, aliases: ['单据日期', '日期'], sample: '2025-12-18', note: '不能晚于今天' },
  dueDate: { title: '到期日', field: date, aliases: ['到期日期', '应收日期'], note: '留空按客户账期计算', sample: '2026-01-17' },
  amount: {
    title: '未收金额(元)',
    field: yuan({ positive: true }),
    required: true,
    aliases: ['期初应收', '应收余额', '未收金额', '金额'],
    note: '大于0；期初预收请登记入账单',
    sample: '12,800.00',
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

/** 期初应收导入: what customers owed before the books began here, each with its day and due day. */
export const openingReceivableImport = defineImport<typeof columns, Plan>({
  type: 'openingReceivable',
  title: '期初应收',
  permission: FUND_ENTER,
  modes: ['INSERT'],
  columns,
  notes: [
    '每行生成一张来源为“期初”的应收单，到期、账龄、核销与发货产生的应收相同。',
    '客户的期初预收款（多收的钱）请在“入账单”登记，不要填负数。',
    '没有原单号时，客户、业务日期和金额都相同的行视为重复。',
  ],
  async validate(tx, me, { rows, report, now }) {
    const plan: Plan = { customers: await customersByCode(tx, me, rows) };
    const today = shanghaiDate(now);
    for (const row of rows) checkRow(row, plan, today, report);
    reportRepeats(rows, ['customerCode', 'sourceNo'], report);
    reportRepeats(
      rows.filter((row) => row.value.sourceNo === null),
      ['customerCode', 'bizDate', 'amount'],
      report,
    );
    await reportKnown(tx, me, rows, plan, report);
    await checkClosed(tx, me, { rows, customers: plan.customers, dayOf: (row) => row.value.bizDate }, (row, sentence) => report(row, 'bizDate', sentence));
    return plan;
  },
  effect: () => 'NEW',
  apply,
  undo: (tx, me, undo: Undo, now) => undoOpening(tx, me, undo, now),
});

function checkRow({ value, ...row }: Row, plan: Plan, today: string, report: Report<typeof columns>): void {
  const whole = { value, ...row };
  checkCustomer(whole, plan.customers, report);
  if (value.bizDate !== null && value.bizDate > today) report(whole, 'bizDate', `${value.bizDate}不能晚于今天（${today}）`);
  if (value.bizDate !== null && value.dueDate !== null && value.dueDate < value.bizDate)
    report(whole, 'dueDate', `${value.dueDate}不能早于业务日期${value.bizDate}`);
}

/** An opening balance imported twice would be owed twice. */
async function reportKnown(tx: Tx, me: Me, rows: readonly Row[], plan: Plan, report: Report<typeof columns>): Promise<void> {
  const ids = [...plan.customers.values()].map((one) => one.id);
  const there = await tx
    .selectFrom('receivable')
    .select(['no', 'customer_id', 'source_no', 'biz_date', 'amount'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(ids))
    .where('source', '=', 'OPENING')
    .where('status', '<>', 'REVERSED')
    .execute();
  for (const row of rows) {
    const customer = plan.customers.get(row.value.customerCode ?? '');
    if (!customer) continue;
    const same = there.find(
      (one) =>
        one.customer_id === customer.id &&
        one.source_no === (row.value.sourceNo ?? '') &&
        (one.source_no !== '' || (one.biz_date === row.value.bizDate && one.amount === row.value.amount)),
    );
    if (same?.source_no) report(row, 'sourceNo', `“${same.source_no}”已导入为应收单${same.no}`);
    else if (same) report(row, 'amount', `与已导入的应收单${same.no}的客户、日期、金额都相同，如确为另一笔请填写原单号`);
  }
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const nos = await nextNumber(tx, me, subjects.receivable, now, rows.length);
  const made = rows.map((row, index) => ({
    id: newId(),
    no: nos[index] as string,
    customer: plan.customers.get(row.value.customerCode as string) as ImportedCustomer,
    bizDate: row.value.bizDate as string,
    dueDate: row.value.dueDate,
    amount: row.value.amount as bigint,
    sourceNo: row.value.sourceNo ?? '',
    remark: row.value.remark ?? '',
  }));
  for (let from = 0; from < made.length; from += 500)
    await tx
      .insertInto('receivable')
      .values(
        made.slice(from, from + 500).map((one) => ({
          tenant_id: me.tenantId,
          id: one.id,
          no: one.no,
          customer_id: one.customer.id,
          customer_name: one.customer.name,
          source: 'OPENING',
          source_no: one.sourceNo,
          sales_member_id: one.customer.sales_member_id,
          biz_date: one.bizDate,
          due_date: one.dueDate ?? addDays(one.bizDate, one.customer.payment_days),
          amount: one.amount,
          remark: one.remark,
          created_at: now,
        })),
      )
      .execute();
  await postLedgers(
    tx,
    me,
    made.map((one) => posting({ ...one, customerId: one.customer.id }, false)),
  );
  for (const [customerId, of] of Map.groupBy(made, (one) => one.customer.id))
    await tellDebtChange(tx, me, { customerId, receivableIds: of.map((one) => one.id), why: 'RAISED', bizNo: '期初导入' }, now);
  return { created: made.length, updated: 0, undo: { ids: made.map((one) => one.id) } satisfies Undo };
}

/** Dr1122 Cr3901, or back again under the same day: the period it belonged to then shows nothing of it. */
function posting(one: { id: string; no: string; customerId: string; bizDate: string; amount: bigint }, undo: boolean, reversesId?: string): Posting {
  const owed = { account: '1122', customerId: one.customerId } as const;
  const opening = { account: '3901', customerId: one.customerId } as const;
  return {
    kind: undo ? OPENING_REVERSED : OPENING,
    bizType: 'RECEIVABLE',
    bizId: one.id,
    bizNo: one.no,
    bizDate: one.bizDate,
    idemKey: `RECEIVABLE:${one.id}:${undo ? 'REVERSE' : 'OPENING'}`,
    memo: undo ? '撤销期初应收' : '期初应收',
    reversesId: reversesId ?? null,
    entries: undo
      ? [
          { ...opening, dr: one.amount },
          { ...owed, cr: one.amount },
        ]
      : [
          { ...owed, dr: one.amount },
          { ...opening, cr: one.amount },
        ],
  };
}

async function undoOpening(tx: Tx, me: Me, { ids }: Undo, now: Date): Promise<void> {
  await lockCustomerMoney(tx, me, tx.selectFrom('receivable').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)));
  const rows = await tx
    .selectFrom('receivable')
    .selectAll()
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .where('status', '<>', 'REVERSED')
    .orderBy('id')
    .forUpdate()
    .execute();
  const used = rows.find((row) => row.settled + row.offset > 0n);
  if (used) refuse('IMPORT_STATE', `期初应收单${used.no}已核销${saidYuan(used.settled + used.offset)}元，请先反核销再撤销导入`);
  const txns = await tx
    .selectFrom('ledger_txn')
    .select(['id', 'biz_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('biz_id', '=', anyOf(ids))
    .where('kind', '=', OPENING)
    .execute();
  const of = new Map(txns.map((txn) => [txn.biz_id, txn.id]));
  await tx
    .updateTable('receivable')
    .set({ status: 'REVERSED' })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(rows.map((row) => row.id)))
    .execute();
  await postLedgers(
    tx,
    me,
    rows.map((row) => posting({ id: row.id, no: row.no, customerId: row.customer_id, bizDate: row.biz_date, amount: row.amount }, true, of.get(row.id))),
  );
  for (const row of rows) await audit(tx, me, { action: '撤销期初导入', subject: subjects.receivable, id: row.id, no: row.no });
  for (const [customerId, of] of Map.groupBy(rows, (row) => row.customer_id))
    await tellDebtChange(tx, me, { customerId, receivableIds: of.map((row) => row.id), why: 'REVERSED', bizNo: '撤销期初导入' }, now);
}
