import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { ORDER_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';

/**
 * Recomputes what order lines count from the documents that moved it: shipped, signed and refused from deliveries, returned from returns; and an
 * order's amount payable from its lines.
 */
export async function proveOrders(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with out as (
      select d.order_line_id, sum(d.qty) as shipped, sum(d.amount) as amount, sum(d.signed) as signed, sum(d.refused) as refused
      from delivery_line d join delivery h on h.tenant_id = d.tenant_id and h.id = d.delivery_id
      where d.tenant_id = ${me.tenantId} and h.status in ('SHIPPED', 'PART_SIGNED', 'SIGNED') group by 1
    ), back as (
      select l.order_line_id, coalesce(sum(x.qty) filter (where l.part = 'SIGNED'), 0) as signed, coalesce(sum(x.qty) filter (where l.part = 'REFUSED'), 0) as refused
      from return_order r join return_line l on l.tenant_id = r.tenant_id and l.return_id = r.id
      cross join lateral (select case when r.type = 'REFUND_ONLY' then coalesce(l.approve_qty, 0) else l.good_qty + l.bad_qty end as qty) x
      where r.tenant_id = ${me.tenantId} and r.status in ('WAIT_REFUND', 'DONE') group by 1
    )
    select o.id, '订单' || o.no || '第' || l.line_no || '行' as name, f.figure, f.balance::text, f.proof::text
    from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      left join out on out.order_line_id = l.id left join back on back.order_line_id = l.id
    cross join lateral (values
      ('已发（发货单合计）', l.shipped, coalesce(out.shipped, 0)), ('已签收（发货单合计）', l.signed, coalesce(out.signed, 0)),
      ('拒收（发货单合计）', l.refused, coalesce(out.refused, 0)), ('已发金额（发货单合计）', l.shipped_amount / 100.0, coalesce(out.amount, 0) / 100.0),
      ('已退（退货单合计）', l.returned, coalesce(back.signed, 0)), ('拒收已退（退货单合计）', l.refused_returned, coalesce(back.refused, 0))) as f(figure, balance, proof)
    where l.tenant_id = ${me.tenantId} and o.no is not null and f.balance <> f.proof
    union all
    select o.id, '订单' || o.no, '应付（订单行合计）', (o.payable / 100.0)::text,
      ((coalesce(s.kept, 0) + o.freight) / 100.0)::text
    from sales_order o left join lateral (
      select sum(l.amount - l.discount_alloc - l.expense_alloc - l.closed_amount) as kept from order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id) s on true
    where o.tenant_id = ${me.tenantId} and o.no is not null and o.payable <> coalesce(s.kept, 0) + o.freight`.execute(tx);
  return rows;
}

defineProof({
  key: 'order',
  book: '订单',
  title: '订单行与发货单、退货单，应付与订单行',
  see: ORDER_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { n } = await tx.selectFrom('order_line').select(sql<number>`count(*)::int`.as('n')).where('tenant_id', '=', me.tenantId).executeTakeFirstOrThrow();
    return { compared: n, differences: await proveOrders(tx, me) };
  },
});
