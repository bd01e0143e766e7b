import { sql } from 'kysely';
import { freezeAccount, thawAccount } from '~/domains/credit/freeze.server';
import { actorName, type Me } from '~/portal/me';
import { CREDIT_QUOTA } from '~/portal/permissions';
import type { Opened, Tx } from '~/server/db.server';
import { newId } from '~/server/ids.server';
import { type Notice, tellAll } from '~/server/outbox.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';
import { type RiskKind, riskKinds } from './risk';
import { type RiskRule, riskRules } from './risk.server';

const LIST = '/portal/creditSystem/creditRisk';

/** So many customers a transaction: a run that dies goes on where it was. */
const AT_ONCE = 100;

/** Does what the rules say of everybody who is late today, each once for each cause, and lifts what is over. */
export const runRisk = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'credit-risk', (tx, clock) => riskSome(tx, clock, now), stop);

/** One rule a transaction: the accounts it freezes are locked in one order, and no longer than for it alone. Answers 0 when nothing is left to do. */
export async function riskSome(tx: Tx, me: Me, now: Date): Promise<number> {
  const rules = (await riskRules(tx, me)).filter(({ enabled }) => enabled);
  for (const rule of rules) {
    const due = await dueFor(tx, me, rule, shanghaiDate(now));
    await act(tx, me, rule, due, now);
    if (due.length) return due.length;
  }
  return liftOver(tx, me, now);
}

interface Due {
  customer_id: string;
  customer: string;
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
  // Added up once, whatever the planner expects of days and tables that have just changed.
  return sql<Due>`
    with l as materialized (${late(me, today, byAccount)} group by i.customer_id${byAccount ? sql`, i.account_id` : sql``})
    select c.id as customer_id, c.name as customer, ${account} as account_id, l.oldest::text as cause, '用信单' || l.no || '逾期' || l.days || '天' as reason
    from l join customer c on c.tenant_id = ${me.tenantId} and c.id = l.customer_id
    ${byAccount ? sql`join credit_account a on a.tenant_id = ${me.tenantId} and a.id = l.account_id and a.status in ('ACTIVE', 'FROZEN')` : sql``}
    where l.days >= ${rule.overdueDays} and l.amount >= ${rule.overdueAmount} ${ofLevel(rule)} and ${notYet(me, rule, account, sql`l.oldest::text`)}
    order by c.id, 3 limit ${AT_ONCE}`.execute(tx);
};

/** Asked once a month of each customer. */
const concentrated = (tx: Tx, me: Pick<Me, 'tenantId'>, rule: RiskRule, today: string) =>
  sql<Due>`
  with s as materialized (select customer_id, sum(held + used) as taken from credit_account where tenant_id = ${me.tenantId} and held + used > 0 group by customer_id),
    t as materialized (select credit_in_use() as taken)
  select c.id as customer_id, c.name as customer, null::uuid as account_id, ${today.slice(0, 7)} as cause, '占全部授信使用的' || (s.taken * 100 / t.taken)::bigint || '%' as reason
  from s cross join t join customer c on c.tenant_id = ${me.tenantId} and c.id = s.customer_id
  where t.taken > 0 and s.taken * 100 >= t.taken * ${rule.pct}::int ${ofLevel(rule)} and ${notYet(me, rule, sql`null::uuid`, today.slice(0, 7))}
  order by c.id limit ${AT_ONCE}`.execute(tx);

async function act(tx: Tx, me: Me, rule: RiskRule, dues: readonly Due[], now: Date): Promise<void> {
  if (!dues.length) return;
  const reasoned = dues.map((due) => ({ ...due, reason: `${rule.name}：${due.reason}` }));
  await sql`insert into credit_risk_action (tenant_id, id, rule_id, kind, customer_id, account_id, cause, reason, biz_date, actor, begun_at)
    select ${me.tenantId}, d.id, ${rule.id}::uuid, ${rule.kind}, d.customer_id, d.account_id, d.cause, d.reason, ${shanghaiDate(now)}::date, ${actorName(me)}, ${now}
    from unnest(${reasoned.map(() => newId())}::uuid[], ${reasoned.map((one) => one.customer_id)}::uuid[], ${reasoned.map((one) => one.account_id)}::uuid[],
      ${reasoned.map((one) => one.cause)}::text[], ${reasoned.map((one) => one.reason)}::text[]) as d (id, customer_id, account_id, cause, reason)`.execute(tx);
  for (const { account_id: accountId, reason } of reasoned)
    if (accountId) await freezeAccount(tx, me, { accountId, amount: null, source: 'OVERDUE', ruleId: rule.id, reason }, now);
  const notices = reasoned.map(
    ({ customer, customer_id, reason }): Notice => ({
      kind: 'credit.acted',
      title: `${customer}：${riskKinds[rule.kind as RiskKind]}`,
      body: reason,
      link: LIST,
      to: { side: 'factory', code: CREDIT_QUOTA, about: { customerIds: [customer_id] } },
    }),
  );
  await tellAll(tx, me, notices);
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

export interface Open {
  id: string;
  kind: string;
  rule_id: string | null;
  account_id: string | null;
  customer_id: string;
}
export async function lift(tx: Tx, me: Me, one: Open, reason: string, now: Date): Promise<void> {
  await tx
    .updateTable('credit_risk_action')
    .set({ lifted_at: now, lifter: actorName(me), lift_reason: reason })
    .where('tenant_id', '=', me.tenantId)
    .where('id', '=', one.id)
    .where('lifted_at', 'is', null)
    .execute();
  if (one.kind === 'FREEZE' && one.account_id && one.rule_id) await thawAccount(tx, me, { accountId: one.account_id, ruleId: one.rule_id, reason }, now);
}
