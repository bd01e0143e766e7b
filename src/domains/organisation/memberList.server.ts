import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';
import { containing, mobileMatches, pageFrom } from '~/server/list.server';
import { maskMobile } from '~/shared/mask';
import type { Page } from '~/shared/page';
import { notFound } from '~/shared/refusal';
import type { MemberQuery, MemberRow } from './member.schema';

type Row = z.output<typeof MemberRow>;
type Named = { id: string; name: string };

export async function listMembers(tx: Tx, me: Me, query: z.output<typeof MemberQuery>): Promise<Page<Row>> {
  let rows = memberRows(tx, me);
  const like = containing(query.keyword);
  if (query.keyword)
    rows = rows.where((any) =>
      any.or([any('member.name', 'ilike', like), mobileMatches('account.mobile', query.keyword), any('member.job_title', 'ilike', like)]),
    );
  if (query.status) rows = rows.where('member.status', '=', query.status);
  if (query.roleId) rows = rows.where(holding(query.roleId));
  if (query.departmentId) rows = rows.where(within(query.departmentId));
  const page = await pageFrom(tx, rows, query, {
    sort: { name: 'member.name', lastLoginAt: 'account.last_login_at', status: 'member.status' },
    initial: [['member.created_at', 'asc']],
    tiebreak: 'member.id',
  });
  return { ...page, pagedRecords: await seated(tx, me, page.pagedRecords) };
}

/** @throws NOT_FOUND for an account of another company, as for one that is not there. */
export async function getMember(tx: Tx, me: Me, id: string): Promise<Row> {
  const [row] = await seated(tx, me, await memberRows(tx, me).where('member.id', '=', id).execute());
  return row ?? notFound('该账号');
}

const memberRows = (tx: Tx, me: Pick<Me, 'tenantId'>) =>
  tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .select(['member.id', 'member.name', 'member.job_title as jobTitle', 'member.is_admin as isAdmin', 'member.status', 'member.version', 'member.account_id'])
    .select(['account.mobile', 'account.last_login_at as lastLoginAt'])
    .select(sql<boolean>`exists (select from account_binding b where b.account_id = account.id and b.provider = 'DINGTALK')`.as('dingtalk'))
    .where('member.tenant_id', '=', me.tenantId);

/** With the departments and roles people have, and their numbers masked. */
async function seated(tx: Tx, me: Me, rows: readonly Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number][]): Promise<Row[]> {
  const ids = rows.map((row) => row.id);
  const [departments, roles] = [await departmentsOf(tx, me, ids), await rolesOf(tx, me, ids)];
  return rows.map(({ account_id, mobile, status, ...row }) => ({
    ...row,
    mobile: maskMobile(mobile),
    status: status as Row['status'],
    departments: departments.get(row.id) ?? [],
    roles: roles.get(row.id) ?? [],
    self: account_id === me.accountId,
  }));
}

const holding = (roleId: string) =>
  sql<SqlBool>`exists (select from member_role mr where mr.tenant_id = member.tenant_id and mr.member_id = member.id and mr.role_id = ${roleId})`;

/** In the department or anywhere below it. */
const within = (
  departmentId: string,
) => sql<SqlBool>`exists (select from member_department md where md.tenant_id = member.tenant_id and md.member_id = member.id
  and md.department_id in (with recursive branch (id) as (select ${departmentId}::uuid union select d.id from branch b join department d on d.tenant_id = current_tenant() and d.parent_id = b.id) select id from branch))`;

export async function departmentsOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<Map<string, (Named & { primary: boolean })[]>> {
  const { rows } = await sql<Named & { member_id: string; primary: boolean }>`
    select md.member_id, d.id, d.name, md.is_primary as primary from member_department md join department d on d.tenant_id = md.tenant_id and d.id = md.department_id
    where md.tenant_id = ${me.tenantId} and md.member_id = any(${[...ids]}::uuid[]) order by md.is_primary desc, d.sort, d.name`.execute(tx);
  return groupedBy(rows);
}

export async function rolesOf(tx: Tx, me: Pick<Me, 'tenantId'>, ids: readonly string[]): Promise<Map<string, Named[]>> {
  const { rows } = await sql<Named & { member_id: string }>`
    select mr.member_id, r.id, r.name from member_role mr join role r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
    where mr.tenant_id = ${me.tenantId} and mr.member_id = any(${[...ids]}::uuid[]) order by r.name`.execute(tx);
  return groupedBy(rows);
}

function groupedBy<R extends { member_id: string }>(rows: readonly R[]): Map<string, Omit<R, 'member_id'>[]> {
  const groups = new Map<string, Omit<R, 'member_id'>[]>();
  for (const { member_id, ...row } of rows) groups.set(member_id, [...(groups.get(member_id) ?? []), row]);
  return groups;
}

export function memberChoices(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('member')
    .select(['id', 'name', 'job_title as jobTitle'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .orderBy('name')
    .execute();
}
