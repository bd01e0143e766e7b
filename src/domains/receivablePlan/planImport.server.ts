import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import { checkCustomer, customersByCode, type ImportedCustomer, type ImportedCustomers } from '~/domains/receivable/importedCustomers.server';
import { raisePlannedDebts, takeBackPlanned } from '~/domains/receivable/planned.server';
import { actorName, type Me } from '~/portal/me';
import { ARM_PLAN_EDIT } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { type Applied, defineImport, type ImportRow, type Report, reportRepeats } from '~/server/import.server';
import { nextNumber } from '~/server/numbers.server';
import { choice, code, date, integer, text, yuan } from '~/server/sheet/fields';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import type { natures } from './plan';
import * as subjects from './subjects';

type NatureKey = keyof typeof natures;
const columns = {
  customerCode: { title: '客户编码', field: code(20), required: true, aliases: ['客户代码'], sample: 'KH00001' },
  customerName: { title: '客户名称', field: text(60), note: '用于核对，填写时须与客户编码一致', sample: '杭州晴川建材有限公司' },
  contractNo: { title: '合同号', field: text(60), required: true, note: '同一客户同一合同号的行合成一个应收计划', sample: 'HT-2026-018' },
  seq: { title: '期次', field: integer(1, 60), required: true, note: '从1开始，同一合同不重复', sample: '1' },
  nature: {
    title: '款项性质',
    field: choice<NatureKey>({ 预付款: 'ADVANCE', 进度款: 'PROGRESS', 发货款: 'DELIVERY', 验收款: 'ACCEPTANCE', 质保金: 'RETENTION' }),
    required: true,
    sample: '进度款',
  },
  dueDate: { title: '到期日', field: date, required: true, sample: '2026-12-31' },
  amount: { title: '金额(元)', field: yuan({ positive: true }), required: true, sample: '128,000.00' },
  paid: { title: '已收(元)', field: yuan(), note: '导入前已经收到的金额，只导入未收部分', sample: '0.00' },
  remark: { title: '备注', field: text(100), sample: '' },
};
type Row = ImportRow<typeof columns>;

interface Plan {
  customers: ImportedCustomers;
}
interface Undo {
  ids: string[];
}

/** 应收计划导入: contracts as they stand elsewhere, each with what is still to be paid of it. */
export const planImport = defineImport<typeof columns, Plan>({
  type: 'receivablePlan',
  title: '应收计划',
  permission: ARM_PLAN_EDIT,
  modes: ['INSERT'],
  columns,
  notes: ['导入后计划立即执行，每行生成一张应收单。', '金额与已收相同的行不导入。', '合同号已有应收计划的客户不能重复导入。'],
  async validate(tx, me, { rows, report }) {
    const plan: Plan = { customers: await customersByCode(tx, me, rows) };
    for (const row of rows) checkRow(row, plan, report);
    reportRepeats(rows, ['customerCode', 'contractNo', 'seq'], report);
    await reportKnown(tx, me, rows, plan, report);
    return plan;
  },
  effect: (_plan, row) => (openOf(row) > 0n ? 'NEW' : 'PASSED'),
  apply,
  undo: (tx, me, undo: Undo, now) => takeBack(tx, me, undo, now),
});

const openOf = ({ value }: Row): bigint => (value.amount ?? 0n) - (value.paid ?? 0n);

function checkRow(row: Row, plan: Plan, report: Report<typeof columns>): void {
  const { value } = row;
  checkCustomer(row, plan.customers, report);
  if (value.paid !== null && value.paid < 0n) report(row, 'paid', '不能为负数');
  if (value.amount !== null && value.paid !== null && value.paid > value.amount)
    report(row, 'paid', `${saidYuan(value.paid)}元不能超过金额${saidYuan(value.amount)}元`);
}

/** A contract imported twice would be owed twice. */
async function reportKnown(tx: Tx, me: Me, rows: readonly Row[], plan: Plan, report: Report<typeof columns>): Promise<void> {
  const there = await tx
    .selectFrom('ar_plan')
    .select(['no', 'customer_id', 'contract_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf([...plan.customers.values()].map((one) => one.id)))
    .where('contract_no', '<>', '')
    .where('status', '<>', 'STOPPED')
    .execute();
  const known = new Map(there.map((one) => [`${one.customer_id}/${one.contract_no}`, one.no]));
  for (const row of rows) {
    const customer = plan.customers.get(row.value.customerCode ?? '');
    const no = customer && known.get(`${customer.id}/${row.value.contractNo}`);
    if (no) report(row, 'contractNo', `“${row.value.contractNo}”已有应收计划${no}`);
  }
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const open = rows.filter((row) => openOf(row) > 0n);
  const groups = [...Map.groupBy(open, (row) => `${row.value.customerCode}/${row.value.contractNo}`).values()];
  const customerOf = (row: Row): ImportedCustomer => plan.customers.get(row.value.customerCode as string) as ImportedCustomer;
  await lockCustomerMoney(tx, me, [...new Set(open.map((row) => customerOf(row).id))].sort());
  const nos = await nextNumber(tx, me, subjects.plan, now, groups.length);
  const ids: string[] = [];
  for (const [at, group] of groups.entries()) {
    const items = [...group].sort((a, b) => (a.value.seq ?? 0) - (b.value.seq ?? 0));
    const customer = customerOf(items[0] as Row);
    ids.push(await makePlan(tx, me, { customer, no: nos[at] as string, items }, now));
  }
  return { created: open.length, updated: 0, undo: { ids } satisfies Undo };
}

async function makePlan(
  tx: Tx,
  me: Me,
  { customer, no, items }: { customer: ImportedCustomer; no: string; items: readonly Row[] },
  now: Date,
): Promise<string> {
  const id = newId();
  const contractNo = items[0]?.value.contractNo ?? '';
  const debts = await raisePlannedDebts(
    tx,
    me,
    { customerId: customer.id, salesMemberId: customer.sales_member_id, planNo: no },
    items.map(({ value }) => ({
      amount: (value.amount ?? 0n) - (value.paid ?? 0n),
      nature: value.nature as NatureKey,
      dueDate: value.dueDate as string,
      sourceNo: `${no}-${value.seq}`,
      remark: value.remark || `合同${contractNo}`,
    })),
    now,
  );
  await tx
    .insertInto('ar_plan')
    .values({
      tenant_id: me.tenantId,
      id,
      no,
      customer_id: customer.id,
      title: `合同${contractNo}`,
      source: 'IMPORT',
      contract_no: contractNo,
      total: items.reduce((sum, row) => sum + openOf(row), 0n),
      owner_id: customer.sales_member_id,
      status: 'RUNNING',
      created_by: me.accountId,
      creator: actorName(me),
      created_at: now,
      started_at: now,
    })
    .execute();
  await tx
    .insertInto('ar_plan_item')
    .values(
      items.map((row, index) => ({
        tenant_id: me.tenantId,
        id: newId(),
        plan_id: id,
        customer_id: customer.id,
        seq: row.value.seq as number,
        nature: row.value.nature as string,
        amount: openOf(row),
        due_by: 'DATE',
        due_date: row.value.dueDate,
        receivable_id: debts[index]?.id as string,
        remark: row.value.remark ?? '',
        created_at: now,
      })),
    )
    .execute();
  await audit(tx, me, {
    action: '导入应收计划',
    subject: subjects.plan,
    id,
    no,
    after: { 合同号: contractNo, 款项: `${items.length}行` },
  });
  return id;
}

/** Only while nothing of it was paid, taken off or disputed. */
async function takeBack(tx: Tx, me: Me, { ids }: Undo, now: Date): Promise<void> {
  await lockCustomerMoney(tx, me, tx.selectFrom('ar_plan').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)));
  const plans = await tx
    .selectFrom('ar_plan')
    .select(['id', 'no', 'customer_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const plan of plans) {
    const items = await tx
      .selectFrom('ar_plan_item')
      .select('receivable_id')
      .where('tenant_id', '=', me.tenantId)
      .where('plan_id', '=', plan.id)
      .where('receivable_id', 'is not', null)
      .execute();
    const owed = items.map((item) => item.receivable_id as string);
    await tx
      .updateTable('ar_plan')
      .set({ status: 'STOPPED', reason: '撤销导入', updated_at: now })
      .where('tenant_id', '=', me.tenantId)
      .where('id', '=', plan.id)
      .execute();
    const back = await takeBackPlanned(tx, me, { customerId: plan.customer_id, planNo: plan.no, ids: owed }, now);
    if (back.length < owed.length) refuse('IMPORT_STATE', `应收计划${plan.no}有${owed.length - back.length}笔应收已收款、调整或有争议，请先撤回再撤销导入`);
    await audit(tx, me, { action: '撤销导入', subject: subjects.plan, id: plan.id, no: plan.no });
  }
}
