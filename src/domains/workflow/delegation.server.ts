import { sql } from 'kysely';
import type { z } from 'zod';
import * as organisationSubjects from '~/domains/organisation/subjects';
import { actorName, type Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { lockOne } from '~/server/versioned.server';
import { shanghaiTime } from '~/shared/dates';
import { notFound, refuse, refuseField } from '~/shared/refusal';
import { definedApprovals } from './approvalKind.server';
import type { DelegationInput, Delegations } from './delegation.schema';

const MOST_DAYS = 180;
const DAY_MS = 86_400_000;
const minute = (at: Date): string => shanghaiTime(at).slice(0, 16);

/** What the person gave to others and what others gave to them, the latest first; with the colleagues who may be asked. */
export async function delegationsOf(tx: Tx, me: Me, now: Date): Promise<z.output<typeof Delegations>> {
  const rows = await tx
    .selectFrom('wf_delegation as d')
    .innerJoin('member as m', (on) => on.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.member_id'))
    .innerJoin('member as a', (on) => on.onRef('a.tenant_id', '=', 'd.tenant_id').onRef('a.id', '=', 'd.agent_id'))
    .select(['d.id', 'd.member_id', 'm.name as member', 'a.name as agent', 'd.keys', 'd.from_at', 'd.to_at', 'd.reason', 'd.ended_at'])
    .where('d.tenant_id', '=', me.tenantId)
    .where((eb) => eb.or([eb('d.member_id', '=', me.memberId), eb('d.agent_id', '=', me.memberId)]))
    .orderBy('d.to_at', 'desc')
    .orderBy('d.id')
    .limit(50)
    .execute();
  const members = await tx
    .selectFrom('member')
    .select(['id', 'name', 'job_title as note'])
    .where('tenant_id', '=', me.tenantId)
    .where('status', '=', 'ACTIVE')
    .where('account_id', '<>', me.accountId)
    .orderBy('name')
    .orderBy('id')
    .limit(500)
    .execute();
  return {
    members,
    processes: processNames(),
    delegations: rows.map((row) => ({
      id: row.id,
      mine: row.member_id === me.memberId,
      member: row.member,
      agent: row.agent,
      scope: row.keys.length ? row.keys.map((key) => processNames()[key] ?? key).join('、') : '全部流程',
      fromAt: row.from_at,
      toAt: row.to_at,
      reason: row.reason,
      state: row.ended_at ? 'ENDED' : row.to_at <= now ? 'PAST' : row.from_at > now ? 'COMING' : 'NOW',
    })),
  };
}

/** What the processes are called, by key. */
export const processNames = (): Record<string, string> => Object.fromEntries(definedApprovals().flatMap(({ key, title }) => (key ? [[key, title]] : [])));

/** From then to then the agent is asked instead; what waits already stays, unless it is passed on. */
export async function saveDelegation(tx: Tx, me: Me, input: z.output<typeof DelegationInput>, now: Date): Promise<{ id: string }> {
  const memberId = me.memberId ?? notFound('该账号');
  const { agentId, fromAt, toAt, keys, reason } = input;
  if (agentId === memberId) refuseField('agentId', '不能委托给自己');
  if (toAt <= fromAt) refuseField('toAt', `结束时间${minute(toAt)}须晚于开始时间${minute(fromAt)}`);
  if (toAt <= now) refuseField('toAt', `结束时间${minute(toAt)}已经过去`);
  if (toAt.getTime() - fromAt.getTime() > MOST_DAYS * DAY_MS) refuseField('toAt', `一次最多委托${MOST_DAYS}天`);
  const unknown = keys.find((key) => !(key in processNames()));
  if (unknown) refuseField('keys', `没有“${unknown}”这种流程`);
  // Two at once would each see no other: the member's row is their turn.
  await lockOne(tx, me, 'member', '账号', memberId);
  const agent = await tx
    .selectFrom('member')
    .select(['name', 'status', 'account_id'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', agentId)
    .executeTakeFirst();
  if (!agent) return notFound('该账号');
  if (agent.status !== 'ACTIVE') refuseField('agentId', `“${agent.name}”的账号已停用`);
  await refuseOverlap(tx, me, memberId, input);
  const id = newId();
  await tx
    .insertInto('wf_delegation')
    .values({
      tenant_id: me.tenantId,
      id,
      member_id: memberId,
      agent_id: agentId,
      keys,
      from_at: fromAt,
      to_at: toAt,
      reason,
      created_at: now,
      created_by: actorName(me),
    })
    .execute();
  await audit(tx, me, {
    action: '设置外出委托',
    subject: organisationSubjects.member,
    id: memberId,
    no: me.name,
    after: { 代理人: agent.name, 开始: minute(fromAt), 结束: minute(toAt), 范围: keys.map((key) => processNames()[key]).join('、') || '全部流程' },
  });
  return { id };
}

async function refuseOverlap(tx: Tx, me: Me, memberId: string, { fromAt, toAt, keys }: z.output<typeof DelegationInput>): Promise<void> {
  const others = await tx
    .selectFrom('wf_delegation')
    .select(['keys', 'from_at', 'to_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('from_at', '<', toAt)
    .where('to_at', '>', fromAt)
    .execute();
  const clash = others.find((one) => one.keys.length === 0 || keys.length === 0 || one.keys.some((key) => keys.includes(key)));
  if (clash) refuseField('fromAt', `与已有的委托（${minute(clash.from_at)}至${minute(clash.to_at)}）时间和范围重叠，请先结束它`);
}

/** Back before it is over: from now on the member is asked again. */
export async function endDelegation(tx: Tx, me: Me, { id }: { id: string }, now: Date): Promise<Record<string, never>> {
  const row = await tx
    .selectFrom('wf_delegation')
    .select(['ended_at', 'to_at'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', id)
    .where('member_id', '=', me.memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return notFound('该委托');
  if (row.ended_at || row.to_at <= now) refuse('BAD_STATE', '该委托已经结束');
  await tx.updateTable('wf_delegation').set({ ended_at: now }).where('tenant_id', '=', me.tenantId).where('id', '=', id).execute();
  await audit(tx, me, { action: '结束外出委托', subject: organisationSubjects.member, id: me.memberId ?? '', no: me.name });
  return {};
}

/** What of it holds now, as sentences above the to-do list. */
export async function awayNotes(tx: Tx, me: Me, now: Date): Promise<string[]> {
  if (!me.memberId) return [];
  const rows = await tx
    .selectFrom('wf_delegation as d')
    .innerJoin('member as m', (on) => on.onRef('m.tenant_id', '=', 'd.tenant_id').onRef('m.id', '=', 'd.member_id'))
    .innerJoin('member as a', (on) => on.onRef('a.tenant_id', '=', 'd.tenant_id').onRef('a.id', '=', 'd.agent_id'))
    .select(['d.member_id', 'm.name as member', 'a.name as agent', 'd.to_at', 'd.keys'])
    .where('d.tenant_id', '=', me.tenantId)
    .where((eb) => eb.or([eb('d.member_id', '=', me.memberId), eb('d.agent_id', '=', me.memberId)]))
    .where('d.ended_at', 'is', null)
    .where(sql<boolean>`d.from_at <= ${now}`)
    .where('d.to_at', '>', now)
    .orderBy('d.to_at')
    .execute();
  return rows.map(({ member_id, member, agent, to_at, keys }) => {
    const scope = keys.length ? keys.map((key) => processNames()[key] ?? key).join('、') : '全部流程';
    return member_id === me.memberId
      ? `您已把${scope}委托给${agent}，到${minute(to_at)}为止，新到的任务直接由${agent}处理`
      : `您正在代${member}处理${scope}，到${minute(to_at)}为止`;
  });
}
