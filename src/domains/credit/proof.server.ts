import { sql } from 'kysely';
import { type FundDifference, inYuan } from '~/domains/finance/fundProof.server';
import type { Me } from '~/portal/me';
import { CREDIT_QUOTA } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';

/**
 * Recomputes credit: what an account holds and uses from its ledger and from its credit orders, its limit and freezes from their rows, a credit order
 * from its holds and uses, a group from its accounts, and what plans owe from the receivables of their orders.
 */
export async function proveCredit(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundDifference[]> {
  const { rows } = await sql<FundDifference>`
    with t as (select ${me.tenantId}::bigint as id),
    books as (select e.account_id, coalesce(sum(e.dr - e.cr) filter (where e.code = 'HELD'), 0)::bigint as held, coalesce(sum(e.dr - e.cr) filter (where e.code = 'USED'), 0)::bigint as used,
      coalesce(sum(e.dr - e.cr) filter (where e.code = 'SPENT'), 0)::bigint as spent, coalesce(sum(e.dr - e.cr) filter (where e.code = 'FROZEN'), 0)::bigint as frozen,
      coalesce(sum(e.cr - e.dr) filter (where e.code = 'LIMIT'), 0)::bigint as total from credit_entry e join t on e.tenant_id = t.id group by 1),
    orders as (select o.account_id, sum(o.held)::bigint as held, sum(o.open_amount)::bigint as used from credit_order o join t on o.tenant_id = t.id group by 1),
    freezes as (select f.account_id, coalesce(sum(f.amount), 0)::bigint as frozen from credit_freeze f join t on f.tenant_id = t.id where f.thawed_at is null group by 1),
    holds as (select h.credit_order_id, sum(h.amount - h.committed - h.released)::bigint as open, sum(h.committed)::bigint as committed from credit_hold h
      join t on h.tenant_id = t.id group by 1),
    uses as (select u.credit_order_id, coalesce(sum(u.amount) filter (where u.kind = 'COMMIT'), 0)::bigint - coalesce(sum(u.amount) filter (where u.kind = 'REVERSE'), 0)::bigint as committed,
      coalesce(sum(u.amount) filter (where u.kind = 'RETURN'), 0)::bigint as returned from credit_use u join t on u.tenant_id = t.id group by 1),
    members as (select a.group_id, sum(a.held)::bigint as held, sum(a.used)::bigint as used from credit_account a join t on a.tenant_id = t.id where a.group_id is not null group by 1)
    select a.id, a.no as name, f.figure, f.balance, f.proof from credit_account a join t on a.tenant_id = t.id
      left join books b on b.account_id = a.id left join orders o on o.account_id = a.id left join freezes z on z.account_id = a.id
      cross join lateral (values ('占用（用信单合计）', a.held, coalesce(o.held, 0)), ('占用（分录合计）', a.held, coalesce(b.held, 0)), ('已用（用信单合计）', a.used, coalesce(o.used, 0)),
        ('已用（分录合计）', a.used, coalesce(b.used, 0)), ('额度（分录合计）', coalesce(a.limit_amount, 0), coalesce(b.total, 0)), ('不循环已用（分录合计）', a.spent, coalesce(b.spent, 0)),
        ('冻结（冻结记录合计）', a.frozen_amount, coalesce(z.frozen, 0)), ('冻结（分录合计）', a.frozen_amount, coalesce(b.frozen, 0))) as f(figure, balance, proof)
      where f.balance <> f.proof
    union all
    select o.id, o.no, f.figure, f.balance, f.proof from credit_order o join t on o.tenant_id = t.id
      left join holds h on h.credit_order_id = o.id left join uses u on u.credit_order_id = o.id
      cross join lateral (values ('占用（占用记录合计）', o.held, coalesce(h.open, 0)), ('已转用信（占用记录合计）', o.committed, coalesce(h.committed, 0)),
        ('已转用信（发货合计）', o.committed, coalesce(u.committed, 0)), ('已退回（退货合计）', o.returned, coalesce(u.returned, 0))) as f(figure, balance, proof)
      where f.balance <> f.proof
    union all
    select g.id, g.name, f.figure, f.balance, f.proof from credit_group g join t on g.tenant_id = t.id left join members m on m.group_id = g.id
      cross join lateral (values ('集团占用（账户合计）', g.held, coalesce(m.held, 0)), ('集团已用（账户合计）', g.used, coalesce(m.used, 0))) as f(figure, balance, proof)
      where f.balance <> f.proof
    order by 2, 3`.execute(tx);
  return rows;
}

defineProof({
  key: 'credit',
  book: '授信',
  title: '额度、占用与已用：账户与分录、用信单与占用记录、集团与账户',
  see: CREDIT_QUOTA,
  of: 'customers',
  subject: 'credit_account',
  run: async (tx, me) => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from credit_account where tenant_id = ${me.tenantId}) + (select count(*) from credit_order where tenant_id = ${me.tenantId}))::int as n`.execute(
      tx,
    );
    return { compared: rows[0]?.n ?? 0, differences: (await proveCredit(tx, me)).map(inYuan) };
  },
});
