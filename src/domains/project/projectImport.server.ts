import { sql } from 'kysely';
import { pinyinOf } from '~/domains/customer/customerSave.server';
import { listSalesMembers } from '~/domains/customer/level.server';
import { placeOf } from '~/domains/region/region.server';
import type { Me } from '~/portal/me';
import { PROJECT_MANAGE } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { codeOf } from '~/server/db/errors.server';
import { beyondScope, type Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { defineImport, type ImportMode, type ImportRow, type Report, reportRepeats, sameValues } from '~/server/import.server';
import { choice, code, date, decimal, mobile, text, yuan } from '~/server/sheet/fields';
import { trimQty } from '~/shared/money';
import { refuse } from '~/shared/refusal';
import { nextProjectCode } from './projectSave.server';
import { projectKinds, projectStages, projectStates } from './projectState';

const flipped = <K extends string>(names: Record<K, string>) =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [name, key])) as Record<string, K>;

const columns = {
  code: { title: '项目编号', field: code(30), note: '留空由系统编号；填写已有编号时更新该项目', sample: '' },
  name: { title: '项目名称', field: text(80), required: true, sample: '西溪云庐二期' },
  customer: { title: '客户编码', field: code(20), required: true, sample: 'KH000001' },
  developer: { title: '开发商', field: text(60), sample: '' },
  contractor: { title: '总包单位', field: text(60), sample: '' },
  kind: { title: '项目类型', field: choice(flipped(projectKinds)), sample: '住宅' },
  stage: { title: '项目阶段', field: choice(flipped(projectStages)), sample: '招投标' },
  province: { title: '省', field: text(30), aliases: ['省份'], sample: '浙江省' },
  city: { title: '市', field: text(30), aliases: ['城市'], sample: '杭州市' },
  district: { title: '区', field: text(30), aliases: ['区县', '区/县'], sample: '余杭区' },
  address: { title: '详细地址', field: text(120), aliases: ['地址'], sample: '文一西路1000号' },
  qty: { title: '预计用量', field: decimal({ digits: 4, whole: 14 }), sample: '12000' },
  unit: { title: '计量单位', field: text(10), sample: '平方米' },
  amount: { title: '预计金额(元)', field: yuan(), aliases: ['预计金额'], sample: '360000' },
  start: { title: '计划开工', field: date, sample: '2026-12-01' },
  end: { title: '计划完工', field: date, sample: '2027-09-30' },
  sales: { title: '业务员账号', field: mobile, aliases: ['业务员手机号'], note: '本企业在职成员的手机号', sample: '' },
  contact: { title: '联系人', field: text(30), sample: '' },
  contactRole: { title: '联系人职务', field: text(20), sample: '' },
  contactMobile: { title: '联系电话', field: mobile, aliases: ['联系人电话'], sample: '' },
  remark: { title: '备注', field: text(300), sample: '' },
};
type Row = ImportRow<typeof columns>;

const storedColumns = [
  'name',
  'pinyin',
  'customer_id',
  'developer',
  'contractor',
  'kind',
  'stage',
  'province',
  'city',
  'district',
  'address',
  'expected_qty',
  'expected_unit',
  'expected_amount',
  'start_date',
  'end_date',
  'sales_member_id',
  'remark',
] as const;
interface Stored {
  name: string;
  pinyin: string;
  customer_id: string;
  developer: string;
  contractor: string;
  kind: string;
  stage: string;
  province: string;
  city: string;
  district: string;
  address: string;
  expected_qty: string | null;
  expected_unit: string;
  expected_amount: bigint | string | null;
  start_date: string | null;
  end_date: string | null;
  sales_member_id: string | null;
  remark: string;
}
interface Known extends Stored {
  id: string;
  code: string;
  status: string;
  version: number;
}
interface Plan {
  /** By code. */
  known: Map<string, Known>;
  customers: Map<string, { id: string; status: string }>;
  members: Map<string, string>;
}
interface Undo {
  created: { id: string; version: number }[];
  updated: { id: string; version: number; was: Stored }[];
}

export const projectImport = defineImport<typeof columns, Plan>({
  type: 'project',
  title: '工程项目',
  permission: PROJECT_MANAGE,
  modes: ['MERGE', 'INSERT'],
  columns,
  notes: ['已有项目按项目编号匹配；留空的单元格不改动已有内容。联系人只在新增项目时写入。'],
  async validate(tx, me, { rows, mode, report }) {
    reportRepeats(rows, ['code'], report);
    reportRepeats(rows, ['customer', 'name'], report);
    const plan = await planOf(tx, me, rows);
    for (const row of rows) checkRow(row, plan, mode, report);
    return plan;
  },
  effect(plan, row) {
    const known = row.value.code ? plan.known.get(row.value.code) : undefined;
    if (!known) return 'NEW';
    const plain = (values: Stored): Stored => ({ ...values, expected_qty: values.expected_qty && trimQty(values.expected_qty) });
    return sameValues(plain(storedOf(plan, row, known)), plain(known)) ? 'SAME' : 'CHANGED';
  },
  async apply(tx, me, plan, { rows }) {
    const undo: Undo = { created: [], updated: [] };
    for (const row of rows) {
      const known = row.value.code ? plan.known.get(row.value.code) : undefined;
      if (known) undo.updated.push(await update(tx, me, plan, row, known));
      else undo.created.push(await insert(tx, me, plan, row));
    }
    return { created: undo.created.length, updated: undo.updated.length, undo: JSON.parse(JSON.stringify(undo, bigints)) };
  },
  async undo(tx, me, undo: Undo) {
    for (const one of undo.updated) await write(tx, me, one.id, one.version, one.was, '撤回导入');
    for (const one of undo.created) await remove(tx, me, one);
  },
});

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
const any = (values: string[]) => sql<string>`any(${values}::text[])`;

async function planOf(tx: Tx, me: Me, rows: readonly Row[]): Promise<Plan> {
  const known = await tx
    .selectFrom('project')
    .select(['id', 'code', 'status', 'version', ...storedColumns])
    .where('tenant_id', '=', me.tenantId)
    .where('code', '=', any(rows.flatMap((row) => row.value.code ?? [])))
    .execute();
  const customers = await tx
    .selectFrom('customer')
    .select(['id', 'code', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('code', '=', any(rows.flatMap((row) => row.value.customer ?? [])))
    .execute();
  const { members } = await listSalesMembers(tx, me);
  return {
    known: new Map(known.map((one) => [one.code, one])),
    customers: new Map(customers.map((one) => [one.code, one])),
    members: new Map(members.map((one) => [one.mobile, one.id])),
  };
}

function checkRow(row: Row, plan: Plan, mode: ImportMode, report: Report<typeof columns>): void {
  const { value } = row;
  const known = value.code ? plan.known.get(value.code) : undefined;
  const customer = value.customer ? plan.customers.get(value.customer) : undefined;
  if (value.code && !/^[A-Za-z0-9_.-]+$/.test(value.code)) report(row, 'code', '只能是字母、数字或 - _ .');
  if (known && mode === 'INSERT') report(row, 'code', '已存在');
  if (known?.status === 'CLOSED') report(row, 'code', `的项目${projectStates.CLOSED}，不能更新`);
  if (value.customer && !customer) report(row, 'customer', `“${value.customer}”不存在或无该数据权限`);
  if (customer && known && customer.id !== known.customer_id) report(row, 'customer', '与已有项目的客户不同，不能通过导入更换');
  if (customer && ['MERGED', 'ENDED'].includes(customer.status)) report(row, 'customer', '的客户已终止或已合并');
  if (value.sales && !plan.members.has(value.sales)) report(row, 'sales', `${value.sales}不是本企业在职成员`);
  if (hasPlace(row) && !rowPlace(row))
    report(row, 'province', `、市、区不对应：没有“${value.province ?? ''}${value.city ?? ''}${value.district ?? ''}”这个地区`);
  const [start, end] = [value.start ?? known?.start_date, value.end ?? known?.end_date];
  if (start && end && end < start) report(row, value.end ? 'end' : 'start', `计划完工${end}早于计划开工${start}`);
  if (!value.contact && (value.contactMobile || value.contactRole)) report(row, 'contact', '不能为空（已填写电话或职务）');
}

const hasPlace = ({ value }: Row): boolean => Boolean(value.province || value.city || value.district);
const rowPlace = ({ value }: Row) => placeOf(value.province ?? '', value.city ?? '', value.district ?? '');

/** The row over what is stored: empty cells keep it. */
function storedOf(plan: Plan, { value, ...row }: Row, known?: Known): Stored {
  const place = hasPlace({ value, ...row }) ? rowPlace({ value, ...row }) : null;
  const name = value.name as string;
  return {
    name,
    pinyin: pinyinOf(name),
    customer_id: plan.customers.get(value.customer as string)?.id as string,
    developer: value.developer ?? known?.developer ?? '',
    contractor: value.contractor ?? known?.contractor ?? '',
    kind: value.kind ?? known?.kind ?? 'OTHER',
    stage: value.stage ?? known?.stage ?? 'LEAD',
    province: place?.province ?? known?.province ?? '',
    city: place?.city ?? known?.city ?? '',
    district: place?.district ?? known?.district ?? '',
    address: value.address ?? known?.address ?? '',
    expected_qty: value.qty ?? known?.expected_qty ?? null,
    expected_unit: value.unit ?? known?.expected_unit ?? '',
    expected_amount: value.amount ?? known?.expected_amount ?? null,
    start_date: value.start ?? known?.start_date ?? null,
    end_date: value.end ?? known?.end_date ?? null,
    sales_member_id: (value.sales && plan.members.get(value.sales)) || known?.sales_member_id || null,
    remark: value.remark ?? known?.remark ?? '',
  };
}

const asStored = (values: Stored) => ({ ...values, expected_amount: values.expected_amount === null ? null : BigInt(values.expected_amount) });

async function insert(tx: Tx, me: Me, plan: Plan, row: Row) {
  const id = newId();
  const made = row.value.code ?? (await beyondScope(tx, me, () => nextProjectCode(tx, me)));
  const values = storedOf(plan, row);
  await tx
    .insertInto('project')
    .values({ tenant_id: me.tenantId, id, code: made, ...asStored(values), created_by: me.accountId, updated_by: me.accountId })
    .execute();
  const { contact, contactRole, contactMobile } = row.value;
  if (contact)
    await tx
      .insertInto('project_contact')
      .values({
        tenant_id: me.tenantId,
        id: newId(),
        project_id: id,
        customer_id: values.customer_id,
        name: contact,
        role: contactRole ?? '',
        mobile: contactMobile ?? '',
      })
      .execute();
  await audit(tx, me, { action: '导入新建', subjectType: 'project', subjectId: id, subjectNo: made });
  return { id, version: 1 };
}

async function update(tx: Tx, me: Me, plan: Plan, row: Row, { id, version, code: _code, status: _status, ...was }: Known) {
  const known = plan.known.get(row.value.code as string) as Known;
  await write(tx, me, id, version, storedOf(plan, row, known), '导入更新');
  return { id, version: version + 1, was };
}

async function write(tx: Tx, me: Me, id: string, version: number, values: Stored, action: string): Promise<void> {
  const done = await tx
    .updateTable('project')
    .set({ ...asStored(values), version: version + 1, updated_by: me.accountId, updated_at: sql`now()` })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('code')
    .executeTakeFirst();
  if (!done) return refuse('IMPORT_STATE', `项目“${values.name}”在导入后已被修改，不能继续`);
  await audit(tx, me, { action, subjectType: 'project', subjectId: id, subjectNo: done.code });
}

async function remove(tx: Tx, me: Me, one: { id: string; version: number }): Promise<void> {
  const rows = tx.deleteFrom('project').where('tenant_id', '=', me.tenantId).where('id', '=', one.id).where('version', '=', one.version);
  const gone = await rows
    .returning('code')
    .executeTakeFirst()
    .catch((error: unknown) => (codeOf(error) === '23503' ? refuse('IMPORT_STATE', '导入的项目已有订单或价格，不能撤回') : Promise.reject(error)));
  if (!gone) return refuse('IMPORT_STATE', '导入的项目已被修改，不能撤回');
  await audit(tx, me, { action: '撤回导入', subjectType: 'project', subjectId: one.id, subjectNo: gone.code });
}
