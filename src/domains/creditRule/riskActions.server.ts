import { sql } from 'kysely';
import { defineThawGuard } from '~/domains/credit/thawGuard.server';
import { actorName, holds, type Me } from '~/portal/me';
import { CREDIT_AUDIT } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import type { Tx } from '~/server/db.server';
import { anyOf } from '~/server/given.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { instantRange, shanghaiDate } from '~/shared/dates';
import { NO_PERMISSION, notFound, Refusal, refuse, refuseField } from '~/shared/refusal';
import { type RiskKind, riskKinds } from './risk';
import type { ActionQuery } from './risk.schema';
import { lift } from './riskRun.server';
import * as subjects from './subjects';

/** By whom the rule names, or by whoever grants credit where it names nobody. */
export async function liftAction(tx: Tx, me: Me, { id, reason }: { id: string; reason: string }, now: Date): Promise<{ id: string }> {
  const one = await tx
    .selectFrom('credit_risk_action')
    .leftJoin('credit_risk_rule', (on) =>
      on.onRef('credit_risk_rule.tenant_id', '=', 'credit_risk_action.tenant_id').onRef('credit_risk_rule.id', '=', 'credit_risk_action.rule_id'),
    )
    .selectAll('credit_risk_action')
    .select(['credit_risk_rule.lifter_role_ids as lifters', 'credit_risk_rule.name as rule_name'])
    .where('credit_risk_action.tenant_id', '=', me.tenantId)
    .where('credit_risk_action.id', '=', id)
    .forUpdate('credit_risk_action')
    .executeTakeFirst();
  if (!one) return notFound('该风控动作');
  if (one.lifted_at) refuse('BAD_STATE', `该动作已由${one.lifter}解除`);
  if (!mayLift(me, one.lifters ?? [], await rolesOf(tx, me)))
    throw new Refusal(NO_PERMISSION, `“${one.rule_name ?? riskKinds[one.kind as RiskKind]}”指定了可以解除的角色，您不在其中`, { reason: 'NO_PERMISSION' });
  await lift(tx, me, one, reason, now);
  await audit(tx, me, {
    action: '解除',
    subject: subjects.creditRiskAction,
    id,
    no: riskKinds[one.kind as RiskKind],
    after: { 原因: reason },
  });
  return { id };
}

/** On the limit's own page as well: what a rule froze is lifted by whom the rule names. */
defineThawGuard(async (tx, me, ruleIds) => {
  const rules = await tx
    .selectFrom('credit_risk_rule')
    .select(['name', 'lifter_role_ids as lifters'])
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', anyOf(ruleIds))
    .execute();
  const roles = await rolesOf(tx, me);
  const kept = rules.find(({ lifters }) => !mayLift(me, lifters ?? [], roles));
  if (!kept) return;
  const who = kept.lifters?.length ? '指定了可以解除的角色，您不在其中' : '的冻结须由有“审批授信”权限的人解除';
  throw new Refusal(NO_PERMISSION, `“${kept.name}”${who}`, { reason: 'NO_PERMISSION' });
});

const mayLift = (me: Me, lifters: readonly string[], roles: readonly string[]): boolean =>
  me.isAdmin || (lifters.length ? lifters.some((id) => roles.includes(id)) : holds(me, CREDIT_AUDIT));
async function rolesOf(tx: Tx, me: Me): Promise<string[]> {
  if (!me.memberId) return [];
  const rows = await tx.selectFrom('member_role').select('role_id').where('tenant_id', '=', me.tenantId).where('member_id', '=', me.memberId).execute();
  return rows.map((row) => row.role_id);
}

/** 关注名单 by hand. */
export async function watchCustomer(tx: Tx, me: Me, { customerId, reason }: { customerId: string; reason: string }, now: Date): Promise<{ id: string }> {
  const customer = await tx.selectFrom('customer').select('name').where('tenant_id', '=', me.tenantId).where('id', '=', customerId).executeTakeFirst();
  if (!customer) return notFound('该客户');
  const open = await tx
    .selectFrom('credit_risk_action')
    .select('id')
    .where('tenant_id', '=', me.tenantId)
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'WATCH')
    .where('lifted_at', 'is', null)
    .executeTakeFirst();
  if (open) refuseField('customerId', `客户“${customer.name}”已在关注名单`);
  const id = newId();
  await tx
    .insertInto('credit_risk_action')
    .values({
      tenant_id: me.tenantId,
      id,
      kind: 'WATCH',
      customer_id: customerId,
      cause: id,
      reason,
      biz_date: shanghaiDate(now),
      actor: actorName(me),
      begun_at: now,
    })
    .execute();
  await audit(tx, me, { action: '列入关注名单', subject: subjects.creditRiskAction, id, no: customer.name, after: { 原因: reason } });
  return { id };
}

export async function listActions(tx: Tx, me: Me, query: ActionQuery) {
  let chosen = tx
    .selectFrom('credit_risk_action')
    .innerJoin('customer', (on) =>
      on.onRef('customer.tenant_id', '=', 'credit_risk_action.tenant_id').onRef('customer.id', '=', 'credit_risk_action.customer_id'),
    )
    .leftJoin('credit_risk_rule', (on) =>
      on.onRef('credit_risk_rule.tenant_id', '=', 'credit_risk_action.tenant_id').onRef('credit_risk_rule.id', '=', 'credit_risk_action.rule_id'),
    )
    .leftJoin('credit_account', (on) =>
      on.onRef('credit_account.tenant_id', '=', 'credit_risk_action.tenant_id').onRef('credit_account.id', '=', 'credit_risk_action.account_id'),
    )
    .where('credit_risk_action.tenant_id', '=', me.tenantId)
    .select([
      'credit_risk_action.id',
      'credit_risk_action.kind',
      sql<string>`coalesce(credit_risk_rule.name, '人工')`.as('ruleName'),
      'credit_risk_rule.lifter_role_ids as lifters',
      'credit_risk_action.customer_id as customerId',
      'customer.name as customerName',
      sql<string>`coalesce(credit_account.no, '')`.as('accountNo'),
      'credit_risk_action.reason',
      sql<string>`credit_risk_action.biz_date::text`.as('bizDate'),
      'credit_risk_action.actor',
      'credit_risk_action.begun_at as begunAt',
      'credit_risk_action.lifted_at as liftedAt',
      'credit_risk_action.lifter',
      'credit_risk_action.lift_reason as liftReason',
    ]);
  if (query.customerId) chosen = chosen.where('credit_risk_action.customer_id', '=', query.customerId);
  if (query.kind) chosen = chosen.where('credit_risk_action.kind', '=', query.kind);
  if (query.state) chosen = chosen.where('credit_risk_action.lifted_at', query.state === 'OPEN' ? 'is' : 'is not', null);
  const { from, before } = instantRange(query.startDate, query.endDate);
  if (from) chosen = chosen.where('credit_risk_action.begun_at', '>=', from);
  if (before) chosen = chosen.where('credit_risk_action.begun_at', '<', before);
  const [page, roles] = await Promise.all([
    pageFrom(tx, chosen, query, {
      sort: { begunAt: 'credit_risk_action.begun_at' },
      initial: [['credit_risk_action.begun_at', 'desc']],
      tiebreak: 'credit_risk_action.id',
    }),
    rolesOf(tx, me),
  ]);
  return {
    ...page,
    pagedRecords: page.pagedRecords.map(({ lifters, ...row }) => ({ ...row, mayLift: row.liftedAt === null && mayLift(me, lifters ?? [], roles) })),
  };
}
