import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Worded, wordingFor } from '~/domains/message/wording.server';
import { approvalNamed } from '~/domains/workflow/approvalKind.server';
import type { ApprovalEvent } from '~/domains/workflow/flowEnd.server';
import { href } from '~/portal/href';
import { THIRD_APPLICATION } from '~/portal/permissions';
import { type About, reachesAll } from '~/server/authority.server';
import { onCommit } from '~/server/db/transaction.server';
import type { Opened, Tx } from '~/server/db.server';
import { wordsWithout } from '~/server/hiddenWords.server';
import { newId } from '~/server/ids.server';
import { claimDue, leaseUntil, nextTry } from '~/server/jobs/claim.server';
import { workOff } from '~/server/jobs/work.server';
import { addChore, wake } from '~/server/jobs.server';
import { log } from '~/server/log.server';
import { type Happened, type Notice, tell } from '~/server/outbox.server';
import { askOutside } from '~/server/outgoing/http.server';
import { forgetRows, keep } from '~/server/retention.server';
import { unseal } from '~/server/secrets.server';
import { raised } from '~/server/versioned.server';
import { shanghaiDate } from '~/shared/dates';
import { authorityOfApp } from './app.server';
import { eventName, submissions, subscribableOf } from './subscribable';
import { BROKEN_AFTER_FAILURES, BROKEN_AFTER_HOURS, objectOf, RETRY_PAUSES } from './webhook';
import { hostOf, isNamedInside, SEND_CHORE, webhookUse } from './webhook.server';

/** An event as it is offered to every endpoint that asked for its kind. */
interface Offered {
  id: string;
  kind: string;
  codes: readonly string[];
  about: About;
  /** What a receiver gets, without what is hidden from its app. */
  message: (hidden: readonly string[]) => Promise<object>;
}

/** Writes a telling for each endpoint that asked for the event and whose app may know of it. Taken twice, it writes once. */
export async function takeNoticesForWebhooks(tx: Tx, events: readonly Happened[], now: Date): Promise<void> {
  const wording = async () =>
    wordingFor(
      tx,
      tenantOf(events),
      events.map((one) => one.payload as Notice),
    );
  const offered = events.flatMap(({ id, payload }): Offered[] => {
    const notice = payload as Notice;
    const event = subscribableOf(notice.kind);
    // An event is told to several people; programs hear it once, as the factory does where the factory does.
    if (!event || notice.to.side === 'account' || notice.to.side !== (event.sides.includes('factory') ? 'factory' : 'dealer')) return [];
    const about = notice.to.side === 'dealer' ? { customerId: notice.to.customerId } : (notice.to.about ?? {});
    return [{ id, kind: notice.kind, codes: event.codes, about, message: async (hidden) => toldOf(notice, (await wording())(notice), hidden) }];
  });
  await offer(tx, tenantOf(events), offered, now);
}

/** Approvals are for those who may decide such documents. */
export async function takeApprovalsForWebhooks(tx: Tx, kind: string, events: readonly Happened[], now: Date): Promise<void> {
  const offered = events.flatMap(({ id, payload }): Offered[] => {
    const { subject, status, title, instanceId, actor, opinion } = payload as ApprovalEvent;
    const about = { customerId: subject.customerId ?? undefined, warehouseId: subject.warehouseId };
    const message = (of: string) => async (hidden: readonly string[]) => {
      const plain = plainly(hidden);
      const data = { instanceId, status, actor, opinion: plain(opinion), subjectNo: subject.no };
      return { title: plain(title), text: plain(`${subject.name || title}：${eventName(of)}`), data, object: { type: subject.type, id: subject.id } };
    };
    const submitted = kind === 'approval.started' ? subscribableOf(submissions[subject.type] ?? '') : undefined;
    return [
      { id, kind, codes: approvalNamed(subject.type).decide, about, message: message(kind) },
      ...(submitted ? [{ id: idWithin(id, submitted.kind), kind: submitted.kind, codes: submitted.codes, about, message: message(submitted.kind) }] : []),
    ];
  });
  await offer(tx, tenantOf(events), offered, now);
}

const tenantOf = (events: readonly Happened[]): bigint => events[0]?.tenantId ?? 0n;

/** A second event in one: an id of its own, the same however often it is taken. */
function idWithin(id: string, kind: string): string {
  const hex = createHash('sha256').update(`${id}/${kind}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

async function offer(tx: Tx, tenantId: bigint, offered: readonly Offered[], now: Date): Promise<void> {
  if (!offered.length) return;
  const endpoints = await tx
    .selectFrom('webhook_endpoint as e')
    .innerJoin('open_app as a', (on) => on.onRef('a.tenant_id', '=', 'e.tenant_id').onRef('a.id', '=', 'e.app_id'))
    .selectAll('a')
    .select(['e.id as endpointId', 'e.events'])
    .where('e.tenant_id', '=', tenantId)
    .where('e.status', '=', 'ENABLED')
    .where(sql<boolean>`e.events && ${[...new Set(offered.map((one) => one.kind))]}::text[]`)
    .where('a.status', '=', 'ENABLED')
    .where((eb) => eb.or([eb('a.expires_on', 'is', null), eb('a.expires_on', '>=', sql<never>`${shanghaiDate(now)}::date`)]))
    .execute();
  for (const { endpointId, events, ...app } of endpoints) {
    const { permissions, scope, hidden } = authorityOfApp(app);
    for (const { id, kind, codes, about, message } of offered) {
      if (!events.includes(kind) || !codes.some((code) => permissions.has(code)) || !(await reachesAll(tx, tenantId, scope, about))) continue;
      const body = JSON.stringify({ id, event: kind, name: eventName(kind), occurredAt: now.toISOString(), ...(await message(hidden)) });
      await tx
        .insertInto('webhook_delivery')
        .values({ tenant_id: tenantId, id: newId(), endpoint_id: endpointId, event_id: id, kind, body, due_at: now, created_at: now })
        .onConflict((on) => on.doNothing())
        .execute();
      onCommit(() => wake(SEND_CHORE));
    }
  }
}

const plainly = (hidden: readonly string[]) => (text: string) => wordsWithout(hidden, text);

function toldOf(notice: Notice, words: Worded, hidden: readonly string[]) {
  const plain = plainly(hidden);
  const params = 'params' in notice ? notice.params : {};
  const data = Object.entries(params).map(([name, value]) => [name, plain(value)]);
  return { title: plain(words.title), text: plain(words.body), data: Object.fromEntries(data), object: objectOf(notice.link) };
}

const EACH = 4;
const BATCH = 40;
/** Longer than the longest answer may take. */
const LEASE_S = 60;

/** Sends what is due, a few of each endpoint at once, so that a slow receiver keeps only its own waiting. Answers how many were taken. */
export const sendWebhooks = (opened: Opened, now: Date): Promise<number> =>
  workOff(
    opened,
    { chore: SEND_CHORE, full: EACH },
    (tx) => claim(tx, now),
    (one) => sendOne(opened, one, now),
  );
addChore({ name: SEND_CHORE, title: '向第三方应用推送事件', everySeconds: 3, run: sendWebhooks });

async function claim(tx: Tx, now: Date) {
  const claimed = await claimDue(tx, 'webhook_delivery', {
    where: sql`state = 'WAITING' and due_at <= ${now}`,
    order: sql`due_at`,
    most: BATCH,
    ofEach: {
      owners: sql`select e.tenant_id, e.id from webhook_endpoint e
        join open_app a on a.tenant_id = e.tenant_id and a.id = e.app_id and a.status = 'ENABLED' where e.status = 'ENABLED'`,
      by: 'endpoint_id',
      most: EACH,
    },
    lease: { due_at: leaseUntil(now, LEASE_S) },
  });
  const [tenants, ids] = [claimed.map((one) => one.tenant_id), claimed.map((one) => one.endpoint_id)];
  const { rows: endpoints } = await sql<Endpoint>`select id, url, secret from webhook_endpoint
    where (tenant_id, id) in (select * from unnest(${tenants}::bigint[], ${ids}::uuid[]))`.execute(tx);
  const byId = new Map(endpoints.map((one) => [one.id, one]));
  return claimed.map((one) => ({ ...one, endpoint: byId.get(one.endpoint_id) as Endpoint }));
}
interface Endpoint {
  id: string;
  url: string;
  secret: string;
}
type Claimed = Awaited<ReturnType<typeof claim>>[number];

/** "t.body" under the endpoint's secret, in lower-case hex. */
export const webhookSignature = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

async function sendOne(opened: Opened, one: Claimed, now: Date): Promise<boolean> {
  const started = performance.now();
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const secret = unseal(webhookUse(one.tenant_id), one.endpoint.secret);
  let status: number | null = null;
  let problem = '';
  try {
    const answer = await askOutside(one.endpoint.url, {
      text: one.body,
      headers: {
        'user-agent': 'HLT-Webhook/1',
        'x-webhook-id': one.event_id,
        'x-webhook-event': one.kind,
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': webhookSignature(secret, timestamp, one.body),
      },
      allowPrivate: isNamedInside(hostOf(one.endpoint.url)),
    });
    status = answer.status;
    if (status >= 300 && status < 400) problem = `对方返回重定向（HTTP ${status}），不会跟随，请填写最终地址`;
    else if (status < 200 || status >= 300) problem = `对方返回 HTTP ${status}`;
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const ms = Math.round(performance.now() - started);
  await opened.inSystem((tx) => settle(tx, one, { status, ms, problem: problem.slice(0, 300) }, now));
  return problem === '';
}

interface Outcome {
  status: number | null;
  ms: number;
  problem: string;
}
async function settle(tx: Tx, one: Claimed, { status, ms, problem }: Outcome, now: Date): Promise<void> {
  const again = nextTry(one.attempts, RETRY_PAUSES, now, 0.1);
  const next = !problem ? { state: 'SENT', sent_at: now } : again ? { due_at: again } : { state: 'FAILED' };
  await tx
    .updateTable('webhook_delivery')
    .set({ ...next, status_code: status, ms, last_error: problem })
    .where('tenant_id', '=', one.tenant_id)
    .where('id', '=', one.id)
    .execute();
  if (problem) log.warn({ webhook: one.endpoint_id, delivery: one.id, attempts: one.attempts, reason: problem }, 'webhook not delivered');
  const ofEndpoint = tx.updateTable('webhook_endpoint').where('tenant_id', '=', one.tenant_id).where('id', '=', one.endpoint_id);
  if (!problem) return void (await ofEndpoint.set({ failures: 0, failing_since: null, last_error: '' }).where('failures', '>', 0).execute());
  const failing = await ofEndpoint
    .set({ failures: sql`failures + 1`, failing_since: sql`coalesce(failing_since, ${now}::timestamptz)`, last_error: problem })
    .returning(['failures', 'failing_since', 'status', 'url'])
    .executeTakeFirst();
  const long = failing?.failing_since && now.getTime() - failing.failing_since.getTime() >= BROKEN_AFTER_HOURS * 3_600_000;
  if (failing?.status === 'ENABLED' && long && failing.failures >= BROKEN_AFTER_FAILURES) await switchOff(tx, one, failing, problem);
}

async function switchOff(tx: Tx, one: Claimed, { failures, url }: { failures: number; url: string }, problem: string): Promise<void> {
  const row = await tx
    .updateTable('webhook_endpoint')
    .set({ status: 'BROKEN', version: raised() })
    .where('tenant_id', '=', one.tenant_id)
    .where('id', '=', one.endpoint_id)
    .where('status', '=', 'ENABLED')
    .returning('app_id')
    .executeTakeFirst();
  if (!row) return;
  await tell(
    tx,
    { tenantId: one.tenant_id },
    {
      kind: 'webhook.broken',
      title: '第三方应用的推送地址已停用',
      body: `推送地址 ${hostOf(url)} 连续失败${failures}次、超过${BROKEN_AFTER_HOURS}小时，已停止推送。最近一次：${problem}。请修复接收端后重新启用，未送达的会继续推送。`,
      link: href('/portal/openPlatform/api/detail', { id: row.app_id, tab: 'webhook' }),
      to: { side: 'factory', code: THIRD_APPLICATION },
    },
  );
}

keep({
  key: 'webhook_delivery',
  title: '向第三方应用推送的记录',
  why: '查询推送是否送达、重新推送',
  days: 30,
  forget: (tx, before, most) => forgetRows(tx, 'webhook_delivery', sql<boolean>`created_at < ${before}`, most),
});
