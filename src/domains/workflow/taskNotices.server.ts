import { href } from '~/portal/href';
import { FLOW_DONE, FLOW_TODO } from '~/portal/permissions';
import { TODO_PAGE } from '~/portal/processPages';
import { accountsFor } from '~/server/authority.server';
import type { Tx } from '~/server/db.server';
import { type Notice, subscribe, tellAll } from '~/server/outbox.server';
import { ADMINS, approvalNamed } from './approvalKind.server';
import type { ApprovalEvent } from './flowEnd.server';
import { instanceHref, taskHref } from './task';

const tenantOf = (tenantId: bigint) => ({ tenantId });
type Event = ApprovalEvent & { urged?: string[] };

/** What a change in an approval asks of people, said to each once with a link to their task. Nobody is told who cannot open it. */
for (const kind of ['approval.started', 'approval.advanced', 'approval.ended', 'approval.urged'])
  subscribe(kind, {
    name: 'tellTasks',
    title: '审批任务的通知',
    take: async (tx, events) => {
      for (const { tenantId, payload } of events) {
        const event = payload as Event;
        const notices = [
          ...(await asking(tx, tenantId, event, kind)),
          ...spared(await accountsOf(tx, tenantId, event.spared), event),
          ...(await ended(tx, tenantId, event)),
        ];
        await tellAll(tx, tenantOf(tenantId), notices);
      }
    },
  });

const wordsOf = (event: Event, more: { node?: string; person?: string; note?: string } = {}) => ({
  title: event.title,
  subject: event.subject.name || event.title,
  person: more.person ?? event.starter.name,
  node: more.node ?? '',
  note: more.note ?? '',
});

async function asking(tx: Tx, tenantId: bigint, event: Event, kind: string): Promise<Notice[]> {
  const notices: Notice[] = [];
  for (const { taskId, nodeName, kind: asked, memberId, pool } of event.asked) {
    const copied = asked === 'CC';
    const urged = kind === 'approval.urged';
    const said = {
      kind: `approval.${copied ? 'copied' : urged ? 'urged' : 'task'}`,
      params: wordsOf(event, { node: nodeName, note: urged ? event.opinion : '', ...(urged ? { person: event.actor } : {}) }),
      link: copied ? instanceHref(event.instanceId) : taskHref(taskId),
    };
    const accounts = memberId
      ? [...(await accountsOf(tx, tenantId, [memberId], copied ? FLOW_DONE : FLOW_TODO)).values()]
      : await accountsOfPool(tx, tenantId, event, pool);
    for (const accountId of accounts) notices.push({ ...said, to: { side: 'account', accountId } });
  }
  return notices;
}

/** Who may take a task of the pool and open the to-do list. */
async function accountsOfPool(tx: Tx, tenantId: bigint, { subject }: Event, pool: string): Promise<string[]> {
  const openers = new Set(await accountsFor(tx, tenantId, FLOW_TODO));
  if (pool === ADMINS) {
    const admins = await tx
      .selectFrom('member')
      .select('account_id')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'ACTIVE')
      .where('is_admin', '=', true)
      .execute();
    return admins.map((one) => one.account_id);
  }
  const about = { customerId: subject.customerId ?? undefined, warehouseId: subject.warehouseId };
  const deciders = await Promise.all(approvalNamed(subject.type).decide.map((code) => accountsFor(tx, tenantId, code, about)));
  return [...new Set(deciders.flat())].filter((id) => openers.has(id));
}

function spared(accounts: ReadonlyMap<string, string>, event: Event): Notice[] {
  const params = wordsOf(event, { person: event.actor });
  return [...accounts.values()].map((accountId) => ({ kind: 'approval.spared', params, link: href(TODO_PAGE), to: { side: 'account', accountId } }));
}

const ends: Readonly<Record<string, string>> = { PASSED: 'passed', REJECTED: 'rejected', RETURNED: 'returned', TERMINATED: 'terminated' };
/** How it ended, or that a step was passed where the process tells of each. Whoever began it at the factory; dealers are told by the document itself. Without the page of their processes they get the words alone. */
async function ended(tx: Tx, tenantId: bigint, { starter, ...event }: Event): Promise<Notice[]> {
  const kind = ends[event.status] ?? (event.passed?.length ? 'step' : undefined);
  if (!kind || starter.memberId === null) return [];
  const opens = (await accountsOf(tx, tenantId, [starter.memberId], FLOW_DONE)).size > 0;
  const there = opens || (await accountsOf(tx, tenantId, [starter.memberId], null)).size > 0;
  if (!there) return [];
  const params = wordsOf({ starter, ...event }, { person: event.actor, node: event.passed?.join('、') ?? '', note: event.opinion });
  return [{ kind: `approval.${kind}`, params, link: opens ? instanceHref(event.instanceId) : '', to: { side: 'account', accountId: starter.accountId } }];
}

/** Accounts of members who are still there and may open where the notice leads. */
async function accountsOf(tx: Tx, tenantId: bigint, memberIds: readonly string[], code: string | null = FLOW_TODO): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'account_id'])
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'ACTIVE')
    .where('id', 'in', [...new Set(memberIds)])
    .execute();
  const openers = code === null ? null : new Set(await accountsFor(tx, tenantId, code));
  return new Map(rows.flatMap(({ id, account_id }) => (!openers || openers.has(account_id) ? [[id, account_id] as const] : [])));
}
