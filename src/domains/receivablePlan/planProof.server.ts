import { sql } from 'kysely';
import { type FundDifference, inYuan } from '~/domains/finance/fundProof.server';
import type { Me } from '~/portal/me';
import { ARM_PLAN } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';

/**
 * The same figures in three apps, by customer: what the ledger says is owed, what the order app's receivables are open by, what stands in the
 * receivables app by item, and of what is on credit what the credit app's credit orders are open by. And plans against the debts of their items.
 */
export async function proveOwing(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundDifference[]> {
  const { rows } = await sql<FundDifference>`
    with t as (select ${me.tenantId}::bigint as id),
    -- First, because what follows hides the view of its name.
    -- What is late today: as every list reads it, item by item, and anew from the debts and the instalments themselves.
    day as (select (now() at time zone 'Asia/Shanghai')::date as today),
    late as (select o.customer_id, sum(o.outstanding)::bigint as total from owing o join t on o.tenant_id = t.id cross join day where o.late_on < day.today group by 1),
    late_items as (select o.customer_id, sum(o.outstanding)::bigint as total from open_item o join t on o.tenant_id = t.id cross join day where o.late_on < day.today group by 1),
    late_anew as (select customer_id, sum(amount)::bigint as total from (
        select r.customer_id, r.open as amount from receivable r join t on r.tenant_id = t.id cross join day
        where r.credit_order_id is null and r.status in ('OPEN', 'PART') and r.due_date < day.today
        union all
        select c.customer_id, i.principal - i.paid_principal - i.relieved_principal from credit_order c join t on c.tenant_id = t.id
        join repay_item i on i.tenant_id = c.tenant_id and i.credit_order_id = c.id cross join day where i.grace_end < day.today and c.open_amount > 0) x group by 1),
    owing as (select o.customer_id, sum(o.outstanding)::bigint as total from owing o join t on o.tenant_id = t.id group by 1),
    items as (select o.customer_id, sum(o.outstanding)::bigint as total, sum(o.outstanding) filter (where o.on_credit)::bigint as credit,
        sum(o.disputed)::bigint as disputed, sum(o.running)::bigint as running from open_item o join t on o.tenant_id = t.id group by 1),
    debts as (select r.customer_id, sum(r.open)::bigint as total from receivable r join t on r.tenant_id = t.id where r.status <> 'REVERSED' group by 1),
    ledger as (select e.customer_id, sum(e.dr - e.cr)::bigint as total from ledger_entry e join t on e.tenant_id = t.id where e.account_code = '1122' group by 1),
    credit as (select c.customer_id, sum(c.open_amount)::bigint as total from credit_order c join t on c.tenant_id = t.id group by 1)
    select c.id, c.name, f.figure, f.balance, f.proof
    from customer c join t on c.tenant_id = t.id
    left join owing w on w.customer_id = c.id left join items i on i.customer_id = c.id left join debts d on d.customer_id = c.id
    left join late a on a.customer_id = c.id left join late_items b on b.customer_id = c.id left join late_anew g on g.customer_id = c.id
    left join ledger l on l.customer_id = c.id left join credit k on k.customer_id = c.id
    cross join lateral (values
      ('应收管家未收（订单应收合计）', coalesce(w.total, 0), coalesce(d.total, 0)),
      ('应收管家未收（账本1122）', coalesce(w.total, 0), coalesce(l.total, 0)),
      ('应收管家逐笔（汇总）', coalesce(i.total, 0), coalesce(w.total, 0)),
      ('应收管家逐笔（争议与未争议合计）', coalesce(i.total, 0), coalesce(i.disputed, 0) + coalesce(i.running, 0)),
      ('各应用逾期（应收管家逐笔）', coalesce(a.total, 0), coalesce(b.total, 0)),
      ('各应用逾期（应收单与还款计划）', coalesce(a.total, 0), coalesce(g.total, 0)),
      ('应收管家赊销部分（赊销管家用信未还）', coalesce(i.credit, 0), coalesce(k.total, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof
    union all
    select c.id, c.no, '用信单逾期起始（还款计划，按天数）', coalesce(c.overdue_from - date '2000-01-01', 0)::bigint, coalesce(f.first - date '2000-01-01', 0)::bigint
    from credit_order c join t on c.tenant_id = t.id
    join lateral (select min(i.grace_end) + 1 as first from repay_item i
      where i.tenant_id = c.tenant_id and i.credit_order_id = c.id and i.settled_on is null and i.open_principal > 0) f on true
    where c.overdue_from is distinct from f.first
    union all
    select p.id, p.no, '计划总额（款项合计）', p.total, s.amount
    from ar_plan p join t on p.tenant_id = t.id
    join lateral (select coalesce(sum(i.amount), 0)::bigint as amount from ar_plan_item i where i.tenant_id = p.tenant_id and i.plan_id = p.id) s on true
    where p.source not in ('ORDER', 'CREDIT') and p.status <> 'DRAFT' and p.total <> s.amount
    union all
    select p.id, p.no, '款项金额（应收金额）', i.amount, r.amount
    from ar_plan_item i join t on i.tenant_id = t.id join ar_plan p on p.tenant_id = i.tenant_id and p.id = i.plan_id
    join receivable r on r.tenant_id = i.tenant_id and r.id = i.receivable_id
    where i.amount <> r.amount or r.customer_id <> i.customer_id`.execute(tx);
  return rows;
}

defineProof({
  key: 'receivablePlan',
  book: '应收管家',
  title: '应收管家、订单应收、赊销用信与账本的欠款，应收计划与应收单',
  see: ARM_PLAN,
  of: 'customers',
  run: async (tx, me) => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from customer where tenant_id = ${me.tenantId}) + (select count(*) from ar_plan_item where tenant_id = ${me.tenantId}))::int as n`.execute(
      tx,
    );
    return { compared: rows[0]?.n ?? 0, differences: (await proveOwing(tx, me)).map(inYuan) };
  },
});
