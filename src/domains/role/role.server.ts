import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { type Dimension, type GrantedRole, gainedBeyond, type HideableField, hideableFields, noAuthority } from '~/portal/authority';
import { actorName, type Me } from '~/portal/me';
import { type ScopeKind, scopeKinds } from '~/portal/scope';
import { audit } from '~/server/audit.server';
import { authorityAlone, limitOf } from '~/server/authority.server';
import type { DB, Tx } from '~/server/db.server';
import { authorityOfMe, granting } from '~/server/granting.server';
import { pageFrom } from '~/server/list.server';
import { forgetSessions } from '~/server/session.server';
import { lockKnown, lockSeen, putUnsigned } from '~/server/versioned.server';
import type { Page } from '~/shared/page';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { permissionNames, withParents } from './role';
import type { RoleDetail, RoleInput, RoleQuery, RoleRow } from './role.schema';
import * as subjects from './subjects';

type Row = z.output<typeof RoleRow>;
const NOUN = '角色';

const people = sql<number>`(select count(*)::int from member_role mr join member m on m.tenant_id = mr.tenant_id and m.id = mr.member_id
  where mr.tenant_id = role.tenant_id and mr.role_id = role.id and m.status = 'ACTIVE')`;
const places = sql<string[]>`case role.data_scope when 'REGION' then role.scope_regions when 'WAREHOUSE' then
  array(select w.name from warehouse w where w.tenant_id = role.tenant_id and w.id = any(role.scope_warehouses) order by w.name) else '{}' end`;

function rolesFor(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('role')
    .select(['role.id', 'role.name', 'role.remark', 'role.built_in as builtIn', 'role.data_scope', 'role.updated_by as updatedBy'])
    .select(['role.updated_at as updatedAt', 'role.version', people.as('people'), places.as('places')])
    .select(sql<number>`cardinality(role.permissions)`.as('permissionCount'))
    .where('role.tenant_id', '=', me.tenantId);
}

export async function listRoles(tx: Tx, me: Me, query: z.output<typeof RoleQuery>): Promise<Page<Row>> {
  let rows = rolesFor(tx, me);
  if (query.name) rows = rows.where('role.name', 'ilike', `%${query.name.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
  if (query.dataScope) rows = rows.where('role.data_scope', '=', query.dataScope);
  const page = await pageFrom(tx, rows, query, {
    sort: { name: 'role.name', updatedAt: 'role.updated_at' },
    initial: [['role.created_at', 'asc']],
    tiebreak: 'role.id',
  });
  return { ...page, pagedRecords: page.pagedRecords.map(presented) };
}

const presented = <R extends { data_scope: string }>({ data_scope, ...row }: R) => ({ ...row, dataScope: data_scope as ScopeKind });

export async function getRole(tx: Tx, me: Me, input: { id: string }): Promise<z.output<typeof RoleDetail>> {
  const row = await rolesFor(tx, me)
    .select(['role.permissions', 'role.scope_regions', 'role.scope_warehouses', 'role.hidden_fields'])
    .where('role.id', '=', input.id)
    .executeTakeFirst();
  if (!row) return notFound('该角色');
  const { scope_regions, scope_warehouses, hidden_fields, ...role } = row;
  return {
    ...presented(role),
    regions: scope_regions,
    warehouses: scope_warehouses,
    hiddenFields: hidden_fields as HideableField[],
    members: await membersWith(tx, me, input.id),
    log: await logOf(tx, me, input.id),
  };
}

async function membersWith(tx: Tx, me: Me, roleId: string) {
  return tx
    .selectFrom('member_role')
    .innerJoin('member', (on) => on.onRef('member.tenant_id', '=', 'member_role.tenant_id').onRef('member.id', '=', 'member_role.member_id'))
    .select(['member.id', 'member.name', 'member.job_title as jobTitle', 'member.status'])
    .select(
      sql<string>`(select coalesce(string_agg(d.name, '、' order by md.is_primary desc, d.name), '') from member_department md
        join department d on d.tenant_id = md.tenant_id and d.id = md.department_id where md.tenant_id = member.tenant_id and md.member_id = member.id)`.as(
        'departments',
      ),
    )
    .where('member_role.tenant_id', '=', me.tenantId)
    .where('member_role.role_id', '=', roleId)
    .orderBy('member.name')
    .limit(500)
    .execute();
}

async function logOf(tx: Tx, me: Me, roleId: string) {
  const rows = await tx
    .selectFrom('audit_log')
    .select(['at', 'actor', 'action', 'before', 'after'])
    .where('tenant_id', '=', me.tenantId)
    .where('subject_type', '=', subjects.role.type)
    .where('subject_id', '=', roleId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ before, after, ...row }) => ({ ...row, changes: changesBetween(before, after) }));
}

/** "数据范围：全部 → 本人" of each entry that differs. */
function changesBetween(before: unknown, after: unknown): string[] {
  const [was, is] = [(before ?? {}) as Record<string, string>, (after ?? {}) as Record<string, string>];
  return Object.keys(is).flatMap((key) => (was[key] === is[key] ? [] : [`${key}：${was[key] ? `${was[key]} → ` : ''}${is[key] || '无'}`]));
}

/** Whoever holds the role acts by the new one from their next request on. */
export const saveRole = (tx: Tx, me: Me, input: RoleInput): Promise<{ id: string }> => granting(tx, me, 'dataScope', () => writeRole(tx, me, input));

async function writeRole(tx: Tx, me: Me, input: RoleInput): Promise<{ id: string }> {
  const current = await lockSeen(tx, me, 'role', NOUN, input);
  if (current) await refuseWider(tx, me, current);
  const permissions = withParents(input.permissions);
  const beyond = await beyondMine(tx, me, { ...input, permissions, hidden: input.hiddenFields });
  if (beyond) refuseField(...tooWide[beyond]);
  const chosen = input.dataScope === 'WAREHOUSE' ? await ownWarehouses(tx, me, input.warehouses) : [];
  const values = {
    name: input.name,
    remark: input.remark,
    permissions,
    data_scope: input.dataScope,
    scope_regions: input.dataScope === 'REGION' ? [...new Set(input.regions)] : [],
    scope_warehouses: chosen,
    hidden_fields: [...new Set(input.hiddenFields)],
    updated_by: actorName(me),
    updated_at: sql<Date>`now()`,
  };
  const duplicate = await tx.selectFrom('role').select('id').where('tenant_id', '=', me.tenantId).where('name', '=', input.name).executeTakeFirst();
  if (duplicate && duplicate.id !== input.id) refuseField('name', `角色“${input.name}”已存在`);
  const before = current ? await snapshotOf(tx, me, current.id) : undefined;
  const id = await putUnsigned(tx, me, 'role', current, values);
  const after = await snapshotOf(tx, me, id);
  await audit(tx, me, {
    action: current ? '编辑角色' : '新建角色',
    subject: subjects.role,
    id,
    no: input.name,
    ...(before ? { before } : {}),
    after,
  });
  forgetSessions();
  return { id };
}

export async function deleteRole(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const current = await lockKnown(tx, me, 'role', NOUN, input);
  await refuseWider(tx, me, current);
  const holders = await membersWith(tx, me, input.id);
  if (holders.length)
    refuse(
      'ORGANISATION',
      `角色“${current.name}”正被${holders.length}个账号使用（${holders
        .slice(0, 3)
        .map((one) => one.name)
        .join('、')}${holders.length > 3 ? '等' : ''}），请先为他们更换角色`,
    );
  const before = await snapshotOf(tx, me, input.id);
  await tx.deleteFrom('role').where('tenant_id', '=', me.tenantId).where('id', '=', input.id).execute();
  await audit(tx, me, { action: '删除角色', subject: subjects.role, id: input.id, no: current.name, before });
  forgetSessions();
  return {};
}

export async function roleChoices(tx: Tx, me: Me) {
  const roles = await tx
    .selectFrom('role')
    .select(['id', 'name', 'data_scope'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { roles: roles.map(presented) };
}

/** Regions customers really have, and all warehouses. */
export async function scopeChoices(tx: Tx, me: Me) {
  const { rows } = await sql<{
    province: string;
    city: string;
  }>`select distinct province, city from customer where tenant_id = ${me.tenantId} and province <> '' order by 1, 2`.execute(tx);
  const provinces = [...new Set(rows.map((row) => row.province))];
  const cities = rows.filter((row) => row.city !== '' && row.city !== row.province).map((row) => row.province + row.city);
  const warehouses = await tx.selectFrom('warehouse').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('name').execute();
  const areas = await tx.selectFrom('sales_area').select(['name', 'sort']).where('tenant_id', '=', me.tenantId).where('parent_id', 'is', null).execute();
  areas.sort((a, b) => a.sort - b.sort || a.name.localeCompare(b.name, 'zh'));
  return { regions: [...areas.map((one) => one.name), ...provinces, ...cities], warehouses };
}

const tooWide: Record<Dimension, [field: string, message: string]> = {
  permissions: ['permissions', '所选权限超过您自己的权限，请由管理员设置'],
  customers: ['dataScope', '该数据范围超过您自己的数据范围，请选择您范围内的区域或“本人”，其他范围请由管理员设置'],
  warehouses: ['dataScope', '该数据范围不限制仓库或包含您范围以外的仓库，请选择您负责的仓库，其他范围请由管理员设置'],
  fields: ['hiddenFields', '对您隐藏的字段，角色也须隐藏，请由管理员设置'],
};

/** In what the role, were it one's only one, would go further than one does now. */
async function beyondMine(tx: Tx, me: Me, role: GrantedRole): Promise<Dimension | undefined> {
  if (me.isAdmin) return undefined;
  return gainedBeyond(noAuthority, await authorityAlone(tx, me, role), authorityOfMe(me), me.memberId ?? '');
}

async function ownWarehouses(tx: Tx, me: Me, ids: readonly string[]): Promise<string[]> {
  const found = await tx
    .selectFrom('warehouse')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  if (found.length < new Set(ids).size) refuseField('warehouses', '所选仓库不存在或已删除');
  return found.map((one) => one.id);
}

async function refuseWider(tx: Tx, me: Me, row: Selectable<DB['role']>): Promise<void> {
  if (await beyondMine(tx, me, { permissions: row.permissions, hidden: row.hidden_fields, ...limitOf(row) }))
    refuse('ORGANISATION', `角色“${row.name}”的权限、数据范围或可见字段超过您自己的，只能由管理员修改`);
}

async function snapshotOf(tx: Tx, me: Me, id: string): Promise<Record<string, string>> {
  const row = await rolesFor(tx, me).select(['role.permissions', 'role.hidden_fields']).where('role.id', '=', id).executeTakeFirstOrThrow();
  return {
    角色名称: row.name,
    说明: row.remark,
    权限: permissionNames(new Set(row.permissions)).join('、'),
    数据范围: [scopeKinds[row.data_scope as ScopeKind], ...row.places].join(' '),
    隐藏字段: row.hidden_fields.map((field) => hideableFields[field as HideableField]).join('、'),
  };
}
