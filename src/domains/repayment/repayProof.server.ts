import { sql } from 'kysely';
import { type FundDifference, inYuan } from '~/domains/finance/fundProof.server';
import type { Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';

/**
 * Recomputes repayments: an instalment from what payments settled of it, a payment from its parts, a credit order's open amount from its instalments and from
 * its receivables, and what finance matched from principal that was settled. Empty when the books agree.
 */
export async function proveRepayments(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundDifference[]> {
  const { rows } = await sql<FundDifference>`
    with t as (select ${me.tenantId}::bigint as id),
    parts as (select a.item_id, a.bucket, sum(a.amount)::bigint as amount from repay_alloc a join t on a.tenant_id = t.id group by 1, 2),
    of_payment as (select a.payment_id, sum(a.amount)::bigint as amount, sum(a.amount) filter (where a.bucket = 'PRINCIPAL')::bigint as principal
      from repay_alloc a join t on a.tenant_id = t.id group by 1),
    planned as (select i.credit_order_id, sum(i.open_principal)::bigint as open from repay_item i join t on i.tenant_id = t.id group by 1),
    owed as (select r.credit_order_id, sum(r.open)::bigint as open from receivable r join t on r.tenant_id = t.id
      where r.credit_order_id is not null and r.status <> 'REVERSED' group by 1),
    matched as (select p.repayment_id, sum(p.amount)::bigint as amount from receipt_apply p join t on p.tenant_id = t.id
      where p.repayment_id is not null and p.reversed_at is null group by 1)
    select i.id, i.no as name, f.figure, f.balance, f.proof
    from repay_item i join t on i.tenant_id = t.id
    cross join lateral (values ('已还本金（核销合计）', 'PRINCIPAL', i.paid_principal), ('已还利息（核销合计）', 'INTEREST', i.paid_interest),
      ('已还违约金（核销合计）', 'PENALTY', i.paid_penalty), ('已还费用（核销合计）', 'FEE', i.paid_fee)) as g(figure, bucket, balance)
    left join parts p on p.item_id = i.id and p.bucket = g.bucket
    cross join lateral (values (g.figure, g.balance, coalesce(p.amount, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof
    union all
    select p.id, p.no, '还款金额（核销、预收与退回合计）', p.amount, coalesce(o.amount, 0) + p.unapplied + p.refunded
    from repay_payment p join t on p.tenant_id = t.id left join of_payment o on o.payment_id = p.id
    where p.kind = 'MONEY' and p.applied_at is not null and p.amount <> coalesce(o.amount, 0) + p.unapplied + p.refunded
    union all
    select null, c.name, '退预收（各还款单退回合计）', sum(p.taken) filter (where p.kind = 'REFUND')::bigint, sum(p.refunded)::bigint
    from repay_payment p join t on p.tenant_id = t.id join customer c on c.tenant_id = p.tenant_id and c.id = p.customer_id group by c.id, c.name
    having coalesce(sum(p.taken) filter (where p.kind = 'REFUND'), 0) <> sum(p.refunded)
    union all
    select p.id, p.no, '核销应收（应收核销记录合计）', case when p.kind = 'WRITE_OFF' then p.taken else coalesce(o.principal, 0) end, coalesce(m.amount, 0)
    from repay_payment p join t on p.tenant_id = t.id left join of_payment o on o.payment_id = p.id left join matched m on m.repayment_id = p.id
    where case when p.kind = 'WRITE_OFF' then p.taken else coalesce(o.principal, 0) end <> coalesce(m.amount, 0)
    union all
    select o.id, o.no, f.figure, f.balance, f.proof
    from credit_order o join t on o.tenant_id = t.id left join planned p on p.credit_order_id = o.id left join owed w on w.credit_order_id = o.id
    cross join lateral (values ('用信未还（还款计划合计）', coalesce(o.open_amount, 0), coalesce(p.open, 0)),
      ('用信未还（应收合计）', coalesce(o.open_amount, 0), coalesce(w.open, 0))) as f(figure, balance, proof)
    where f.balance <> f.proof`.execute(tx);
  return rows;
}

defineProof({
  key: 'repayment',
  book: '赊销还款',
  title: '还款计划与核销、还款单与核销、用信单与还款计划和应收',
  see: FUND_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from repay_item where tenant_id = ${me.tenantId}) + (select count(*) from repay_payment where tenant_id = ${me.tenantId}))::int as n`.execute(
      tx,
    );
    return { compared: rows[0]?.n ?? 0, differences: (await proveRepayments(tx, me)).map(inYuan) };
  },
});
