import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import { CREDIT_AUDIT } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { type Applied, defineImport, type ImportRow, type Mean, type Report, reportRepeats } from '~/server/import.server';
import { code, date, text, yuan } from '~/server/sheet/fields';
import { shanghaiDate } from '~/shared/dates';
import { saidYuan } from '~/shared/said';
import { lockAccount } from './account.server';
import { type Planned, planOf } from './creditUse.server';
import { giveBackDebt, takeOverDebt } from './openingDebt.server';

const columns = {
  customerCode: { title: '客户编码', field: code(20), required: true, aliases: ['客户代码'], sample: 'KH00001' },
  creditType: { title: '授信类型', field: text(20), required: true, note: '填写授信类型的名称，客户须已有该类型的授信账户', sample: '固定额度' },
  sourceNo: {
    title: '原单号',
    field: text(40),
    required: true,
    aliases: ['单据编号', '来源单号'],
    note: '原系统的单号；多行同号为同一笔的各期',
    sample: 'XS202512-018',
  },
  bizDate: { title: '发货日期', field: date, required: true, aliases: ['业务日期', '起息日'], note: '从这天起息，不能晚于今天', sample: '2025-12-18' },
  dueDate: { title: '应还日', field: date, aliases: ['到期日'], note: '按填写的日期，不再顺延；只有一行时可留空，按账户的还款约定计算', sample: '2026-01-17' },
  amount: {
    title: '未还本金(元)',
    field: yuan({ positive: true }),
    required: true,
    aliases: ['未还金额', '欠款金额', '金额'],
    note: '大于0，不含违约金和利息',
    sample: '12,800.00',
  },
  remark: { title: '备注', field: text(200), sample: '' },
};
type Row = ImportRow<typeof columns>;
interface Account {
  id: string;
  no: string;
  status: string;
  customer_id: string;
  credit_type_id: string;
  terms: unknown;
}
interface Plan {
  customers: Map<string, string>;
  types: Map<string, string>;
  accounts: Map<string, Account>;
}
interface Undo {
  ids: string[];
}
const anyOfText = (texts: readonly string[]) => sql<string>`any(${[...texts]}::text[])`;
const keyOf = (customerId: string | undefined, typeId: string | undefined): string => `${customerId}/${typeId}`;
const debtOf = ({ value }: Row): string => JSON.stringify([value.customerCode, value.sourceNo]);

/** 期初欠款导入: what customers owed on credit before the books began here, with the days it is to be paid back on. */
export const openingDebtImport = defineImport<typeof columns, Plan>({
  type: 'creditOpening',
  title: '期初赊销欠款',
  permission: CREDIT_AUDIT,
  modes: ['INSERT'],
  columns,
  notes: [
    '每个客户的每个原单号生成一张来源为“期初导入”的用信单，带还款计划和应收；同一原单号的多行是它的各期。',
    '不检查额度和授信规则：欠款已经发生，导入后可能超额，超额时不能再用信，还款不受影响。',
    '逾期的自应还日起按账户的约定计违约金；已在别处结清或不再收取的违约金，导入后登记减免。',
    '同一笔欠款不要再用“期初应收”导入，否则会重复。',
  ],
  async validate(tx, me, { rows, report, mean, now }) {
    const plan = await planFor(tx, me, rows);
    const today = shanghaiDate(now);
    for (const row of rows) checkRow(row, plan, today, report);
    for (const own of Map.groupBy(rows, debtOf).values()) checkDebt(own, plan, report, mean);
    reportRepeats(rows, ['customerCode', 'sourceNo', 'dueDate'], report);
    await reportKnown(tx, me, rows, plan, report);
    return plan;
  },
  effect: () => 'NEW',
  apply,
  undo: (tx, me, undo: Undo, now) => undoOpening(tx, me, undo, now),
});

async function planFor(tx: Tx, me: Me, rows: readonly Row[]): Promise<Plan> {
  const codes = [...new Set(rows.flatMap(({ value }) => value.customerCode ?? []))];
  const customers = await tx.selectFrom('customer').select(['id', 'code']).where('tenant_id', '=', me.tenantId).where('code', '=', anyOfText(codes)).execute();
  const types = await tx.selectFrom('credit_type').select(['id', 'name']).where('tenant_id', '=', me.tenantId).execute();
  const accounts = await tx
    .selectFrom('credit_account')
    .select(['id', 'no', 'status', 'customer_id', 'credit_type_id', 'terms'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(customers.map(({ id }) => id)))
    .where('status', '<>', 'CLOSED')
    .execute();
  return {
    customers: new Map(customers.map((one) => [one.code, one.id])),
    types: new Map(types.map((one) => [one.name, one.id])),
    accounts: new Map(accounts.map((one) => [keyOf(one.customer_id, one.credit_type_id), one])),
  };
}

const accountOf = ({ value }: Row, plan: Plan): Account | undefined =>
  plan.accounts.get(keyOf(plan.customers.get(value.customerCode ?? ''), plan.types.get(value.creditType ?? '')));

function checkRow(row: Row, plan: Plan, today: string, report: Report<typeof columns>): void {
  const { customerCode, creditType, bizDate, dueDate } = row.value;
  const known = { customer: plan.customers.has(customerCode ?? ''), type: plan.types.has(creditType ?? '') };
  if (customerCode !== null && !known.customer) report(row, 'customerCode', `“${customerCode}”不存在`);
  if (creditType !== null && !known.type) report(row, 'creditType', `“${creditType}”不存在`);
  if (known.customer && known.type && !accountOf(row, plan))
    report(row, 'creditType', `“${creditType}”：客户${customerCode}还没有该类型的授信账户，请先授信或导入额度`);
  if (bizDate !== null && bizDate > today) report(row, 'bizDate', `${bizDate}不能晚于今天（${today}）`);
  if (bizDate !== null && dueDate !== null && dueDate < bizDate) report(row, 'dueDate', `${dueDate}不能早于发货日期${bizDate}`);
}

/** Rows of one number are instalments of one debt: of one account and one day. */
function checkDebt(rows: readonly Row[], plan: Plan, report: Report<typeof columns>, mean: Mean<typeof columns>): void {
  const [first] = rows;
  if (!first) return;
  for (const row of rows.slice(1)) {
    if (row.value.creditType !== first.value.creditType)
      report(row, 'creditType', `与第${first.rowNumber}行同一原单号的授信类型“${first.value.creditType ?? ''}”不一致`);
    if (row.value.bizDate !== first.value.bizDate) report(row, 'bizDate', `与第${first.rowNumber}行同一原单号的发货日期${first.value.bizDate ?? ''}不一致`);
  }
  if (rows.length > 1) for (const row of rows) if (row.value.dueDate === null && !row.bad.has('dueDate')) report(row, 'dueDate', '分期的每一行都要填写应还日');
  const account = accountOf(first, plan);
  if (rows.length === 1 && account && first.value.dueDate === null && first.value.bizDate !== null && first.value.amount !== null)
    mean(
      first,
      'dueDate',
      plannedOf(rows, account)
        .map(({ due }) => due)
        .join('、'),
    );
}

/** As the file says it; a debt of one row that says no day is planned by the account's agreement. */
function plannedOf(rows: readonly Row[], account: Account): readonly Planned[] {
  const [first] = rows;
  if (first && rows.length === 1 && first.value.dueDate === null)
    return planOf(account.terms, { start: first.value.bizDate as string, amount: first.value.amount as bigint });
  return rows
    .map(({ value }) => ({ due: value.dueDate as string, principal: value.amount as bigint }))
    .sort((a, b) => (a.due < b.due ? -1 : 1))
    .map(({ due, principal }, index) => ({ seq: index + 1, nominal: due, due, provisional: false, principal }));
}

/** A debt imported twice, here or as an opening receivable, would be owed twice. */
async function reportKnown(tx: Tx, me: Me, rows: readonly Row[], plan: Plan, report: Report<typeof columns>): Promise<void> {
  const ids = [...plan.customers.values()];
  const orders = await tx
    .selectFrom('credit_order')
    .select(['no', 'customer_id', 'order_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(ids))
    .where('order_no', '=', anyOfText([...new Set(rows.flatMap(({ value }) => value.sourceNo ?? []))]))
    .where('status', 'not in', ['CANCELLED', 'REJECTED'])
    .execute();
  const receivables = await tx
    .selectFrom('receivable')
    .select(['no', 'customer_id', 'source_no'])
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', anyOf(ids))
    .where('source', '=', 'OPENING')
    .where('credit_order_id', 'is', null)
    .where('status', '<>', 'REVERSED')
    .execute();
  const known = new Map([
    ...receivables.map((one): [string, string] => [keyOf(one.customer_id, one.source_no), `已作为期初应收导入为应收单${one.no}`]),
    ...orders.map((one): [string, string] => [keyOf(one.customer_id, one.order_no), `已有用信单${one.no}`]),
  ]);
  for (const row of rows) {
    const { customerCode, sourceNo } = row.value;
    const said = sourceNo === null ? undefined : known.get(keyOf(plan.customers.get(customerCode ?? ''), sourceNo));
    if (said) report(row, 'sourceNo', `“${sourceNo}”${said}`);
  }
}

async function apply(tx: Tx, me: Me, plan: Plan, { rows, now }: { rows: readonly Row[]; now: Date }): Promise<Applied> {
  const debts = [...Map.groupBy(rows, debtOf).values()].map((own) => ({ own, first: own[0] as Row, account: accountOf(own[0] as Row, plan) as Account }));
  await lockCustomerMoney(tx, me, [...new Set(debts.map(({ account }) => account.customer_id))]);
  const ids: string[] = [];
  for (const { own, first, account } of debts.sort((a, b) => (a.account.id < b.account.id ? -1 : 1))) {
    const { bizDate, sourceNo, remark } = first.value;
    const debt = { accountId: account.id, orderNo: sourceNo as string, bizDate: bizDate as string, planned: plannedOf(own, account), remark: remark ?? '' };
    ids.push((await takeOverDebt(tx, me, debt, now)).id);
  }
  const over = await beyondLimit(
    tx,
    me,
    debts.map(({ account }) => account.id),
  );
  return { created: ids.length, updated: 0, undo: { ids } satisfies Undo, ...(over ? { note: over } : {}) };
}

/** Which accounts stand beyond their limit now. */
async function beyondLimit(tx: Tx, me: Me, ids: readonly string[]): Promise<string> {
  const over = [];
  for (const id of new Set(ids)) {
    const account = await lockAccount(tx, me, id);
    if (account.available !== null && account.available < 0n) over.push(`${account.no}超额${saidYuan(-account.available)}元`);
  }
  return over.length ? `导入后${over.length}个授信账户超额：${over.slice(0, 5).join('、')}${over.length > 5 ? '等' : ''}` : '';
}

async function undoOpening(tx: Tx, me: Me, { ids }: Undo, now: Date): Promise<void> {
  await lockCustomerMoney(tx, me, tx.selectFrom('credit_order').select('customer_id').where('tenant_id', '=', me.tenantId).where('id', '=', anyOf(ids)));
  for (const id of [...ids].sort()) await giveBackDebt(tx, me, id, now);
}
