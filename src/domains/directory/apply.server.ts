import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { config } from '~/server/config.server';
import { jsonb, type Tx } from '~/server/db.server';
import { granting } from '~/server/granting.server';
import { newId } from '~/server/ids.server';
import { mustBeSeen, nextVersion, raised } from '~/server/versioned.server';
import { notFound, refuse } from '~/shared/refusal';
import { listDepartments, switchDepartment } from '../organisation/department.server';
import { handOverWork, workloadOf } from '../organisation/handOver.server';
import { addMember, lockMember, writeMember, writeStatus } from '../organisation/member.server';
import { rolesOf } from '../organisation/memberList.server';
import { type Reshaped, reshapeDepartments } from '../organisation/reshape.server';
import type { Configured } from './config.server';
import { type Basis, type DepartmentPayload, externalOfKey, type Key, type LinkKind, type MemberPayload, type PlanRow } from './directory';

/** A row with what it is to write. */
export type Applied = Omit<PlanRow, 'payload'> & { payload: DepartmentPayload | MemberPayload | null };
export interface Doing {
  rules: Configured;
  now: Date;
  /** Of a password nobody knows, for accounts that are made. */
  hash: string;
}

/** All departments that are made, changed or found again, in one change. */
export async function applyDepartments(tx: Tx, me: Me, rows: readonly Applied[]): Promise<void> {
  const ids = new Map(rows.map((row) => [row.externalId, row.localId ?? newId()]));
  const idOf = (key: Key | null): string | null => {
    const external = key === null ? null : externalOfKey(key);
    if (external === null) return key;
    return ids.get(external) ?? refuse('ORGANISATION', '上级部门未能同步，请重新预览');
  };
  const changed = rows.filter((row) => row.action === 'CREATE' || row.action === 'UPDATE' || row.action === 'ENABLE');
  const open = new Map((await listDepartments(tx, me)).map((one) => [one.id, one.status]));
  const wanted = changed.map((row): Reshaped => {
    const payload = row.payload as DepartmentPayload;
    const id = ids.get(row.externalId) as string;
    const status = row.action === 'UPDATE' ? (open.get(id) ?? 'ACTIVE') : 'ACTIVE';
    return { id, version: payload.version, name: payload.name, parentId: idOf(payload.parent), status };
  });
  await granting(tx, me, 'departments', () => reshapeDepartments(tx, me, wanted));
  for (const row of rows) {
    const { basis } = (row.payload ?? { basis: {} }) as DepartmentPayload;
    const kept: Basis = { ...(basis.name === undefined ? {} : { name: basis.name }), ...(basis.parent === undefined ? {} : { parentId: idOf(basis.parent) }) };
    await putLink(tx, me, { row, kind: 'DEPARTMENT', localId: ids.get(row.externalId) as string, basis: kept, present: row.payload !== null });
  }
}

export async function closeDepartment(tx: Tx, me: Me, row: Applied): Promise<string> {
  // Its version may have moved on by this very run, when somebody else became its leader.
  const current = (await listDepartments(tx, me)).find((one) => one.id === row.localId) ?? notFound('该部门');
  if (current.status === 'ACTIVE') await switchDepartment(tx, me, { id: current.id, version: current.version, status: 'DISABLED' });
  await putLink(tx, me, { row, kind: 'DEPARTMENT', localId: row.localId as string, basis: null, present: false });
  return '';
}

/** One person: made, changed, called back or let go. Inside `granting`; gives what is worth saying about it. */
export async function applyPerson(tx: Tx, me: Me, row: Applied, doing: Doing): Promise<string> {
  const payload = row.payload as MemberPayload;
  if (row.action === 'DISABLE') return letGo(tx, me, row, doing);
  if (row.action === 'MARK' && Object.keys(payload.basis).length === 0) {
    await putLink(tx, me, { row, kind: 'MEMBER', localId: row.localId as string, basis: null, present: false });
    return '';
  }
  const departmentIds = await idsOf(tx, me, payload.departments);
  const id = row.action === 'CREATE' ? await joined(tx, me, row, departmentIds, doing) : await changed(tx, me, row, departmentIds);
  if (payload.formerId && payload.formerId !== row.externalId)
    await tx
      .deleteFrom('dingtalk_link')
      .where('tenant_id', '=', me.tenantId)
      .where('kind', '=', 'MEMBER')
      .where('external_id', '=', payload.formerId)
      .execute();
  const { departments, ...texts } = payload.basis;
  const basis: Basis = { ...texts, ...(departments ? { departmentIds: await idsOf(tx, me, departments) } : {}) };
  await putLink(tx, me, { row, kind: 'MEMBER', localId: id, basis, present: true });
  return '';
}

async function joined(tx: Tx, me: Me, row: Applied, departmentIds: string[], { rules, now, hash }: Doing): Promise<string> {
  const { name, jobTitle } = row.payload as MemberPayload;
  const seat = { name, jobTitle, mobile: row.mobile, departmentIds, roleIds: rules.roleId ? [rules.roleId] : [], isAdmin: false };
  const origin = config().PUBLIC_ORIGIN;
  const { id } = await addMember(tx, me, seat, { now, ...(origin ? { origin } : {}) }, { quiet: !rules.invite, hash });
  return id;
}

/** Roles and being an administrator stay as they are, whoever says what. */
async function changed(tx: Tx, me: Me, row: Applied, departmentIds: string[]): Promise<string> {
  const payload = row.payload as MemberPayload;
  const id = row.localId as string;
  const current = await lockMember(tx, me, id);
  mustBeSeen(current, payload.version, `“${current.name}”的账号在预览之后被修改，下次同步再处理`);
  if (row.action === 'LINK' || row.action === 'MARK') return id;
  let { version } = current;
  if (row.action === 'ENABLE') {
    await writeStatus(tx, me, { id, version, status: 'ACTIVE' });
    version = nextVersion(current);
  }
  const roleIds = ((await rolesOf(tx, me, [id])).get(id) ?? []).map((role) => role.id);
  await writeMember(tx, me, { id, version, name: payload.name, jobTitle: payload.jobTitle, departmentIds, roleIds, isAdmin: current.is_admin });
  return id;
}

/** Out at once; what they answered for goes to whom the rule names, as far as whoever runs this may give it. */
async function letGo(tx: Tx, me: Me, row: Applied, { rules, now }: Doing): Promise<string> {
  const id = row.localId as string;
  const { version } = row.payload as MemberPayload;
  const current = await lockMember(tx, me, id);
  mustBeSeen(current, version, `“${current.name}”的账号在预览之后被修改，下次同步再处理`);
  const said = await handedOver(tx, me, id, rules, now);
  await writeStatus(tx, me, { id, version: current.version, status: 'DISABLED' });
  await putLink(tx, me, { row, kind: 'MEMBER', localId: id, basis: null, present: false });
  return said;
}

async function handedOver(tx: Tx, me: Me, id: string, rules: Configured, now: Date): Promise<string> {
  const { work } = await workloadOf(tx, me, { id });
  const held = work.filter((one) => one.count > 0);
  if (held.length === 0) return '';
  const left = `名下仍有${held.map((one) => `${one.label}${one.count}`).join('、')}`;
  const to = await takerOf(tx, me, id, rules);
  if (!to) return rules.handOver === 'NONE' ? `${left}，按设置未交接` : `${left}，没有可接手的人，请手工交接`;
  const given = held.filter((one) => !one.problem);
  const kept = held.filter((one) => one.problem);
  if (given.length) await handOverWork(tx, me, { id, toId: to.id, keys: given.map((one) => one.key), reason: '钉钉同步：离职' }, now);
  const done = given.length ? `已将${given.map((one) => `${one.label}${one.count}`).join('、')}交接给${to.name}` : '';
  return [done, ...kept.map((one) => `${one.label}${one.count}未交接：${one.problem}`)].filter(Boolean).join('；');
}

/** The leader of the person's main department or of the next one above; the named person where there is none. */
async function takerOf(tx: Tx, me: Me, id: string, rules: Configured): Promise<{ id: string; name: string } | null> {
  const active = (memberId: string | null) =>
    memberId && memberId !== id
      ? tx
          .selectFrom('member')
          .select(['id', 'name'])
          .where('tenant_id', '=', me.tenantId)
          .where('id', '=', memberId)
          .where('status', '=', 'ACTIVE')
          .executeTakeFirst()
      : undefined;
  if (rules.handOver === 'NONE') return null;
  if (rules.handOver === 'PERSON') return (await active(rules.handOverTo)) ?? null;
  const { rows } = await sql<{ leader_id: string | null }>`
    with recursive up (id, parent_id, leader_id, n) as (
      select d.id, d.parent_id, d.leader_id, 0 from member_department md join department d on d.tenant_id = md.tenant_id and d.id = md.department_id
        where md.tenant_id = ${me.tenantId} and md.member_id = ${id} and md.is_primary
      union all select d.id, d.parent_id, d.leader_id, up.n + 1 from up join department d on d.tenant_id = ${me.tenantId} and d.id = up.parent_id)
    select leader_id from up order by n`.execute(tx);
  for (const { leader_id } of rows) {
    const leader = await active(leader_id);
    if (leader) return leader;
  }
  return null;
}

/** Departments made in this run have their ids by now; one that could not be made is left out. */
async function idsOf(tx: Tx, me: Me, keys: readonly Key[]): Promise<string[]> {
  const externals = keys.flatMap((key) => externalOfKey(key) ?? []);
  if (externals.length === 0) return [...keys];
  const made = await tx
    .selectFrom('dingtalk_link')
    .select(['external_id', 'local_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', 'DEPARTMENT')
    .where('external_id', 'in', externals)
    .execute();
  const byExternal = new Map(made.map((one) => [one.external_id, one.local_id]));
  return keys.flatMap((key) => {
    const external = externalOfKey(key);
    return external === null ? key : (byExternal.get(external) ?? []);
  });
}

interface Linked {
  row: Applied;
  kind: LinkKind;
  localId: string;
  /** Null: as it was. */
  basis: Basis | null;
  present: boolean;
}
/** A department or member here stands for one over there, the latest. */
async function putLink(tx: Tx, me: Me, { row, kind, localId, basis, present }: Linked): Promise<void> {
  const changed = { local_id: localId, present, name: row.name, updated_at: sql<Date>`now()`, ...(basis ? { basis: jsonb(basis) } : {}) };
  await tx
    .deleteFrom('dingtalk_link')
    .where('tenant_id', '=', me.tenantId)
    .where('kind', '=', kind)
    .where('local_id', '=', localId)
    .where('external_id', '!=', row.externalId)
    .execute();
  await tx
    .insertInto('dingtalk_link')
    .values({ tenant_id: me.tenantId, kind, external_id: row.externalId, ...changed })
    .onConflict((on) => on.columns(['tenant_id', 'kind', 'external_id']).doUpdateSet({ ...changed, version: raised('dingtalk_link.version') }))
    .execute();
}
