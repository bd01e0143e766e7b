import { sql } from 'kysely';
import { lockCustomerMoney } from '~/domains/finance/customerMoney.server';
import type { Me } from '~/portal/me';
import { audit } from '~/server/audit.server';
import type { Opened, Tx } from '~/server/db.server';
import { inEveryTenant } from '~/server/tenantChore.server';
import { shanghaiDate } from '~/shared/dates';
import { type DueBy, happenings } from './plan';
import { itemsOf, lockPlan, plans } from './planDoc.server';
import { refreshPlans } from './planFollow.server';
import { happen } from './planRun.server';
import * as subjects from './subjects';

/** So many items a transaction. */
const AT_ONCE = 100;

interface Fact {
  customer_id: string;
  plan_id: string;
  item_id: string;
  on: string;
  by: string;
}

/**
 * What items wait for and documents say has happened. Read off the documents themselves instead of told by them: nothing is missed while nobody runs,
 * and a fact found twice is one. The end of a warranty counts from acceptance; of goods that are owed already it is known in advance.
 */
async function factsOf(tx: Tx, me: Pick<Me, 'tenantId'>, today: string): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    with waiting as (
      select i.tenant_id, i.customer_id, i.plan_id, i.id as item_id, i.due_by, i.receivable_id, p.contract_id, p.warranty_days
      from ar_plan_item i join ar_plan p on p.tenant_id = i.tenant_id and p.id = i.plan_id and p.status = 'RUNNING'
      where i.tenant_id = ${me.tenantId} and i.happened_on is null and i.due_by <> 'DATE'),
    goods as (
      select w.*, r.order_id, r.biz_date, d.no as delivery_no, (d.signed_at at time zone 'Asia/Shanghai')::date as signed_on, d.status as stands
      from waiting w join receivable r on r.tenant_id = w.tenant_id and r.id = w.receivable_id and r.status <> 'REVERSED'
      left join delivery d on d.tenant_id = r.tenant_id and d.id = r.delivery_id)
    select customer_id, plan_id, item_id, happened_on::text as "on", by from (
      select w.customer_id, w.plan_id, w.item_id, (c.ended_at at time zone 'Asia/Shanghai')::date as happened_on, '合同' || c.no as by
      from waiting w join ct_contract c on c.tenant_id = w.tenant_id and c.id = w.contract_id and c.status = 'DONE' and c.ended_at is not null
      where w.due_by = 'SIGN'
      union all
      select w.customer_id, w.plan_id, w.item_id, a.accepted + w.warranty_days, '质保期满' from waiting w
      join lateral (select max(s.happened_on) as accepted from ar_plan_item s
        where s.tenant_id = w.tenant_id and s.plan_id = w.plan_id and s.due_by = 'ACCEPT' and s.happened_on is not null) a on a.accepted is not null
      where w.due_by = 'WARRANTY' and w.receivable_id is null and a.accepted + w.warranty_days <= ${today}::date
      union all
      select g.customer_id, g.plan_id, g.item_id, g.signed_on + case when g.due_by = 'WARRANTY' then g.warranty_days else 0 end, '发货单' || g.delivery_no from goods g
      where g.due_by in ('ACCEPT', 'WARRANTY') and g.stands = 'SIGNED' and g.signed_on is not null
      union all
      select g.customer_id, g.plan_id, g.item_id, greatest(b.issued_on, g.biz_date), '开票申请' || b.no from goods g
      join lateral (select v.issued_on, b.no from billing_line l
        join billing b on b.tenant_id = l.tenant_id and b.id = l.billing_id and b.direction = 'BLUE' and b.status in ('ISSUED', 'PART_RED')
        join invoice v on v.tenant_id = b.tenant_id and v.billing_id = b.id
        where l.tenant_id = g.tenant_id and l.order_id = g.order_id order by v.issued_on, b.no limit 1) b on true
      where g.due_by = 'INVOICE') f
    order by plan_id, item_id limit ${AT_ONCE}`.execute(tx);
  return rows;
}

/** Makes due what has happened; answers how many items. A plan that somebody changed meanwhile is looked at under its lock. */
export async function fireEvents(tx: Tx, me: Me, now: Date): Promise<number> {
  const facts = await factsOf(tx, me, shanghaiDate(now));
  await lockCustomerMoney(tx, me, [...new Set(facts.map((fact) => fact.customer_id))].sort());
  let fired = 0;
  for (const [planId, own] of Map.groupBy(facts, (fact) => fact.plan_id)) {
    const plan = await lockPlan(tx, me, { id: planId });
    if (plan.status !== 'RUNNING') continue;
    const items = new Map((await itemsOf(tx, me, planId)).map((item) => [item.id, item]));
    for (const fact of own) {
      const item = items.get(fact.item_id);
      if (!item || item.happened_on !== null) continue;
      await happen(tx, me, plan, item, fact, now);
      const note = `第${item.seq}行：${fact.by}，${happenings[item.due_by as Exclude<DueBy, 'DATE'>]}日期${fact.on}`;
      await audit(tx, me, { action: '自动触发到期', subject: subjects.plan, id: planId, no: plan.no, after: { note } });
      fired++;
    }
    await refreshPlans(tx, me, [planId]);
    await plans.update(tx, me, plan, { updated_at: now });
  }
  return fired;
}

export const runEvents = (opened: Opened, now: Date, stop?: AbortSignal): Promise<number> =>
  inEveryTenant(opened, 'ar-plan-events', (tx, clock) => fireEvents(tx, clock, now), stop);
