import type { Me } from '~/portal/me';
import { BILLING_ISSUE, BILLING_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineExport } from '~/server/export.server';
import { defineImport, type ImportRow, reportRepeats } from '~/server/import.server';
import { code, date, yuan } from '~/server/sheet/fields';
import { refuse } from '~/shared/refusal';
import { saidYuan } from '~/shared/said';
import { currently } from '~/shared/states';
import { type BillingState, billingFlow, billingStates, directions, type InvoiceKind, invoiceKinds, invoiceNoProblem } from './billing';
import { BillingQuery } from './billing.schema';
import { billingRows } from './billingViews.server';
import { enterInvoices } from './enter.server';

export const billingExport = defineExport({
  type: 'billing',
  title: '开票申请',
  permission: BILLING_MANAGE,
  dealers: true,
  query: BillingQuery,
  filters: {
    no: '开票申请号',
    invoiceNo: '发票号码',
    orderNo: '订单编号',
    customerId: '客户',
    title: '开票抬头',
    kind: ['发票类型', invoiceKinds],
    direction: ['蓝字/红字', directions],
    status: ['状态', billingStates],
    redDue: '待红冲',
    createdStart: '申请时间起',
    createdEnd: '申请时间止',
    issuedStart: '开票时间起',
    issuedEnd: '开票时间止',
  },
  rows: billingRows,
  columns: [
    { key: 'no', title: '开票申请号' },
    { key: 'customerName', title: '客户', width: 32, factory: true },
    { key: 'title', title: '开票抬头', width: 32 },
    { key: 'kind', title: '发票类型', value: (row) => invoiceKinds[row.kind] },
    { key: 'direction', title: '蓝字/红字', value: (row) => directions[row.direction] },
    { key: 'amount', title: '含税金额(元)', kind: 'yuan' },
    { key: 'tax', title: '税额(元)', kind: 'yuan' },
    { key: 'redAmount', title: '已红冲(元)', kind: 'yuan' },
    { key: 'orderNos', title: '订单编号', width: 32, value: (row) => row.orderNos.join('、') },
    { key: 'invoiceNos', title: '发票号码', width: 32, value: (row) => row.invoiceNos.join('、') },
    { key: 'status', title: '状态', value: (row) => billingStates[row.status] },
    { key: 'creator', title: '申请人' },
    { key: 'createdAt', title: '申请时间', kind: 'time' },
    { key: 'issuedAt', title: '开票时间', kind: 'time' },
  ],
});

const columns = {
  no: { title: '开票申请号', field: code(40), required: true, note: '只处理待开票、开票失败的申请', sample: 'KP20260615000001' },
  invoiceCode: { title: '发票代码', field: code(12), note: '纸质发票填写，数电发票留空', sample: '' },
  invoiceNo: { title: '发票号码', field: code(20), required: true, note: '数电发票20位，纸质发票8位', sample: '26317000001234567890' },
  issuedOn: { title: '开票日期', field: date, required: true, sample: '2026-06-15' },
  amount: {
    title: '价税合计(元)',
    field: yuan(),
    required: true,
    aliases: ['价税合计', '含税金额'],
    note: '同一申请的多行合计应等于申请金额；红字发票填正数',
    sample: '1130.00',
  },
  tax: { title: '税额(元)', field: yuan(), required: true, aliases: ['税额'], sample: '130.00' },
} as const;
type Row = ImportRow<typeof columns>;
interface Open {
  id: string;
  no: string;
  version: number;
  status: BillingState;
  kind: InvoiceKind;
  amount: bigint;
  tax: bigint;
}

/** 批量回填: the numbers of invoices issued elsewhere. Rows of one application are its invoices. */
export const invoiceNoImport = defineImport<typeof columns, Map<string, Open>>({
  type: 'invoiceNo',
  title: '发票号码',
  permission: BILLING_ISSUE,
  modes: ['MERGE'],
  columns,
  notes: ['登记在税务系统中手工开具的发票，导入即“已开票”。', '一张申请拆成几张发票时，每张发票一行，申请号相同。', '导入后不能撤销；开错的发票请红冲。'],
  async validate(tx, me, { rows, report }) {
    const plan = await openByNo(tx, me, rows);
    for (const row of rows) {
      const { no, invoiceNo, invoiceCode } = row.value;
      const found = no === null ? undefined : plan.get(no);
      if (no !== null && !found) report(row, 'no', '不存在');
      if (!found) continue;
      if (found.status === 'ISSUING' || !billingFlow.mayBecome(found.status, 'ISSUED'))
        report(row, 'no', currently(billingStates[found.status], '不能登记发票号码'));
      const problem = invoiceNo === null ? null : invoiceNoProblem(found.kind, { code: invoiceCode ?? '', no: invoiceNo });
      if (problem) report(row, problem.field === 'no' ? 'invoiceNo' : 'invoiceCode', `不正确：${problem.message}`);
    }
    reportRepeats(rows, ['invoiceCode', 'invoiceNo'], report);
    for (const [no, group] of byNo(rows)) {
      const found = plan.get(no);
      for (const figure of ['amount', 'tax'] as const) {
        const sum = group.reduce((total, row) => total + (row.value[figure] ?? 0n), 0n);
        if (found && group.every((row) => row.value[figure] !== null) && sum !== found[figure])
          report(group[0] as Row, figure, `合计${saidYuan(sum)}与申请的${saidYuan(found[figure])}不一致`);
      }
    }
    return plan;
  },
  effect: () => 'CHANGED',
  async apply(tx, me, plan, { rows, now }) {
    const groups = byNo(rows);
    for (const [no, group] of groups) {
      const { id, version } = plan.get(no) as Open;
      const invoices = group.map(({ value }) => ({
        code: value.invoiceCode ?? '',
        no: value.invoiceNo as string,
        issuedOn: value.issuedOn as string,
        amount: value.amount as bigint,
        tax: value.tax as bigint,
      }));
      await enterInvoices(tx, me, { id, version, invoices }, now, 'IMPORT');
    }
    return { created: 0, updated: groups.length, undo: {} };
  },
  undo: async () => refuse('IMPORT_STATE', '已登记的发票不能撤销导入；开错的发票请红冲'),
});

async function openByNo(tx: Tx, me: Me, rows: readonly Row[]): Promise<Map<string, Open>> {
  const nos = [...new Set(rows.flatMap((row) => (row.value.no === null ? [] : [row.value.no])))];
  if (!nos.length) return new Map();
  const found = await tx
    .selectFrom('billing')
    .select(['id', 'no', 'version', 'status', 'kind', 'amount', 'tax'])
    .where('tenant_id', '=', me.tenantId)
    .where('no', 'in', nos)
    .execute();
  return new Map(found.map((one) => [one.no, { ...one, status: one.status as BillingState, kind: one.kind as InvoiceKind }]));
}

/** Sorted by number: two imports of the same documents lock them in the same order. */
function byNo(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) if (row.value.no !== null) groups.set(row.value.no, [...(groups.get(row.value.no) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
