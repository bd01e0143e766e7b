import { isIP } from 'node:net';
import { sql } from 'kysely';
import { permissionNames } from '~/domains/role/role';
import { type Dimension, type HideableField, hideableFields } from '~/portal/authority';
import { actorName, type Me } from '~/portal/me';
import { callKey, codesForPrograms, isForPrograms, openness } from '~/portal/programs';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { mustStand } from '~/server/document.server';
import { beyondGiver } from '~/server/granting.server';
import { newId } from '~/server/ids.server';
import { servedCalls } from '~/server/serve.server';
import { updateKnown } from '~/server/versioned.server';
import { refuse, refuseField } from '~/shared/refusal';
import { type AppScope, type AppState, appFlow, appKinds, appScopes, appStates } from './app';
import type { AppInput, AppUpdate } from './app.schema';
import { authorityOfApp, lockApp } from './app.server';
import { newSecret, shownOnce, storedSecret } from './appSecret.server';
import * as subjects from './subjects';

export async function createApp(tx: Tx, me: Me, input: AppInput, now: Date) {
  const id = newId();
  const values = await grantFor(tx, me, id, input);
  await mustBeNew(tx, me, input.name, '');
  const secret = newSecret();
  const appKey = `hlt_${newId().replaceAll('-', '')}`;
  await tx
    .insertInto('open_app')
    .values({
      tenant_id: me.tenantId,
      id,
      app_key: appKey,
      kind: input.kind,
      ...values,
      ...storedSecret(me, secret, now),
      created_by: actorName(me),
      updated_by: actorName(me),
    })
    .execute();
  await audit(tx, me, { action: '新建第三方应用', subject: subjects.openApp, id, no: input.name, after: await snapshotOf(tx, me, id) });
  return shownOnce({ id, appKey }, secret, null);
}

export async function updateApp(tx: Tx, me: Me, input: AppUpdate): Promise<{ id: string }> {
  const app = await lockApp(tx, me, input, true);
  const values = await grantFor(tx, me, app.id, input);
  await mustBeNew(tx, me, input.name, app.id);
  const before = await snapshotOf(tx, me, app.id);
  await updateKnown(tx, me, 'open_app', app, { ...values, updated_by: actorName(me), updated_at: sql`now()` });
  await audit(tx, me, {
    action: '编辑第三方应用',
    subject: subjects.openApp,
    id: app.id,
    no: input.name,
    before,
    after: await snapshotOf(tx, me, app.id),
  });
  return { id: app.id };
}

/** Stopping an app asks for nothing but the right to manage apps; letting it act again is giving. */
export async function switchApp(tx: Tx, me: Me, input: { id: string; version: number; status: AppState }): Promise<{ id: string }> {
  const app = await lockApp(tx, me, input, input.status === 'ENABLED');
  const status = app.status as AppState;
  const standing = { title: `应用“${app.name}”`, state: status, names: appStates, reason: 'APP_RULE' } as const;
  mustStand(standing, (from) => appFlow.mayBecome(from, input.status), `改为“${appStates[input.status]}”`);
  await updateKnown(tx, me, 'open_app', app, { status: input.status, updated_by: actorName(me), updated_at: sql`now()` });
  if (input.status === 'REVOKED') await tx.deleteFrom('open_token').where('tenant_id', '=', me.tenantId).where('app_id', '=', app.id).execute();
  const [before, after] = [{ 状态: appStates[status] }, { 状态: appStates[input.status] }];
  const action = { ENABLED: '启用第三方应用', DISABLED: '停用第三方应用', REVOKED: '注销第三方应用' }[input.status];
  await audit(tx, me, { action, subject: subjects.openApp, id: app.id, no: app.name, before, after });
  return { id: app.id };
}

/** What it did stays in the logs. */
export async function deleteApp(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const app = await lockApp(tx, me, input, false);
  if (app.status !== 'REVOKED') refuse('APP_RULE', `应用“${app.name}”尚未注销，请先注销再删除`);
  const before = await snapshotOf(tx, me, app.id);
  await tx.deleteFrom('open_app').where('tenant_id', '=', me.tenantId).where('id', '=', app.id).execute();
  await audit(tx, me, { action: '删除第三方应用', subject: subjects.openApp, id: app.id, no: app.name, before });
  return {};
}

type Given = Omit<AppInput, 'kind'>;

/** The columns of what is given, when the giver may give it. */
async function grantFor(tx: Tx, me: Me, id: string, input: Given) {
  const permissions = [...new Set(input.permissions)].sort();
  for (const code of permissions) if (!isForPrograms(code)) refuseField('permissions', '所选权限只供人员使用，不能授予第三方应用');
  const granted = {
    permissions,
    hidden_fields: [...new Set(input.hiddenFields)],
    data_scope: input.dataScope,
    scope_regions: input.dataScope === 'REGION' ? [...new Set(input.regions)] : [],
    scope_warehouses: input.dataScope === 'WAREHOUSE' ? await ownWarehouses(tx, me, input.warehouses) : [],
  };
  const beyond = beyondGiver(me, authorityOfApp({ id, ...granted }));
  if (beyond) refuseField(...tooWide[beyond]);
  return {
    ...granted,
    name: input.name,
    remark: input.remark,
    calls: callsWithin(permissions, input.calls),
    ip_allow: [...new Set(input.ipAllow)].map(checkedAddress),
    expires_on: input.expiresOn || null,
    per_minute: input.perMinute,
    per_day: input.perDay,
  };
}

const tooWide: Record<Dimension, [field: string, message: string]> = {
  permissions: ['permissions', '所选权限超过您自己的权限，请由管理员设置'],
  customers: ['dataScope', '该数据范围超过您自己的数据范围，请选择您范围内的区域，其他范围请由管理员设置'],
  warehouses: ['dataScope', '该数据范围不限制仓库或包含您范围以外的仓库，请选择您负责的仓库，其他范围请由管理员设置'],
  fields: ['hiddenFields', '对您隐藏的字段，应用也须隐藏，请由管理员设置'],
};

function callsWithin(permissions: readonly string[], calls: readonly string[]): string[] {
  const given = new Map(servedCalls().map(({ endpoint }) => [callKey(endpoint), endpoint]));
  return [...new Set(calls)].sort().map((key) => {
    const endpoint = given.get(key);
    if (!endpoint || openness(endpoint) !== 'given') return refuseField('calls', `没有可授予应用的接口“${key.slice(0, 80)}”，请刷新后重选`);
    if (!codesForPrograms(endpoint).some((code) => permissions.includes(code)))
      refuseField('calls', `接口“${endpoint.options.title}”不在所选权限内，请先勾选相应权限`);
    return key;
  });
}

/** One address or a network; a network of everybody is none. */
function checkedAddress(text: string): string {
  const [net = '', bits, more] = text.split('/');
  const family = isIP(net);
  const most = family === 6 ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= most);
  if (!family || !fits || more !== undefined) refuseField('ipAllow', `“${text}”不是有效的IP地址或网段，请填写如 203.0.113.8 或 203.0.113.0/24（网段至少8位）`);
  return text;
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

async function mustBeNew(tx: Tx, me: Me, name: string, own: string): Promise<void> {
  const namesake = await tx
    .selectFrom('open_app')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('name', '=', name)
    .where('status', '<>', 'REVOKED')
    .executeTakeFirst();
  if (namesake && namesake.id !== own) refuseField('name', `应用“${name}”已存在`);
}

async function snapshotOf(tx: Tx, me: Me, id: string): Promise<Record<string, string>> {
  const row = await tx.selectFrom('open_app').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirstOrThrow();
  return {
    应用名称: row.name,
    说明: row.remark,
    用途: appKinds[row.kind as keyof typeof appKinds],
    权限: permissionNames(new Set(row.permissions)).join('、'),
    接口: row.calls.join('、'),
    数据范围: [appScopes[row.data_scope as AppScope], ...row.scope_regions, row.scope_warehouses.length ? `${row.scope_warehouses.length}个仓库` : '']
      .filter(Boolean)
      .join(' '),
    隐藏字段: row.hidden_fields.map((field) => hideableFields[field as HideableField]).join('、'),
    IP白名单: row.ip_allow.join('、'),
    有效期至: row.expires_on ? String(row.expires_on) : '',
    调用上限: `每分钟${row.per_minute}次，每天${row.per_day}次`,
  };
}
