import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { sql } from 'kysely';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import { config } from '~/server/config.server';
import { onCommit } from '~/server/db/transaction.server';
import type { Tx } from '~/server/db.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { newId } from '~/server/ids.server';
import { wake } from '~/server/jobs.server';
import { pageFrom } from '~/server/list.server';
import { isPrivateAddress } from '~/server/outgoing/http.server';
import { seal } from '~/server/secrets.server';
import { lockKnown, updateKnown } from '~/server/versioned.server';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { isEditable } from './app';
import { holdsAllOf } from './app.server';
import * as subjects from './subjects';
import { eventName, subscribableOf } from './subscribable';
import { type DeliveryState, type EndpointState, endpointStates, PING } from './webhook';
import type { DeliveryQuery, EndpointInput } from './webhook.schema';

const MOST_ENDPOINTS = 10;
export const SEND_CHORE = 'send-webhooks';
export const webhookUse = (tenantId: bigint): string => `webhook.secret/${tenantId}`;

/** Hosts of the own network that the installation's administrator named. */
export const isNamedInside = (host: string): boolean => config().WEBHOOK_INSIDE.includes(host.toLowerCase());
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

export async function listEndpoints(tx: Tx, me: Me, input: { id: string }) {
  const app = await appOf(tx, me, input.id);
  const rows = await tx
    .selectFrom('webhook_endpoint as e')
    .select([
      'e.id',
      'e.url',
      'e.events',
      'e.status',
      'e.failures',
      'e.failing_since as failingSince',
      'e.last_error as lastError',
      'e.updated_at as updatedAt',
    ])
    .select(['e.version', waiting.as('waiting')])
    .where('e.tenant_id', '=', me.tenantId)
    .where('e.app_id', '=', app.id)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .execute();
  return { endpoints: rows.map((row) => ({ ...row, status: row.status as EndpointState })), mayEdit: isEditable(app.status) && holdsAllOf(me, app) };
}
const MOST_COUNTED = 1000;
const waiting = sql<number>`(select count(*)::int from (select 1 from webhook_delivery d where d.tenant_id = e.tenant_id and d.endpoint_id = e.id
  and d.state = 'WAITING' limit ${sql.lit(MOST_COUNTED)}) counted)`;

export async function saveEndpoint(tx: Tx, me: Me, input: EndpointInput): Promise<{ id: string; secret: string }> {
  const app = await giverOf(tx, me, input.appId);
  for (const kind of input.events) {
    const event = subscribableOf(kind) ?? refuseField('events', '包含不能订阅的事件，请刷新后重选');
    if (!event.codes.some((code) => app.permissions.includes(code))) refuseField('events', `应用没有事件“${event.name}”所需的权限，请先在应用中勾选`);
  }
  const url = checkedUrl(input.url);
  if (!input.id) return createEndpoint(tx, me, app, { url, events: input.events });
  const endpoint = await lockEndpoint(tx, me, input);
  if (endpoint.app_id !== app.id) notFound('该推送地址');
  await change(tx, me, endpoint, { url, events: [...new Set(input.events)] });
  const words = (one: { url: string; events: string[] }) => ({ 推送地址: one.url, 事件: one.events.map(eventName).join('、') });
  await note(tx, me, app, '编辑推送地址', words(endpoint), words({ url, events: input.events }));
  return { id: endpoint.id, secret: '' };
}

async function createEndpoint(tx: Tx, me: Me, app: { id: string; name: string }, given: { url: string; events: string[] }) {
  const { count } = await tx
    .selectFrom('webhook_endpoint')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenant_id', '=', me.tenantId)
    .where('app_id', '=', app.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_ENDPOINTS) refuse('APP_RULE', `一个应用最多${MOST_ENDPOINTS}个推送地址`);
  const [id, secret] = [newId(), newWebhookSecret()];
  const by = actorName(me);
  await tx
    .insertInto('webhook_endpoint')
    .values({ tenant_id: me.tenantId, id, app_id: app.id, ...given, secret: seal(webhookUse(me.tenantId), secret), created_by: by, updated_by: by })
    .execute();
  await note(tx, me, app, '新建推送地址', null, { 推送地址: given.url, 事件: given.events.map(eventName).join('、') });
  return { id, secret };
}

const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export async function rotateEndpoint(tx: Tx, me: Me, input: { id: string; version: number }) {
  const endpoint = await lockEndpoint(tx, me, input);
  const app = await giverOf(tx, me, endpoint.app_id);
  const secret = newWebhookSecret();
  await change(tx, me, endpoint, { secret: seal(webhookUse(me.tenantId), secret) });
  await note(tx, me, app, '更换推送密钥', { 推送地址: endpoint.url }, { 推送地址: endpoint.url });
  return { id: endpoint.id, secret };
}

export async function switchEndpoint(tx: Tx, me: Me, input: { id: string; version: number; enabled: boolean }): Promise<{ id: string }> {
  const endpoint = await lockEndpoint(tx, me, input);
  const app = input.enabled ? await giverOf(tx, me, endpoint.app_id) : await appOf(tx, me, endpoint.app_id);
  const status: EndpointState = input.enabled ? 'ENABLED' : 'PAUSED';
  await change(tx, me, endpoint, { status, ...(input.enabled ? { failures: 0, failing_since: null, last_error: '' } : {}) });
  if (input.enabled) onCommit(() => wake(SEND_CHORE));
  const words = (state: string) => ({ 推送地址: endpoint.url, 状态: endpointStates[state as EndpointState] });
  await note(tx, me, app, input.enabled ? '启用推送地址' : '暂停推送地址', words(endpoint.status), words(status));
  return { id: endpoint.id };
}

export async function deleteEndpoint(tx: Tx, me: Me, input: { id: string; version: number }): Promise<Record<string, never>> {
  const endpoint = await lockEndpoint(tx, me, input);
  const app = await appOf(tx, me, endpoint.app_id);
  await tx.deleteFrom('webhook_endpoint').where('tenant_id', '=', me.tenantId).where('id', '=', endpoint.id).execute();
  await note(tx, me, app, '删除推送地址', { 推送地址: endpoint.url }, null);
  return {};
}

export async function listDeliveries(tx: Tx, me: Me, query: DeliveryQuery) {
  const endpoint = await endpointOf(tx, me, query.endpointId);
  await giverOf(tx, me, endpoint.app_id);
  let rows = tx
    .selectFrom('webhook_delivery as d')
    .select(['d.id', 'd.event_id as eventId', 'd.kind', 'd.state', 'd.attempts', 'd.status_code as statusCode', 'd.ms', 'd.last_error as lastError'])
    .select(['d.replayed_by as replayedBy', 'd.body', 'd.created_at as createdAt', 'd.sent_at as sentAt', 'd.due_at as dueAt'])
    .where('d.tenant_id', '=', me.tenantId)
    .where('d.endpoint_id', '=', endpoint.id);
  if (query.state) rows = rows.where('d.state', '=', query.state);
  const page = await pageFrom(tx, rows, query, { sort: { createdAt: 'd.created_at' }, initial: [['d.created_at', 'desc']], tiebreak: 'd.id' });
  const shown = page.pagedRecords.map((row) => ({ ...row, state: row.state as DeliveryState, name: eventName(row.kind), body: masked(row.body) }));
  return { ...page, pagedRecords: shown };
}

/** For people's eyes: numbers to call and of identity papers are no part of any log. */
const masked = (body: string): string => wordsWithout(['mobile', 'idCard'], body);

/** Tells the same once more, at once; the receiver knows it by the event's id. */
export async function replayDeliveries(tx: Tx, me: Me, input: { ids: string[] }, now: Date): Promise<{ count: number }> {
  const found = await tx
    .selectFrom('webhook_delivery')
    .select(['id', 'endpoint_id', 'event_id', 'kind', 'body'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', 'in', [...new Set(input.ids)])
    .execute();
  if (found.length < new Set(input.ids).size) notFound('该推送记录');
  for (const id of new Set(found.map((one) => one.endpoint_id))) {
    const endpoint = await endpointOf(tx, me, id);
    await giverOf(tx, me, endpoint.app_id);
    if (endpoint.status !== 'ENABLED') refuse('APP_RULE', `推送地址${endpointStates[endpoint.status as EndpointState]}，请先启用再重推`);
  }
  const again = found.map(({ id: _, ...one }) => ({ tenant_id: me.tenantId, id: newId(), ...one, due_at: now, created_at: now, replayed_by: actorName(me) }));
  await tx.insertInto('webhook_delivery').values(again).execute();
  onCommit(() => wake(SEND_CHORE));
  return { count: again.length };
}

/** Something harmless to receive. */
export async function pingEndpoint(tx: Tx, me: Me, input: { id: string }, now: Date): Promise<{ id: string }> {
  const endpoint = await endpointOf(tx, me, input.id);
  await giverOf(tx, me, endpoint.app_id);
  if (endpoint.status !== 'ENABLED') refuse('APP_RULE', `推送地址${endpointStates[endpoint.status as EndpointState]}，请先启用再测试`);
  const [id, event] = [newId(), newId()];
  const body = JSON.stringify({
    id: event,
    event: PING,
    name: eventName(PING),
    occurredAt: now.toISOString(),
    title: '测试推送',
    text: '收到即表示推送地址可用',
    data: {},
    object: null,
  });
  const row = { tenant_id: me.tenantId, id, endpoint_id: endpoint.id, event_id: event, kind: PING, body, due_at: now, created_at: now };
  await tx.insertInto('webhook_delivery').values(row).execute();
  onCommit(() => wake(SEND_CHORE));
  return { id };
}

/** Where names lead is asked when it is sent; here, what can be said of the address itself. */
function checkedUrl(text: string): string {
  if (!URL.canParse(text)) refuseField('url', '推送地址应为完整网址，如 https://erp.example.com/hook');
  const url = new URL(text);
  const host = hostOf(text);
  if (url.username || url.password) refuseField('url', '推送地址中不能包含用户名和密码，请在接收端校验签名');
  if (isNamedInside(host) && /^https?:$/.test(url.protocol)) return url.href;
  if (url.protocol !== 'https:') refuseField('url', '推送地址须以 https:// 开头');
  if ((isIP(host) && isPrivateAddress(host)) || /^localhost\.?$|\.localhost\.?$/i.test(host))
    refuseField('url', `推送地址 ${host} 属于内部网络，须由系统管理员在配置 WEBHOOK_INSIDE 中允许`);
  return url.href;
}

async function appOf(tx: Tx, me: Me, id: string) {
  const app = await tx.selectFrom('open_app').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  return app ?? notFound('该应用');
}

/** What is told is what the app may see: only whoever holds all of that decides where it goes, and reads it. */
async function giverOf(tx: Tx, me: Me, id: string) {
  const app = await appOf(tx, me, id);
  if (!isEditable(app.status)) refuse('APP_RULE', `应用“${app.name}”已注销`);
  if (!holdsAllOf(me, app)) refuse('APP_RULE', `应用“${app.name}”的权限、数据范围或可见字段超过您自己的，只能由管理员操作`);
  return app;
}

async function endpointOf(tx: Tx, me: Me, id: string) {
  const row = await tx.selectFrom('webhook_endpoint').selectAll().where('tenant_id', '=', me.tenantId).where('id', '=', id).executeTakeFirst();
  return row ?? notFound('该推送地址');
}

const lockEndpoint = (tx: Tx, me: Me, ref: { id: string; version: number }) => lockKnown(tx, me, 'webhook_endpoint', '推送地址', ref);

interface Changes {
  url?: string;
  events?: string[];
  secret?: string;
  status?: string;
  failures?: number;
  failing_since?: null;
  last_error?: string;
}
async function change(tx: Tx, me: Me, endpoint: { id: string; version: number }, values: Changes): Promise<void> {
  await updateKnown(tx, me, 'webhook_endpoint', endpoint, { ...values, updated_by: actorName(me), updated_at: sql`now()` });
}

type Words = Record<string, string> | null;
const note = (tx: Tx, me: Me, app: { id: string; name: string }, action: string, before: Words, after: Words): Promise<void> =>
  audit(tx, me, { action, subject: subjects.openApp, id: app.id, no: app.name, ...(before ? { before } : {}), ...(after ? { after } : {}) });
