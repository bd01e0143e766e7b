import { sql } from 'kysely';
import type { z } from 'zod';
import { type Authority, authorityOfRoles, gainedBeyond, type HideableField, noAuthority } from '~/portal/authority';
import type { Me } from '~/portal/me';
import { subjectLog } from '~/server/audit.server';
import { limitOf } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { authoritiesByAccount, beyondGiver } from '~/server/granting.server';
import { containing, pageFrom } from '~/server/list.server';
import { lockKnown } from '~/server/versioned.server';
import { shanghaiDate, startOfDay } from '~/shared/dates';
import type { Page } from '~/shared/page';
import { notFound, refuse } from '~/shared/refusal';
import { type AppKind, type AppScope, type AppState, isEditable } from './app';
import type { AppDetail, AppQuery, AppRow } from './app.schema';
import * as subjects from './subjects';

type Row = z.output<typeof AppRow>;
interface Granted {
  id: string;
  permissions: string[];
  hidden_fields: string[];
  data_scope: string;
  scope_regions: string[];
  scope_warehouses: string[];
}

/** What an app may do and see, as `gainedBeyond` compares it. */
export const authorityOfApp = (app: Granted): Authority =>
  authorityOfRoles([{ permissions: app.permissions, hidden: app.hidden_fields, ...limitOf(app) }], { memberId: app.id, colleagues: [] });

/** Whoever can act as the app has its rights: only those who hold them all may. */
export const holdsAllOf = (me: Me, app: Granted): boolean => beyondGiver(me, authorityOfApp(app)) === undefined;

function appsFor(tx: Tx, me: Pick<Me, 'tenantId'>, now: Date) {
  const used = sql<Date | null>`(select max(u.starts) from open_usage u where u.tenant_id = a.tenant_id and u.app_id = a.id and u.span = 'M')`;
  const today = sql<number>`coalesce((select u.calls from open_usage u where u.tenant_id = a.tenant_id and u.app_id = a.id and u.span = 'D'
    and u.starts = ${startOfDay(shanghaiDate(now))}), 0)`;
  return tx
    .selectFrom('open_app as a')
    .select(['a.id', 'a.name', 'a.app_key as appKey', 'a.kind', 'a.status', sql<string>`coalesce(to_char(a.expires_on, 'YYYY-MM-DD'), '')`.as('expiresOn')])
    .select([sql<number>`cardinality(a.calls)`.as('callCount'), today.as('today'), 'a.per_day as perDay', used.as('usedAt')])
    .select(['a.secret_to_name as secretTo', 'a.secret_to', 'a.secret_at as secretAt', 'a.updated_at as updatedAt', 'a.version'])
    .select(['a.permissions', 'a.hidden_fields', 'a.data_scope', 'a.scope_regions', 'a.scope_warehouses'])
    .where('a.tenant_id', '=', me.tenantId);
}

export async function listApps(tx: Tx, me: Me, query: AppQuery, now: Date): Promise<Page<Row>> {
  let rows = appsFor(tx, me, now);
  if (query.name) rows = rows.where('a.name', 'ilike', containing(query.name));
  if (query.status) rows = rows.where('a.status', '=', query.status);
  if (query.kind) rows = rows.where('a.kind', '=', query.kind);
  const order = { sort: { name: 'a.name', updatedAt: 'a.updated_at' }, initial: [['a.created_at', 'desc']] as const, tiebreak: 'a.id' };
  const page = await pageFrom(tx, rows, query, order);
  const people = await authoritiesByAccount(tx, me);
  return { ...page, pagedRecords: page.pagedRecords.map((row) => presented(row, people)) };
}

type People = Awaited<ReturnType<typeof authoritiesByAccount>>;
type Found = Awaited<ReturnType<ReturnType<typeof appsFor>['executeTakeFirstOrThrow']>>;

function presented(row: Found, people: People): Row {
  const { secret_to, permissions: _, hidden_fields: __, data_scope: ___, scope_regions: ____, scope_warehouses: _____, ...rest } = row;
  return { ...rest, kind: row.kind as AppKind, status: row.status as AppState, risk: row.status === 'REVOKED' ? '' : riskOf(row, people.get(secret_to)) };
}

/** The secret is known to whoever was shown it last: rights they lose since are still the app's. */
function riskOf(app: Found, holder: Authority | undefined): string {
  if (!holder) return `密钥曾由“${app.secretTo}”领取，该人员已停用或离职，请更换密钥`;
  if (gainedBeyond(noAuthority, authorityOfApp(app), holder, '')) return `密钥曾由“${app.secretTo}”领取，其现在的权限或数据范围小于应用，请更换密钥`;
  return '';
}

export async function getApp(tx: Tx, me: Me, id: string, now: Date): Promise<z.output<typeof AppDetail>> {
  const places = sql<string[]>`case a.data_scope when 'REGION' then a.scope_regions when 'WAREHOUSE' then
    array(select w.name from warehouse w where w.tenant_id = a.tenant_id and w.id = any(a.scope_warehouses) order by w.name) else '{}' end`;
  const row = await appsFor(tx, me, now)
    .select(['a.remark', 'a.ip_allow', 'a.per_minute', 'a.calls', 'a.secret_tail', 'a.old_until', 'a.created_by', 'a.created_at', places.as('places')])
    .where('a.id', '=', id)
    .executeTakeFirst();
  if (!row) return notFound('该应用');
  return {
    ...presented(row, await authoritiesByAccount(tx, me)),
    remark: row.remark,
    ipAllow: row.ip_allow,
    perMinute: row.per_minute,
    permissions: row.permissions,
    calls: row.calls,
    dataScope: row.data_scope as AppScope,
    regions: row.scope_regions,
    warehouses: row.scope_warehouses,
    places: row.places,
    hiddenFields: row.hidden_fields as HideableField[],
    secretTail: row.secret_tail,
    oldUntil: row.old_until && row.old_until > now ? row.old_until : null,
    createdBy: row.created_by,
    createdAt: row.created_at,
    mayEdit: isEditable(row.status) && holdsAllOf(me, row),
    log: await subjectLog(tx, me, subjects.openApp, id),
  };
}

/** The app, locked and as last seen; `asGiver` where what follows lets somebody act with its rights. */
export async function lockApp(tx: Tx, me: Me, input: { id: string; version: number }, asGiver: boolean) {
  const app = await lockKnown(tx, me, 'open_app', '应用', input);
  if (asGiver && !isEditable(app.status)) refuse('APP_RULE', `应用“${app.name}”已注销，不能再修改`);
  if (asGiver && !holdsAllOf(me, app)) refuse('APP_RULE', `应用“${app.name}”的权限、数据范围或可见字段超过您自己的，只能由管理员操作`);
  return app;
}
