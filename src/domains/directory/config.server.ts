import type { z } from 'zod';
import type { Me } from '~/portal/me';
import { DINGTALK_SYNC } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { authorityAlone, limitOf } from '~/server/authority.server';
import { database, jsonb, type Tx } from '~/server/db.server';
import { beyondGiver, gainWords } from '~/server/granting.server';
import { seal, unseal } from '~/server/secrets.server';
import { scopeOf } from '~/server/serve.server';
import { mustBeSeen, mustHaveWritten, nextVersion } from '~/server/versioned.server';
import { refuse, refuseField } from '~/shared/refusal';
import { listDepartments } from '../organisation/department.server';
import { inTreeOrder, pathOf } from '../organisation/departmentTree';
import { memberChoices } from '../organisation/memberList.server';
import { type DingtalkApp, dingtalkOf, type Pace, usualPace } from './dingtalk.server';
import { type HandOverRule, handOvers, type Mapping, mappedFields, mappedKeys, policies, usualMapping } from './directory';
import type { Config, ConfigInput, TestAnswer, TestInput } from './directory.schema';
import { tryDirectory } from './readDirectory.server';
import * as subjects from './subjects';

const secretUse = (tenantId: bigint): string => `dingtalk_config.secret/${tenantId}`;

/** What a run goes by. */
export interface Configured {
  app: DingtalkApp;
  rootId: string | null;
  roleId: string | null;
  roleName: string;
  handOver: HandOverRule;
  handOverTo: string | null;
  invite: boolean;
  mapping: Mapping;
  nightly: boolean;
  configuredBy: string;
}
export async function configured(tx: Tx, tenantId: bigint): Promise<Configured | null> {
  const row = await rowOf(tx, tenantId);
  if (!row) return null;
  const role = row.default_role_id
    ? await tx.selectFrom('role').select('name').where('tenant_id', '=', tenantId).where('id', '=', row.default_role_id).executeTakeFirst()
    : undefined;
  return {
    app: { appKey: row.app_key, secret: unseal(secretUse(tenantId), row.secret) },
    rootId: row.root_department_id,
    roleId: role ? row.default_role_id : null,
    roleName: role?.name ?? '',
    handOver: row.hand_over as HandOverRule,
    handOverTo: row.hand_over_to,
    invite: row.invite,
    mapping: { ...usualMapping, ...(row.mapping as Partial<Mapping>) },
    nightly: row.nightly,
    configuredBy: row.configured_by,
  };
}

/** The configuration without its secret, and what may be chosen in it. */
export async function readConfig(tx: Tx, me: Me): Promise<z.output<typeof Config>> {
  const row = await rowOf(tx, me.tenantId);
  const all = (await listDepartments(tx, me)).filter((one) => one.status === 'ACTIVE');
  const run = await tx.selectFrom('dingtalk_run').select('id').where('tenant_id', '=', me.tenantId).orderBy('started_at', 'desc').limit(1).executeTakeFirst();
  const by = row
    ? await tx.selectFrom('member').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', row.configured_by).executeTakeFirst()
    : undefined;
  return {
    config: row
      ? {
          appKey: row.app_key,
          rootDepartmentId: row.root_department_id ?? '',
          defaultRoleId: row.default_role_id ?? '',
          handOver: row.hand_over as HandOverRule,
          handOverTo: row.hand_over_to ?? '',
          nightly: row.nightly,
          invite: row.invite,
          ...usualMapping,
          ...(row.mapping as Partial<Mapping>),
          version: row.version,
          configuredBy: by?.name ?? '',
          updatedAt: row.updated_at,
        }
      : null,
    departments: inTreeOrder(all).map(({ id }) => ({ id, name: pathOf(all, id) })),
    roles: await givableRoles(tx, me),
    members: (await memberChoices(tx, me)).map(({ id, name, jobTitle }) => ({ id, name: jobTitle ? `${name}（${jobTitle}）` : name })),
    runId: run?.id ?? '',
  };
}

/** Whoever saves lends the nightly run their rights, so the role of new people is one they may give. */
export async function saveConfig(tx: Tx, me: Me, input: z.output<typeof ConfigInput>, now: Date): Promise<{ version: number }> {
  const before = await rowOf(tx, me.tenantId, true);
  mustBeSeen(before, input.version);
  if (!me.memberId) return refuse('ORGANISATION', '只有企业成员可以配置钉钉同步');
  if (!before && !input.appSecret) refuseField('appSecret', '请填写应用的AppSecret（Client Secret）');
  if (before && before.app_key !== input.appKey && !input.appSecret) refuseField('appSecret', '更换AppKey时请同时填写新的AppSecret');
  await refuseUnlessThere(tx, me, input);
  const values = {
    app_key: input.appKey,
    secret: input.appSecret ? seal(secretUse(me.tenantId), input.appSecret) : (before?.secret ?? ''),
    root_department_id: input.rootDepartmentId || null,
    default_role_id: input.defaultRoleId || null,
    hand_over: input.handOver,
    hand_over_to: input.handOver === 'PERSON' ? input.handOverTo || null : null,
    nightly: input.nightly,
    invite: input.invite,
    mapping: jsonb(Object.fromEntries(mappedKeys.map((key) => [key, input[key]]))),
    configured_by: me.memberId,
    version: nextVersion(input),
    updated_at: now,
  };
  const written = before
    ? await tx.updateTable('dingtalk_config').set(values).where('tenant_id', '=', me.tenantId).where('version', '=', input.version).executeTakeFirst()
    : await tx
        .insertInto('dingtalk_config')
        .values({ tenant_id: me.tenantId, ...values })
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
  mustHaveWritten(written);
  await audit(tx, me, {
    action: '配置钉钉同步',
    ...{ subject: subjects.dingtalkConfig, id: me.tenantId.toString(), no: '钉钉同步' },
    ...(before ? { before: shown({ ...before, mapping: before.mapping as Partial<Mapping> }) } : {}),
    after: { ...shown({ ...values, mapping: input }), ...(before && input.appSecret ? { 密钥: '已更换' } : {}) },
  });
  return { version: nextVersion(input) };
}

/** Asks DingTalk at once with what was typed, or what is kept. Holds no connection while it waits. */
export async function testConfig(me: Me, input: z.output<typeof TestInput>, pace: Pace = { ...usualPace, waitMs: 300 }): Promise<z.output<typeof TestAnswer>> {
  const kept = input.appSecret ? null : await database().inTenant(scopeOf(me), (tx) => rowOf(tx, me.tenantId), { readOnly: true });
  if (!input.appSecret && kept?.app_key !== input.appKey) refuseField('appSecret', '请填写应用的AppSecret（Client Secret）');
  const secret = input.appSecret || unseal(secretUse(me.tenantId), kept?.secret ?? '');
  try {
    const { mobile, ...seen } = await tryDirectory(dingtalkOf({ appKey: input.appKey, secret }, pace));
    const problems = [
      ...(seen.departments === 0 && seen.people === 0 ? ['应用的可见范围内没有部门和人员，请在钉钉开放平台调整“权限范围”'] : []),
      ...(seen.people > 0 && !mobile ? ['读不到成员手机号，请为应用开通“成员手机号信息”权限，否则无法为新成员开通账号'] : []),
    ];
    return { ...seen, problems };
  } catch (error) {
    return refuse('BAD_STATE', `连接钉钉失败：${error instanceof Error ? error.message : String(error)}`);
  }
}

export const refuseUnlessSyncing = (me: Me): void => {
  if (!me.permissions.has(DINGTALK_SYNC)) refuse('ORGANISATION', `“${me.name}”已没有“钉钉同步”权限`);
};

async function refuseUnlessThere(tx: Tx, me: Me, input: z.output<typeof ConfigInput>): Promise<void> {
  if (input.rootDepartmentId && !(await listDepartments(tx, me)).some((one) => one.id === input.rootDepartmentId && one.status === 'ACTIVE'))
    refuseField('rootDepartmentId', '所选部门不存在或已停用');
  if (input.handOver === 'PERSON' && !(await memberChoices(tx, me)).some((one) => one.id === input.handOverTo))
    refuseField('handOverTo', '请选择接手工作的在职人员');
  if (!input.defaultRoleId) return;
  const role = (await rolesOf(tx, me)).find((one) => one.id === input.defaultRoleId) ?? refuseField('defaultRoleId', '所选角色不存在或已删除');
  const beyond = beyondGiver(me, await authorityAlone(tx, me, role));
  if (beyond) refuseField('defaultRoleId', `角色“${role.name}”会使新成员${gainWords[beyond]}，请选择您可以授予的角色，或由管理员配置`);
}

async function givableRoles(tx: Tx, me: Me): Promise<{ id: string; name: string }[]> {
  const givable: { id: string; name: string }[] = [];
  for (const role of await rolesOf(tx, me)) if (!beyondGiver(me, await authorityAlone(tx, me, role))) givable.push({ id: role.id, name: role.name });
  return givable;
}

async function rolesOf(tx: Tx, me: Me) {
  const rows = await tx
    .selectFrom('role')
    .select(['id', 'name', 'permissions', 'hidden_fields', 'data_scope', 'scope_regions', 'scope_warehouses'])
    .where('tenant_id', '=', me.tenantId)
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, permissions: row.permissions, hidden: row.hidden_fields, ...limitOf(row) }));
}

const rowOf = (tx: Tx, tenantId: bigint, locked = false) => {
  const query = tx.selectFrom('dingtalk_config').selectAll().where('tenant_id', '=', tenantId);
  return (locked ? query.forUpdate() : query).executeTakeFirst();
};

interface Shown {
  app_key: string;
  hand_over: string;
  nightly: boolean;
  invite: boolean;
  mapping: Partial<Mapping>;
}
const shown = ({ app_key, hand_over, nightly, invite, mapping }: Shown) => ({
  应用编号: app_key,
  离职交接: handOvers[hand_over as HandOverRule],
  每晚自动同步: nightly ? '是' : '否',
  短信通知新成员: invite ? '是' : '否',
  ...Object.fromEntries(mappedKeys.map((key) => [mappedFields[key], policies[mapping[key] ?? 'UNLESS_EDITED']])),
});
