import { sql } from 'kysely';
import type { z } from 'zod';
import { freezeAccount, thawAccount } from '~/domains/credit/freeze.server';
import { listLevels } from '~/domains/customer/level.server';
import { actorName, holds, type Me } from '~/portal/me';
import { CREDIT_AUDIT, CREDIT_QUOTA } from '~/portal/permissions';
import { audit } from '~/server/audit.server';
import { codeOf } from '~/server/db/errors.server';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { pageFrom } from '~/server/list.server';
import { tell } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';
import { displayYuan } from '~/shared/money';
import { NO_PERMISSION, notFound, Refusal, refuse, refuseField, versionConflict } from '~/shared/refusal';
import { type RiskKind, riskKinds, triggerWords } from './risk';
import type { ActionQuery, RiskForm } from './risk.schema';

const LIST = '/portal/creditSystem/creditRisk';

async function riskRules(tx: Tx, me: Pick<Me, 'tenantId'>) {
  return tx
    .selectFrom('credit_risk_rule')
    .select([
      'id',
      'version',
      'name',
      'kind',
      'overdue_days as overdueDays',
      'overdue_amount as overdueAmount',
      'pct',
      'level_ids as levelIds',
      'lifter_role_ids as lifterRoleIds',
    ])
    .select(['lifts_itself as liftsItself', 'enabled'])
    .select(
      sql<number>`(select count(*)::int from credit_risk_action x where x.tenant_id = credit_risk_rule.tenant_id and x.rule_id = credit_risk_rule.id and x.lifted_at is null)`.as(
        'openCount',
      ),
    )
    .where('tenant_id', '=', me.tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
type RiskRule = Awaited<ReturnType<typeof riskRules>>[number];

export async function riskHome(tx: Tx, me: Me) {
  const [rules, { levels }, roles] = await Promise.all([
    riskRules(tx, me),
    listLevels(tx, me),
    tx.selectFrom('role').select(['id', 'name']).where('tenant_id', '=', me.tenantId).orderBy('name').execute(),
  ]);
  return { rules, levels: levels.map(({ id, name }) => ({ id, name })), roles };
}

export async function saveRisk(tx: Tx, me: Me, { id, version, ...form }: z.output<typeof RiskForm>, now: Date): Promise<{ id: string }> {
  const before = id ? (await riskRules(tx, me)).find((one) => one.id === id) : undefined;
  if (id && !before) notFound('该风控动作');
  if (before && before.kind !== form.kind) refuseField('kind', '动作类型不能改，请停用后新建');
  const values = {
    name: form.name,
    kind: form.kind,
    overdue_days: form.overdueDays,
    overdue_amount: form.overdueAmount,
    pct: form.pct,
    level_ids: form.levelIds,
    lifter_role_ids: form.lifterRoleIds,
    lifts_itself: form.liftsItself,
    enabled: form.enabled,
    updated_by: me.accountId,
    updated_at: now,
  };
  const saved = id || newId();
  try {
    if (before) {
      const written = await tx
        .updateTable('credit_risk_rule')
        .set({ ...values, version: version + 1 })
        .where('tenant_id', '=', me.tenantId)
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (!written.numUpdatedRows) versionConflict();
    } else
      await tx
        .insertInto('credit_risk_rule')
        .values({ tenant_id: me.tenantId, id: saved, ...values, created_by: me.accountId, created_at: now })
        .execute();
  } catch (error) {
    if (codeOf(error) === '23505') refuseField('name', `已有名为“${form.name}”的风控动作`);
    throw error;
  }
  const words = (one: Pick<RiskRule, 'name' | 'kind' | 'overdueDays' | 'overdueAmount' | 'pct' | 'liftsItself' | 'enabled'>) => ({
    名称: one.name,
    动作: riskKinds[one.kind as RiskKind],
    触发条件: triggerWords(one, displayYuan),
    自动解除: one.liftsItself ? '是' : '否',
    状态: one.enabled ? '启用' : '停用',
  });
  await audit(tx, me, {
    action: before ? '编辑' : '新建',
    subjectType: 'credit_risk_rule',
    subjectId: saved,
    subjectNo: form.name,
    ...(before ? { before: words(before) } : {}),
    after: words(form),
  });
  return { id: saved };
}

/** So many customers a transaction: a run that dies goes on where it was. */
const AT_ONCE = 100;

/** Does what the rules say of everybody who is late today, each once for each cause, and lifts what is over. */
export const runRisk = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'credit-risk', (tx, clock) => riskSome(tx, clock, now), stop);

export async function riskSome(tx: Tx, me: Me, now: Date): Promise<number> {
  const rules = (await riskRules(tx, me)).filter(({ enabled }) => enabled);
  let done = 0;
  for (const rule of rules) {
    const due = await dueFor(tx, me, rule, shanghaiDate(now));
    for (const one of due) await act(tx, me, rule, one, now);
    done += due.length;
  }
  return done + (await liftOver(tx, me, now));
}

interface Due {
  customer_id: string;
  account_id: string | null;
  cause: string;
  reason: string;
}

/** What is overdue of a customer's credit by its plans, as the figures a rule compares. */
const late = (me: Pick<Me, 'tenantId'>, today: string, byAccount: boolean) => sql`
  select i.customer_id, ${byAccount ? sql`i.account_id` : sql`null::uuid as account_id`}, ${today}::date - min(i.due_on) as days, sum(i.open_principal) as amount, (array_agg(i.id order by i.due_on, i.id))[1] as oldest,
    (array_agg(o.no order by i.due_on, i.id))[1] as no
  from repay_item i join credit_order o on o.tenant_id = i.tenant_id and o.id = i.credit_order_id
  where i.tenant_id = ${me.tenantId} and i.settled_on is null and i.grace_end < ${today}::date and i.open_principal > 0`;

async function dueFor(tx: Tx, me: Pick<Me, 'tenantId'>, rule: RiskRule, today: string): Promise<Due[]> {
  const { rows } = rule.kind === 'CONCENTRATION' ? await concentrated(tx, me, rule, today) : await overdue(tx, me, rule, today);
  return rows;
}

const ofLevel = (rule: RiskRule) => (rule.levelIds.length ? sql`and c.level_id = any(${rule.levelIds}::uuid[])` : sql``);
const notYet = (me: Pick<Me, 'tenantId'>, rule: RiskRule, account: unknown, cause: unknown) => sql`not exists (select from credit_risk_action x
  where x.tenant_id = ${me.tenantId} and x.rule_id = ${rule.id} and x.customer_id = c.id and x.account_id is not distinct from ${account} and (x.cause = ${cause} or x.lifted_at is null))`;

const overdue = (tx: Tx, me: Pick<Me, 'tenantId'>, rule: RiskRule, today: string) => {
  const byAccount = rule.kind === 'FREEZE';
  const account = byAccount ? sql`l.account_id` : sql`null::uuid`;
  return sql<Due>`
    select c.id as customer_id, ${account} as account_id, l.oldest::text as cause, '用信单' || l.no || '逾期' || l.days || '天' as reason
    from (${late(me, today, byAccount)} group by i.customer_id${byAccount ? sql`, i.account_id` : sql``}) l
    join customer c on c.tenant_id = ${me.tenantId} and c.id = l.customer_id
    ${byAccount ? sql`join credit_account a on a.tenant_id = ${me.tenantId} and a.id = l.account_id and a.status in ('ACTIVE', 'FROZEN')` : sql``}
    where l.days >= ${rule.overdueDays} and l.amount >= ${rule.overdueAmount} ${ofLevel(rule)} and ${notYet(me, rule, account, sql`l.oldest::text`)}
    order by c.id limit ${AT_ONCE}`.execute(tx);
};

/** Asked once a month of each customer. */
const concentrated = (tx: Tx, me: Pick<Me, 'tenantId'>, rule: RiskRule, today: string) =>
  sql<Due>`
  select c.id as customer_id, null::uuid as account_id, ${today.slice(0, 7)} as cause, '占全部授信使用的' || (s.taken * 100 / t.taken)::bigint || '%' as reason
  from (select customer_id, sum(held + used) as taken from credit_account where tenant_id = ${me.tenantId} and held + used > 0 group by customer_id) s
  cross join (select credit_in_use() as taken) t
  join customer c on c.tenant_id = ${me.tenantId} and c.id = s.customer_id
  where t.taken > 0 and s.taken * 100 >= t.taken * ${rule.pct}::int ${ofLevel(rule)} and ${notYet(me, rule, sql`null::uuid`, today.slice(0, 7))}
  order by c.id limit ${AT_ONCE}`.execute(tx);

async function act(tx: Tx, me: Me, rule: RiskRule, due: Due, now: Date): Promise<void> {
  const reason = `${rule.name}：${due.reason}`;
  await tx
    .insertInto('credit_risk_action')
    .values({
      tenant_id: me.tenantId,
      id: newId(),
      rule_id: rule.id,
      kind: rule.kind,
      customer_id: due.customer_id,
      account_id: due.account_id,
      cause: due.cause,
      reason,
      biz_date: shanghaiDate(now),
      actor: actorName(me),
      begun_at: now,
    })
    .execute();
  if (due.account_id) await freezeAccount(tx, me, { accountId: due.account_id, amount: null, source: 'OVERDUE', ruleId: rule.id, reason }, now);
  const customer = await tx
    .selectFrom('customer')
    .select('name')
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', due.customer_id)
    .executeTakeFirstOrThrow();
  await tell(tx, me, {
    kind: 'credit.acted',
    title: `${customer.name}：${riskKinds[rule.kind as RiskKind]}`,
    body: reason,
    link: LIST,
    to: { side: 'factory', code: CREDIT_QUOTA, about: { customerIds: [due.customer_id] } },
  });
}

/** What was done for a debt that is paid by now, where the rule lifts itself, and what somebody thawed on the account's own page. */
async function liftOver(tx: Tx, me: Me, now: Date): Promise<number> {
  const today = shanghaiDate(now);
  const { rows } = await sql<Open>`
    select x.id, x.kind, x.rule_id, x.account_id, x.customer_id from credit_risk_action x join credit_risk_rule r on r.tenant_id = x.tenant_id and r.id = x.rule_id
    where x.tenant_id = ${me.tenantId} and x.lifted_at is null and (
      (x.kind = 'CONCENTRATION' and x.cause < ${today.slice(0, 7)})
      or (r.lifts_itself and x.kind <> 'CONCENTRATION' and not exists (select from repay_item i where i.tenant_id = x.tenant_id and i.customer_id = x.customer_id
        and (x.account_id is null or i.account_id = x.account_id) and i.settled_on is null and i.grace_end < ${today}::date and i.open_principal > 0))
      or (x.kind = 'FREEZE' and not exists (select from credit_freeze f where f.tenant_id = x.tenant_id and f.account_id = x.account_id and f.rule_id = x.rule_id and f.thawed_at is null)))
    order by x.id limit ${AT_ONCE}`.execute(tx);
  for (const one of rows) await lift(tx, me, one, '原因已消除，自动解除', now);
  return rows.length;
}

interface Open {
  id: string;
  kind: string;
  rule_id: string | null;
  account_id: string | null;
  customer_id: string;
}
async function lift(tx: Tx, me: Me, one: Open, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('credit_risk_action')
    .set({ lifted_at: now, lifter: actorName(me), lift_reason: reason })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', one.id)
    .where('lifted_at', 'is', null)
    .execute();
  if (one.kind === 'FREEZE' && one.account_id && one.rule_id) await thawAccount(tx, me, { accountId: one.account_id, ruleId: one.rule_id, reason }, now);
}

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
    subjectType: 'credit_risk_action',
    subjectId: id,
    subjectNo: riskKinds[one.kind as RiskKind],
    after: { 原因: reason },
  });
  return { id };
}

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
  await audit(tx, me, { action: '列入关注名单', subjectType: 'credit_risk_action', subjectId: id, subjectNo: customer.name, after: { 原因: reason } });
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
