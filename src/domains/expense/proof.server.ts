import { sql } from 'kysely';
import { type FundDifference, inYuan } from '~/domains/finance/fundProof.server';
import type { Me } from '~/portal/me';
import { FUND_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { defineProof } from '~/server/proof.server';

/**
 * Recomputes expense: an account from its lots, lots' holds from what lines set aside, what lines carry from what they set aside and used up, and an
 * order's hold from its lines.
 */
export async function proveExpense(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<FundDifference[]> {
  const { rows } = await sql<FundDifference>`
    with t as (select ${me.tenantId}::bigint as id),
    lots as (select l.customer_id, sum(l.remaining)::bigint as remaining, sum(l.held)::bigint as held from expense_lot l join t on l.tenant_id = t.id group by 1),
    uses as (select u.lot_id, sum(u.open)::bigint as open from expense_use u join t on u.tenant_id = t.id group by 1),
    takes as (select k.order_line_id, k.lot_id, sum(k.amount)::bigint as taken from expense_take k join t on k.tenant_id = t.id where not k.reversed group by 1, 2),
    holds as (select h.biz_id, sum(h.amount - h.captured - h.released)::bigint as open from fund_hold h join t on h.tenant_id = t.id
      where h.tender = 'EXPENSE' group by 1),
    lines as (select l.order_id, sum(l.expense_alloc)::bigint as carried from order_line l join t on l.tenant_id = t.id group by 1)
    select a.id, c.name, f.figure, f.balance, f.proof
    from fund_account a join t on a.tenant_id = t.id join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id left join lots l on l.customer_id = a.customer_id
    cross join lateral (values ('费用余额（批次合计）', a.posted, coalesce(l.remaining, 0)), ('费用冻结（批次合计）', a.held, coalesce(l.held, 0))) as f(figure, balance, proof)
    where a.type = 'EXPENSE' and f.balance <> f.proof
    union all
    select l.id, e.no, '批次冻结（订单行合计）', l.held, coalesce(u.open, 0)
    from expense_lot l join t on l.tenant_id = t.id join expense_entry e on e.tenant_id = l.tenant_id and e.id = l.entry_id left join uses u on u.lot_id = l.id
    where l.held <> coalesce(u.open, 0)
    union all
    select u.id, o.no, '已抵扣（发货扣减合计）', u.taken, coalesce(k.taken, 0)
    from expense_use u join t on u.tenant_id = t.id join sales_order o on o.tenant_id = u.tenant_id and o.id = u.order_id
      left join takes k on k.order_line_id = u.order_line_id and k.lot_id = u.lot_id
    where u.taken <> coalesce(k.taken, 0)
    union all
    select o.id, o.no, '订单费用冻结（订单行合计）', coalesce(h.open, 0), coalesce(sum(u.open), 0)::bigint
    from sales_order o join t on o.tenant_id = t.id left join holds h on h.biz_id = o.id left join expense_use u on u.tenant_id = o.tenant_id and u.order_id = o.id
    where o.expense_used > 0 or h.open is not null
    group by o.id, o.no, h.open having coalesce(h.open, 0) <> coalesce(sum(u.open), 0)
    union all
    select o.id, o.no, '费用抵扣（订单行合计）', o.expense_used, coalesce(l.carried, 0)
    from sales_order o join t on o.tenant_id = t.id left join lines l on l.order_id = o.id
    where o.no is not null and o.expense_used <> coalesce(l.carried, 0)`.execute(tx);
  return rows;
}

defineProof({
  key: 'expense',
  book: '费用',
  title: '费用余额与批次、批次冻结与订单行、抵扣与发货扣减',
  see: FUND_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { rows } = await sql<{ n: number }>`
      select ((select count(*) from expense_lot where tenant_id = ${me.tenantId}) + (select count(*) from expense_use where tenant_id = ${me.tenantId}))::int as n`.execute(
      tx,
    );
    return { compared: rows[0]?.n ?? 0, differences: (await proveExpense(tx, me)).map(inYuan) };
  },
});
