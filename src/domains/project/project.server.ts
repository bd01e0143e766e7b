import { type SqlBool, sql } from 'kysely';
import { lastOrders } from '~/domains/customer/lastOrders.server';
import { regionFilter } from '~/domains/region/regionFilter.server';
import { holds, type Me } from '~/portal/me';
import { ORDER_MANAGE } from '~/portal/permissions';
import { subjectLog } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { filteredBy, selected } from '~/server/documentFields.server';
import { containing, pageFrom } from '~/server/list.server';
import { maskMobile } from '~/shared/mask';
import { displayYuan } from '~/shared/money';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { type ProjectState, projectFields, projectFilters, projectStates } from './project';
import type { ProjectOption, ProjectQuery } from './project.schema';
import * as subjects from './subjects';

/** Projects with customer and salesperson, to be filtered further. */
export function projectsOf(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('project')
    .innerJoin('customer', (on) => on.onRef('customer.tenant_id', '=', 'project.tenant_id').onRef('customer.id', '=', 'project.customer_id'))
    .leftJoin('member', (on) => on.onRef('member.tenant_id', '=', 'project.tenant_id').onRef('member.id', '=', 'project.sales_member_id'))
    .where('project.tenant_id', '=', me.tenantId);
}

const { contractor, address, salesMemberId, remark, ...inList } = projectFields;
const rowColumns = [
  'project.id',
  ...selected('project', inList),
  'customer.name as customerName',
  sql<string>`coalesce(member.name, '')`.as('salesName'),
  'project.status',
  'project.version',
  'project.created_at as createdAt',
] as const;

const counting = sql`from sales_order o where o.tenant_id = project.tenant_id and o.project_id = project.id and o.status not in ('DRAFT', 'REJECTED', 'CANCELLED')`;
const orderCount = sql<number>`(select count(*)::int ${counting})`.as('orderCount');
const orderAmount = sql<bigint>`(select coalesce(sum(o.payable), 0)::bigint ${counting})`.as('orderAmount');
const shippedAmount =
  sql<bigint>`(select coalesce(sum(r.amount), 0)::bigint from receivable r join sales_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
  where o.tenant_id = project.tenant_id and o.project_id = project.id and r.status <> 'REVERSED')`.as('shippedAmount');

/** A project by any words people type. Needs `project` in the query. */
function projectMatches(word: string) {
  const like = containing(word);
  const byName = word.length > 1 ? sql`(project.name_grams @> bigrams(${word}) and project.name ilike ${like})` : sql`project.name ilike ${like}`;
  return sql<SqlBool>`(${byName} or project.code ilike ${like.slice(1)} or project.pinyin ilike ${like})`;
}

/** With the sums of all of them; more than can be counted are not added up either. */
export async function listProjects(tx: Tx, me: Me, query: ProjectQuery) {
  const page = await projectRows(tx, me, query);
  if (page.capped) return page;
  const sums = await filtered(projectsOf(tx, me), query)
    .select([
      sql<string>`coalesce(sum(project.expected_amount), 0)::text`.as('expectedAmount'),
      sql<string>`coalesce(sum((select sum(o.payable) ${counting})), 0)::text`.as('orderAmount'),
      sql<string>`coalesce(sum((select count(*) ${counting})), 0)::text`.as('orderCount'),
    ])
    .executeTakeFirstOrThrow();
  const { expectedAmount, orderAmount, orderCount } = sums;
  return { ...page, totals: { expectedAmount: displayYuan(BigInt(expectedAmount)), orderAmount: displayYuan(BigInt(orderAmount)), orderCount } };
}

/** The list without its sums. */
export async function projectRows(tx: Tx, me: Me, query: ProjectQuery) {
  const rows = filtered(projectsOf(tx, me).select(rowColumns).select([orderCount, orderAmount]), query);
  return pageFrom(tx, rows, query, {
    sort: {
      code: 'project.code',
      name: 'project.pinyin',
      customerName: 'customer.pinyin',
      createdAt: 'project.created_at',
      endDate: 'project.end_date',
      expectedAmount: 'project.expected_amount',
    },
    initial: [['project.created_at', 'desc']],
    tiebreak: 'project.id',
  });
}

function filtered<Q extends ReturnType<typeof projectsOf>>(start: Q, query: ProjectQuery): Q {
  let rows = start as ReturnType<typeof projectsOf>;
  if (query.keyword) rows = rows.where(projectMatches(query.keyword));
  if (query.status) rows = rows.where('project.status', '=', query.status);
  const [province, city, district] = regionFilter(query.region);
  if (province) rows = rows.where('project.province', '=', province);
  if (city) rows = rows.where('project.city', '=', city);
  if (district) rows = rows.where('project.district', '=', district);
  return filteredBy(rows, 'project', projectFields, projectFilters, query) as Q;
}

export async function getProject(tx: Tx, me: Me, input: { id: string }) {
  const row = await projectsOf(tx, me)
    .where('project.id', '=', input.id)
    .select(rowColumns)
    .select([orderCount, orderAmount, shippedAmount])
    .select(selected('project', { contractor, address, salesMemberId, remark }))
    .select(['project.state_reason as stateReason', 'project.updated_at as updatedAt'])
    .executeTakeFirst();
  if (!row) return notFound('该项目');
  const contacts = await contactsOf(tx, me, input.id);
  return {
    ...row,
    contacts: contacts.map((one) => ({ ...one, mobile: maskMobile(one.mobile) })),
    orders: holds(me, ORDER_MANAGE) ? await lastOrders(tx, me, { column: 'project_id', id: input.id }) : null,
    log: await subjectLog(tx, me, subjects.project, input.id),
  };
}

export function contactsOf(tx: Tx, me: Pick<Me, 'tenantId'>, projectId: string) {
  return tx
    .selectFrom('project_contact')
    .select(['id', 'name', 'role', 'mobile'])
    .where('tenant_id', '=', me.tenantId)
    .where('project_id', '=', projectId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** The first twenty projects that match, of one customer when it is named, or those named by id. A dealer finds its own. */
export async function searchProjects(
  tx: Tx,
  me: Me,
  input: { keyword: string; customerId: string; ids: string[]; activeOnly: boolean },
): Promise<{ projects: ProjectOption[] }> {
  let rows = projectsOf(tx, me).select(['project.id', 'project.code', 'project.name', 'project.city', 'project.status']);
  const customerId = me.customerId ?? input.customerId;
  if (customerId) rows = rows.where('project.customer_id', '=', customerId);
  if (input.ids.length) rows = rows.where('project.id', '=', sql<string>`any(${[...input.ids]}::uuid[])`);
  else if (input.keyword) rows = rows.where(projectMatches(input.keyword));
  if (input.activeOnly) rows = rows.where('project.status', '=', 'ACTIVE');
  const projects = await rows
    .select(['project.customer_id as customerId', 'customer.name as customerName'])
    .orderBy('project.status')
    .orderBy('project.created_at', 'desc')
    .orderBy('project.id')
    .limit(input.ids.length || 20)
    .execute();
  return { projects };
}

/**
 * The project an order of this customer names, or null for none. Refuses a project of another customer like a missing one, and one that is
 * not 进行中 unless the order names it already (`kept`).
 */
export async function projectForOrder(tx: Tx, me: Pick<Me, 'tenantId'>, input: { projectId: string; customerId: string; kept?: string | null }) {
  if (!input.projectId) return null;
  const found = await tx
    .selectFrom('project')
    .select(['id', 'code', 'name', 'status'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', input.projectId)
    .where('customer_id', '=', input.customerId)
    .executeTakeFirst();
  if (!found) return refuseField('projectId', '该项目不存在或不属于所选客户，请重新选择');
  if (found.status !== 'ACTIVE' && found.id !== input.kept)
    refuse('PROJECT_STATE', `项目“${found.name}”（${found.code}）${projectStates[found.status as ProjectState]}，不能用于新订单`, {
      fields: { projectId: `该项目${projectStates[found.status as ProjectState]}，请选择进行中的项目` },
    });
  return { id: found.id, code: found.code, name: found.name };
}
