import { membersOf } from '~/domains/customer/customerImportNames.server';
import { pinyinOf } from '~/domains/customer/customerSave.server';
import { noPlace, placeColumns, placeIn, placeSheet } from '~/domains/region/place.server';
import type { Me } from '~/portal/me';
import { PROJECT_MANAGE } from '~/portal/permissions';
import { byCode } from '~/server/byCode.server';
import type { Tx } from '~/server/db.server';
import { columnsOf, exportColumns, filterNames, overStored, sheetColumns } from '~/server/documentFields.server';
import { defineExport } from '~/server/export.server';
import { newId } from '~/server/ids.server';
import { defineImport, type ImportMode, type ImportRow, type Report, reportRepeats } from '~/server/import.server';
import type { Written } from '~/server/importedRows.server';
import { rowImport } from '~/server/rowImport.server';
import { code, mobile, text } from '~/server/sheet/fields';
import { choiceName } from '~/shared/documentFields';
import { isEditable, projectFields, projectFilters, projectStates } from './project';
import { ProjectQuery } from './project.schema';
import { projectRows } from './project.server';
import { nextProjectCode } from './projectSave.server';
import * as subjects from './subjects';

const own = exportColumns(projectFields);
/** Keys are those of the list's columns. */
export const projectExport = defineExport({
  type: 'project',
  title: '工程项目',
  permission: PROJECT_MANAGE,
  query: ProjectQuery,
  filters: {
    ...filterNames(projectFields, projectFilters),
    keyword: '项目',
    status: ['状态', projectStates],
    region: '所在地区',
  },
  rows: projectRows,
  columns: [
    own.code,
    { ...own.name, width: 32 },
    { key: 'customerName', title: '客户', width: 32 },
    own.developer,
    own.kind,
    own.stage,
    ...placeColumns,
    own.expectedQty,
    { ...own.expectedUnit, key: 'expectedQty', value: (row) => row.expectedUnit },
    own.expectedAmount,
    { key: 'orderCount', title: '订单数', kind: 'number' },
    { key: 'orderAmount', title: '已下单(元)', kind: 'yuan' },
    own.startDate,
    own.endDate,
    { key: 'salesName', title: '业务员' },
    { key: 'status', title: '状态', value: (row) => choiceName(projectStates, row.status) },
    { key: 'createdAt', title: '登记时间', kind: 'time' },
  ],
});

const sheet = sheetColumns(projectFields, {
  code: { note: '留空由系统编号；填写已有编号时更新该项目' },
  name: { sample: '西溪云庐二期' },
  kind: { sample: '住宅' },
  stage: { sample: '招投标' },
  ...placeSheet,
  expectedQty: { sample: '12000' },
  expectedUnit: { sample: '平方米' },
  expectedAmount: { aliases: ['预计金额'], sample: '360000' },
  startDate: { sample: '2026-12-01' },
  endDate: { sample: '2027-09-30' },
});
const { code: codeColumn, name, remark, ...plain } = sheet;
const columns = {
  code: codeColumn,
  name,
  customer: { title: '客户编码', field: code(20), required: true, sample: 'KH000001' },
  ...plain,
  sales: { title: '业务员账号', field: mobile, aliases: ['业务员手机号'], note: '本企业在职成员的手机号' },
  contact: { title: '联系人', field: text(30) },
  contactRole: { title: '联系人职务', field: text(20) },
  contactMobile: { title: '联系电话', field: mobile, aliases: ['联系人电话'] },
  remark,
};
type Row = ImportRow<typeof columns>;
type Plan = Awaited<ReturnType<typeof planOf>>;
type Known = Plan['known'] extends Map<string, infer One> ? One : never;
const knownOf = (plan: Plan, { value }: Row): Known | undefined => plan.known.get(value.code ?? '');

export const projectImport = defineImport<typeof columns, Plan>({
  type: 'project',
  title: '工程项目',
  permission: PROJECT_MANAGE,
  modes: ['MERGE', 'INSERT'],
  columns,
  notes: ['已有项目按项目编号匹配；留空的单元格不改动已有内容。联系人只在新建项目时写入。'],
  async validate(tx, me, { rows, mode, report }) {
    reportRepeats(rows, ['code'], report);
    reportRepeats(rows, ['customer', 'name'], report);
    const plan = await planOf(tx, me, rows);
    for (const row of rows) checkRow(row, plan, mode, report);
    return plan;
  },
  ...rowImport({
    subject: subjects.project,
    users: '订单或价格',
    fields: projectFields,
    known: knownOf,
    values: (_, plan: Plan, row: Row, known: Known | undefined) => valuesOf(plan, row, known),
    nextCode: nextProjectCode,
    also: { brings: ({ value }, known) => !known && value.contact !== null, write: addContact },
  }),
});

async function planOf(tx: Tx, me: Me, rows: readonly Row[]) {
  const codes = (column: 'code' | 'customer') => rows.map((row) => row.value[column]);
  return {
    known: await byCode(tx, me, 'project', codes('code'), ['status', 'version', 'pinyin', ...columnsOf(projectFields)]),
    customers: await byCode(tx, me, 'customer', codes('customer'), ['status']),
    members: await membersOf(tx, me),
  };
}

function checkRow(row: Row, plan: Plan, mode: ImportMode, report: Report<typeof columns>): void {
  const { value } = row;
  const known = knownOf(plan, row);
  const customer = value.customer ? plan.customers.get(value.customer) : undefined;
  if (known && mode === 'INSERT') report(row, 'code', '已存在');
  if (known && !isEditable(known.status)) report(row, 'code', `的项目${projectStates.CLOSED}，不能更新`);
  if (value.customer && !customer) report(row, 'customer', `“${value.customer}”不存在或无该数据权限`);
  if (customer && known && customer.id !== known.customer_id) report(row, 'customer', '与已有项目的客户不同，不能通过导入更换');
  if (customer && ['MERGED', 'ENDED'].includes(customer.status)) report(row, 'customer', '的客户已终止或已合并');
  if (value.sales && !plan.members.has(value.sales)) report(row, 'sales', `${value.sales}不是本企业在职成员`);
  if (!placeIn(value)) report(row, 'province', noPlace(value));
  const [start, end] = [value.startDate ?? known?.start_date, value.endDate ?? known?.end_date];
  if (start && end && end < start) report(row, value.endDate ? 'endDate' : 'startDate', `计划完工${end}早于计划开工${start}`);
  if (!value.contact && (value.contactMobile || value.contactRole)) report(row, 'contact', '不能为空（已填写电话或职务）');
}

/** The row over what is stored. */
function valuesOf(plan: Plan, row: Row, known?: Known) {
  const { value } = row;
  const found = { customerId: plan.customers.get(value.customer ?? '')?.id, salesMemberId: plan.members.get(value.sales ?? '') };
  const values = overStored(projectFields, { ...value, ...placeIn(value), ...found }, known);
  return { ...values, pinyin: pinyinOf(values.name) };
}

async function addContact(tx: Tx, me: Me, { value }: Row, made: Written, { customer_id }: ReturnType<typeof valuesOf>) {
  const named = { name: value.contact ?? '', role: value.contactRole ?? '', mobile: value.contactMobile ?? '' };
  await tx
    .insertInto('project_contact')
    .values({ tenant_id: me.tenantId, id: newId(), project_id: made.id, customer_id, ...named })
    .execute();
  return {};
}
