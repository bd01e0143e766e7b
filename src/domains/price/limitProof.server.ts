import { sql } from 'kysely';
import type { Me } from '~/portal/me';
import { PRICE_MANAGE } from '~/portal/permissions';
import type { Tx } from '~/server/db.server';
import { type Difference, defineProof } from '~/server/proof.server';

/**
 * Recomputes what is used of every limit from its uses, and every use from its order line: what was ordered less what was closed and came
 * back, of an order that is under way.
 */
export async function proveLimits(tx: Tx, me: Pick<Me, 'tenantId'>): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with t as (select ${me.tenantId}::bigint as id),
    summed as (select u.limit_id, sum(u.qty) as used from price_use u join t on u.tenant_id = t.id group by u.limit_id),
    lines as (
      select l.id, o.no, l.line_no, l.price_source_id,
        case when m.unit_id = l.unit_id then l.qty - l.closed - l.returned else round((l.qty - l.closed - l.returned) * l.base_qty / l.qty, 4) end as taken
      from order_line l join t on l.tenant_id = t.id
      join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      join price_limit m on m.tenant_id = l.tenant_id and m.id = l.price_source_id
      where l.price_source in ('PROJECT', 'ACTIVITY') and o.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
    )
    select m.id, s.code as name, case m.layer when 'PROJECT' then '工程价已用（用量合计）' else '限时折扣已用（用量合计）' end as figure,
      m.used::text as balance, coalesce(x.used, 0)::text as proof
    from price_limit m join t on m.tenant_id = t.id join sku s on s.tenant_id = m.tenant_id and s.id = m.sku_id left join summed x on x.limit_id = m.id
    where m.used <> coalesce(x.used, 0)
    union all
    select coalesce(u.id, l.id), coalesce('订单' || l.no || '第' || l.line_no || '行', '用量没有对应的订单行'), '价格用量（订单行）',
      coalesce(u.qty, 0)::text, coalesce(l.taken, 0)::text
    from (select u.* from price_use u join t on u.tenant_id = t.id) u full join lines l on l.id = u.id and l.price_source_id = u.limit_id
    where coalesce(u.qty, 0) <> coalesce(l.taken, 0)`.execute(tx);
  return rows;
}

defineProof({
  key: 'priceLimit',
  book: '价格用量',
  title: '工程价上限、限时折扣限量与订单用量',
  see: PRICE_MANAGE,
  of: 'customers',
  run: async (tx, me) => {
    const { n } = await tx.selectFrom('price_limit').select(sql<number>`count(*)::int`.as('n')).where('tenant_id', '=', me.tenantId).executeTakeFirstOrThrow();
    return { compared: n, differences: await proveLimits(tx, me) };
  },
});
