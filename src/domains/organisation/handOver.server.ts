import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { holds, type Me } from '~/portal/me';
import { CUSTOMER_TRANSFER } from '~/portal/permissions';
import { mayHandOn } from '~/portal/scope';
import { audit } from '~/server/audit.server';
import { scopedColumns } from '~/server/authority.server';
import { beyondScope, type Tx } from '~/server/db.server';
import { tell } from '~/server/outbox.server';
import { forgetSessions } from '~/server/session.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import type { HandOver, Workload } from './member';
import { lockMember } from './member.server';

interface Work {
  key: string;
  label: string;
  table: RawBuilder<unknown>;
  /** The column that names the person, and the rows that still are work. */
  person: string;
  open: RawBuilder<unknown>;
  name: RawBuilder<unknown>;
  /** The customer the row is about; what is about one goes on by the rule of ownership. */
  customer?: RawBuilder<unknown>;
  /** Set beside the person, so that whoever edits the row meanwhile is told. */
  touch?: RawBuilder<unknown>;
}

const OPEN_ORDERS = sql`status not in ('COMPLETED', 'CANCELLED', 'CLOSED')`;
const kinds: readonly Work[] = [
  {
    key: 'customer',
    label: '负责的客户',
    table: sql`customer`,
    person: 'sales_member_id',
    open: sql`true`,
    name: sql`name`,
    customer: sql`id`,
    touch: sql`version = version + 1, updated_at = now()`,
  },
  {
    key: 'order',
    label: '未完成的订单',
    table: sql`sales_order`,
    person: 'sales_member_id',
    open: OPEN_ORDERS,
    name: sql`coalesce(no, '草稿 ' || customer_name)`,
    customer: sql`customer_id`,
    touch: sql`row_version = row_version + 1, updated_at = now()`,
  },
  {
    key: 'project',
    label: '跟进的项目',
    table: sql`project`,
    person: 'sales_member_id',
    open: sql`true`,
    name: sql`name`,
    customer: sql`customer_id`,
    touch: sql`version = version + 1, updated_at = now()`,
  },
  {
    key: 'department',
    label: '担任负责人的部门',
    table: sql`department`,
    person: 'leader_id',
    open: sql`true`,
    name: sql`name`,
    touch: sql`version = version + 1, updated_at = now()`,
  },
  {
    key: 'auditTask',
    label: '待办的审批',
    table: sql`wf_task`,
    person: 'assignee_id',
    open: sql`status = 'PENDING' and kind <> 'CC'`,
    name: sql`coalesce((select nullif(i.subject_no, '') from wf_instance i where i.tenant_id = wf_task.tenant_id and i.id = wf_task.instance_id), '草稿')`,
    customer: sql`customer_id`,
    touch: sql`origin_id = coalesce(origin_id, assignee_id)`,
  },
];

/** Everything the person answers for, counted whole, with a few names of what the reader sees; to-dos follow the customers and orders they are about. */
export async function workloadOf(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof Workload>> {
  const member = await tx.selectFrom('member').select('id').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).executeTakeFirst();
  if (!member) notFound('该账号');
  const work: z.output<typeof Workload>['work'] = [];
  for (const kind of kinds) {
    const theirs = heldBy(me, kind, input.id);
    const count = await beyondScope(tx, me, async () => (await sql<{ n: number }>`select count(*)::int as n ${theirs}`.execute(tx)).rows[0]?.n ?? 0);
    const { rows } = await sql<{ label: string }>`select ${kind.name} as label ${theirs} order by id desc limit 3`.execute(tx);
    work.push({ key: kind.key, label: kind.label, count, examples: rows.map((row) => row.label), problem: await problemOf(tx, me, kind, input.id) });
  }
  return { work };
}

/** Moves the chosen kinds of work to a colleague in one change; both are told. */
export async function handOverWork(tx: Tx, me: Me, input: z.output<typeof HandOver>): Promise<{ moved: number }> {
  if (input.id === input.toId) refuseField('toId', '请选择另一位同事接手');
  const [from, to] = [await lockMember(tx, me, input.id), await lockMember(tx, me, input.toId)];
  if (to.status !== 'ACTIVE') refuseField('toId', `“${to.name}”的账号已停用，不能接手`);
  const chosen = kinds.filter((kind) => input.keys.includes(kind.key));
  for (const kind of chosen) {
    const problem = await problemOf(tx, me, kind, input.id);
    if (problem) refuseField('keys', `“${from.name}”${kind.label}：${problem}`);
  }
  const moved: { key: string; label: string; ids: string[] }[] = [];
  for (const kind of chosen) moved.push({ key: kind.key, label: kind.label, ids: await moveWork(tx, me, kind, input) });
  for (const id of moved.find((one) => one.key === 'customer')?.ids ?? [])
    await audit(tx, me, { action: '转移业务员', subjectType: 'customer', subjectId: id, before: { 业务员: from.name }, after: { 业务员: to.name } });
  const total = moved.reduce((sum, one) => sum + one.ids.length, 0);
  if (total === 0) refuse('ORGANISATION', `“${from.name}”没有所选的工作需要交接，请刷新后重试`);
  const text = moved.filter((one) => one.ids.length).map((one) => `${one.label}${one.ids.length}`);
  const note = input.reason ? `：${input.reason}` : '';
  await audit(tx, me, {
    action: '交接工作',
    subjectType: 'member',
    subjectId: input.id,
    subjectNo: from.name,
    before: { 负责人: from.name },
    after: { 负责人: to.name, 交接内容: text.join('、') + note, 单据: moved.flatMap((one) => one.ids) },
  });
  for (const [member, title] of [
    [to, `${from.name}的工作已交接给您`],
    [from, `您的工作已交接给${to.name}`],
  ] as const)
    await tell(tx, me, {
      kind: 'member.handover',
      title,
      body: `${text.join('、')}${note}`,
      link: '/portal/customer/list',
      to: { side: 'account', accountId: member.account_id },
    });
  forgetSessions();
  return { moved: total };
}

const heldBy = (me: Me, kind: Work, memberId: string) =>
  sql`from ${kind.table} where tenant_id = ${me.tenantId} and ${sql.ref(kind.person)} = ${memberId} and ${kind.open}`;

/** Why the person may not hand this work on, whoever takes it; empty: they may. All of it or nothing, so that nobody is left with a part unseen. */
async function problemOf(tx: Tx, me: Me, kind: Work, memberId: string): Promise<string> {
  if (!kind.customer) return '';
  const about = sql<{ id: string | null }>`select distinct ${kind.customer} as id ${heldBy(me, kind, memberId)}`;
  const { rows } = await beyondScope(tx, me, () => about.execute(tx));
  const ids = rows.flatMap((row) => row.id ?? []);
  if (ids.length === 0) return '';
  if (!holds(me, CUSTOMER_TRANSFER)) return '您没有“转移客户”的权限，请由管理员交接';
  const reached = await transferableAmong(tx, me, ids);
  return ids.every((id) => reached.has(id)) && (await seesAll(tx, me, kind, memberId)) ? '' : '其中有您数据范围以外的，请由管理员交接';
}

/** Of these customers, those the person may give from one salesperson to another. */
async function transferableAmong(tx: Tx, me: Me, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('customer')
    .select(['customer.id', ...scopedColumns])
    .where('customer.tenant_id', '=', me.tenantId)
    .where('customer.id', 'in', [...ids])
    .execute();
  return new Set(rows.filter((row) => mayHandOn(me.scope ?? null, row)).map((row) => row.id));
}

/** An order's warehouse may be out of sight where its customer is not. */
async function seesAll(tx: Tx, me: Me, kind: Work, memberId: string): Promise<boolean> {
  const count = async () => (await sql<{ n: number }>`select count(*)::int as n ${heldBy(me, kind, memberId)}`.execute(tx)).rows[0]?.n;
  return (await beyondScope(tx, me, count)) === (await count());
}

async function moveWork(tx: Tx, me: Me, kind: Work, { id, toId }: { id: string; toId: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update ${kind.table} set ${sql.ref(kind.person)} = ${toId}${kind.touch ? sql`, ${kind.touch}` : sql``}
    where tenant_id = ${me.tenantId} and ${sql.ref(kind.person)} = ${id} and ${kind.open} returning id`.execute(tx);
  return rows.map((row) => row.id);
}
